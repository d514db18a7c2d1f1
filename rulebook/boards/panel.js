// Part of board.js: the panel beside the board (below it on a phone): the task and its answer, the die, buttons for moves, and what leads on.
// Its size does not depend on its text, so that nothing moves: a long text is set smaller, and finally only the answer is shown.

import { h, replaceKeepingFocus, localize, word, wordButton } from "../stage/page.js";
import { withNames } from "../stage/people.js";
import { Analysis } from "./analysis.js";
import { THROWS, card, face, isDieFace } from "./dice.js";
import { newText, narrationOnly } from "./pointing.js";
import { nextPuzzle, solvedCount } from "./puzzles.js";
import { isEnd, pointsTable, finalRanking, endButtons } from "./scores.js";
import { Tools } from "./tools.js";

/** Classes of the text, of which the first that fits is used: large, normal, without title and narration, smaller, answer only. */
const SIZES = ["is-large", "", "is-short", "is-short is-dense", "is-short is-brief", "is-short is-brief is-dense"];
const SIGNS = { right: "✓ ", wrong: "✗ ", over: "" };

/** Return whether the task is over: solved, or played to another end. @param {View} view */
export const isDone = ({ task }) => task?.state === "right" || task?.state === "over";

/** Let Tab reach an element only while its text overflows, so that it can be scrolled by keys. @param {HTMLElement} el */
function updateTabStop(el) {
  if (el.scrollHeight > el.clientHeight || el === document.activeElement) el.tabIndex = 0;
  else el.removeAttribute("tabindex");
}

export class Panel {
  constructor(board) {
    /** @type {{ view: View } & Record<string, any>} */
    this.board = board;
    this.analysis = new Analysis(board);
    this.tools = new Tools(board);
    this.noteKey = ""; // key of the note
    // All texts share one room of constant size, so that nothing beside it moves.
    const part = (tag, kind) => h(tag, { class: `hk-${kind}`, hidden: true });
    this.banner = part("div", "banner");
    this.banners = { lost: null, posing: null, kept: null };
    this.lead = h("div", { class: "hk-lead" }); // for the owner of the board: the name of a lesson
    this.task = part("section", "task");
    this.refusal = part("p", "no");
    this.narration = part("p", "told");
    this.steps = part("ol", "steps");
    this.looking = part("p", "looking");
    this.points = part("section", "points");
    this.aside = h("p", { class: "hk-aside", hidden: true }, () => this.noteKey && word(this.noteKey));
    this.text = h("div", { class: "hk-said", role: "group", "aria-label": () => word("said"), onclick: () => this.expand(false) });
    this.scrolled = false;
    this.text.addEventListener("scroll", () => { this.scrolled = this.text.scrollTop > 0; }, { passive: true });
    this.all = wordButton(() => word(this.isExpanded() ? "advice-close" : "said-all"), () => this.expand(!this.isExpanded()), "hk-all"); // for long texts only
    this.all.hidden = true; // until the text has been measured
    this.all.tabIndex = -1; // one tab stop for both: keys scroll the text, and Enter expands it
    this.room = h("div", { class: "hk-room", onkeydown: (event) => this.onKeyDown(event) }, this.text, this.all);
    this.sizes = new ResizeObserver(() => this.onResize()); // a text may overflow without a change
    this.sizes.observe(this.text);
    this.die = h("button", { type: "button", class: "hk-die", onclick: () => board.proceed() });
    this.prompt = h("p", { class: "hk-prompt" });
    this.words = h("div", { class: "hk-words" });
    const sizes = new ResizeObserver(() => updateTabStop(this.words));
    sizes.observe(this.words);
    sizes.observe(this.prompt);
    this.card = h("div", { class: "hk-card" }, this.die, this.words, board.search.bar);
    this.choices = h("div", { class: "hk-choices" });
    this.actions = h("div", { class: "hk-deeds" });
    this.next = wordButton("next-board", () => board.next(), "hk-main hk-next");
    this.slot = h("span", { class: "hk-slot" }); // for a button of the owner of the board
    // Four places below the choices, each for one button at a time, so that none moves when another comes or goes.
    this.ways = h("div", { class: "hk-ways" }, this.actions, this.next, this.slot);
    this.live = h("p", { class: "hk-offstage", "aria-live": "polite", role: "status" });
    this.el = h("div", { class: "hk-panel" }, board.flick.el, this.card, h("div", { class: "hk-acts" }, this.choices, this.ways), this.live);
  }

  /** @param {View} view @param {View | undefined} before */
  update(view, before) {
    this.analysis.update(view, before);
    this.draw();
    // A repeated refusal flashes, so that it is noticed as a new answer.
    const again = before?.refusal && view.refusal && before.n !== view.n && before.ply === view.ply;
    if (again) this.refusal.animate([{ opacity: 0.1 }, { opacity: 1 }], 400);
    if (before) this.announce(this.announcement(view, before), again);
  }

  /** Return the text for the live region: the refusal or error, else what happened, and the prompt if it is new. @param {View} view @param {View | undefined} before */
  announcement(view, before) {
    if (view.error || view.refusal) return this.refusal.textContent;
    if (view.advice && view.advice !== before.advice) return this.analysis.announcement();
    const narration = localize(view.narration);
    const added = this.withNames(newText(narration, localize(before.narration), before.ply !== view.ply));
    const prompt = localize(view.prompt) === localize(before.prompt) || narration.endsWith(localize(view.prompt)) ? "" : this.withNames(localize(view.prompt));
    const answer = view.task?.feedback && view.task.state !== before.task?.state ? localize(view.task.feedback) : "";
    const asked = view.task && localize(view.task.text) !== localize(before.task?.text) ? localize(view.task.text) : "";
    const points = view.points && !before.points ? this.withNames(localize(view.points.spoken)) : "";
    return [added, prompt, asked, answer, points].filter(Boolean).join(" ");
  }

  /** Return a text with the players' names instead of letters; a task keeps the letters, unless it is about the readers' game. */
  withNames(text) {
    const { task, seats } = this.board.view;
    return task && (task.key || !task.returns) ? text : withNames(text, seats);
  }

  /** Announce a text in the live region. Screen readers read only a changed text, so repeating it (`again`) adds or drops a space. */
  announce(text, again = false) {
    if (text) this.live.textContent = again && this.live.textContent === text ? `${text}\u00a0` : text;
  }

  /** Replace the nodes of a part. If the focused button disappears, the focus moves to where the reader acts next. */
  put(part, nodes) {
    const had = part.contains(document.activeElement);
    replaceKeepingFocus(part, ...nodes);
    if (had && !part.contains(document.activeElement)) this.board.takeFocus();
  }

  /** Draw the view in the language of the page. */
  draw() {
    const { board, analysis } = this;
    const { view } = board;
    this.prompt.textContent = this.withNames(localize(view.prompt));
    // Steps with pictures are listed below.
    const narration = this.withNames(narrationOnly(localize(view.narration), localize(view.prompt), view.steps.map(localize)));
    this.narration.textContent = narration || (view.task || view.ply ? "" : localize(view.title)); // before the first move, the rules
    this.put(this.steps, this.stepsOf(view));
    this.markStep(this.step);
    this.put(this.refusal, this.refusalOf(view));
    this.looking.textContent = view.can.redo ? word("looking-back") : "";
    this.drawDie(view);
    this.drawChoices(view);
    this.put(this.task, view.task ? this.taskOf(view) : []);
    this.put(this.actions, this.actionsOf(view));
    analysis.draw(view);
    this.put(this.points, this.pointsTable(view));
    const many = Boolean(view.task?.others || view.task?.without); // a :has() on the board would restyle all of it with every change
    for (const row of [this.ways, this.tools.el]) row.classList.toggle("is-many", many);
    this.ways.classList.toggle("is-led", Boolean(view.task?.linked || view.task?.returns));
    this.next.hidden = !isDone(view) || this.slot.childElementCount > 0 || Boolean(this.actions.querySelector(".hk-way-4")) || !board.nextTaskBoard();
    this.showBusy();
    this.fill();
  }

  /**
   * Update the room. All parts are inserted again when any has changed, so that the browser counts no layout shift; a focused button keeps
   * the focus.
   */
  fill() {
    const { text, lead } = this;
    const { bar, advice } = this.analysis;
    const prompts = this.promptsInRoom ? [this.prompt, this.which] : [];
    const parts = [bar, this.banner, lead, this.task, this.refusal, this.narration, this.steps, this.looking, ...prompts, this.points, this.aside, advice];
    const texts = parts.map((part) => part.textContent);
    parts.forEach((part, k) => { part.hidden = !texts[k] && ![lead, ...prompts].includes(part); }); // these are not the panel's to hide
    const now = texts.join("\n");
    if (this.filled === now) return;
    this.filled = now;
    const had = document.activeElement;
    const inside = text !== had && text.contains(had);
    text.replaceChildren(...parts);
    for (const part of parts) this.sizes.observe(part);
    if (inside && had instanceof HTMLElement && text.contains(had)) had.focus({ preventScroll: true });
    if (this.scrolled) text.scrollTop = 0; // reading scrollTop here would force a layout
    this.scrolled = false;
    this.refit();
  }

  /** Collapse the room and fit the text again. */
  refit() {
    this.expand(false);
    this.measure();
  }

  /** Set the text in the largest size that fits the room. */
  measure() {
    const { text } = this;
    const fits = () => text.scrollHeight <= text.clientHeight;
    this.all.hidden = true;
    for (const size of this.board.view.task ? SIZES : SIZES.slice(1)) {
      text.className = `hk-said ${size}`;
      if (fits()) break;
    }
    // On a phone the room expands for buttons.
    const buttons = this.board.el.classList.contains("hk-stacked") && text.querySelector("section:not([hidden]) :is(button, .hk-finish), .hk-banner:not([hidden])");
    if (buttons && !fits()) this.expand(true);
    this.all.hidden = fits();
    updateTabStop(text);
  }

  onResize() {
    updateTabStop(this.text);
    if (!this.isExpanded()) requestAnimationFrame(() => this.measure());
  }

  onKeyDown({ key, target }) {
    if (key === "Escape") this.expand(false);
    if (key === "Enter" && target === this.text) this.expand(!this.isExpanded());
  }

  isExpanded() {
    return this.room?.classList.contains("is-open");
  }

  /** Make the room as high as its text, or collapse it. */
  expand(open) {
    this.room.classList.toggle("is-open", open);
    this.all.setAttribute("aria-expanded", String(open));
    this.all.retranslate();
  }

  /** @param {View} view */
  refusalOf({ error, refusal }) {
    if (error) return [localize(error)];
    return refusal ? [`${this.withNames(localize(refusal.text))} `, h("span", { class: "hk-clause" }, localize(refusal.cited))] : [];
  }

  /** Return the steps of the last move, a sentence for each picture, as buttons that show it again, and one for the current picture. @param {View} view */
  stepsOf({ steps }) {
    const texts = steps.length ? [...steps.map((step) => this.withNames(localize(step))), word("steps-now")] : [];
    return texts.map((text, step) => h("li", {}, h("button", { type: "button", "data-key": step, onclick: () => this.board.grid.replay(step) }, text)));
  }

  /** Mark the step whose picture is shown; null for the current picture. */
  markStep(step) {
    this.step = step;
    this.steps.querySelectorAll("button").forEach((button, at, all) => { button.ariaCurrent = at === (step ?? all.length - 1) ? "step" : null; });
  }

  /** @param {View} view */
  drawDie(view) {
    const waits = this.board.idle();
    const [roll, , result] = THROWS[view.throw];
    const numbers = view.dice.length ? view.dice : view.chance || (waits && view.throw) ? [""] : [];
    const shown = view.over ? [] : numbers;
    const title = word(view.chance ? roll : waits ? "die-auto" : result, { number: view.dice.join(", ") });
    this.die.replaceChildren(...shown.map((number) => (view.throw === "die" ? face(Number(number)) : card(number))));
    Object.assign(this.die, { title, ariaLabel: title, disabled: !waits, hidden: !shown.length && !view.throw });
    this.die.classList.toggle("is-kept", !shown.length);
    this.die.classList.toggle("is-waiting", waits);
  }

  /** Draw the choices, and the prompt beside the die, or in the room if a task leaves space for the die only. @param {View} view */
  drawChoices(view) {
    const { board } = this;
    const several = this.several?.ply === view.ply && this.several.text === view.text ? this.several.moves : null;
    const buttons = this.choicesOf(view, several);
    const which = view.chance && buttons.length > 1 ? word(THROWS[view.throw][1]) : several ? word("which-move") : "";
    this.which = h("p", { class: "hk-which" }, which); // a new element, so that a longer prompt above it shifts nothing
    const tasked = Boolean(view.task && !view.flick);
    board.el.classList.toggle("hk-tasked", tasked);
    // A task says what to do: the prompt is visible only if there is more to it than one move, else it is only announced.
    const quiet = tasked && !view.task.keeps && (isDone(view) || (!view.ply && !buttons.length));
    this.prompt.classList.toggle("hk-offstage", quiet);
    this.promptsInRoom = tasked && !quiet;
    this.words.replaceChildren(...(this.promptsInRoom ? [] : [this.prompt, this.which]));
    this.put(this.choices, buttons);
  }

  /** Return buttons for moves without cells, for the numbers of the reader's own dice, and for an automatic move that waits. @param {View} view @param {MoveView[] | null} several */
  choicesOf(view, several) {
    const { board } = this;
    const [open, free] = [board.mayPlay(), board.choosesNumbers()];
    const offered = several ?? view.moves.filter(({ path }) => free || (open && path.length === 0));
    const passes = view.moves.some(({ path }) => path.length); // where a step is possible, passing is not the main button
    const buttons = offered.map((move) => {
      const text = this.withNames(localize(move.label));
      const kind = view.chance ? "hk-number" : passes && move.text.startsWith("-") ? "" : "hk-main";
      return h("button", { type: "button", class: `hk-button ${kind}`, "aria-label": text, "data-move": move.text, onclick: () => board.play([move]) },
        view.chance && view.throw === "die" && isDieFace(move.text) ? face(Number(move.text)) : text);
    });
    const { piece } = board.flick;
    if (board.flick.open && piece) {
      buttons.push(h("button", { type: "button", class: "hk-button hk-main", "data-flick": piece, onclick: () => board.flick.go() }, word("flick-go", { piece })));
    }
    buttons.push(...endButtons(board));
    if (!buttons.length && board.idle()) buttons.push(wordButton(view.chance ? THROWS[view.throw][0] : "die-auto", () => board.proceed(), "hk-main"));
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
    if (task.key) nodes.push(h("p", { class: "hk-quiet" }, solvedCount(view)));
    return nodes;
  }

  /**
   * Return the buttons of a task or a trial line, each in its place, first to fourth. "Again" and "Hint" share a place, as do the next puzzle
   * and the next board.
   * @param {View} view
   */
  actionsOf(view) {
    const { board } = this;
    const { task } = view;
    const again = task && task.state !== "open" && view.ply;
    const puzzle = nextPuzzle(view);
    /** @type {[any, string, string, object, boolean?][]} whether it is offered; place; word; message, and whether it overrides a pending one */
    const actions = [
      [again, "hk-way-1", "task-again", { do: "restart" }, true],
      [!again && task?.hint && !task.shown && !isDone(view), "hk-way-1", "hint", { do: "hint" }],
      [task?.others, "hk-way-2", "another", { do: "example" }],
      [task?.without, "hk-way-3", "without", { do: "without" }],
      [!task?.without && (task?.linked || task?.returns), "hk-way-3", task?.returns ? "task-back" : "task-leave", { do: "leave" }],
      [!task && view.trial, "hk-way-1 hk-main", "trial-back", { do: "leave" }, true],
      [puzzle && !view.trial, "hk-way-4", task ? "puzzle-next" : "puzzle-find", { do: "puzzle", key: puzzle }, true],
    ];
    return actions.filter(([offered]) => offered).map(([, place, key, message, always]) => wordButton(key, () => board.send(message, always), place));
  }

  /** Return the points of a finished game, with a button for the next one. @param {View} view */
  pointsTable(view) {
    const { board } = this;
    const next = () => board.send({ do: "next" }, true);
    const [title, ...rest] = view.points ? pointsTable(view.points, view.task ? null : next, (text) => this.withNames(text)) : [];
    // Beside a task, whose answer mentions them, the points are folded.
    const folded = title && view.task ? [h("details", { ontoggle: () => this.refit() }, h("summary", {}, title.textContent), ...rest)] : [title, ...rest];
    return [...(isEnd(view) ? [finalRanking(board)] : []), ...folded.filter(Boolean)];
  }

  /** Ask the reader which of several legal moves they mean. */
  ask(moves) {
    const { ply, text } = this.board.view;
    this.several = { ply, text, moves };
    this.draw();
    this.choices.querySelector("button")?.focus();
  }

  /** Show whether an answer is slow or a player is thinking. */
  showBusy() {
    const on = this.board.isSlow() || Boolean(this.board.search.current);
    this.card.classList.toggle("is-thinking", on);
    this.card.setAttribute("data-thinking", on ? word("thinking") : "");
    this.tools.draw();
  }

  /** Show and announce a note, by its key; "" removes it. */
  note(key) {
    if (this.noteKey === key) return;
    this.noteKey = key;
    this.aside.retranslate();
    this.announce(this.aside.textContent);
    this.fill();
  }

  /**
   * Show or remove a banner: the session has ended, an answer of a task is being played, or games are kept here. The first of these is
   * visible. @param {"lost" | "posing" | "kept"} kind @param {(() => string) | null} text null removes it
   */
  showBanner(kind, text = null, ...buttons) {
    this.banners[kind] = text && [h("p", {}, text), h("div", { class: "hk-buttons" }, ...buttons)];
    this.put(this.banner, this.banners.lost ?? this.banners.posing ?? this.banners.kept ?? []);
    this.fill();
  }
}
