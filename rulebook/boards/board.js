// board.js: one board in a page.
//
// It shows `view`, a dictionary made by Python (`Table.view` in table.py) with texts in every language, and sends messages (connection.js).
// It knows no rules: legal moves are in `view.moves`, and Python says why another is illegal. The timing is here: automatic moves are
// requested one by one, at the reader's pace, and only on a visible board that the reader has touched.

import { parseLink, linkTo, encodeText } from "../stage/address.js";
import { Keeper } from "../stage/keeper.js";
import { Connection, isKernelDead } from "../stage/connection.js";
import { h, language, listen, lostKey, setLanguage, renderer, retranslateAll, word, wordButton } from "../stage/page.js";
import { applyColours } from "../stage/people.js";
import { playSound } from "../stage/sound.js";
import { prefetchedView, isSameView } from "./prefetch.js";
import { Flick } from "./flick.js";
import { Grid } from "./grid.js";
import { offerKeptGames } from "./kept_games.js";
import { Panel, isDone } from "./panel.js";
import { waitsForReader } from "./pointing.js";
import { BackgroundSearch } from "./thinking.js";
import { rememberSolved } from "./puzzles.js";
import { Review } from "./review.js";
import { PACES, NewGameDialog, preferences } from "./new_game.js";
import { TaskDialog } from "./task_dialog.js";
import { RecordPanel } from "./record.js";
import { ActionQueue } from "./queue.js";

const NARROW = 560; // px of the board: below, lanes run upwards
const BESIDE = 600; // px of the board: from here on the panel is beside it; in a window higher than the board is wide only from:
const HALF = 800; // px, in a window wider than high
const ROOMY = 1000; // px, in a window higher than wide
const KEYS = "ufpr0123456789"; // the keys of `shortcut`
const BACKGROUND = ["think", "review"]; // messages that do not block the reader

class Board {
  constructor(model, el) {
    this.model = model;
    /** @type {View} the view on the screen: fields.py */
    this.view = undefined;
    this.awake = Boolean(model.get("awake")); // whether the reader has touched the board, or its sheet
    this.reading = false; // whether the reader is reading the answer to a task
    this.queue = new ActionQueue();
    /** @type {View | null} prefetched view on the screen, until its answer comes */
    this.prefetched = null;
    this.line = new Connection(model, { onThinking: () => this.panel.showBusy(), onLost: (on) => this.setLost(on) });
    this.keeper = new Keeper(model.get("name"));
    this.grid = new Grid(this);
    this.flick = new Flick(this);
    this.search = new BackgroundSearch(this);
    this.panel = new Panel(this);
    this.review = new Review(this);
    this.texts = new RecordPanel(this);
    this.newGame = new NewGameDialog(this, "new");
    this.taskDialog = new TaskDialog(this, "teach", "hk-teach");
    this.el = h("div", { class: "hk-board", lang: language(), "data-board": model.get("name"), "data-hk-keys": KEYS, onkeydown: () => this.wake(), onpointerdown: () => { if (isKernelDead(model)) this.line.lose(); } },
      h("div", { class: "hk-scene" }, this.panel.room, this.grid.el, this.panel.el, this.panel.tools.el), this.texts.el, this.newGame.el, this.taskDialog.el);
    this.first = model.get("_view").record; // of the board's initial game, which any process has
    model.renewal = () => this.renewal(); // for a page whose process has ended (page_socket.js)
    model.link = (href) => (this.renewal() ? linkTo(this.view, href) : `${href}#board=${encodeText(this.view.name)}`); // the same game in an edition that needs no server
    el.append(this.el);
    this.watchPage();
    this.update();
    this.begin();
  }

  watchPage() {
    const retranslate = () => this.retranslate();
    const followLanguage = () => {
      const lang = this.model.get("language");
      if (lang && lang !== language()) setLanguage(lang, false);
    };
    followLanguage();
    this.closers = [
      listen(this.model, { "change:_view": () => this.update(), ahead: () => this.showPrefetched(), "change:language": followLanguage, "change:show": () => this.schedule() }),
      listen(window, { "hedgekit:lang": retranslate, "hedgekit:theme": retranslate, hashchange: () => this.followLink() }),
      this.keeper.watch(() => { if (this.panel.banners.kept) this.offer(); }), // another tab has kept a game
    ];
    this.sizes = new ResizeObserver(([{ contentRect }]) => {
      this.width = contentRect.width;
      this.fit();
    });
    this.sizes.observe(this.el);
    this.sight = new IntersectionObserver(([entry]) => {
      this.visible = entry.isIntersecting;
      this.schedule();
    });
    this.sight.observe(this.el);
    this.closers.push(() => this.sizes.disconnect(), () => this.sight.disconnect(), () => clearTimeout(this.timer), () => this.search.stop(), () => this.line.close());
  }

  // ---- showing -------------------------------------------------------------------------------------------------

  update() {
    /** @type {View} */
    const view = this.model.get("_view");
    if (!view?.cells) {
      this.view = view;
      return;
    }
    const { prefetched, view: before } = this;
    if (prefetched && view.n !== prefetched.n) return; // older than the view on the screen
    this.prefetched = null;
    const { pending } = this.line;
    // A kept game that cannot be loaded stays as it is kept: the board has another game.
    if (view.error && pending?.n === view.n && "at" in pending.message) this.keeper.leave();
    this.line.answered(view.n);
    const actions = this.busy() ? [] : this.queue.take();
    if (prefetched && isSameView(view, prefetched)) this.view = view;
    else this.show(view);
    this.el.dataset.answer = view.n;
    if (before) this.keep(view);
    for (const act of actions) act();
    rememberSolved(this.view);
    this.search.update(this.view);
    this.review.update(this.view); // after the reader's own messages
    this.schedule();
  }

  /** Draw and announce a view. @param {View} view */
  show(view) {
    const before = this.view;
    this.view = view;
    applyColours(this.el, view.repaints);
    if (before) playSound(view, before);
    // After a task nothing moves by itself until the reader has read the answer.
    if (before && !isDone(before) && isDone(view)) this.reading = true;
    this.fit();
    this.grid.update(view, before);
    this.flick.update(view, before);
    this.panel.update(view, before);
    this.texts.update(view, before);
    this.taskDialog.update(view);
    this.grid.retranslate();
    this.el.dataset.ply = view.ply;
    this.el.dataset.step = view.step ?? "over";
  }

  /** Show the answer to the pending message at once if it was prefetched. */
  showPrefetched() {
    const { pending } = this.line;
    const view = pending && !this.prefetched ? prefetchedView(this.model.ahead, this.model.get("_view"), pending.message) : null;
    if (!view) return;
    this.prefetched = { ...view, n: pending.n };
    this.show(this.prefetched);
    this.keep(this.prefetched); // a move on the screen must not be lost with the page
    this.panel.showBusy();
  }

  /** Return whether the reader is waiting for a slow answer, which they are not while it is prefetched. */
  isSlow() {
    return this.line.slow && !(this.prefetched && !this.queue.actions.length);
  }

  /** Set the trait `language` to the page's; a page of the book has no such trait. */
  publishLanguage() {
    const known = this.model.get("language");
    if (known === undefined || known === language()) return;
    this.model.set("language", language());
    this.model.save_changes();
  }

  retranslate() {
    if (!this.view?.cells) return;
    if (this.el.lang !== language()) this.el.lang = language(); // setting the same value would restyle it
    this.publishLanguage();
    retranslateAll(this.el);
    this.panel.draw();
    this.texts.retranslate();
    this.review.retranslate();
    this.grid.retranslate();
    this.flick.retranslate();
  }

  fit() {
    // From the observer: measuring would force a layout for each board. The window's width serves before the first report.
    const width = this.width ?? window.innerWidth;
    if (!width) return;
    this.el.classList.toggle("hk-narrow", width < NARROW);
    this.el.classList.toggle("hk-stacked", width < BESIDE || (window.innerHeight > width && width < (window.innerHeight > window.innerWidth ? ROOMY : HALF)));
    this.el.classList.toggle("hk-flicks", Boolean(this.view?.flick));
    const turned = this.byHand ?? (width < NARROW && Boolean(this.view?.turns));
    if (turned !== this.grid.turned) this.grid.turn(turned);
  }

  turnByHand() {
    this.byHand = !this.grid.turned;
    this.fit();
  }

  takeFocus() {
    const { grid, panel } = this;
    if (this.idle() && !panel.die.disabled && !panel.die.hidden) panel.die.focus();
    else grid.cells.get(grid.focus)?.el.focus({ preventScroll: true });
  }

  // ---- playing -------------------------------------------------------------------------------------------------

  /** Return whether a reader is to move on the board. */
  mayPlay() {
    return !this.view.over && !this.view.auto;
  }

  /** Return whether readers enter the numbers of their own dice. */
  usesOwnDice() {
    return Boolean(preferences.ownDice || this.view.trial || this.model.get("ownDice"));
  }

  choosesNumbers() {
    return this.view.auto === "chance" && this.usesOwnDice();
  }

  /** Undo the reader's last decision; an entered number counts as one. */
  undo() {
    this.send({ do: "undo", own: this.usesOwnDice() });
  }

  /** Return whether a message other than a background one is pending. */
  busy() {
    return this.line.pending !== null && !BACKGROUND.includes(this.line.pending.message.do);
  }

  send(message, always = false) {
    this.wake();
    this.panel.several = null;
    this.texts.note.textContent = ""; // about the reader's previous action
    this.panel.note("");
    if (this.busy() && !always) this.wait(() => this.send({ ply: this.view.ply, ...message }));
    else {
      this.prefetched = null; // of a message that this one overrides
      this.line.send(message, this.view.ply, true);
      this.showPrefetched();
    }
  }

  /** Queue an action until the pending answer arrives. @param {() => void} act @param {string | null} cell the cell that was activated */
  wait(act, cell = null) {
    this.queue.add(act, cell);
    this.panel.showBusy();
  }

  /** Go to another ply of the game, a function of the present one or of that which a pending step leads to. */
  go(plyFrom) {
    const pending = this.line.pending?.message;
    const ply = plyFrom(pending?.do === "go" ? pending.ply : this.view.ply);
    this.send({ do: "go", ply: Math.max(0, Math.min(this.view.end, ply)) }, true);
  }

  /** Play a move; ask the reader which if there are several. */
  play(moves) {
    const asked = this.model.get("asks")?.(moves); // table mode may only ask whether it is legal
    if (asked || moves.length > 1) this.grid.releaseHeld();
    if (!asked && moves.length > 1) this.panel.ask(moves);
    else if (!asked) this.send({ do: "play", move: moves[0].text });
  }

  /** Start over; no confirmation is needed, since undo goes back. */
  restart() {
    this.send({ do: "restart" }, true);
  }

  /** Handle a key other than arrows, Enter and Escape; return whether it has a meaning here. */
  shortcut(key) {
    const move = this.view.moves.find(({ text }) => (key.toLowerCase() === "p" ? text.startsWith("-") : text === key));
    if (key.toLowerCase() === "u" && this.view.can.undo) this.undo();
    else if (key.toLowerCase() === "f" && this.flick.open) this.flick.go();
    else if (key.toLowerCase() === "r" && this.view.auto) this.proceed();
    else if (move && (this.choosesNumbers() || (move.path.length === 0 && this.mayPlay()))) this.play([move]);
    else return false;
    return true;
  }

  // ---- the next task -------------------------------------------------------------------------------------------

  /** Return the element of the next board with a task on this page, if there is one. */
  nextTaskBoard() {
    const boards = [...document.querySelectorAll(".hk-board")];
    return boards.slice(boards.indexOf(this.el) + 1).find((el) => el.querySelector(".hk-task:not([hidden])"));
  }

  next() {
    const el = this.nextTaskBoard();
    el?.scrollIntoView({ block: "start", behavior: "instant" });
    /** @type {HTMLElement | null | undefined} */
    const first = el?.querySelector(".hk-cell[tabindex='0']");
    first?.focus({ preventScroll: true });
  }

  // ---- timing --------------------------------------------------------------------------------------------------

  /** Note that the reader uses the board, and has read any answer. */
  wake() {
    if (this.awake && !this.reading) return;
    this.awake = true;
    this.reading = false;
    if (this.view?.cells) this.schedule();
  }

  /** Request the automatic move that waits for the reader. */
  proceed() {
    this.wake();
    if (!this.search.current) this.send(this.search.stepMessage());
  }

  pause(on) {
    this.paused = on;
    if (on && this.search.current?.what === "step") this.search.stop();
    this.panel.draw();
    this.schedule();
  }

  /** Return whether an automatic move waits for the reader, who starts it with the die or a button. */
  idle() {
    return waitsForReader(this.view, { awake: this.awake, reading: this.reading, paused: Boolean(this.paused), chooses: this.choosesNumbers() });
  }

  /** On a board that shows hints, request one whenever its reader is to move. */
  requestHint() {
    const { view, visible, line, search } = this;
    const here = `${view?.ply} ${view?.text}`;
    if (!visible || this.advised === here || !this.model.get("show")?.includes("hints")) return;
    if (!view?.step || !this.mayPlay() || view.advice || view.thinking || line.pending) return;
    this.advised = here;
    line.send({ do: "hint", ...search.options() }, view.ply);
  }

  /** Request an automatic move after the reader's pace, if one is due. */
  schedule() {
    clearTimeout(this.timer);
    this.requestHint();
    const { view } = this;
    if (!view?.auto || this.idle() || !this.visible || this.line.lost || this.search.current) return;
    const pace = view.auto === "player" ? PACES[preferences.pace] : Math.min(PACES[preferences.pace], 600);
    const wait = Math.max(pace, this.grid.restsAt - Date.now()); // after the animation
    this.timer = setTimeout(() => {
      // A hidden page waits, so that its reader misses nothing.
      if (document.hidden) return void document.addEventListener("visibilitychange", () => this.schedule(), { once: true });
      if (!this.line.send(this.search.stepMessage(), this.view.ply)) this.schedule();
    }, wait);
  }

  // ---- kept and linked games -----------------------------------------------------------------------------------

  /** Keep the reader's game in the browser. @param {View} view */
  keep(view) {
    if (!this.awake || !this.keeps() || !view.end) return;
    this.keeper.write(view);
    this.leaveLink();
    offerKeptGames(this, []);
  }

  /** Return whether the browser keeps the game of this board; the position of a task is in the book anyway. */
  keeps() {
    return this.model.get("keep") !== false && !this.view.trial && (!this.view.task || this.view.task.keeps);
  }

  begin() {
    if (!this.view?.cells) return;
    this.publishLanguage();
    if (isKernelDead(this.model)) return void this.line.lose(); // a saved notebook, or a page made from one
    if (this.followLink()) return;
    if (this.view.ply === 0 && this.keeps()) this.offer();
  }

  /** Offer the unfinished games of this board. */
  offer() {
    offerKeptGames(this, this.keeper.read().filter(({ record }) => record !== this.view.record));
  }

  /** Return the message that loads the present game in another process; null if it has the game anyway. */
  renewal() {
    const { record, ply, end, seats, games, trial } = this.model.get("_view"); // without prefetched changes: their message is sent again
    return (this.keeps() || trial) && (end || record !== this.first) ? { do: "load", text: record, at: ply, seats, games } : null;
  }

  /** Load the game of the page's address if it is for this board; return whether it is. */
  followLink() {
    const link = parseLink(location.hash);
    if (!link && location.hash === `#board=${encodeText(this.view.name)}`) this.stayInSight(); // without a game
    if (!link || link.board !== this.view.name) return false;
    if (link.task) this.send({ do: "task", ...link.task }, true);
    else if (link.puzzle) this.send({ do: "puzzle", key: link.puzzle }, true);
    else if (link.text === null) this.panel.note("link-bad");
    else this.send({ do: "load", text: link.text, games: link.games }, true);
    this.awake = false; // no automatic moves and no keeping before the reader uses the board
    this.keeper.leave();
    this.stayInSight();
    return true;
  }

  /** Remove the game from the address once it has changed: a reload would bring the old one back. */
  leaveLink() {
    if (parseLink(location.hash)?.board === this.view.name) history.replaceState(history.state, "", location.pathname + location.search);
  }

  /** Keep a linked board in sight while boards above it are still loading. */
  stayInSight() {
    const show = () => this.el.scrollIntoView({ block: "start" }); // so that the prompt below it is in sight on a phone
    const grown = new ResizeObserver(show);
    const done = new AbortController();
    done.signal.addEventListener("abort", () => grown.disconnect());
    for (const kind of ["wheel", "pointerdown", "touchstart", "keydown"]) {
      window.addEventListener(kind, () => done.abort(), { capture: true, passive: true, signal: done.signal });
    }
    setTimeout(() => done.abort(), 10_000);
    grown.observe(document.body);
    show();
  }

  setLost(on) {
    const reload = lostKey() === "lost" ? [wordButton("reload", () => location.reload(), "hk-main")] : [];
    this.el.classList.toggle("is-lost", on);
    this.panel.showBanner("lost", on ? () => word(lostKey()) : null, ...reload);
    if (!on) return this.schedule();
    this.queue.take(); // drop queued actions
    this.grid.releaseHeld();
    return this.search.stop();
  }
}

export const render = renderer(Board);
