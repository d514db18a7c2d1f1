// The sheet of combining: boxes to tick, what follows from them, the rules on a page, all pairs as a picture, a board.
// It knows no rules: what the ticked variants come to is asked; the verdicts on pairs came with the sheet.

import { linkOf, linked } from "../stage/address.js";
import { Keeper } from "../stage/keeper.js";
import { calm, h, language, s, say, word } from "../stage/page.js";
import { Sheet, copied, ownId, pageAt, printOnly } from "../boards/sheet.js";
import { pairAt, pairBeside } from "./tables.js";
import { addressOf, rulesOf, ticksOf } from "./addresses.js";

const KIND = { "+": "compatible", "?": "decided", x: "incompatible", o: "pointless" };
const COLOUR = { "+": "hc-good", "?": "hc-ask", x: "hc-no", o: "hc-dull" };
const SYMBOL = { "+": "+", "?": "◆", x: "×", o: "○" };

const BOARD = "combined"; // as combine.py names it
const NARROW = 560; // px: below, families without a tick begin closed

/** @extends {Sheet<CombineData, CombineView>} */
class Combining extends Sheet {
  build() {
    const { data } = this;
    this.numbers = Object.keys(data.variants).map(Number).filter((n) => n > 0);
    this.boxes = new Map();
    this.players = this.select(data.seats, null, () => this.choose());
    this.families = [];
    this.guests = this.select(data.seats, null);
    this.guests.value = "4";
    this.company = this.select(["players", "readers"], (value) => `company-${value}`);
    this.result = h("div", { class: "hc-card hc-result", role: "status" });
    // Beside the boxes, where what they come to is out of sight; the result itself is announced.
    this.brief = h("p", { class: "hc-brief", "aria-hidden": "true" });
    this.options = h("div", { class: "hc-options" });
    this.page = h("div", { class: "hc-rulepage" });
    this.notation = h("code", { class: "hc-line" }); // the set as programs take it, for who copies it
    this.pageButtons = h("div", { class: "hc-bar" }, this.button("print", () => printOnly(this.page)), this.button("copy", () => copied(this.view.rules, this.note)), this.notation);
    this.note = h("p", { class: "hc-quiet", role: "status" });
    this.rules = h("details", { class: "hc-card", ontoggle: () => this.askPage() }, this.words("summary", "page"), this.pageButtons, this.note, this.page);
    this.play = this.button("play", () => this.begin(), "is-main");
    this.again = h("div", { class: "hc-card hc-again", hidden: true });
    this.error = h("p", { class: "hc-no", role: "alert", hidden: true });
    this.table = h("div", { class: "hc-table" });
    this.el.append(this.again,
      h("div", { class: "hc-bar" }, this.field("guests", this.guests), this.button("surprise", () => this.surprise()), this.button("clear", () => this.tick([]))),
      h("div", {}, h("div", { class: "hc-families" }, ...data.families.map((family) => this.family(family))), this.brief),
      this.result, this.options,
      h("div", { class: "hc-bar" }, this.field("players", this.players), this.field("company", this.company), this.play),
      this.error, this.table, this.rules, this.matrix(),
    );
    this.spoken.push(() => this.offer());
    this.restore();
    const moved = () => this.restore();
    window.addEventListener("hashchange", moved);
    this.closers.push(() => window.removeEventListener("hashchange", moved));
  }

  // ---- where one was ---------------------------------------------------------------------------------------------

  /** What the address says: ticks, options, page and game; or a game on this board, whose rules are then ticked. */
  restore() {
    const link = linked(location.hash);
    if (link?.board === BOARD) {
      this.touched = false; // the board reads the address when it is there
      if (link.text) this.send({ do: "take", rules: rulesOf(link.text).line });
      if (!this.table.dataset.board) this.send({ do: "play", company: this.company.value });
      return;
    }
    const asked = ticksOf(location.hash);
    if (!asked) return;
    this.send({ do: "choose", variants: asked.variants, options: asked.options, players: asked.players });
    this.rules.open = asked.page;
    if (!["players", "readers"].includes(asked.play)) return;
    this.company.value = asked.play;
    const [game] = new Keeper(BOARD).read();
    if (game) history.replaceState(history.state, "", linkOf({ name: BOARD, rules: "", text: "", ...game })); // the board opens it
    this.send({ do: "play", company: asked.play });
  }

  remember() {
    const { chosen: variants, options, players } = this.view;
    const play = this.table.dataset.board ? this.company.value : "";
    history.replaceState(history.state, "", addressOf({ variants, options, players, page: this.rules.open, play }));
  }

  begin() {
    this.touched = true;
    this.send({ do: "play", company: this.company.value });
  }

  /** The games that were left on the board of this sheet, by their rules and players. */
  offer() {
    const games = new Keeper(BOARD).read().filter(({ ply }) => ply > 0);
    const links = games.map((game) => {
      const { variants, players } = rulesOf(game.record);
      const names = variants.map((n) => say(this.data.variants[n]?.title ?? {})).join(" + ") || word("base");
      const others = (game.seats ?? []).slice(1).every((seat) => seat === "reader") ? "readers" : "players";
      const href = linkOf({ name: BOARD, rules: "", text: "", ...game });
      return h("li", {}, h("a", { href, onclick: () => { this.again.hidden = true; } }, names), ` · ${word("kept-game", { players, company: word(`company-${others}`) })}`);
    });
    this.again.hidden = !games.length;
    this.again.replaceChildren(h("h3", {}, word("kept")), h("ul", {}, ...links));
  }

  /** @param {FamilyData} family */
  family(family) {
    const name = h("summary");
    const group = h("div", { class: "hc-boxes", role: "group" }, ...family.variants.map((n) => this.box(n)));
    const box = h("details", { open: innerWidth > NARROW }, name, group);
    /** @type {number[]} */
    let before = [];
    this.spoken.push(() => group.setAttribute("aria-label", say(family.name)));
    box.show = () => {
      const now = family.variants.filter((n) => this.boxes.get(n).checked);
      if (now.some((n) => !before.includes(n))) box.open = true; // ticked by a link, a surprise, the grid
      before = now;
      name.textContent = say(family.name) + (now.length ? ` (${now.length})` : "");
    };
    this.families.push(box);
    return box;
  }

  box(n) {
    const input = h("input", { type: "checkbox", value: n, onchange: () => this.choose() });
    const title = h("span");
    const against = h("span", { class: "hc-against" });
    const label = h("label", { class: "hc-box" }, input, h("b", {}, String(n)), title, against);
    this.spoken.push(() => {
      title.textContent = say(this.data.variants[n].title);
      label.title = say(this.data.variants[n].sentence);
    });
    input.against = against;
    this.boxes.set(n, input);
    return label;
  }

  // ---- asking ----------------------------------------------------------------------------------------------------

  ticked() {
    return this.numbers.filter((n) => this.boxes.get(n).checked);
  }

  choose() {
    this.touched = true;
    const variants = this.ticked();
    const options = Object.fromEntries(Object.entries(this.wanted ?? this.view.options).filter(([key]) => [0, ...variants].includes(Number(key.split(".")[0]))));
    this.send({ do: "choose", variants, options, players: Number(this.players.value) });
  }

  tick(numbers) {
    for (const [n, box] of this.boxes) box.checked = numbers.includes(n);
    this.choose();
  }

  surprise() {
    this.touched = true;
    this.wanted = {};
    this.send({ do: "surprise", players: Number(this.guests.value) });
  }

  askPage() {
    if (this.touched) this.remember();
    if (this.rules.open && this.view.rules && !this.view.page) this.send({ do: "page" });
  }

  // ---- showing ---------------------------------------------------------------------------------------------------

  update() {
    const { view } = this;
    if (!this.line.pending) {
      for (const [n, box] of this.boxes) box.checked = view.chosen.includes(n);
      this.wanted = { ...view.options };
      this.players.value = String(view.players);
    }
    for (const [n, box] of this.boxes) {
      const others = view.excluded[n] ?? [];
      const clashing = view.clashes.filter(({ pair }) => pair.includes(n));
      const why = clashing.map(({ pair, why: [reason] }) => `${word("clashes", { other: pair[0] === n ? pair[1] : pair[0] })} ${reason ? say(reason) : ""}`);
      box.parentElement.classList.toggle("is-clash", clashing.length > 0);
      box.against.textContent = clashing.length ? why.join(" ") : others.length ? word("against", { others: others.join(", ") }) : "";
    }
    for (const family of this.families) family.show();
    this.showResult();
    this.showOptions();
    this.showError(this.error);
    this.play.disabled = !view.rules;
    this.rules.hidden = !view.rules;
    if (view.page !== this.written) {
      this.page.innerHTML = view.page;
      this.written = view.page;
    }
    if (view.playing) {
      const fresh = !this.table.dataset.board;
      this.board("left", this.table).then(() => fresh && this.table.scrollIntoView({ block: "nearest", behavior: calm() ? "auto" : "smooth" }));
    }
    this.askPage();
    if (this.pair) this.showPair(this.pair, false);
  }

  name(n) {
    return `${n} (${say(this.data.variants[n].title)})`;
  }

  /** Its name, which leads to its page: the first thing there is a board. */
  named(n) {
    return h("a", { href: pageAt(this.data.variants[n].link) }, this.name(n));
  }

  showResult() {
    const { view } = this;
    const lines = [];
    if (view.rules) {
      const seats = view.seats.length > 1 ? `${view.seats[0]}–${view.seats.at(-1)}` : String(view.seats[0]);
      const gaps = view.seats.length > 1 && view.seats.at(-1) - view.seats[0] >= view.seats.length;
      lines.push(h("p", { class: "hc-good" }, h("b", {}, `✓ ${word("possible")}`)), h("p", {}, word("seats", { seats: gaps ? view.seats.join(", ") : seats })));
    } else {
      lines.push(h("p", { class: "hc-no" }, h("b", {}, `× ${word("impossible")}`)));
    }
    for (const clash of view.clashes) lines.push(this.clash(clash));
    if (view.problem) lines.push(h("p", {}, say(view.problem)));
    const notes = view.notes.map(({ kind, text }) => h("li", {}, h("b", { class: kind === "pointless" ? "hc-dull" : "hc-ask" }, `${kind === "pointless" ? "○" : kind === "needs-a-decision" ? "◆" : "!"} `), say(text)));
    if (notes.length) lines.push(h("ul", { class: "hc-notes" }, ...notes));
    this.result.replaceChildren(...lines);
    this.notation.textContent = view.rules || "";
    const names = view.chosen.map((n) => say(this.data.variants[n].title)).join(" + ") || word("base");
    const clashes = view.clashes.map(({ pair: [a, b] }) => word("clash", { a: this.name(a), b: this.name(b) })).join("; ");
    this.brief.textContent = view.rules ? `✓ ${names}` : `× ${clashes || word("impossible")}`;
    this.brief.className = `hc-brief ${view.rules ? "hc-good" : "hc-no"}`;
  }

  /** Two rules that exclude each other: why, what each says, and which to give up, if the reader wants to. @param {ClashView} found */
  clash({ pair, why, parted }) {
    const shown = parted.map(({ variant, svg, said }) => {
      const picture = h("div", { class: "hk-still" });
      picture.innerHTML = svg;
      return h("figure", {}, picture, h("figcaption", {}, h("b", {}, this.named(variant), ": "), say(said)));
    });
    const rules = pair.map((n) => h("li", {}, h("b", {}, this.named(n), ". "), say(this.data.variants[n].sentence)));
    const untick = pair.map((n) => h("button", { type: "button", class: "hc-button", onclick: () => this.tick(this.ticked().filter((other) => other !== n)) }, word("untick", { variant: n })));
    return h("div", { class: "hc-clash", "data-pair": pair.join("-") }, h("h4", { class: "hc-no" }, word("clash", { a: pair[0], b: pair[1] })),
      ...why.map((reason) => h("p", {}, say(reason))), ...(shown.length ? [h("div", { class: "hc-parted" }, ...shown)] : []),
      h("ul", {}, ...rules), h("div", { class: "hc-bar" }, ...untick));
  }

  showOptions() {
    const having = [0, ...this.view.chosen].filter((n) => this.data.variants[n].options.length);
    const key = `${language()} ${having} ${JSON.stringify(this.view.options)}`;
    if (key === this.optionsKey) return;
    const focus = this.options.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement).dataset.option : null;
    this.optionsKey = key;
    this.options.replaceChildren(h("details", { open: this.options.firstChild?.open ?? (innerWidth > NARROW || Object.keys(this.view.options).length > 0) }, h("summary", {}, word("options")),
      ...having.flatMap((n) => this.data.variants[n].options.map((option) => this.option(n, option)))));
    if (focus) this.options.querySelector(`[data-option="${focus}"]:is([type=text], :checked)`)?.focus();
  }

  /** @param {number} n @param {OptionData} option */
  option(n, option) {
    const key = `${n}.${option.name}`;
    const standard = Object.entries(option.defaults).find(([other]) => this.view.chosen.includes(Number(other)))?.[1] ?? option.values[0];
    const value = this.view.options[key] ?? standard;
    const id = ownId("option");
    const change = (event) => {
      const next = event.target.value.trim();
      this.wanted = { ...this.wanted, [key]: next };
      if (next === standard) delete this.wanted[key];
      this.choose();
    };
    const whose = n === 0 ? word("base") : this.name(n);
    const says = (one) => say(option.says[one] ?? option.says[option.values[0]]);
    if (option.free) {
      const field = h("input", { id, type: "text", value, "data-option": key, spellcheck: "false", autocomplete: "off", onchange: change });
      return h("div", { class: "hc-option" }, h("label", { for: id }, whose), field, h("p", { class: "hc-quiet" }, says(value)));
    }
    return h("fieldset", { class: "hc-readings" }, h("legend", {}, whose), ...option.values.map((one) =>
      h("label", {}, h("input", { type: "radio", name: id, value: one, checked: one === value, "data-option": key, onchange: change }), ` ${says(one)}`)));
  }

  // ---- all pairs -------------------------------------------------------------------------------------------------

  matrix() {
    const host = h("div", { class: "hc-picture" });
    host.innerHTML = this.data.picture;
    this.svg = host.firstElementChild;
    this.svg.setAttribute("aria-hidden", "true");
    this.svg.removeAttribute("role");
    const { cell } = this.data.geometry;
    this.cursor = s("rect", { class: "hc-cursor", width: cell, height: cell, rx: 2 });
    this.bands = s("path", { class: "hc-bands" });
    this.svg.append(this.bands, this.cursor);
    const pick = (event, kept) => {
      const found = pairAt(event.clientX, event.clientY, this.svg.getBoundingClientRect(), this.data.geometry, this.numbers.length);
      if (found) this.showPair(found, kept);
    };
    this.svg.addEventListener("pointermove", (event) => event.pointerType === "mouse" && pick(event, false));
    this.svg.addEventListener("pointerleave", () => this.kept && this.showPair(this.kept, true));
    this.svg.addEventListener("click", (event) => pick(event, true));
    this.lookAt = [0, 1].map((which) => this.select(this.numbers, null, () => this.looked(which)));
    this.spoken.push(() => {
      for (const select of this.lookAt) for (const option of select.options) option.textContent = `${option.value} · ${say(this.data.variants[option.value].title)}`;
    });
    const scroller = this.label(h("div", { class: "hc-scroll", tabindex: "0", role: "group", onkeydown: (event) => this.pressed(event) }, host), "picture-keys");
    this.detail = h("div", { class: "hc-card hc-detail", role: "status" });
    const legend = h("ul", { class: "hc-legend" }, ...Object.keys(KIND).map((sign) => h("li", {}, h("b", { class: COLOUR[sign] }, SYMBOL[sign]), this.words("span", `kind-${KIND[sign]}`))));
    return h("section", { class: "hc-pairs" }, this.words("h3", "pairs"), this.words("p", "pairs-help", { class: "hc-quiet" }), legend,
      h("div", { class: "hc-bar" }, this.field("pair-a", this.lookAt[0]), this.field("pair-b", this.lookAt[1])), h("div", { class: "hc-looking" }, this.folded(scroller), this.detail));
  }

  /** On a phone the picture, which is larger than its window, is asked for; two variants are chosen above it. */
  folded(picture) {
    const fold = h("details", { class: "hc-all" }, this.words("summary", "pairs-all"), picture);
    const wide = matchMedia(`(min-width: ${NARROW}px)`);
    const unfold = () => { fold.open = wide.matches; };
    unfold();
    wide.addEventListener("change", unfold);
    this.closers.push(() => wide.removeEventListener("change", unfold));
    return fold;
  }

  pressed(event) {
    const [row, column] = this.pair ?? [0, 0];
    const next = pairBeside([row, column], event.key, this.numbers.length);
    if (!next && event.key !== "Enter") return;
    event.preventDefault();
    if (next && next[0] !== next[1]) this.showPair(next, true);
    else if (!next && row !== column) this.tick([...new Set([...this.ticked(), this.numbers[row], this.numbers[column]])]);
  }

  looked(which) {
    const [a, b] = this.lookAt.map((select) => this.numbers.indexOf(Number(select.value)));
    if (a !== b) return this.showPair([a, b], true);
    const other = this.lookAt[1 - which];
    other.value = String(this.numbers[(b + 1) % this.numbers.length]);
    return this.looked(which);
  }

  /** kept: it stays when the mouse leaves the picture. */
  /** @param {number[]} pair @param {boolean} kept */
  showPair([row, column], kept) {
    const before = this.pair;
    this.pair = [row, column];
    if (kept) this.kept = this.pair;
    const { cell, edge } = this.data.geometry;
    const [x, y] = [edge + cell * column, edge + cell * row];
    this.cursor.setAttribute("x", x);
    this.cursor.setAttribute("y", y);
    this.bands.setAttribute("d", `M0 ${y}h${x}v${cell}H0zM${x} 0v${y}h${cell}V0z`);
    const numbers = [this.numbers[row], this.numbers[column]];
    this.lookAt.forEach((select, which) => { select.value = String(numbers[which]); });
    const [a, b] = [...numbers].sort((one, other) => one - other);
    const key = `${language()} ${a}-${b} ${this.ticked()}`;
    if (before && key === this.pairKey) return;
    this.pairKey = key;
    const sign = this.data.pairs.rows[row][column];
    const says = this.data.pairs.says[`${a}-${b}`];
    const both = [a, b].every((n) => this.boxes.get(n).checked);
    this.detail.dataset.pair = `${a}-${b}`;
    this.detail.replaceChildren(
      h("h4", {}, this.named(a), " + ", this.named(b)),
      h("p", { class: COLOUR[sign] }, h("b", {}, `${SYMBOL[sign]} ${word(`kind-${KIND[sign]}`)}`)),
      ...(says ? [h("p", {}, say(says.why))] : []),
      ...(says?.how ? [h("p", {}, h("b", {}, `${word("how")} `), say(says.how))] : []),
      ...(both ? [] : [h("button", { type: "button", class: "hc-button", onclick: () => this.tick([...new Set([...this.ticked(), a, b])]) }, word("tick-both", { a, b }))]),
    );
  }

  speak() {
    this.optionsKey = null;
    if (!this.pair) this.showPair([4, 6], true);
  }
}

export function render({ model, el }) {
  const sheet = new Combining(model, el);
  return () => sheet.close();
}
