// The chooser: three wishes give three sets, boxes change one, and what that changes is said, shown and measured.  It knows no rules:
// what the ticked variants come to is asked.  Where one is stands in the page's address, so that a link or a reload brings it back.

import { linkTo, parseLink, pageUrl } from "../stage/address.js";
import { Keeper } from "../stage/keeper.js";
import { formatNumber, prefersReducedMotion, copyText, h, language, listen, replaceKeepingFocus, localize, renderer, w, word } from "../stage/page.js";
import { Sheet, copyWithNote, ownId, printOnly } from "../boards/sheet.js";
import { addressOf, movedTo, rulesOf, ticksOf, wishOf } from "./addresses.js";
import { Measured } from "./measured.js";
import { Wishes } from "./wishes.js";

const BOARD = "combined"; // as chooser_sheet.py names it
const NARROW = 560; // px: below, families without a tick begin closed

/** @extends {Sheet<ChooserData, ChooserView>} */
class Chooser extends Sheet {
  build() {
    const { data } = this;
    this.numbers = Object.keys(data.variants).map(Number).filter((n) => n > 0);
    this.boxes = new Map();
    this.families = [];
    this.players = this.select(data.seats, String, () => this.choose());
    this.company = this.select(["players", "readers"], (value) => word(`company-${value}`));
    this.result = h("div", { class: "hc-card hc-result", role: "status" });
    // Beside the boxes, where what they come to is out of sight; the result itself is announced.
    this.brief = h("p", { class: "hc-brief", "aria-hidden": "true" });
    this.options = h("div", { class: "hc-options" });
    this.play = this.button("play", () => this.begin(), "is-main");
    this.again = h("div", { class: "hc-card hc-again", hidden: true });
    this.table = h("div", { class: "hc-table" });
    this.note = h("p", { class: "hc-quiet", role: "status" });
    this.wishes = new Wishes(this);
    this.el.append(this.wishes.el, this.again,
      h("div", {}, h("div", { class: "hc-bar" }, this.button("surprise", () => this.take({ do: "surprise", players: this.view.wish?.players ?? this.view.players })), this.button("clear", () => this.tick([]))),
        h("div", {}, h("div", { class: "hc-families" }, ...data.families.map((family) => this.family(family))), this.brief),
        this.result, this.options,
        h("div", { class: "hc-bar" }, this.field("players", this.players), this.field("company", this.company), this.play, this.button("send", () => this.share())),
        this.note, this.error, this.table, this.ruleSheet(), this.changing(), h("p", {}, w("a", "tournament", { href: pageUrl("19-tournament.ipynb") }))));
    this.again.retranslate = () => this.offer();
    this.restore();
    this.closers.push(listen(window, { hashchange: () => this.restore() }));
  }

  // ---- where one was ---------------------------------------------------------------------------------------------

  /** What the address says: wishes, ticks, options, page and game; or a game on this board, whose rules are then ticked. */
  restore() {
    if (movedTo(location.hash)?.includes("#board=") && !location.hash.startsWith(`#board=${BOARD}&`)) history.replaceState(history.state, "", movedTo(location.hash).split(".ipynb")[1]);
    const link = parseLink(location.hash);
    if (link?.board === BOARD) {
      this.touched = false; // the board reads the address when it is there
      if (link.text) this.send({ do: "take", rules: rulesOf(link.text).line });
      if (!this.table.dataset.board) this.send({ do: "play", company: this.company.value });
      return;
    }
    const wish = wishOf(location.hash, this.data);
    if (wish) this.send({ do: "wish", ...wish });
    const asked = ticksOf(location.hash);
    if (!asked) return;
    this.mark(asked.variants, asked.options, asked.players);
    if (asked.beside !== "0") this.send({ do: "hold", rules: asked.beside });
    this.send({ do: "choose", variants: asked.variants, options: asked.options, players: asked.players });
    this.rules.open = asked.page;
    if (!["players", "readers"].includes(asked.play)) return;
    this.company.value = asked.play;
    const [game] = new Keeper(BOARD).read();
    if (game) history.replaceState(history.state, "", linkTo({ name: BOARD, rules: "", text: "", ...game })); // the board opens it
    this.send({ do: "play", company: asked.play });
  }

  address() {
    const { wish, chosen, options } = this.view;
    const play = this.table.dataset.board ? this.company.value : "";
    const ticks = chosen.length || play || Object.keys(options).length ? this.ticks(this.rules.open, play) : null;
    return addressOf({ wish, ticks });
  }

  ticks(page = false, play = "") {
    const { chosen: variants, options, players, beside } = this.view;
    return { variants, options, players, beside, page, play };
  }

  /** By what the device shares with, else by the clipboard. */
  async share() {
    const url = `${location.href.split("#")[0]}${addressOf({ wish: this.view.wish, ticks: this.ticks() })}`;
    if (navigator.share) {
      try {
        await navigator.share({ title: this.names(), url });
        return;
      } catch (error) {
        if (error.name === "AbortError") return;
      }
    }
    this.note.textContent = word((await copyText(url)) ? "sent" : "common.copy-failed");
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
      const others = (game.seats ?? []).slice(1).every((seat) => seat === "reader") ? "readers" : "players";
      const href = linkTo({ name: BOARD, rules: "", text: "", ...game });
      return h("li", {}, h("a", { href, onclick: () => { this.again.hidden = true; } }, this.names(variants)), ` · ${word("kept-game", { players, company: word(`company-${others}`) })}`);
    });
    this.again.hidden = !games.length;
    this.again.replaceChildren(h("h3", {}, word("kept")), h("ul", {}, ...links));
  }

  // ---- ticks -----------------------------------------------------------------------------------------------------

  /** @param {FamilyData} family */
  family(family) {
    const name = h("summary");
    const group = h("div", { class: "hc-boxes", role: "group", "aria-label": () => localize(family.name) }, ...family.variants.map((n) => this.box(n)));
    const box = h("details", { open: innerWidth > NARROW }, name, group);
    /** @type {number[]} */
    let before = [];
    box.show = () => {
      const now = family.variants.filter((n) => this.boxes.get(n).checked);
      if (now.some((n) => !before.includes(n))) box.open = true; // ticked by a link, a surprise, a card
      before = now;
      name.textContent = localize(family.name) + (now.length ? ` (${now.length})` : "");
    };
    this.families.push(box);
    return box;
  }

  box(n) {
    const input = h("input", { type: "checkbox", value: n, onchange: () => this.choose() });
    const { title, sentence } = this.data.variants[n];
    input.against = h("span", { class: "hc-against" });
    this.boxes.set(n, input);
    return h("label", { class: "hc-box", title: () => localize(sentence) }, input, h("b", {}, String(n)), w("span", () => localize(title)), input.against);
  }

  /** Show what holds, or is asked for: the next tick adds to it. */
  mark(variants, options, players) {
    for (const [n, box] of this.boxes) box.checked = variants.includes(n);
    this.wanted = { ...options };
    this.players.value = String(players);
  }

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

  /** Tick another set, without the options of this one: one that is suggested, or any. @param {{ do: string, rules?: string, players?: number }} message */
  take(message) {
    this.touched = true;
    this.wanted = {};
    this.send(message);
  }

  // ---- what changes ----------------------------------------------------------------------------------------------

  changing() {
    this.beside = h("input", { type: "text", spellcheck: "false", autocomplete: "off", maxlength: 120, onchange: () => { this.touched = true; this.send({ do: "hold", rules: this.beside.value }); } });
    this.changed = h("ul", { class: "hc-changed" });
    this.gone = h("ul", { class: "hc-gone" });
    this.goneHead = w("h4", "gone");
    this.parted = h("div", { class: "hc-parted" });
    this.partedHead = w("h4", "parted");
    this.measured = new Measured(this);
    this.measuredHead = w("h4", () => word("measured", { games: formatNumber(this.data.games) }));
    return this.change = h("section", { class: "hc-change" }, w("h3", "changes"), h("div", { class: "hc-bar" }, this.field("beside", this.beside)), w("p", "beside-help", { class: "hc-quiet" }),
      this.changed, this.goneHead, this.gone, this.partedHead, this.parted, this.measuredHead, this.measured.el);
  }

  showChanges() {
    const { view } = this;
    const same = view.rules === "" || (view.changes && !view.changes.new.length && !view.changes.gone.length);
    this.change.hidden = view.rules === "" || (same && view.beside === "0" && !view.chosen.length);
    if (this.beside !== document.activeElement) this.beside.value = view.beside;
    const lines = view.changes?.new ?? [];
    this.changed.replaceChildren(...(lines.length ? lines.map(({ of, said }) => h("li", {}, of.length ? h("b", { class: "hc-margin" }, of.join("+")) : null, localize(said))) : [h("li", {}, word("nothing"))]));
    this.gone.replaceChildren(...(view.changes?.gone ?? []).map((said) => h("li", {}, localize(said))));
    this.goneHead.hidden = !view.changes?.gone.length;
    this.measuredHead.hidden = same;
    this.measured.show(view, [localize(view.against), this.names()]);
    if (same) this.measured.el.hidden = true;
    this.partedHead.hidden = this.parted.hidden = same || !view.comparable;
    const key = `${view.rules} ${view.beside} ${language()}`;
    if (view.parted && this.partedKey !== key) {
      this.partedKey = key;
      this.parted.replaceChildren(...(view.parted.length ? view.parted.map((one) => this.figure(one)) : [h("p", {}, word("alike"))]));
    } else if (!view.parted && !same && view.comparable && !view.error && this.partAsked !== `${view.rules} ${view.beside}`) {
      this.partAsked = `${view.rules} ${view.beside}`;
      this.send({ do: "part" });
    }
  }

  /** @param {PartedView} one */
  figure({ title, svg, said }) {
    const picture = h("div", { class: "hk-still" });
    picture.innerHTML = svg;
    return h("figure", {}, picture, h("figcaption", {}, h("b", {}, `${localize(title)}: `), localize(said)));
  }

  // ---- the rule sheet --------------------------------------------------------------------------------------------

  ruleSheet() {
    this.page = h("div", { class: "hc-rulepage" });
    this.notation = h("code", { class: "hc-line" }); // the set as programs take it, for who copies it
    this.also = h("select", { onchange: () => this.speakBoth() }, w("option", "also-none", { value: "" }), ...Object.keys(WORDS).map((lang) => h("option", { value: lang, lang }, LANGUAGES[lang])));
    const buttons = h("div", { class: "hc-bar" }, this.field("also", this.also), this.button("print", () => printOnly(this.page)), this.button("copy", () => copyWithNote(this.view.rules, this.copyNote)), this.notation);
    this.copyNote = h("p", { class: "hc-quiet", role: "status" });
    return this.rules = h("details", { class: "hc-card", ontoggle: () => this.askPage() }, w("summary", "sheet"), buttons, this.copyNote, this.page);
  }

  askPage() {
    if (this.touched) history.replaceState(history.state, "", this.address());
    if (this.rules.open && this.view.rules && !this.view.page) this.send({ do: "page" });
  }

  /** The sheet in the second language of the table, too. */
  speakBoth() {
    for (const text of /** @type {NodeListOf<HTMLElement>} */ (this.page.querySelectorAll("[data-lang]"))) {
      if (text.dataset.lang === this.also.value) text.style.setProperty("display", "block", "important");
      else text.style.removeProperty("display");
    }
    this.page.classList.toggle("is-two", Boolean(this.also.value) && this.also.value !== language());
  }

  // ---- showing ---------------------------------------------------------------------------------------------------

  update() {
    const { view } = this;
    if (!this.line.pending) this.mark(view.chosen, view.options, view.players);
    for (const [n, box] of this.boxes) {
      const others = view.excluded[n] ?? [];
      const clashing = view.clashes.filter(({ pair }) => pair.includes(n));
      const why = clashing.map(({ pair, why: [reason] }) => `${word("clashes", { other: pair[0] === n ? pair[1] : pair[0] })} ${reason ? localize(reason) : ""}`);
      box.parentElement.classList.toggle("is-clash", clashing.length > 0);
      box.against.textContent = clashing.length ? why.join(" ") : others.length ? word("against", { others: others.join(", ") }) : "";
    }
    for (const family of this.families) family.show();
    this.wishes.show(view);
    this.showResult();
    this.showOptions();
    this.showChanges();
    this.play.disabled = !view.rules;
    this.rules.hidden = !view.rules;
    if (view.page !== this.written) {
      this.page.innerHTML = view.page;
      this.written = view.page;
    }
    this.speakBoth();
    if (view.playing && !this.table.dataset.board) this.board(this.table).then(() => this.table.scrollIntoView({ block: "nearest", behavior: prefersReducedMotion() ? "auto" : "smooth" }));
    this.askPage();
  }

  names(variants = this.view.chosen) {
    return variants.map((n) => localize(this.data.variants[n]?.title ?? {})).join(" + ") || word("base");
  }

  name(n) {
    return `${n} (${localize(this.data.variants[n].title)})`;
  }

  /** Its name, which leads to its page: the first thing there is a board. */
  named(n) {
    return h("a", { href: pageUrl(this.data.variants[n].link) }, this.name(n));
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
    if (view.problem) lines.push(h("p", {}, localize(view.problem)));
    this.result.hidden = Boolean(view.rules) && !view.chosen.length;
    this.result.replaceChildren(...lines);
    this.notation.textContent = view.rules || "";
    const clashes = view.clashes.map(({ pair: [a, b] }) => word("clash", { a: this.name(a), b: this.name(b) })).join("; ");
    this.brief.textContent = view.rules ? `✓ ${this.names()}` : `× ${clashes || word("impossible")}`;
    this.brief.className = `hc-brief ${view.rules ? "hc-good" : "hc-no"}`;
    this.brief.hidden = !view.chosen.length;
  }

  /** Two rules that exclude each other: why, what each says, and which to give up, if the reader wants to. @param {ClashView} found */
  clash({ pair, why, parted }) {
    const rules = pair.map((n) => h("li", {}, h("b", {}, this.named(n), ". "), localize(this.data.variants[n].sentence)));
    const untick = pair.map((n) => h("button", { type: "button", class: "hc-button", onclick: () => this.tick(this.ticked().filter((other) => other !== n)) }, word("untick", { variant: n })));
    return h("div", { class: "hc-clash", "data-pair": pair.join("-") }, h("h4", { class: "hc-no" }, word("clash", { a: pair[0], b: pair[1] })),
      ...why.map((reason) => h("p", {}, localize(reason))), ...(parted.length ? [h("div", { class: "hc-parted" }, ...parted.map((one) => this.figure(one)))] : []),
      h("ul", {}, ...rules), h("div", { class: "hc-bar" }, ...untick));
  }

  showOptions() {
    const having = [0, ...this.view.chosen].filter((n) => this.data.variants[n].options.length);
    const key = `${language()} ${having} ${JSON.stringify(this.view.options)}`;
    if (key === this.optionsKey) return;
    this.optionsKey = key;
    replaceKeepingFocus(this.options, h("details", { open: this.options.firstChild?.open ?? Object.keys(this.view.options).length > 0 }, h("summary", {}, word("options")),
      ...having.flatMap((n) => this.data.variants[n].options.map((option) => this.option(n, option)))));
  }

  /** @param {number} n @param {OptionData} option */
  option(n, option) {
    const key = `${n}.${option.name}`;
    const standard = Object.entries(option.defaults).find(([other]) => this.view.chosen.includes(Number(other)))?.[1] ?? option.values[0];
    const value = this.view.options[key] ?? standard;
    const id = ownId("option");
    const change = (event) => {
      const next = event.target.value = event.target.value.trim();
      this.wanted = { ...this.wanted, [key]: next };
      if (next === standard) delete this.wanted[key];
      this.choose();
    };
    const whose = n === 0 ? word("base") : this.name(n);
    const says = (one) => localize(option.says[one] ?? option.says[option.values[0]]);
    if (option.free) {
      const field = h("input", { id, type: "text", value, "data-key": key, spellcheck: "false", autocomplete: "off", onchange: change });
      return h("div", { class: "hc-option" }, h("label", { for: id }, whose), field, h("p", { class: "hc-quiet" }, says(value)));
    }
    return h("fieldset", { class: "hc-readings" }, h("legend", {}, whose), ...option.values.map((one) =>
      h("label", {}, h("input", { type: "radio", name: id, value: one, checked: one === value, "data-key": `${key}=${one}`, onchange: change }), ` ${says(one)}`)));
  }
}

export const render = renderer(Chooser);
