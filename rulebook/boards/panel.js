// Part of board.js: one panel beside the board (below it on a phone): the task, what came of it, the die and what may be chosen, then the way
// on. It is as large with few words as with many, so that nothing moves: what is long is written smaller, and then the answer stands alone.

import { turnsOf } from "../stage/records.js";
import { h, iconButton, nextLanguage, nextTheme, renewed, say, setLanguage, setTheme, w, word, wordButton } from "../stage/page.js";
import { named } from "../stage/people.js";
import { setSounds, sounds } from "../stage/sound.js";
import { Analysis } from "./analysis.js";
import { THROWS, card, face, isSide } from "./dice.js";
import { news, toldAlone } from "./pointing.js";
import { puzzleButtons, solvedOf } from "./puzzles.js";
import { isEnd, label, pointsOf, standing, waysOn } from "./scores.js";

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
    this.die = h("button", { type: "button", class: "hk-die", onclick: () => this.rolled() });
    this.prompt = h("p", { class: "hk-prompt" });
    this.told = h("p", { class: "hk-told" });
    this.steps = h("ol", { class: "hk-steps", hidden: true });
    this.no = h("p", { class: "hk-no", hidden: true });
    this.choices = h("div", { class: "hk-choices" });
    this.live = h("p", { class: "hk-offstage", "aria-live": "polite", role: "status" });
    this.task = h("section", { class: "hk-task", hidden: true });
    this.points = h("section", { class: "hk-points", hidden: true });
    this.analysis = new Analysis(board);
    this.aside = h("p", { class: "hk-aside", hidden: true });
    this.banner = h("div", { class: "hk-banner", hidden: true });
    this.looking = w("p", "looking-back", { class: "hk-looking", hidden: true });
    // Everything that is said has one room, which is always there and as large as it is: nothing beside it ever moves.
    this.lead = h("div", { class: "hk-lead" }); // of whoever put the board where it is: the name of a lesson
    this.said = h("div", { class: "hk-said", role: "group", "aria-label": () => word("said"), onclick: () => this.widen(false) });
    this.scrolled = false;
    this.said.addEventListener("scroll", () => { this.scrolled = this.said.scrollTop > 0; }, { passive: true });
    this.all = wordButton(() => word(this.room?.classList.contains("is-open") ? "advice-close" : "said-all"), () => this.widen(!this.room.classList.contains("is-open")), "hk-all"); // for a long story alone
    this.all.hidden = true; // until the board is in sight and its text was measured
    this.saying = new ResizeObserver(() => this.resized()); // it may come to overflow without a new word
    this.all.tabIndex = -1; // one stop for both: by keys the text scrolls, or Enter opens it
    this.room = h("div", { class: "hk-room", onkeydown: (event) => this.pressed(event) }, this.said, this.all);
    this.saying.observe(this.said);
    this.next = wordButton("next-board", () => board.next(), "hk-main hk-next");
    this.slot = h("span", { class: "hk-slot" }); // for a way on of whoever put the board where it is
    this.deeds = h("div", { class: "hk-deeds" });
    // Below what is chosen are four places, each for one button at a time: whatever comes or goes, the others stay where they are.
    this.ways = h("div", { class: "hk-ways" }, this.deeds, this.next, this.slot);
    this.acts = h("div", { class: "hk-acts" }, this.choices, this.ways);
    this.which = h("p", { class: "hk-which" }); // move, or number
    this.words = h("div", { class: "hk-words" }, this.prompt);
    const sizes = new ResizeObserver(() => stop(this.words));
    sizes.observe(this.words);
    sizes.observe(this.prompt);
    this.card = h("div", { class: "hk-card" }, this.die, this.words, board.pondering.bar);
    this.makeTools();
    this.el = h("div", { class: "hk-panel" }, board.flick.el, this.card, this.acts, this.live);
  }

  makeTools() {
    const { board } = this;
    const go = (where) => () => board.go(where);
    this.buttons = {
      undo: iconButton("undo", "undo", () => board.undo()),
      redo: iconButton("redo", "redo", () => board.send({ do: "redo" })),
      first: iconButton("first", "first", go(() => 0)),
      back: iconButton("back", "back", go((ply) => ply - 1)),
      forward: iconButton("forward", "forward", go((ply) => ply + 1)),
      last: iconButton("last", "last", go(() => board.view.end)),
      pause: iconButton("pause", "pause", () => board.pause(!board.paused)),
      advice: iconButton("advice", "advice", () => board.pondering.advise()),
      chances: iconButton("chances", "chances-show", () => board.send({ do: "chances", on: !board.view.chances })),
      trial: iconButton("trial", "trial", () => board.send(board.view.trial ? { do: "leave" } : { do: "trial" }, true)),
      restart: iconButton("restart", "restart", () => board.restart()),
      game: iconButton("game", "new-game", () => board.setup.open()),
      turn: iconButton("turn", "turn-board", () => board.turnByHand()),
      sound: iconButton("sound", "sound", () => { setSounds(!sounds()); this.speak(); }),
      theme: iconButton("dark", "theme-dark", () => setTheme(nextTheme())),
    };
    this.lang = h("button", {
      type: "button", class: "hk-button hk-lang", lang: nextLanguage, "aria-label": () => WORDS[nextLanguage()]["language-label"], onclick: () => setLanguage(nextLanguage()),
    }, () => LANGUAGES[nextLanguage()]);
    this.count = h("span", { class: "hk-count" });
    const { undo, redo, first, back, forward, last, pause, advice, chances, trial, restart, game, turn, sound, theme: dark } = this.buttons;
    this.more = wordButton("tools-more", () => this.further(!board.el.classList.contains("is-more")), "hk-icon");
    const moments = h("span", { class: "hk-set" }, first, back, this.count, forward, last);
    this.tools = h("div", { class: "hk-tools" }, undo, pause, game, this.more,
      h("div", { class: "hk-further" }, redo, moments, advice, chances, trial, restart, turn, sound, h("span", { class: "hk-set hk-global" }, dark, this.lang)));
    this.further(false);
  }

  /** Show what is seldom wanted: the other tools, the record, the texts. */
  further(open) {
    this.board.el?.classList.toggle("is-more", open);
    this.more.setAttribute("aria-expanded", String(open));
    if (this.filled) this.refit(); // a long story is among it
  }

  /** @param {View} view @param {View | undefined} before */
  update(view, before) {
    const { board, buttons } = this;
    buttons.undo.disabled = !view.can.undo;
    buttons.redo.disabled = !view.can.redo;
    buttons.first.disabled = buttons.back.disabled = view.ply === 0;
    buttons.forward.disabled = buttons.last.disabled = view.ply === view.end;
    buttons.restart.disabled = view.end === 0;
    buttons.pause.hidden = view.seats.every((seat) => seat === "reader");
    // A board with a task is not for playing a game of one's own.
    buttons.game.hidden = view.task !== null;
    buttons.game.classList.toggle("is-kept", view.trial);
    buttons.advice.classList.toggle("is-kept", Boolean(view.task?.todo)); // that would give the answer away; its place is kept
    buttons.advice.disabled = !board.mayPlay();
    buttons.chances.setAttribute("aria-pressed", String(view.chances !== null));
    buttons.trial.setAttribute("aria-pressed", String(view.trial));
    buttons.trial.disabled = Boolean(view.over) && !view.trial;
    buttons.turn.hidden = !view.turns;
    this.analysis.update(view, before);
    this.speak();
    // The same again is an answer, too: it is seen to be given.
    const again = before?.refusal && view.refusal && before.n !== view.n && before.ply === view.ply;
    if (again) this.no.animate([{ opacity: 0.1 }, { opacity: 1 }], 400);
    if (before) this.announce(this.heard(view, before), again);
  }

  /** What a listener has not heard yet: the refusal or error, else what happened, and what is asked if that is new. @param {View} view @param {View | undefined} before */
  heard(view, before) {
    if (view.error) return say(view.error);
    if (view.refusal) return `${this.named(say(view.refusal.text))} (${word("rule", { clause: label(view.refusal.clause) })})`;
    if (view.advice) return this.analysis.heard();
    const told = say(view.told);
    const added = this.named(news(told, say(before.told), before.ply !== view.ply));
    const prompt = say(view.prompt) === say(before.prompt) || told.endsWith(say(view.prompt)) ? "" : this.named(say(view.prompt));
    const answer = view.task?.feedback && view.task.state !== before.task?.state ? say(view.task.feedback) : "";
    const asked = view.task && say(view.task.text) !== say(before.task?.text) ? say(view.task.text) : "";
    const points = view.points && !before.points ? this.named(say(view.points.said)) : "";
    return [added, prompt, asked, answer, points].filter(Boolean).join(" ");
  }

  /** A sentence with the names of those who play; a task speaks of its letters, unless it is from their game. */
  named(text) {
    const { task, seats } = this.board.view;
    return task && (task.key || !task.returns) ? text : named(text, seats);
  }

  /** Have it read aloud; the same once more, too, if it is said `again`: only a text that differs is read, so a space comes or goes. */
  announce(text, again = false) {
    if (text) this.live.textContent = again && this.live.textContent === text ? `${text}\u00a0` : text;
  }

  speak() {
    const { board } = this;
    const { view } = board;
    this.prompt.textContent = this.named(say(view.prompt));
    // What has pictures of its own is told step by step below.
    const told = this.named(toldAlone(say(view.told), say(view.prompt), view.steps.map(say)));
    this.told.textContent = told || (view.task || view.ply ? "" : say(view.titled)); // before the first move: what is played
    this.drawSteps(view);
    this.showNo(view);
    this.drawDie(view);
    this.drawChoices(view);
    this.drawTask(view);
    this.analysis.draw(view);
    this.drawPoints(view);
    this.buttons.sound.setAttribute("aria-pressed", String(sounds()));
    this.buttons.theme.draw(nextTheme());
    this.buttons.theme.speak(`theme-${nextTheme()}`);
    this.busy();
    this.buttons.chances.speak(view.chances ? "chances-hide" : "chances-show");
    this.buttons.trial.speak(view.trial ? "trial-back" : "trial");
    this.buttons.pause.draw(board.paused ? "resume" : "pause");
    this.buttons.pause.speak(board.paused ? "resume" : "pause");
    const [turn, turns] = [turnsOf(view.record, view.ply), turnsOf(view.record, view.end)];
    this.count.textContent = `${turn} / ${turns}`;
    this.count.title = word("move-count", { turn, turns });
    this.looking.hidden = !view.can.redo;
    this.next.hidden = !isDone(view) || this.slot.childElementCount > 0 || Boolean(this.deeds.querySelector(".hk-way-4")) || !board.following();
    this.fill();
  }

  /**
   * Put into the room what is said now. Its parts are put in anew when any has changed, so that none is seen to be pushed by another; a
   * reader who stands on one of their buttons stays there.
   */
  fill() {
    const { said } = this;
    const { bar, advice } = this.analysis;
    const asked = this.asking ? [this.prompt, this.which] : [];
    const parts = [bar, this.banner, this.lead, this.task, this.no, this.told, this.steps, this.looking, ...asked, this.points, this.aside, advice];
    const now = parts.map((part) => (part.hidden ? "" : part.textContent)).join("\n");
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

  /** Does the task ask here, and the card hold no more than the die? Elsewhere the question stands beside the die. */
  asksHere() {
    return this.board.el.classList.contains("hk-tasked");
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
    if (!this.room.classList.contains("is-open")) requestAnimationFrame(() => this.measure());
  }

  pressed({ key, target }) {
    if (key === "Escape") this.widen(false);
    if (key === "Enter" && target === this.said) this.widen(!this.room.classList.contains("is-open"));
  }

  /** Let the room be as large as what is said, for as long as its reader reads. */
  widen(open) {
    this.room.classList.toggle("is-open", open);
    this.all.setAttribute("aria-expanded", String(open));
    this.all.speak();
  }

  /** @param {View} view */
  showNo(view) {
    this.no.hidden = !view.error && !view.refusal;
    this.no.replaceChildren();
    if (view.error) this.no.append(say(view.error));
    else if (view.refusal) {
      this.no.append(`${this.named(say(view.refusal.text))} `, h("span", { class: "hk-clause" }, `(${word("rule", { clause: label(view.refusal.clause) })})`));
    }
  }

  /** What the last move led to, a sentence a picture; each can be looked at again, and the board as it is now. @param {View} view */
  drawSteps(view) {
    const said = view.steps.length ? [...view.steps.map((step) => this.named(say(step))), word("steps-now")] : [];
    this.steps.hidden = !said.length;
    renewed(this.steps, ...said.map((text, step) =>
      h("li", {}, h("button", { type: "button", "data-key": step, onclick: () => this.board.grid.look(step) }, text))));
    this.atStep(this.step);
  }

  /** Mark the step whose picture is shown; null for the board as it is. */
  atStep(step) {
    this.step = step;
    this.steps.querySelectorAll("button").forEach((button, at, all) => { button.ariaCurrent = at === (step ?? all.length - 1) ? "step" : null; });
  }

  /** @param {View} view */
  drawDie(view) {
    const acts = this.board.idle();
    const some = view.dice.length ? view.dice : view.chance || (acts && view.throw) ? [""] : [];
    const shown = view.over ? [] : some;
    this.die.replaceChildren(...shown.map((number) => (view.throw === "die" ? face(Number(number)) : card(number))));
    this.die.hidden = !shown.length && !view.throw;
    this.die.classList.toggle("is-kept", !shown.length);
    this.die.classList.toggle("is-waiting", acts);
    this.die.disabled = !acts;
    const [roll, , lies] = THROWS[view.throw];
    const key = view.chance ? roll : acts ? "die-auto" : lies;
    this.die.setAttribute("aria-label", word(key, { number: view.dice.join(", ") }));
    this.die.title = word(key, { number: view.dice.join(", ") });
  }

  /** The die was clicked: roll, or let the next player go on. */
  rolled() {
    this.board.wake();
    if (this.board.view.auto) this.board.goOn();
  }

  /** Buttons for moves that have no place on the board, numbers to choose when the dice are the reader's own, and a way to begin. @param {View} view */
  drawChoices(view) {
    const { board } = this;
    const offered = [];
    if (this.several?.ply === view.ply && this.several.text === view.text) offered.push(...this.several.moves);
    else if (board.mayPlay()) offered.push(...view.moves.filter(({ path }) => path.length === 0));
    else if (board.choosesNumbers()) offered.push(...view.moves);
    const passes = view.moves.some(({ path }) => path.length); // to pass is not what is proposed where a step is possible
    const buttons = offered.map((move) => {
      const button = h("button", { type: "button", class: `hk-button ${view.chance ? "hk-number" : passes && move.text.startsWith("-") ? "" : "hk-main"}`, onclick: () => board.play([move]) });
      if (view.chance && view.throw === "die" && isSide(move.text)) button.append(face(Number(move.text)));
      else button.textContent = this.named(say(move.label));
      button.setAttribute("aria-label", this.named(say(move.label)));
      button.dataset.move = move.text;
      return button;
    });
    if (board.flick.open && board.flick.piece) {
      const { piece } = board.flick;
      buttons.push(h("button", { type: "button", class: "hk-button hk-main", "data-flick": piece, onclick: () => board.flick.go() }, word("flick-go", { piece })));
    }
    buttons.push(...waysOn(board));
    const [roll, choose] = THROWS[view.throw];
    if (!buttons.length && board.idle()) buttons.push(wordButton(view.chance ? roll : "die-auto", () => this.rolled(), "hk-main"));
    const had = this.choices.contains(document.activeElement);
    const said = view.chance && buttons.length > 1 ? word(choose) : this.several ? word("which-move") : null;
    this.which.remove(); // made anew, so that a longer question above it pushes nothing
    this.which = h("p", { class: "hk-which" }, buttons.length ? said : "");
    board.el.classList.toggle("hk-tasked", Boolean(view.task && view.throw && !view.flick));
    // A task says what to do; the game asks besides where there is more to it than one move, else it is read aloud alone.
    const quiet = this.asksHere() && !view.task.keeps && (isDone(view) || (!view.ply && !buttons.length));
    this.prompt.classList.toggle("hk-offstage", quiet);
    this.asking = this.asksHere() && !quiet;
    if (!this.asking && this.prompt.parentElement !== this.words) this.words.prepend(this.prompt);
    if (!this.asking) this.prompt.after(this.which);
    else if (said) this.filled = undefined;
    this.choices.replaceChildren(...buttons);
    // The button that had the focus is gone: the reader goes on where the next thing is to be done.
    if (had && !this.choices.contains(document.activeElement)) board.takeFocus();
  }

  /** @param {View} view */
  drawTask(view) {
    const { task } = view;
    this.task.hidden = !task;
    const had = this.deeds.contains(document.activeElement);
    for (const row of [this.ways, this.tools]) row.classList.toggle("is-many", Boolean(task?.others || task?.without)); // one :has of the board would style all of it anew with every change
    this.ways.classList.toggle("is-led", Boolean(task?.linked || task?.returns));
    this.deeds.replaceChildren(...this.deedsOf(view));
    if (had && !this.deeds.contains(document.activeElement)) this.board.takeFocus();
    if (!task) return;
    const nodes = [h("p", { class: "hk-asked" }, h("strong", { class: "hk-kind" }, `${word(task.linked ? "task-linked" : "task")}. `), this.named(say(task.text)))];
    if (task.feedback && task.state !== "open") {
      const sign = SIGNS[task.state];
      nodes.push(h("p", { class: `hk-answer is-${task.state}` },
        h("strong", {}, h("span", { "aria-hidden": "true" }, sign), `${word(`task-${task.state}`)}. `), this.named(say(task.feedback))));
    } else if (task.feedback) nodes.push(h("p", { class: "hk-answer" }, say(task.feedback)));
    if (task.hint && task.shown) nodes.push(h("p", { class: "hk-hint" }, h("strong", {}, `${word("hint")}. `), say(task.hint)));
    if (task.key) nodes.push(h("p", { class: "hk-quiet" }, solvedOf(view)));
    this.task.replaceChildren(...nodes);
  }

  /**
   * What may be done about a task, or a line that is tried: each button with the place that is its own, first to fourth. Trying again and a
   * hint have the same one, as the way on of a puzzle has that of the next board.
   * @param {View} view
   */
  deedsOf(view) {
    const { board } = this;
    const { task } = view;
    const found = [];
    const put = (place, button) => {
      button.classList.add(`hk-way-${place}`);
      found.push(button);
    };
    if (task && task.state !== "open" && view.ply) put(1, wordButton("task-again", () => board.restart(true)));
    else if (task?.hint && !task.shown && !isDone(view)) put(1, wordButton("hint", () => board.send({ do: "hint" })));
    if (task?.others) put(2, wordButton("another", () => board.send({ do: "example" })));
    if (task?.without) put(3, wordButton("without", () => board.send({ do: "without" })));
    else if (task?.linked || task?.returns) put(3, wordButton(task.returns ? "task-back" : "task-leave", () => board.send({ do: "leave" })));
    for (const button of task ? [] : this.analysis.buttons()) put(1, button);
    for (const button of view.trial ? [] : puzzleButtons(board)) put(4, button);
    return found;
  }

  /** What a finished game brought, and its next game. @param {View} view */
  drawPoints(view) {
    const { board } = this;
    const ended = isEnd(view);
    this.points.hidden = !view.points && !ended;
    const had = this.points.contains(document.activeElement);
    const next = () => {
      board.send({ do: "next" }, true);
      board.takeFocus();
    };
    const [title, ...rest] = view.points ? pointsOf(view.points, view.task ? null : next, (text) => this.named(text)) : [];
    // Beside a task, whose answer tells of them, points are opened by who wants them.
    const folded = title && view.task ? [h("details", { ontoggle: () => this.refit() }, h("summary", {}, title.textContent), ...rest)] : [title, ...rest];
    this.points.replaceChildren(...(ended ? [standing(board)] : []), ...folded.filter(Boolean));
    if (had && !this.points.contains(document.activeElement)) board.takeFocus();
  }

  /** Several legal moves fit what was pointed at: let the reader say which. */
  ask(moves) {
    const { ply, text } = this.board.view;
    this.several = { ply, text, moves };
    this.drawChoices(this.board.view);
    this.drawTask(this.board.view);
    this.fill();
    this.choices.querySelector("button")?.focus();
  }

  /** Is an answer slow to come? */
  thinking(on) {
    this.slow = on;
    this.busy();
  }

  /** An answer is waited for, or a player looks ahead; advice that is being looked for can be stopped where it is asked for. */
  busy() {
    const { asked } = this.board.pondering;
    const on = Boolean(this.slow || asked);
    this.card.classList.toggle("is-thinking", on);
    this.card.setAttribute("data-thinking", on ? word("thinking") : "");
    this.buttons.advice.draw(asked?.what === "hint" ? "stop" : "advice");
    this.buttons.advice.speak(asked?.what === "hint" ? "advice-stop" : "advice");
  }

  /** A sentence aside; none: what was said is read. */
  note(text) {
    if (this.aside.textContent === text) return;
    this.aside.hidden = !text;
    this.aside.textContent = text;
    this.announce(text);
    this.fill();
  }

  /** A strip above the board: a game kept here, or a session that has ended; nothing: none. @param {(() => string) | null} told */
  say(told = null, ...buttons) {
    this.banner.hidden = !told;
    this.banner.replaceChildren(...(told ? [h("p", {}, told), h("div", { class: "hk-buttons" }, ...buttons)] : []));
    this.fill();
  }
}
