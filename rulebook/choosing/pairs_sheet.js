// The matrix of all pairs of variants, with two menus for keyboards and phones; shows the verdict of a pair.

import { h, language, listen, s, localize, renderer, w, word } from "../stage/page.js";
import { pageUrl } from "../stage/address.js";
import { Sheet } from "../boards/sheet.js";
import { movedTo } from "./addresses.js";
import { pairAt } from "./tables.js";

const KIND = { "+": "compatible", "?": "decided", x: "incompatible", o: "pointless" };
const COLOUR = { "+": "hc-good", "?": "hc-ask", x: "hc-no", o: "hc-dull" };
const SYMBOL = { "+": "+", "?": "◆", x: "×", o: "○" };
const NARROW = 560; // px of a window in which the picture is folded

/** @extends {Sheet<PairsSheetData, PairsSheetView>} */
class Pairs extends Sheet {
  build() {
    this.numbers = Object.keys(this.data.variants).map(Number).filter((n) => n > 0);
    const host = h("div", { class: "hc-picture" });
    host.innerHTML = this.data.picture;
    this.svg = host.firstElementChild;
    this.svg.setAttribute("aria-hidden", "true");
    this.svg.removeAttribute("role");
    const { cell } = this.data.geometry;
    this.cursor = s("rect", { class: "hc-cursor", width: cell, height: cell, rx: 2 });
    this.bands = s("path", { class: "hc-bands" });
    this.svg.append(this.bands, this.cursor);
    const pick = (event, isFixed) => {
      const found = pairAt(event.clientX, event.clientY, this.svg.getBoundingClientRect(), this.data.geometry, this.numbers.length);
      if (found) this.showPair(found, isFixed);
    };
    this.svg.addEventListener("pointermove", (event) => event.pointerType === "mouse" && pick(event, false));
    this.svg.addEventListener("pointerleave", () => this.fixed && this.showPair(this.fixed, true));
    this.svg.addEventListener("click", (event) => pick(event, true));
    this.menus = [0, 1].map((which) => this.select(this.numbers, (n) => `${n} · ${localize(this.data.variants[n].title)}`, () => this.showChosen(which)));
    const scroller = h("div", { class: "hc-scroll", tabindex: "0", role: "group", "aria-label": () => word("picture") }, host);
    this.detail = h("div", { class: "hc-card hc-detail", role: "status" });
    const legend = h("ul", { class: "hc-legend" }, ...Object.keys(KIND).map((sign) => h("li", {}, h("b", { class: COLOUR[sign] }, SYMBOL[sign]), w("span", `kind-${KIND[sign]}`))));
    this.el.append(h("section", { class: "hc-pairs" }, w("p", "pairs-help", { class: "hc-quiet" }), legend,
      h("div", { class: "hc-bar" }, this.field("pair-a", this.menus[0]), this.field("pair-b", this.menus[1])), h("div", { class: "hc-looking" }, this.folded(scroller), this.detail)));
  }

  /** Fold the picture on phones, whose windows are too small for it. */
  folded(picture) {
    const fold = h("details", { class: "hc-all" }, w("summary", "pairs-all"), picture);
    const wide = matchMedia(`(min-width: ${NARROW}px)`);
    const unfold = () => { fold.open = wide.matches; };
    unfold();
    this.closers.push(listen(wide, { change: unfold }));
    return fold;
  }

  showChosen(which) {
    const [a, b] = this.menus.map((select) => this.numbers.indexOf(Number(select.value)));
    if (a !== b) return this.showPair([a, b], true);
    const other = this.menus[1 - which];
    other.value = String(this.numbers[(b + 1) % this.numbers.length]);
    return this.showChosen(which);
  }

  /** @param {number[]} pair @param {boolean} isFixed whether it stays when the mouse leaves the picture */
  showPair([row, column], isFixed) {
    const before = this.pair;
    this.pair = [row, column];
    if (isFixed) this.fixed = this.pair;
    const { cell, edge } = this.data.geometry;
    const [x, y] = [edge + cell * column, edge + cell * row];
    this.cursor.setAttribute("x", x);
    this.cursor.setAttribute("y", y);
    this.bands.setAttribute("d", `M0 ${y}h${x}v${cell}H0zM${x} 0v${y}h${cell}V0z`);
    const numbers = [this.numbers[row], this.numbers[column]];
    this.menus.forEach((select, which) => { select.value = String(numbers[which]); });
    const [a, b] = [...numbers].sort((one, other) => one - other);
    const key = `${language()} ${a}-${b}`;
    if (before && key === this.pairKey) return;
    this.pairKey = key;
    const sign = this.data.pairs.rows[row][column];
    const texts = this.data.pairs.texts[`${a}-${b}`];
    this.detail.dataset.pair = `${a}-${b}`;
    this.detail.replaceChildren(
      h("h4", {}, this.named(a), " + ", this.named(b)),
      h("p", { class: COLOUR[sign] }, h("b", {}, `${SYMBOL[sign]} ${word(`kind-${KIND[sign]}`)}`)),
      ...(texts ? [h("p", {}, localize(texts.why))] : []),
      ...(texts?.how ? [h("p", {}, h("b", {}, `${word("how")} `), localize(texts.how))] : []),
      ...(sign === "x" ? [] : [h("a", { class: "hc-button", href: pageUrl(`09-tonight.ipynb#ticks=${a}.${b}`) }, word("tick-both", { a, b }))]),
    );
  }

  /** A link with the name of a variant to its page. */
  named(n) {
    return h("a", { href: pageUrl(this.data.variants[n].link) }, `${n} (${localize(this.data.variants[n].title)})`);
  }

  retranslate() {
    this.showPair(this.pair ?? [4, 6], true);
  }
}

export function render(host) {
  const moved = movedTo(location.hash); // links to a sheet that used to be here
  if (moved) location.replace(pageUrl(moved));
  return renderer(Pairs)(host);
}
