// The first lesson on the cover, before any Python is loaded: all responses at this position are precomputed (first_lesson.py).
// Anything beyond it leads to the page of lessons, where the game continues on a full board.

import { render } from "../boards/board.js";
import { linkTo } from "../stage/address.js";
import { Model } from "../stage/model.js";
import { applyPatch } from "../stage/patch.js";
import { remember, remembered } from "./progress.js";

/** A model with precomputed answers, with the interface of a board's model. */
class Prepared extends Model {
  constructor({ view, answers }, lessons) {
    super({ name: view.name, _view: view, keep: false, awake: false });
    this.first = view;
    this.answers = answers;
    this.lessons = lessons;
  }

  get view() { return this.state._view; }

  send({ n, ply: _ply, ...message }) {
    const answer = this.answer(message);
    if (!answer) return this.continueInLessons();
    queueMicrotask(() => {
      const { hint, shown } = this.view.task;
      const task = shown && message.do !== "restart" ? { ...answer.task, hint, shown } : answer.task;
      if (task.state === "right") this.remember(this.first.name);
      this.take({ _view: { ...answer, task, n } });
    });
  }

  /** Return the precomputed view, or undefined. */
  answer(message) {
    if (["restart", "undo"].includes(message.do)) return this.first;
    if (this.view.ply) return undefined;
    const patch = this.answers[JSON.stringify(message)] ?? (message.do === "try" && this.dropped(message.path));
    return patch && applyPatch(this.first, patch);
  }

  /** Return the answer to a drop: a shared one with the square filled in, or for a piece that cannot move the answer to a click on it. */
  dropped([from, to]) {
    const tried = (path) => this.answers[JSON.stringify({ do: "try", path })];
    const same = tried([from, "{to}"]);
    return same ? JSON.parse(JSON.stringify(same).replaceAll("{to}", to)) : tried([from]);
  }

  remember(at) {
    const { done } = remembered();
    remember({ done: done.add(this.first.name), at });
  }

  continueInLessons() {
    location.assign(linkTo(this.view, this.lessons));
  }
}

/** Insert the board; its title and next link are already in the page. */
function start(place) {
  const model = new Prepared(PREPARED, place.dataset.lessons);
  const page = place.parentElement;
  const next = page.querySelector("a.hk-main");
  next.addEventListener("click", () => model.remember(NEXT));
  model.on("change:_view", () => { next.hidden = model.view.task.state !== "right"; }); // before the board looks for it
  const { size } = remembered().done;
  if (size) document.querySelector(".rb-doors a").setAttribute("data-done", `✓ ${size}/10`);
  const el = document.createElement("div");
  render({ model, el });
  place.replaceChildren(el);
  el.querySelector(".hk-lead").replaceChildren(page.querySelector("h1"));
  el.querySelector(".hk-slot").replaceChildren(next);
}

start(document.getElementById("rb-first"));
