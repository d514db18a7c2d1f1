// Part of board.js: one panel beside the board (below it on a phone): the task, what came of it, the die and what may be chosen, then the way
// on. It is as large with few words as with many, so that nothing moves: what is long is written smaller, and then the answer stands alone.

import { h, replaceKeepingFocus, localize, word, wordButton } from "../stage/page.js";
import { withNames } from "../stage/people.js";
import { Analysis } from "./analysis.js";
import { THROWS, card, face, isSide } from "./dice.js";
import { news, toldAlone } from "./pointing.js";
import { nextPuzzle, solvedOf } from "./puzzles.js";
import { isEnd, label, pointsOf, standing, waysOn } from "./scores.js";
import { Tools } from "./tools.js";

/** How what is said is written, the first that fits: large, or as usual; without its title and the story; smaller; the answer alone. */
const WAYS = ["is-large", "", "is-short", "is-short is-dense", "is-short is-brief", "is-short is-brief is-dense"];
const SIGNS = { right: "✓ ", wrong: "✗ ", over: "" };

/** Is the task behind the reader: solved, or played to an end that was not the one he wished for? @param {View} view */
export const isDone = ({ task }) => task?.state === "right" || task?.state === "over";

/** What is long scrolls in its place: then the keyboard must come there, else it need not. @param {HTMLElement} el */
function stop(el) {
  if (el.scrollHeight > el.clientHeight || el === document.activeElement) el.tabIndex = 0;
  else el.removeAttribute("tabindex");
}

export class Panel {
  constructor(board) {
    /** @type {{ view: View } & Record<string, any>} */
    this.board = board;
    this.analysis = new Analysis(board);
    this.tools = new Tools(board);
    this.noted = ""; // the key of a sentence aside
    // Everything that is said has one room, which is always there and as large as it is: nothing beside it ever moves.
    const part = (tag, kind) => h(tag, { class: `hk-${kind}`, hidden: true });
    this.banner = part("div", "banner");
    this.strips = { lost: null, posing: null, kept: null };
    this.lead = h("div", { class: "hk-lead" }); // of whoever put the board where it is: the name of a lesson
    this.task = part("section", "task");
    this.no = part("p", "no");
    this.told = part("p", "told");
    this.steps = part("ol", "steps");
    this.looking = part("p", "looking");
    this.points = part("section", "points");
    this.aside = h("p", { class: "hk-aside", hidden: true }, () => this.noted && word(this.noted));
    this.said = h("div", { class: "hk-said", role: "group", "aria-label": () => word("said"), onclick: () => this.widen(false) });
    this.scrolled = false;
    this.said.addEventListener("scroll", () => { this.scrolled = this.said.scrollTop > 0; }, { passive: true });
    this.all = wordButton(() => word(this.isOpen() ? "advice-close" : "said-all"), () => this.widen(!this.isOpen()), "hk-all"); // for a long story alone
    this.all.hidden = true; // until the board is in sight and its text was measured
    this.all.tabIndex = -1; // one stop for both: by keys the text scrolls, or Enter opens it
    this.room = h("div", { class: "hk-room", onkeydown: (event) => this.pressed(event) }, this.said, this.all);
    this.saying = new ResizeObserver(() => this.resized()); // it may come to overflow without a new word
    this.saying.observe(this.said);
    this.die = h("button", { type: "button", class: "hk-die", onclick: () => board.goOn() });
    this.prompt = h("p", { class: "hk-prompt" });
    this.words = h("div", { class: "hk-words" });
    const sizes = new ResizeObserver(() => stop(this.words));
    sizes.observe(this.words);
    sizes.observe(this.prompt);
    this.card = h("div", { class: "hk-card" }, this.die, this.words, board.pondering.bar);
    this.choices = h("div", { class: "hk-choices" });
    this.deeds = h("div", { class: "hk-deeds" });
    this.next = wordButton("next-board", () => board.next(), "hk-main hk-next");
    this.slot = h("span", { class: "hk-slot" }); // for a way on of whoever put the board where it is
    // Below what is chosen are four places, each for one button at a time: whatever comes or goes, the others stay where they are.
    this.ways = h("div", { class: "hk-ways" }, this.deeds, this.next, this.slot);
    this.live = h("p", { class: "hk-offstage", "aria-live": "polite", role: "status" });
    this.el = h("div", { class: "hk-panel" }, board.flick.el, this.card, h("div", { class: "hk-acts" }, this.choices, this.ways), this.live);
  }

  /** @param {View} view @param {View | undefined} before */
  update(view, before) {
    this.analysis.update(view, before);
    this.draw();
    // The same again is an answer, too: it is seen to be given.
    const again = before?.refusal && view.refusal && before.n !== view.n && before.ply === view.ply;
    if (again) this.no.animate([{ opacity: 0.1 }, { opacity: 1 }], 400);
    if (before) this.announce(this.heard(view, before), again);
  }

  /** What a listener has not heard yet: the refusal or error, else what happened, and what is asked if that is new. @param {View} view @param {View | undefined} before */
  heard(view, before) {
    if (view.error || view.refusal) return this.no.textContent;
    if (view.advice && view.advice !== before.advice) return this.analysis.heard();
    const told = localize(view.narration);
    const added = this.withNames(news(told, localize(before.narration), before.ply !== view.ply));
    const prompt = localize(view.prompt) === localize(before.prompt) || told.endsWith(localize(view.prompt)) ? "" : this.withNames(localize(view.prompt));
    const answer = view.task?.feedback && view.task.state !== before.task?.state ? localize(view.task.feedback) : "";
    const asked = view.task && localize(view.task.text) !== localize(before.task?.text) ? localize(view.task.text) : "";
    const points = view.points && !before.points ? this.withNames(localize(view.points.spoken)) : "";
    return [added, prompt, asked, answer, points].filter(Boolean).join(" ");
  }

  /** A sentence with the names of those who play; a task speaks of its letters, unless it is from their game. */
  withNames(text) {
    const { task, seats } = this.board.view;
    return task && (task.key || !task.returns) ? text : withNames(text, seats);
  }

  /** Have it read aloud; the same once more, too, if it is said `again`: only a text that differs is read, so a space comes or goes. */
  announce(text, again = false) {
    if (text) this.live.textContent = again && this.live.textContent === text ? `${text}\u00a0` : text;
  }

  /** Put nodes into a part. Where the button that had the focus is gone, the reader goes on where the next thing is to be done. */
  put(part, nodes) {
    const had = part.contains(document.activeElement);
    replaceKeepingFocus(part, ...nodes);
    if (had && !part.contains(document.activeElement)) this.board.takeFocus();
  }

  /** Show all that is so, in the language of the page. */
  draw() {
    const { board, analysis } = this;
    const { view } = board;
    this.prompt.textContent = this.withNames(localize(view.prompt));
    // What has pictures of its own is told step by step below.
    const told = this.withNames(toldAlone(localize(view.narration), localize(view.prompt), view.steps.map(localize)));
    this.told.textContent = told || (view.task || view.ply ? "" : localize(view.title)); // before the first move: what is played
    this.put(this.steps, this.stepsOf(view));
    this.atStep(this.step);
    this.put(this.no, this.noOf(view));
    this.looking.textContent = view.can.redo ? word("looking-back") : "";
    this.drawDie(view);
    this.drawChoices(view);
    this.put(this.task, view.task ? this.taskOf(view) : []);
    this.put(this.deeds, this.deedsOf(view));
    analysis.draw(view);
    this.put(this.points, this.pointsOf(view));
    const many = Boolean(view.task?.others || view.task?.without); // one :has of the board would style all of it anew with every change
    for (const row of [this.ways, this.tools.el]) row.classList.toggle("is-many", many);
    this.ways.classList.toggle("is-led", Boolean(view.task?.linked || view.task?.returns));
    this.next.hidden = !isDone(view) || this.slot.childElementCount > 0 || Boolean(this.deeds.querySelector(".hk-way-4")) || !board.following();
    this.busy();
    this.fill();
  }

  /**
   * Put into the room what is said now. Its parts are put in anew when any has changed, so that none is seen to be pushed by another; a
   * reader who stands on one of their buttons stays there.
   */
  fill() {
    const { said, lead } = this;
    const { bar, advice } = this.analysis;
    const asked = this.asking ? [this.prompt, this.which] : [];
    const parts = [bar, this.banner, lead, this.task, this.no, this.told, this.steps, this.looking, ...asked, this.points, this.aside, advice];
    const texts = parts.map((part) => part.textContent);
    parts.forEach((part, k) => { part.hidden = !texts[k] && ![lead, ...asked].includes(part); }); // but what others fill, and what stands beside the die at times
    const now = texts.join("\n");
    if (this.filled === now) return;
    this.filled = now;
    const had = document.activeElement;
    const inside = said !== had && said.contains(had);
    said.replaceChildren(...parts);
    for (const part of parts) this.saying.observe(part);
    if (inside && had instanceof HTMLElement && said.contains(had)) had.focus({ preventScroll: true });
    if (this.scrolled) said.scrollTop = 0; // asked of the page, it would lay itself out anew in the middle of an answer
    this.scrolled = false;
    this.refit();
  }

  /** Something else is to be seen in the room: it is as small as it was, and what is said is measured anew. */
  refit() {
    this.widen(false);
    this.measure();
  }

  /** Does all that is said fit its room? It is written as large as it may be, before it is seen. */
  measure() {
    const { said } = this;
    const fits = () => said.scrollHeight <= said.clientHeight;
    this.all.hidden = true;
    for (const way of this.board.view.task ? WAYS : WAYS.slice(1)) {
      said.className = `hk-said ${way}`;
      if (fits()) break;
    }
    // Of a task all is read, and what has buttons is there to be used, at once: then the room grows.
    const whole = this.board.view.task || (this.board.el.classList.contains("hk-stacked") && said.querySelector("section:not([hidden]) :is(button, .hk-finish), .hk-banner:not([hidden])"));
    if (whole && !fits()) this.widen(true);
    this.all.hidden = fits();
    stop(said);
  }

  resized() {
    stop(this.said);
    if (!this.isOpen()) requestAnimationFrame(() => this.measure());
  }

  pressed({ key, target }) {
    if (key === "Escape") this.widen(false);
    if (key === "Enter" && target === this.said) this.widen(!this.isOpen());
  }

  isOpen() {
    return this.room?.classList.contains("is-open");
  }

  /** Let the room be as large as what is said, for as long as its reader reads. */
  widen(open) {
    this.room.classList.toggle("is-open", open);
    this.all.setAttribute("aria-expanded", String(open));
    this.all.retranslate();
  }

  /** @param {View} view */
  noOf({ error, refusal }) {
    if (error) return [localize(error)];
    return refusal ? [`${this.withNames(localize(refusal.text))} `, h("span", { class: "hk-clause" }, `(${word("rule", { clause: label(refusal.clause) })})`)] : [];
  }

  /** What the last move led to, a sentence a picture; each can be looked at again, and the board as it is now. @param {View} view */
  stepsOf({ steps }) {
    const said = steps.length ? [...steps.map((step) => this.withNames(localize(step))), word("steps-now")] : [];
    return said.map((text, step) => h("li", {}, h("button", { type: "button", "data-key": step, onclick: () => this.board.grid.look(step) }, text)));
  }

  /** Mark the step whose picture is shown; null for the board as it is. */
  atStep(step) {
    this.step = step;
    this.steps.querySelectorAll("button").forEach((button, at, all) => { button.ariaCurrent = at === (step ?? all.length - 1) ? "step" : null; });
  }

  /** @param {View} view */
  drawDie(view) {
    const waits = this.board.idle();
    const [roll, , lies] = THROWS[view.throw];
    const some = view.dice.length ? view.dice : view.chance || (waits && view.throw) ? [""] : [];
    const shown = view.over ? [] : some;
    const title = word(view.chance ? roll : waits ? "die-auto" : lies, { number: view.dice.join(", ") });
    this.die.replaceChildren(...shown.map((number) => (view.throw === "die" ? face(Number(number)) : card(number))));
    Object.assign(this.die, { title, ariaLabel: title, disabled: !waits, hidden: !shown.length && !view.throw });
    this.die.classList.toggle("is-kept", !shown.length);
    this.die.classList.toggle("is-waiting", waits);
  }

  /** What is to be chosen, and beside the die what is asked: in a task that holds no more than the die, in the room. @param {View} view */
  drawChoices(view) {
    const { board } = this;
    const several = this.several?.ply === view.ply && this.several.text === view.text ? this.several.moves : null;
    const buttons = this.choicesOf(view, several);
    const which = view.chance && buttons.length > 1 ? word(THROWS[view.throw][1]) : several ? word("which-move") : "";
    this.which = h("p", { class: "hk-which" }, which); // made anew, so that a longer question above it pushes nothing
    const tasked = Boolean(view.task && view.throw && !view.flick);
    board.el.classList.toggle("hk-tasked", tasked);
    // A task says what to do; the game asks besides where there is more to it than one move, else it is read aloud alone.
    const quiet = tasked && !view.task.keeps && (isDone(view) || (!view.ply && !buttons.length));
    this.prompt.classList.toggle("hk-offstage", quiet);
    this.asking = tasked && !quiet;
    this.words.replaceChildren(...(this.asking ? [] : [this.prompt, this.which]));
    this.put(this.choices, buttons);
  }

  /** Buttons for moves that have no place on the board, numbers to choose when the dice are the reader's own, and a way to begin. @param {View} view @param {MoveView[] | null} several */
  choicesOf(view, several) {
    const { board } = this;
    const [open, free] = [board.mayPlay(), board.choosesNumbers()];
    const offered = several ?? view.moves.filter(({ path }) => free || (open && path.length === 0));
    const passes = view.moves.some(({ path }) => path.length); // to pass is not what is proposed where a step is possible
    const buttons = offered.map((move) => {
      const text = this.withNames(localize(move.label));
      const kind = view.chance ? "hk-number" : passes && move.text.startsWith("-") ? "" : "hk-main";
      return h("button", { type: "button", class: `hk-button ${kind}`, "aria-label": text, "data-move": move.text, onclick: () => board.play([move]) },
        view.chance && view.throw === "die" && isSide(move.text) ? face(Number(move.text)) : text);
    });
    const { piece } = board.flick;
    if (board.flick.open && piece) {
      buttons.push(h("button", { type: "button", class: "hk-button hk-main", "data-flick": piece, onclick: () => board.flick.go() }, word("flick-go", { piece })));
    }
    buttons.push(...waysOn(board));
    if (!buttons.length && board.idle()) buttons.push(wordButton(view.chance ? THROWS[view.throw][0] : "die-auto", () => board.goOn(), "hk-main"));
    return buttons;
  }

  /** @param {View} view */
  taskOf(view) {
    const { task } = view;
    const strong = (key, sign = "") => h("strong", {}, sign && h("span", { "aria-hidden": "true" }, sign), `${word(key)}. `);
    const nodes = [h("p", { class: "hk-asked" }, strong(task.linked ? "task-linked" : "task"), this.withNames(localize(task.text)))];
    if (task.feedback && task.state !== "open") {
      nodes.push(h("p", { class: `hk-answer is-${task.state}` }, strong(`task-${task.state}`, SIGNS[task.state]), this.withNames(localize(task.feedback))));
    } else if (task.feedback) nodes.push(h("p", { class: "hk-answer" }, localize(task.feedback)));
    if (task.hint && task.shown) nodes.push(h("p", { class: "hk-hint" }, strong("hint"), localize(task.hint)));
    if (task.key) nodes.push(h("p", { class: "hk-quiet" }, solvedOf(view)));
    return nodes;
  }

  /**
   * What may be done about a task, or a line that is tried: each button with the place that is its own, first to fourth. Trying again and a
   * hint have the same one, as the way on of a puzzle has that of the next board.
   * @param {View} view
   */
  deedsOf(view) {
    const { board } = this;
    const { task } = view;
    const again = task && task.state !== "open" && view.ply;
    const puzzle = nextPuzzle(view);
    /** @type {[any, string, string, object, boolean?][]} is it offered; its place; its word; the message, and does it step over others? */
    const deeds = [
      [again, "hk-way-1", "task-again", { do: "restart" }, true],
      [!again && task?.hint && !task.shown && !isDone(view), "hk-way-1", "hint", { do: "hint" }],
      [task?.others, "hk-way-2", "another", { do: "example" }],
      [task?.without, "hk-way-3", "without", { do: "without" }],
      [!task?.without && (task?.linked || task?.returns), "hk-way-3", task?.returns ? "task-back" : "task-leave", { do: "leave" }],
      [!task && view.trial, "hk-way-1 hk-main", "trial-back", { do: "leave" }, true],
      [puzzle && !view.trial, "hk-way-4", task ? "puzzle-next" : "puzzle-find", { do: "puzzle", key: puzzle }, true],
    ];
    return deeds.filter(([offered]) => offered).map(([, place, key, message, always]) => wordButton(key, () => board.send(message, always), place));
  }

  /** What a finished game brought, and its next game. @param {View} view */
  pointsOf(view) {
    const { board } = this;
    const next = () => board.send({ do: "next" }, true);
    const [title, ...rest] = view.points ? pointsOf(view.points, view.task ? null : next, (text) => this.withNames(text)) : [];
    // Beside a task, whose answer tells of them, points are opened by who wants them.
    const folded = title && view.task ? [h("details", { ontoggle: () => this.refit() }, h("summary", {}, title.textContent), ...rest)] : [title, ...rest];
    return [...(isEnd(view) ? [standing(board)] : []), ...folded.filter(Boolean)];
  }

  /** Several legal moves fit what was pointed at: let the reader say which. */
  ask(moves) {
    const { ply, text } = this.board.view;
    this.several = { ply, text, moves };
    this.draw();
    this.choices.querySelector("button")?.focus();
  }

  /** An answer is waited for, or a player looks ahead; advice that is being looked for can be stopped where it is asked for. */
  busy() {
    const on = this.board.isSlow() || Boolean(this.board.pondering.asked);
    this.card.classList.toggle("is-thinking", on);
    this.card.setAttribute("data-thinking", on ? word("thinking") : "");
    this.tools.draw();
  }

  /** A sentence aside, by its key; none: what was said is read. */
  note(key) {
    if (this.noted === key) return;
    this.noted = key;
    this.aside.retranslate();
    this.announce(this.aside.textContent);
    this.fill();
  }

  /**
   * A strip above the board: of games kept here, of an answer that is being played, or that the session has ended. Of two the one that comes
   * first is seen. @param {"lost" | "posing" | "kept"} why @param {(() => string) | null} told nothing: no more of this
   */
  showBanner(why, told = null, ...buttons) {
    this.strips[why] = told && [h("p", {}, told), h("div", { class: "hk-buttons" }, ...buttons)];
    this.put(this.banner, this.strips.lost ?? this.strips.posing ?? this.strips.kept ?? []);
    this.fill();
  }
}
