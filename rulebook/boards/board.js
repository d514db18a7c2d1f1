// board.js: one board in a page.
//
// It shows `view`, a dictionary that Python makes (table.py, `Table.view`) and that holds everything in every language, and sends
// messages (connection.js). It knows no rules: what may be done is in `view.moves`, why something may not is asked. Time is kept here:
// automatic moves are asked for one by one, at the reader's pace, and only on a board that the reader has touched and can see.

import { parseLink, linkTo, encodeText } from "../stage/address.js";
import { Keeper } from "../stage/keeper.js";
import { Connection, isKernelDead } from "../stage/connection.js";
import { h, language, listen, lostKey, setLanguage, renderer, retranslateAll, word, wordButton } from "../stage/page.js";
import { applyColours } from "../stage/people.js";
import { playSound } from "../stage/sound.js";
import { foreseen, isShown } from "./prefetch.js";
import { Flick } from "./flick.js";
import { Grid } from "./grid.js";
import { offerGames } from "./kept_games.js";
import { Panel, isDone } from "./panel.js";
import { idles } from "./pointing.js";
import { Pondering } from "./thinking.js";
import { keepSolved } from "./puzzles.js";
import { Review } from "./review.js";
import { PACES, Setup, habits } from "./new_game.js";
import { Teach } from "./task_dialog.js";
import { Texts } from "./record.js";
import { Waiting } from "./queue.js";

const NARROW = 560; // px: below, lanes run upwards
const BESIDE = 600; // px: from here on words stand beside the board; on some pages only from later on:
const HALF = 800; // px: on one that is higher than the board is wide, so in half of it,
const ROOMY = 1000; // px: on one that is higher than wide
const KEYS = "ufpr0123456789"; // beside arrows and the like: `shortcut`
const ASIDE = ["think", "review"]; // messages about which a reader need not wait

class Board {
  constructor(model, el) {
    this.model = model;
    /** @type {View} what is shown: fields.py */
    this.view = undefined;
    this.awake = Boolean(model.get("awake")); // on a sheet that the reader has touched already
    this.reading = false; // the answer to a task, before anything goes on
    this.waiting = new Waiting();
    /** @type {View | null} shown before Python has said it to this page; its answer is still to come */
    this.foreseen = null;
    this.line = new Connection(model, { onThinking: () => this.panel.busy(), onLost: (on) => this.lost(on) });
    this.keeper = new Keeper(model.get("name"));
    this.grid = new Grid(this);
    this.flick = new Flick(this);
    this.pondering = new Pondering(this);
    this.panel = new Panel(this);
    this.review = new Review(this);
    this.texts = new Texts(this);
    this.setup = new Setup(this, "new");
    this.teach = new Teach(this, "teach", "hk-teach");
    this.el = h("div", { class: "hk-board", lang: language(), "data-board": model.get("name"), "data-hk-keys": KEYS, onkeydown: () => this.wake(), onpointerdown: () => { if (isKernelDead(model)) this.line.lose(); } },
      h("div", { class: "hk-scene" }, this.panel.room, this.grid.el, this.panel.el, this.panel.tools.el), this.texts.el, this.setup.el, this.teach.el);
    this.first = model.get("_view").record; // of the game that the board has by itself, also in another process
    model.renewal = () => this.renewal(); // asked for by a page whose process ended meanwhile (page_socket.js)
    model.link = (href) => (this.renewal() ? linkTo(this.view, href) : `${href}#board=${encodeText(this.view.name)}`); // the same, where the book is never full
    el.append(this.el);
    this.watchPage();
    this.update();
    this.begin();
  }

  watchPage() {
    const retranslate = () => this.retranslate();
    const wanted = () => {
      const lang = this.model.get("language");
      if (lang && lang !== language()) setLanguage(lang, false);
    };
    wanted();
    this.closers = [
      listen(this.model, { "change:_view": () => this.update(), ahead: () => this.foresee(), "change:language": wanted, "change:show": () => this.plan() }),
      listen(window, { "hedgekit:lang": retranslate, "hedgekit:theme": retranslate, hashchange: () => this.followLink() }),
      this.keeper.watch(() => { if (this.panel.strips.kept) this.offer(); }), // another tab has played on
    ];
    this.sizes = new ResizeObserver(([{ contentRect }]) => {
      this.width = contentRect.width;
      this.fit();
    });
    this.sizes.observe(this.el);
    this.sight = new IntersectionObserver(([entry]) => {
      this.visible = entry.isIntersecting;
      this.plan();
    });
    this.sight.observe(this.el);
    this.closers.push(() => this.sizes.disconnect(), () => this.sight.disconnect(), () => clearTimeout(this.timer), () => this.pondering.stop(), () => this.line.close());
  }

  // ---- showing -------------------------------------------------------------------------------------------------

  update() {
    /** @type {View} */
    const view = this.model.get("_view");
    if (!view?.cells) {
      this.view = view;
      return;
    }
    const { foreseen: known, view: before } = this;
    if (known && view.n !== known.n) return; // it is of before what is seen
    this.foreseen = null;
    const { pending } = this.line;
    // A kept game that cannot be taken up stays as it is kept: what is on the board is another.
    if (view.error && pending?.n === view.n && "at" in pending.message) this.keeper.leave();
    this.line.answered(view.n);
    const next = this.busy() ? [] : this.waiting.take();
    if (known && isShown(view, known)) this.view = view;
    else this.show(view);
    this.el.dataset.answer = view.n;
    if (before) this.keep(view);
    for (const act of next) act();
    keepSolved(this.view);
    this.pondering.update(this.view);
    this.review.update(this.view); // after what the reader does, which comes first
    this.plan();
  }

  /** Draw and say what is so. @param {View} view */
  show(view) {
    const before = this.view;
    this.view = view;
    applyColours(this.el, view.repaints);
    if (before) playSound(view, before);
    // When a task has been done nothing goes on by itself until the answer has been read.
    if (before && !isDone(before) && isDone(view)) this.reading = true;
    this.fit();
    this.grid.update(view, before);
    this.flick.update(view, before);
    this.panel.update(view, before);
    this.texts.update(view, before);
    this.teach.update(view);
    this.grid.retranslate();
    this.el.dataset.ply = view.ply;
    this.el.dataset.step = view.step ?? "over";
  }

  /** Show at once what the message that is on its way will be answered with, if Python said so beforehand. */
  foresee() {
    const { pending } = this.line;
    const view = pending && !this.foreseen ? foreseen(this.model.ahead, this.model.get("_view"), pending.message) : null;
    if (!view) return;
    this.foreseen = { ...view, n: pending.n };
    this.show(this.foreseen);
    this.keep(this.foreseen); // what has been seen is not lost with the page
    this.panel.busy();
  }

  /** Is an answer slow to come? Who sees it already waits only for what he did after that. */
  isSlow() {
    return this.line.slow && !(this.foreseen && !this.waiting.deeds.length);
  }

  /** Say to Python which language the page speaks; on a page of the book, where it is no trait, nobody listens. */
  tellLanguage() {
    const known = this.model.get("language");
    if (known === undefined || known === language()) return;
    this.model.set("language", language());
    this.model.save_changes();
  }

  retranslate() {
    if (!this.view?.cells) return;
    if (this.el.lang !== language()) this.el.lang = language(); // set to the same, too, it would be styled anew
    this.tellLanguage();
    retranslateAll(this.el);
    this.panel.draw();
    this.texts.retranslate();
    this.review.retranslate();
    this.grid.retranslate();
    this.flick.retranslate();
  }

  fit() {
    // Not asked of the page, which would lay itself out anew for each of its boards; before it has said so, the window's must do.
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

  /** Is it for a reader to move on the board? */
  mayPlay() {
    return !this.view.over && !this.view.auto;
  }

  /** Are the numbers typed by readers, as their own dice show them? */
  ownDice() {
    return Boolean(habits.ownDice || this.view.trial || this.model.get("ownDice"));
  }

  choosesNumbers() {
    return this.view.auto === "chance" && this.ownDice();
  }

  /** Take back what a reader did last: of one's own dice a number, too. */
  undo() {
    this.send({ do: "undo", own: this.ownDice() });
  }

  /** Is what the reader did, or what goes on by itself, still without its answer? What goes on beside it keeps nobody waiting. */
  busy() {
    return this.line.pending !== null && !ASIDE.includes(this.line.pending.message.do);
  }

  send(message, always = false) {
    this.wake();
    this.panel.several = null;
    this.texts.note.textContent = ""; // it spoke of what the reader did before
    this.panel.note("");
    if (this.busy() && !always) this.wait(() => this.send({ ply: this.view.ply, ...message }));
    else {
      this.foreseen = null; // of what is stepped over
      this.line.send(message, this.view.ply, true);
      this.foresee();
    }
  }

  /** Do it once the answer is there that is waited for. @param {() => void} act @param {string | null} cell the one that was pointed at */
  wait(act, cell = null) {
    this.waiting.add(act, cell);
    this.panel.busy();
  }

  /** Look at another moment of the game: where from here. Steps in quick succession count each from where the last one leads. */
  go(where) {
    const asked = this.line.pending?.message;
    const ply = where(asked?.do === "go" ? asked.ply : this.view.ply);
    this.send({ do: "go", ply: Math.max(0, Math.min(this.view.end, ply)) }, true);
  }

  /** Play the one move of these, or ask which. */
  play(moves) {
    const asked = this.model.get("asks")?.(moves); // on a sheet that only wants to know
    if (asked || moves.length > 1) this.grid.putBack();
    if (!asked && moves.length > 1) this.panel.ask(moves);
    else if (!asked) this.send({ do: "play", move: moves[0].text });
  }

  /** Starting over can be taken back, so nobody is asked whether he means it. */
  restart() {
    this.send({ do: "restart" }, true);
  }

  /** Keys on the grid beside arrows, Enter and Escape. False if the key means nothing here. */
  shortcut(key) {
    const move = this.view.moves.find(({ text }) => (key.toLowerCase() === "p" ? text.startsWith("-") : text === key));
    if (key.toLowerCase() === "u" && this.view.can.undo) this.undo();
    else if (key.toLowerCase() === "f" && this.flick.open) this.flick.go();
    else if (key.toLowerCase() === "r" && this.view.auto) this.goOn();
    else if (move && (this.choosesNumbers() || (move.path.length === 0 && this.mayPlay()))) this.play([move]);
    else return false;
    return true;
  }

  // ---- the way on ----------------------------------------------------------------------------------------------

  /** The next board with a task on this page, if there is one. */
  following() {
    const boards = [...document.querySelectorAll(".hk-board")];
    return boards.slice(boards.indexOf(this.el) + 1).find((el) => el.querySelector(".hk-task:not([hidden])"));
  }

  next() {
    const el = this.following();
    el?.scrollIntoView({ block: "start", behavior: "instant" });
    /** @type {HTMLElement | null | undefined} */
    const first = el?.querySelector(".hk-cell[tabindex='0']");
    first?.focus({ preventScroll: true });
  }

  // ---- time ----------------------------------------------------------------------------------------------------

  wake() {
    if (this.awake && !this.reading) return;
    this.awake = true;
    this.reading = false;
    if (this.view?.cells) this.plan();
  }

  /** The reader lets whoever acts by himself go on. */
  goOn() {
    this.wake();
    if (!this.pondering.asked) this.send(this.pondering.step());
  }

  pause(on) {
    this.paused = on;
    if (on && this.pondering.asked?.what === "step") this.pondering.stop();
    this.panel.draw();
    this.plan();
  }

  /** Something automatic is next, and waits for the reader: the die (or a button) sets it going. */
  idle() {
    return idles(this.view, { awake: this.awake, reading: this.reading, paused: Boolean(this.paused), chooses: this.choosesNumbers() });
  }

  /** A board that shows hints asks for one whenever its reader is to move. */
  advise() {
    const { view, visible, line, pondering } = this;
    const here = `${view?.ply} ${view?.text}`;
    if (!visible || this.advised === here || !this.model.get("show")?.includes("hints")) return;
    if (!view?.step || !this.mayPlay() || view.advice || view.thinking || line.pending) return;
    this.advised = here;
    line.send({ do: "hint", ...pondering.by() }, view.ply);
  }

  plan() {
    clearTimeout(this.timer);
    this.advise();
    const { view } = this;
    if (!view?.auto || this.idle() || !this.visible || this.line.lost || this.pondering.asked) return;
    const pace = view.auto === "player" ? PACES[habits.pace] : Math.min(PACES[habits.pace], 600);
    const wait = Math.max(pace, this.grid.restsAt - Date.now()); // a story is told to its end
    this.timer = setTimeout(() => {
      // A hidden page waits too: its reader would come back to a game that went on without him.
      if (document.hidden) return void document.addEventListener("visibilitychange", () => this.plan(), { once: true });
      if (!this.line.send(this.pondering.step(), this.view.ply)) this.plan();
    }, wait);
  }

  // ---- what was before -----------------------------------------------------------------------------------------

  /** The browser keeps what a reader has played. @param {View} view */
  keep(view) {
    if (!this.awake || !this.keeps() || !view.end) return;
    this.keeper.write(view);
    this.leaveLink();
    offerGames(this, []);
  }

  /** Is the game on this board worth keeping? A position with a task is there anyway. */
  keeps() {
    return this.model.get("keep") !== false && !this.view.trial && (!this.view.task || this.view.task.keeps);
  }

  begin() {
    if (!this.view?.cells) return;
    this.tellLanguage();
    if (isKernelDead(this.model)) return void this.line.lose(); // a saved notebook, or a page that was made of one: there is the picture
    if (this.followLink()) return;
    if (this.view.ply === 0 && this.keeps()) this.offer();
  }

  /** Offer the games that were left here. */
  offer() {
    offerGames(this, this.keeper.read().filter(({ record }) => record !== this.view.record));
  }

  /** The message by which another process has the game that is seen, null if it has it anyway. */
  renewal() {
    const { record, ply, end, seats, games, trial } = this.model.get("_view"); // without what the message brings that is sent again
    return (this.keeps() || trial) && (end || record !== this.first) ? { do: "load", text: record, at: ply, seats, games } : null;
  }

  /** The game of the page's address, if it is for this board. */
  followLink() {
    const link = parseLink(location.hash);
    if (!link && location.hash === `#board=${encodeText(this.view.name)}`) this.stayInSight(); // as it stands
    if (!link || link.board !== this.view.name) return false;
    if (link.task) this.send({ do: "task", ...link.task }, true);
    else if (link.puzzle) this.send({ do: "puzzle", key: link.puzzle }, true);
    else if (link.text === null) this.panel.note("link-bad");
    else this.send({ do: "load", text: link.text, games: link.games }, true);
    this.awake = false; // nothing goes on, and nothing is kept, before the reader does something with it
    this.keeper.leave();
    this.stayInSight();
    return true;
  }

  /** The game has gone on: it is kept, and what the address still says of it would bring the old one back at a reload. */
  leaveLink() {
    if (parseLink(location.hash)?.board === this.view.name) history.replaceState(history.state, "", location.pathname + location.search);
  }

  /** Opened from a link, the board is what the reader came for: it stays in sight while boards above it still come in. */
  stayInSight() {
    const show = () => this.el.scrollIntoView({ block: "start" }); // with what is asked below it, on a phone
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

  lost(on) {
    const reload = lostKey() === "lost" ? [wordButton("reload", () => location.reload(), "hk-main")] : [];
    this.el.classList.toggle("is-lost", on);
    this.panel.showBanner("lost", on ? () => word(lostKey()) : null, ...reload);
    if (!on) return this.plan();
    this.waiting.take(); // nobody who was told so expects that it is still done
    this.grid.putBack();
    return this.pondering.stop();
  }
}

export const render = renderer(Board);
