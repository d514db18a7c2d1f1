// The chooser: a wish brings three suggested sets, check boxes change a set, and the sheet compares it with another one.  Python judges the
// ticked variants; this code knows no rules.  The state is in the address, so that links and reloads restore it.

import { linkTo, parseLink, pageUrl } from "../stage/address.js";
import { Keeper } from "../stage/keeper.js";
import { formatNumber, prefersReducedMotion, copyText, h, language, listen, replaceKeepingFocus, localize, renderer, w, word } from "../stage/page.js";
import { Sheet, copyWithNote, ownId, printOnly } from "../boards/sheet.js";
import { addressOf, movedTo, rulesOf, ticksOf, wishOf } from "./addresses.js";
import { Measured } from "./comparison.js";
import { Wishes } from "./wishes.js";

const BOARD = "combined"; // the name in chooser_sheet.py
const NARROW = 560; // px of a window in which families are closed at first

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
    // The result next to the check boxes, as the full one may be out of sight; screen readers hear the full one.
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
        this.note, this.error, this.table, this.ruleSheet(), this.comparison(), h("p", {}, w("a", "tournament", { href: pageUrl("19-tournament.ipynb") }))));
    this.again.retranslate = () => this.listGames();
    this.restore();
    this.closers.push(listen(window, { hashchange: () => this.restore() }));
  }

  // ---- the address -----------------------------------------------------------------------------------------------

  /** Restore wish, ticks, options, page and game from the address; a link to a game on the board ticks its rules. */
  restore() {
    if (movedTo(location.hash)?.includes("#board=") && !location.hash.startsWith(`#board=${BOARD}&`)) history.replaceState(history.state, "", movedTo(location.hash).split(".ipynb")[1]);
    const link = parseLink(location.hash);
    if (link?.board === BOARD) {
      this.touched = false; // once there, the board reads the address itself
      if (link.text) this.send({ do: "take", rules: rulesOf(link.text).line });
      if (!this.table.dataset.board) this.send({ do: "play", company: this.company.value });
      return;
    }
    const wish = wishOf(location.hash, this.data);
    if (wish) this.send({ do: "wish", ...wish });
    const ticks = ticksOf(location.hash);
    if (!ticks) return;
    const { variants, options, players, beside, page, play } = ticks;
    this.showTicks(variants, options, players);
    if (beside !== "0") this.send({ do: "compare", rules: beside });
    this.send({ do: "choose", variants, options, players });
    this.rules.open = page;
    if (!["players", "readers"].includes(play)) return;
    this.company.value = play;
    const [game] = new Keeper(BOARD).read();
    if (game) history.replaceState(history.state, "", linkTo({ name: BOARD, rules: "", text: "", ...game })); // the board opens it
    this.send({ do: "play", company: play });
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

  /** Share a link by the device's dialog, or else copy it. */
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

  /** List the unfinished games of the sheet's board. */
  listGames() {
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
      if (now.some((n) => !before.includes(n))) box.open = true; // ticked by a link or a button
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

  /** Show ticks, options and players, also while Python has yet to answer. */
  showTicks(variants, options, players) {
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

  /** Replace the set and its options by a suggested or random one. @param {{ do: string, rules?: string, players?: number }} message */
  take(message) {
    this.touched = true;
    this.wanted = {};
    this.send(message);
  }

  // ---- the comparison --------------------------------------------------------------------------------------------

  comparison() {
    this.beside = h("input", { type: "text", spellcheck: "false", autocomplete: "off", maxlength: 120, onchange: () => { this.touched = true; this.send({ do: "compare", rules: this.beside.value }); } });
    this.changed = h("ul", { class: "hc-changed" });
    this.gone = h("ul", { class: "hc-gone" });
    this.goneHead = w("h4", "gone");
    this.difference = h("div", { class: "hc-parted" });
    this.differenceHead = w("h4", "parted");
    this.measured = new Measured(this);
    this.measuredHead = w("h4", () => word("measured", { games: formatNumber(this.data.games) }));
    return this.change = h("section", { class: "hc-change" }, w("h3", "changes"), h("div", { class: "hc-bar" }, this.field("beside", this.beside)), w("p", "beside-help", { class: "hc-quiet" }),
      this.changed, this.goneHead, this.gone, this.differenceHead, this.difference, this.measuredHead, this.measured.el);
  }

  showChanges() {
    const { view } = this;
    const same = view.rules === "" || (view.changes && !view.changes.new.length && !view.changes.gone.length);
    this.change.hidden = view.rules === "" || (same && view.beside === "0" && !view.chosen.length);
    if (this.beside !== document.activeElement) this.beside.value = view.beside;
    const lines = view.changes?.new ?? [];
    this.changed.replaceChildren(...(lines.length ? lines.map(({ variants, text }) => h("li", {}, variants.length ? h("b", { class: "hc-margin" }, variants.join("+")) : null, localize(text))) : [h("li", {}, word("nothing"))]));
    this.gone.replaceChildren(...(view.changes?.gone ?? []).map((text) => h("li", {}, localize(text))));
    this.goneHead.hidden = !view.changes?.gone.length;
    this.measuredHead.hidden = same;
    this.measured.show(view, [localize(view.against), this.names()]);
    if (same) this.measured.el.hidden = true;
    this.differenceHead.hidden = this.difference.hidden = same || !view.comparable;
    const key = `${view.rules} ${view.beside} ${language()}`;
    if (view.difference && this.differenceKey !== key) {
      this.differenceKey = key;
      this.difference.replaceChildren(...(view.difference.length ? view.difference.map((one) => this.figure(one)) : [h("p", {}, word("alike"))]));
    } else if (!view.difference && !same && view.comparable && !view.error && this.differenceAsked !== `${view.rules} ${view.beside}`) {
      this.differenceAsked = `${view.rules} ${view.beside}`;
      this.send({ do: "difference" });
    }
  }

  /** @param {DifferenceView} one */
  figure({ title, svg, text }) {
    const picture = h("div", { class: "hk-still" });
    picture.innerHTML = svg;
    return h("figure", {}, picture, h("figcaption", {}, h("b", {}, `${localize(title)}: `), localize(text)));
  }

  // ---- the rule sheet --------------------------------------------------------------------------------------------

  ruleSheet() {
    this.page = h("div", { class: "hc-rulepage" });
    this.notation = h("code", { class: "hc-line" }); // the rule set in notation, to copy
    this.also = h("select", { onchange: () => this.showSecondLanguage() }, w("option", "also-none", { value: "" }), ...Object.keys(WORDS).map((lang) => h("option", { value: lang, lang }, LANGUAGES[lang])));
    const buttons = h("div", { class: "hc-bar" }, this.field("also", this.also), this.button("print", () => printOnly(this.page)), this.button("copy", () => copyWithNote(this.view.rules, this.copyNote)), this.notation);
    this.copyNote = h("p", { class: "hc-quiet", role: "status" });
    return this.rules = h("details", { class: "hc-card", ontoggle: () => this.requestPage() }, w("summary", "sheet"), buttons, this.copyNote, this.page);
  }

  requestPage() {
    if (this.touched) history.replaceState(history.state, "", this.address());
    if (this.rules.open && this.view.rules && !this.view.page) this.send({ do: "page" });
  }

  /** Show the page in a second language, too. */
  showSecondLanguage() {
    for (const text of /** @type {NodeListOf<HTMLElement>} */ (this.page.querySelectorAll("[data-lang]"))) {
      if (text.dataset.lang === this.also.value) text.style.setProperty("display", "block", "important");
      else text.style.removeProperty("display");
    }
    this.page.classList.toggle("is-two", Boolean(this.also.value) && this.also.value !== language());
  }

  // ---- showing ---------------------------------------------------------------------------------------------------

  update() {
    const { view } = this;
    if (!this.line.pending) this.showTicks(view.chosen, view.options, view.players);
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
    if (view.page !== this.pageShown) {
      this.page.innerHTML = view.page;
      this.pageShown = view.page;
    }
    this.showSecondLanguage();
    if (view.playing && !this.table.dataset.board) this.board(this.table).then(() => this.table.scrollIntoView({ block: "nearest", behavior: prefersReducedMotion() ? "auto" : "smooth" }));
    this.requestPage();
  }

  names(variants = this.view.chosen) {
    return variants.map((n) => localize(this.data.variants[n]?.title ?? {})).join(" + ") || word("base");
  }

  name(n) {
    return `${n} (${localize(this.data.variants[n].title)})`;
  }

  /** A link with the name of a variant to its page. */
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

  /** Two variants that exclude each other: the reasons, their sentences, and buttons to untick one. @param {ClashView} clash */
  clash({ pair, why, difference }) {
    const rules = pair.map((n) => h("li", {}, h("b", {}, this.named(n), ". "), localize(this.data.variants[n].sentence)));
    const untick = pair.map((n) => h("button", { type: "button", class: "hc-button", onclick: () => this.tick(this.ticked().filter((other) => other !== n)) }, word("untick", { variant: n })));
    return h("div", { class: "hc-clash", "data-pair": pair.join("-") }, h("h4", { class: "hc-no" }, word("clash", { a: pair[0], b: pair[1] })),
      ...why.map((reason) => h("p", {}, localize(reason))), ...(difference.length ? [h("div", { class: "hc-parted" }, ...difference.map((one) => this.figure(one)))] : []),
      h("ul", {}, ...rules), h("div", { class: "hc-bar" }, ...untick));
  }

  showOptions() {
    const withOptions = [0, ...this.view.chosen].filter((n) => this.data.variants[n].options.length);
    const key = `${language()} ${withOptions} ${JSON.stringify(this.view.options)}`;
    if (key === this.optionsKey) return;
    this.optionsKey = key;
    replaceKeepingFocus(this.options, h("details", { open: this.options.firstChild?.open ?? Object.keys(this.view.options).length > 0 }, h("summary", {}, word("options")),
      ...withOptions.flatMap((n) => this.data.variants[n].options.map((option) => this.option(n, option)))));
  }

  /** @param {number} n @param {OptionData} option */
  option(n, option) {
    const key = `${n}.${option.name}`;
    const usual = Object.entries(option.defaults).find(([other]) => this.view.chosen.includes(Number(other)))?.[1] ?? option.values[0];
    const value = this.view.options[key] ?? usual;
    const id = ownId("option");
    const change = (event) => {
      const next = event.target.value = event.target.value.trim();
      this.wanted = { ...this.wanted, [key]: next };
      if (next === usual) delete this.wanted[key];
      this.choose();
    };
    const owner = n === 0 ? word("base") : this.name(n);
    const meaning = (one) => localize(option.meanings[one] ?? option.meanings[option.values[0]]);
    if (option.free) {
      const field = h("input", { id, type: "text", value, "data-key": key, spellcheck: "false", autocomplete: "off", onchange: change });
      return h("div", { class: "hc-option" }, h("label", { for: id }, owner), field, h("p", { class: "hc-quiet" }, meaning(value)));
    }
    return h("fieldset", { class: "hc-readings" }, h("legend", {}, owner), ...option.values.map((one) =>
      h("label", {}, h("input", { type: "radio", name: id, value: one, checked: one === value, "data-key": `${key}=${one}`, onchange: change }), ` ${meaning(one)}`)));
  }
}

export const render = renderer(Chooser);
