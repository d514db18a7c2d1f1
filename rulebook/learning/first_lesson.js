// The first lesson on the cover, before any Python is there: all that this one position can answer was answered beforehand
// (first_lesson.py). Whatever goes beyond it leads to the page of the lessons, where the same game goes on on a board that knows all.

import { render } from "../boards/board.js";
import { linkOf } from "../stage/address.js";
import { applied } from "../stage/patch.js";
import { remember, remembered } from "./progress.js";

/** A model with prepared answers, as a board expects one of its Python half. */
class Prepared {
  constructor({ view, answers }, lessons) {
    this.first = this.view = view;
    this.answers = answers;
    this.lessons = lessons;
    this.listeners = new Set();
  }

  get(key) {
    return { name: this.first.name, _view: this.view, keep: false, awake: false }[key];
  }

  on(_event, listener) { this.listeners.add(listener); }

  off(_event, listener) { this.listeners.delete(listener); }

  send({ n, ply: _ply, ...deed }) {
    const answer = this.answer(deed);
    if (!answer) return this.goOn();
    queueMicrotask(() => {
      const { hint, shown } = this.view.task;
      this.view = { ...answer, n };
      if (shown && deed.do !== "restart") this.view.task = { ...answer.task, hint, shown };
      if (answer.task.state === "right") this.remember(this.first.name);
      for (const listener of this.listeners) listener();
    });
  }

  /** The prepared view; undefined where there is none. A drag of what cannot move is answered as a click on it. */
  answer(deed) {
    if (["restart", "undo"].includes(deed.do)) return this.first;
    if (this.view.ply) return undefined;
    const tried = (path) => this.answers[JSON.stringify({ do: "try", path })];
    const patch = this.answers[JSON.stringify(deed)] ?? (deed.do === "try" && (this.refusal(tried, deed.path) ?? tried([deed.path[0]])));
    return patch && applied(this.first, patch);
  }

  /** The refusal of a drop on a square, of which most say the same. */
  refusal(tried, [from, to]) {
    const same = from !== to && this.first.cells.some(({ id }) => id === to) && tried([from, "{to}"]);
    return same ? JSON.parse(JSON.stringify(same).replaceAll("{to}", to)) : undefined;
  }

  remember(at) {
    const { done } = remembered();
    remember({ done: done.add(this.first.name), at });
  }

  goOn() {
    location.assign(linkOf(this.view, this.lessons));
  }
}

/** Put the board in its place; its name and its way on are in the page already. */
function begin(place) {
  const model = new Prepared(PREPARED, place.dataset.lessons);
  const page = place.parentElement;
  const next = page.querySelector("a.hk-main");
  next.addEventListener("click", () => model.remember(NEXT));
  model.on("change:_view", () => { next.hidden = model.get("_view").task.state !== "right"; }); // before the board looks for it
  const { size } = remembered().done;
  if (size) document.querySelector(".rb-doors a").setAttribute("data-done", `✓ ${size}/10`);
  const el = document.createElement("div");
  render({ model, el });
  place.replaceChildren(el);
  el.querySelector(".hk-lead").replaceChildren(page.querySelector("h1"));
  el.querySelector(".hk-slot").replaceChildren(next);
}

begin(document.getElementById("rb-first"));
