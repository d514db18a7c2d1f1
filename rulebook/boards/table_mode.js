// Table mode, for a phone beside the real board: one large prompt, the board, and buttons to enter the dice. The screen stays on meanwhile, and
// the browser keeps the game after every move.

import { decodedFragment, pageUrl } from "../stage/address.js";
import { Keeper } from "../stage/keeper.js";
import { colourField, applyColours, nameField, nameOf } from "../stage/people.js";
import { h, language, listen, nextLanguage, replaceKeepingFocus, localize, setLanguage, renderer, w, word } from "../stage/page.js";
import { Sheet } from "./sheet.js";

const INSTALLABLE = Boolean(document.querySelector("link[rel=manifest]")); // in the edition that needs no server
const SMALLEST = 16; // px of the prompt

/** @extends {Sheet<AtTableData, AtTableView>} */
class AtTable extends Sheet {
  build() {
    this.keeper = new Keeper("table");
    this.players = this.select(this.data.seats, String, () => this.begin());
    this.title = h("strong");
    this.start = this.button("start", () => this.show(), "is-main");
    this.onward = this.button("resume", () => this.resume());
    this.names = h("div", { class: "hc-bar hc-names", role: "group", "aria-label": () => word("names") });
    this.before = w("p", () => (this.wakeLockKey ? word(this.wakeLockKey) : ""), { class: "hc-quiet" });
    this.checkWakeLock();
    this.makeDialog();
    this.el.append(h("p", {}, this.title), h("div", { class: "hc-bar" }, this.field("players", this.players), this.start, this.onward), this.error,
      this.names, this.before,
      h("p", {}, w("a", "choose", { href: pageUrl("09-tonight.ipynb") })), w("p", INSTALLABLE ? "install-here" : "install", { class: "hc-quiet" }), this.dialog);
    this.closers.push(listen(this.model, { "change:_left": () => this.onMove() }), listen(document, { visibilitychange: () => { if (!document.hidden) this.keepScreenOn(); } }),
      listen(window, { hashchange: () => this.follow() }), this.keeper.watch(() => this.update()), () => this.wakeLock?.release());
    this.follow();
  }

  /** Make the dialog that fills the screen. */
  makeDialog() {
    this.chip = h("span", { class: "hk-letter", "aria-hidden": "true" });
    this.place = h("div", { class: "hc-flat-board" });
    this.may = this.button("may", () => this.ask(this.may.getAttribute("aria-pressed") !== "true"));
    this.may.setAttribute("aria-pressed", "false");
    this.forUs = this.button("lay", () => this.send({ do: "lay" }), "is-main");
    this.undo = this.button("undo", () => this.sendToBoard({ do: "undo", own: true }));
    this.next = this.button("next", () => this.sendToBoard({ do: "next" }), "is-main");
    this.score = h("ul", { class: "hc-score", "aria-label": () => word("score") });
    this.awake = h("span", { class: "hc-quiet", role: "status" });
    this.lang = h("button", { type: "button", class: "hc-button", lang: nextLanguage, onclick: () => setLanguage(nextLanguage()) }, () => nextLanguage().toUpperCase());
    this.off = this.button("close", () => this.dialog.close());
    this.dialog = h("dialog", { class: "hc-flat", lang: language, "aria-label": () => word("name"), onclose: () => { this.wakeLock?.release(); this.wakeLock = null; } }, this.place,
      h("div", { class: "hc-flat-bar" }, this.may, this.undo, this.score, this.lang, this.off), this.awake);
  }

  // ---- starting --------------------------------------------------------------------------------------------------

  /** Begin with the rules of the address: "rules=9+13&players=5". */
  follow() {
    const fields = decodedFragment(location.hash);
    const [rules, players] = [fields.get("rules"), Number(fields.get("players"))];
    if (rules && this.data.seats.includes(players)) this.send({ do: "begin", rules, players });
  }

  begin() {
    this.send({ do: "begin", rules: this.view.rules.replace(/ players=\d+/, ""), players: Number(this.players.value) });
  }

  /** Return the game of this tab that was left unfinished, else the latest of any tab. */
  keptGame() {
    const games = this.keeper.read();
    return games.find(({ id }) => id === this.keeper.id) ?? games[0];
  }

  resume() {
    const game = this.keptGame();
    if (!game) return; // another tab has forgotten it
    this.keeper.take(game);
    this.sendToBoard({ do: "load", text: game.record, games: game.games ?? "" });
    this.show();
  }

  /** Send a message to the board's table. */
  sendToBoard(message) {
    this.model.send({ do: "board", which: "left", message: { ...message, n: Date.now() % 2 ** 40 } });
  }

  async show() {
    this.dialog.showModal();
    this.keepScreenOn();
    if (this.place.dataset.board) return;
    await this.board(this.place, { keep: false, awake: true, ownDice: true, asks: (moves) => this.asks(moves) });
    this.place.querySelector(".hk-card").prepend(this.chip);
    this.place.querySelector(".hk-acts").append(this.forUs, this.next); // in the place of the dice: the bar keeps its rows, the board its size
    const [sizes, sentences] = [new ResizeObserver(() => this.fit()), new MutationObserver(() => this.fit())];
    sizes.observe(this.place.querySelector(".hk-words"));
    sentences.observe(this.place.querySelector(".hk-prompt"), { childList: true });
    this.closers.push(() => sizes.disconnect(), () => sentences.disconnect());
    this.update();
  }

  /** Say before the game whether the screen will stay on, by trying. */
  async checkWakeLock() {
    try {
      await (await navigator.wakeLock.request("screen")).release();
      this.wakeLockKey = "awake";
    } catch {
      this.wakeLockKey = "sleepy";
    }
    this.before.retranslate();
  }

  /** Keep the screen on while the dialog is open, if the browser allows it. */
  async keepScreenOn() {
    if (!this.dialog.open) return;
    try {
      this.wakeLock = await navigator.wakeLock.request("screen");
      this.awake.textContent = word("awake");
    } catch {
      this.awake.textContent = ""; // `checkWakeLock` said so
    }
  }

  // ---- playing ---------------------------------------------------------------------------------------------------

  ask(on) {
    this.may.setAttribute("aria-pressed", String(on));
    this.dialog.classList.toggle("is-asking", on);
    if (on) this.answer(word("may-ask"));
  }

  /** While "May I?" is pressed, answer that a move is legal instead of playing it; illegal moves are refused anyway. */
  asks(moves) {
    if (this.may.getAttribute("aria-pressed") !== "true") return false;
    this.ask(false);
    this.answer(word("may-yes", { move: moves.map(({ label }) => localize(label)).join("; ") }));
    return true;
  }

  answer(text) {
    this.place.querySelector(".hk-no").hidden = true; // of an earlier move
    this.place.querySelector(".hk-told").textContent = text;
    this.place.querySelector("[aria-live]").textContent = text;
  }

  onMove() {
    const view = this.model.get("_left");
    if (view.refusal) this.ask(false);
    if (this.dialog.open && view.ply) this.keeper.write(view);
    this.update();
  }

  update() {
    const { view } = this;
    const board = this.model.get("_left");
    if (!view.score || !board?.seats) return;
    this.title.textContent = localize(view.title);
    this.players.value = String(view.players);
    this.onward.hidden = !this.keptGame();
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

  /** Set the prompt in the largest size that fits its place. */
  fit() {
    const prompt = this.place.querySelector(".hk-prompt");
    if (!prompt) return;
    prompt.style.fontSize = "";
    const room = prompt.parentElement;
    for (let size = parseFloat(getComputedStyle(prompt).fontSize) - 1; size >= SMALLEST && room.scrollHeight > room.clientHeight; size -= 1) prompt.style.fontSize = `${size}px`;
  }

  retranslate() {
    if (this.awake.textContent) this.keepScreenOn();
  }
}

export const render = renderer(AtTable);
