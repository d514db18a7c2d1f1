// The first lesson on the cover, before any Python is there: all that this one position can answer was answered beforehand
// (first_lesson.py). Whatever goes beyond it leads to the page of the lessons, where the same game goes on on a board that knows all.

import { render } from "../boards/board.js";
import { linkTo } from "../stage/address.js";
import { Model } from "../stage/model.js";
import { applyPatch } from "../stage/patch.js";
import { remember, remembered } from "./progress.js";

/** A model with prepared answers, as a board expects one of its Python half. */
class Prepared extends Model {
  constructor({ view, answers }, lessons) {
    super({ name: view.name, _view: view, keep: false, awake: false });
    this.first = view;
    this.answers = answers;
    this.lessons = lessons;
  }

  get view() { return this.state._view; }

  send({ n, ply: _ply, ...deed }) {
    const answer = this.answer(deed);
    if (!answer) return this.goOn();
    queueMicrotask(() => {
      const { hint, shown } = this.view.task;
      const task = shown && deed.do !== "restart" ? { ...answer.task, hint, shown } : answer.task;
      if (task.state === "right") this.remember(this.first.name);
      this.take({ _view: { ...answer, task, n } });
    });
  }

  /** The prepared view; undefined where there is none. */
  answer(deed) {
    if (["restart", "undo"].includes(deed.do)) return this.first;
    if (this.view.ply) return undefined;
    const patch = this.answers[JSON.stringify(deed)] ?? (deed.do === "try" && this.dropped(deed.path));
    return patch && applyPatch(this.first, patch);
  }

  /** The answer to a drop: for most squares the same but for their name, and of what cannot move as to a click on it. */
  dropped([from, to]) {
    const tried = (path) => this.answers[JSON.stringify({ do: "try", path })];
    const same = tried([from, "{to}"]);
    return same ? JSON.parse(JSON.stringify(same).replaceAll("{to}", to)) : tried([from]);
  }

  remember(at) {
    const { done } = remembered();
    remember({ done: done.add(this.first.name), at });
  }

  goOn() {
    location.assign(linkTo(this.view, this.lessons));
  }
}

/** Put the board in its place; its name and its way on are in the page already. */
function begin(place) {
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

begin(document.getElementById("rb-first"));
