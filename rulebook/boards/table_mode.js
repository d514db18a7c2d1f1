// Table mode: the phone lies flat beside the real board. One large sentence, the board, the dice of the table as buttons; the screen stays
// on while it lies there, and the game is kept by the browser after every move.

import { decodedFragment, pageUrl } from "../stage/address.js";
import { Keeper } from "../stage/keeper.js";
import { colourField, applyColours, nameField, nameOf } from "../stage/people.js";
import { h, language, listen, nextLanguage, replaceKeepingFocus, localize, setLanguage, renderer, w, word } from "../stage/page.js";
import { Sheet } from "./sheet.js";

const INSTALLABLE = Boolean(document.querySelector("link[rel=manifest]")); // the edition that needs no server says how it is installed
const SMALLEST = 16; // pixels of the sentence

/** @extends {Sheet<AtTableData, AtTableView>} */
class AtTable extends Sheet {
  build() {
    this.keeper = new Keeper("table");
    this.players = this.select(this.data.seats, String, () => this.begin());
    this.title = h("strong");
    this.start = this.button("start", () => this.lay(), "is-main");
    this.onward = this.button("resume", () => this.resume());
    this.names = h("div", { class: "hc-bar hc-names", role: "group", "aria-label": () => word("names") });
    this.before = w("p", () => (this.light ? word(this.light) : ""), { class: "hc-quiet" });
    this.foretell();
    this.makeFlat();
    this.el.append(h("p", {}, this.title), h("div", { class: "hc-bar" }, this.field("players", this.players), this.start, this.onward), this.error,
      this.names, this.before,
      h("p", {}, w("a", "choose", { href: pageUrl("09-tonight.ipynb") })), w("p", INSTALLABLE ? "install-here" : "install", { class: "hc-quiet" }), this.flat);
    this.closers.push(listen(this.model, { "change:_left": () => this.moved() }), listen(document, { visibilitychange: () => { if (!document.hidden) this.stayOn(); } }),
      listen(window, { hashchange: () => this.follow() }), this.keeper.watch(() => this.update()), () => this.lamp?.release());
    this.follow();
  }

  /** What lies on the table: it fills the screen. */
  makeFlat() {
    this.chip = h("span", { class: "hk-letter", "aria-hidden": "true" });
    this.place = h("div", { class: "hc-flat-board" });
    this.may = this.button("may", () => this.ask(this.may.getAttribute("aria-pressed") !== "true"));
    this.may.setAttribute("aria-pressed", "false");
    this.forUs = this.button("lay", () => this.send({ do: "lay" }), "is-main");
    this.undo = this.button("undo", () => this.tell({ do: "undo", own: true }));
    this.next = this.button("next", () => this.tell({ do: "next" }), "is-main");
    this.score = h("ul", { class: "hc-score", "aria-label": () => word("score") });
    this.awake = h("span", { class: "hc-quiet", role: "status" });
    this.lang = h("button", { type: "button", class: "hc-button", lang: nextLanguage, onclick: () => setLanguage(nextLanguage()) }, () => nextLanguage().toUpperCase());
    this.off = this.button("close", () => this.flat.close());
    this.flat = h("dialog", { class: "hc-flat", lang: language, "aria-label": () => word("name"), onclose: () => { this.lamp?.release(); this.lamp = null; } }, this.place,
      h("div", { class: "hc-flat-bar" }, this.forUs, this.may, this.undo, this.next, this.score, this.lang, this.off), this.awake);
  }

  // ---- beginning -------------------------------------------------------------------------------------------------

  /** The rules that the address asks for: "rules=9+13&players=5". */
  follow() {
    const fields = decodedFragment(location.hash);
    const [rules, players] = [fields.get("rules"), Number(fields.get("players"))];
    if (rules && this.data.seats.includes(players)) this.send({ do: "begin", rules, players });
  }

  begin() {
    this.send({ do: "begin", rules: this.view.rules.replace(/ players=\d+/, ""), players: Number(this.players.value) });
  }

  /** The game that was put away here, else the latest of any tab. */
  left() {
    const games = this.keeper.read();
    return games.find(({ id }) => id === this.keeper.id) ?? games[0];
  }

  resume() {
    const game = this.left();
    if (!game) return; // another tab has put it away for good
    this.keeper.take(game);
    this.tell({ do: "load", text: game.record, games: game.games ?? "" });
    this.lay();
  }

  /** A message to the board, beside those that it sends. */
  tell(message) {
    this.model.send({ do: "board", which: "left", message: { ...message, n: Date.now() % 2 ** 40 } });
  }

  async lay() {
    this.flat.showModal();
    this.stayOn();
    if (this.place.dataset.board) return;
    await this.board(this.place, { keep: false, awake: true, ownDice: true, asks: (moves) => this.asks(moves) });
    this.place.querySelector(".hk-card").prepend(this.chip);
    const [sizes, sentences] = [new ResizeObserver(() => this.fit()), new MutationObserver(() => this.fit())];
    sizes.observe(this.place.querySelector(".hk-words"));
    sentences.observe(this.place.querySelector(".hk-prompt"), { childList: true });
    this.closers.push(() => sizes.disconnect(), () => sentences.disconnect());
    this.update();
  }

  /** Say before the game whether the screen will stay on: it is tried. */
  async foretell() {
    try {
      await (await navigator.wakeLock.request("screen")).release();
      this.light = "awake";
    } catch {
      this.light = "sleepy";
    }
    this.before.retranslate();
  }

  /** While it lies there the screen stays on, where the browser lets it. */
  async stayOn() {
    if (!this.flat.open) return;
    try {
      this.lamp = await navigator.wakeLock.request("screen");
      this.awake.textContent = word("awake");
    } catch {
      this.awake.textContent = ""; // it was said before
    }
  }

  // ---- playing ---------------------------------------------------------------------------------------------------

  ask(on) {
    this.may.setAttribute("aria-pressed", String(on));
    this.flat.classList.toggle("is-asking", on);
    if (on) this.answer(word("may-ask"));
  }

  /** What is allowed is answered and not done while somebody asks; what is not is refused with its reason anyway. */
  asks(moves) {
    if (this.may.getAttribute("aria-pressed") !== "true") return false;
    this.ask(false);
    this.answer(word("may-yes", { move: moves.map(({ label }) => localize(label)).join("; ") }));
    return true;
  }

  answer(text) {
    this.place.querySelector(".hk-no").hidden = true; // what was refused before is not what was asked now
    this.place.querySelector(".hk-told").textContent = text;
    this.place.querySelector("[aria-live]").textContent = text;
  }

  moved() {
    const view = this.model.get("_left");
    if (view.refusal) this.ask(false);
    if (this.flat.open && view.ply) this.keeper.write(view);
    this.update();
  }

  update() {
    const { view } = this;
    const board = this.model.get("_left");
    if (!view.score || !board?.seats) return;
    this.title.textContent = localize(view.title);
    this.players.value = String(view.players);
    this.onward.hidden = !this.left();
    this.undo.disabled = !board.can.undo;
    this.next.hidden = !view.next;
    this.forUs.hidden = board.step !== "place";
    applyColours(this.el);
    replaceKeepingFocus(this.names, ...view.score.map(({ player }) =>
      h("span", {}, colourField(player, () => this.update()), nameField(player, word("seat-name", { player }), () => this.drawScore()))));
    this.chip.className = `hk-letter hk-letter-${board.turn}`;
    this.chip.textContent = board.turn ?? "";
    this.drawScore();
  }

  drawScore() {
    this.score.replaceChildren(...this.view.score.map(({ player, score }) => h("li", {}, h("span", { class: `hk-letter hk-letter-${player}` }, player), " ", h("i", {}, nameOf(player)), ` ${score}`)));
  }

  /** The sentence is as large as its place lets it be: all of it is read at a glance. */
  fit() {
    const prompt = this.place.querySelector(".hk-prompt");
    if (!prompt) return;
    prompt.style.fontSize = "";
    const room = prompt.parentElement;
    for (let size = parseFloat(getComputedStyle(prompt).fontSize) - 1; size >= SMALLEST && room.scrollHeight > room.clientHeight; size -= 1) prompt.style.fontSize = `${size}px`;
  }

  retranslate() {
    if (this.awake.textContent) this.stayOn();
  }
}

export const render = renderer(AtTable);
