// The sheet of lessons: a strip of ten, one board below it, and a way on. What has been done and where the reader was is kept by the
// browser; no lesson waits for another.

import { parseLink, pageUrl } from "../stage/address.js";
import { h, listen, rovingTabindex, s, localize, renderer, w, word } from "../stage/page.js";
import { Sheet } from "../boards/sheet.js";
import { remember, remembered } from "./progress.js";

/** Is a lesson behind the reader? A game is, whoever won it. @param {string | undefined} state */
const isDone = (state) => state === "right" || state === "over";

/** @extends {Sheet<CourseData, CourseView>} */
class Course extends Sheet {
  build() {
    const { lessons } = this.data;
    this.memory = remembered();
    this.steps = lessons.map((lesson, index) => h("button", { type: "button", class: "hl-step", onclick: () => this.open(index + 1, true) }, String(index + 1)));
    const strip = h("ol", { class: "hl-strip" }, ...this.steps.map((step) => h("li", {}, step)));
    this.stopAt = rovingTabindex(strip);
    // A hedgehog to be earned: coloured once all lessons are done.
    this.many = h("span", { "aria-hidden": "true" });
    this.badge = h("div", { class: "hl-badge", role: "img" }, s("svg", { viewBox: "0 0 44 28", "aria-hidden": "true" },
      s("path", { d: "M3 24 5 17 1 15l5-2-2-5 6 2 0-6 5 4 3-6 4 5 5-4 1 5 5-1 0 5 4 2 3 9z", class: "hl-spines" }),
      s("path", { d: "M26 13q10 0 16 9-7 5-17 3z", class: "hl-face" }), s("circle", { cx: 32, cy: 18, r: 1.6 }), s("circle", { cx: 41.4, cy: 22, r: 1.9 })), this.many);
    this.where = h("span", { class: "hl-where" });
    this.title = h("h2");
    this.next = this.button("next", () => this.open(this.view.at + 1, true), "hl-next");
    this.chapter = w("a", "chapter", { class: "hc-button is-main hl-next", href: pageUrl(this.data.chapter) });
    this.place = h("div", { class: "hl-board" });
    this.heard = h("p", { class: "hc-offstage", role: "status" });
    this.head = h("div", { class: "hl-head" }, this.where, this.title);
    this.el.append(h("nav", { "aria-label": () => word("name") }, strip, this.badge), this.place, h("div", { hidden: true }, this.head, this.next, this.chapter), this.heard);
    this.closers.push(listen(this.model, { "change:_left": () => this.done() }), listen(window, { hashchange: () => this.followLink() }));
    if (!this.followLink()) {
      const at = lessons.findIndex(({ name }) => name === this.memory.at) + 1;
      if (at > 1) this.open(at);
    }
  }

  /** Open the lesson whose board the address has a game for; the board then follows the link. Return whether there is one. */
  followLink() {
    const link = parseLink(location.hash);
    const at = this.data.lessons.findIndex(({ name }) => name === link?.board) + 1;
    if (!at) return false;
    if (at !== this.view.at) this.open(at);
    return true;
  }

  // ---- lessons ---------------------------------------------------------------------------------------------------

  open(lesson, byHand = false) {
    this.byHand = byHand;
    this.send({ do: "open", lesson });
  }

  update() {
    if (this.view.error || !this.view.at) return;
    // A reply to "open" brings a new board, even for the same lesson.
    if (this.shown === undefined || (this.view.n && this.shown !== this.view.n)) {
      this.shown = this.view.n;
      this.show();
    }
    this.done();
  }

  async show() {
    const { name } = this.data.lessons[this.view.at - 1];
    const byKeyboard = this.byHand && this.el.contains(document.activeElement) && document.activeElement.matches(":focus-visible");
    if (!await this.board(this.place, { awake: Boolean(this.byHand) })) return;
    // The lesson's name and the next button go to slots of the board's stage.
    this.place.querySelector(".hk-lead").replaceChildren(this.head);
    this.place.querySelector(".hk-slot").replaceChildren(this.next, this.chapter);
    this.retranslate();
    if (!this.byHand) return;
    this.memory.at = name;
    remember(this.memory);
    this.retranslate();
    this.heard.textContent = `${word("where", { number: this.view.at, many: this.steps.length })}. ${localize(this.model.get("_left").task.text)}`;
    const first = this.place.querySelector(".hk-cell[tabindex='0']");
    if (byKeyboard) first?.focus({ preventScroll: true });
    this.scrollToView();
  }

  /** Scroll into view without animation, so that nothing moves away from the pointer. */
  scrollToView() {
    const el = innerHeight < 500 ? this.place : this.el;
    const { top } = el.getBoundingClientRect();
    if (top < 0 || top > innerHeight / 3) el.scrollIntoView({ block: "start", behavior: "instant" });
  }

  /** Update progress when the lesson has been completed, or undone by stepping back. */
  done() {
    const view = this.model.get("_left");
    const state = view.task?.state;
    const { done } = this.memory;
    if (isDone(state) && this.data.lessons[this.view.at - 1]?.name === view.name && !done.has(view.name)) {
      done.add(view.name);
      this.memory.at = view.name;
      remember(this.memory);
    }
    if (state !== this.state && this.state !== undefined && (isDone(state) || state === "wrong")) this.scrollToView();
    this.state = state;
    this.retranslate();
  }

  retranslate() {
    const { lessons } = this.data;
    const { at } = this.view;
    if (!at) return;
    for (const [index, step] of this.steps.entries()) {
      const finished = this.memory.done.has(lessons[index].name);
      const name = word("lesson", { number: index + 1, title: localize(lessons[index].title) });
      step.classList.toggle("is-done", finished);
      step.setAttribute("aria-label", finished ? `${name}, ${word("done")}` : name);
      step.title = name;
      step.ariaCurrent = index + 1 === at ? "step" : null;
    }
    const earned = lessons.filter(({ name }) => this.memory.done.has(name)).length;
    this.many.textContent = `${earned}/${lessons.length}`;
    this.badge.classList.toggle("is-whole", earned === lessons.length);
    this.badge.setAttribute("aria-label", word("badge", { number: earned, many: lessons.length }));
    this.stopAt();
    const { parentElement: item } = this.steps[at - 1];
    item.parentElement.scrollLeft = item.offsetLeft - item.parentElement.offsetLeft - 88; // the strip is wider than a phone
    const last = at === lessons.length;
    const done = isDone(this.state);
    this.where.textContent = word("where", { number: at, many: lessons.length });
    this.title.textContent = localize(lessons[at - 1].title);
    this.next.hidden = last;
    this.next.classList.toggle("is-main", done);
    this.chapter.hidden = !last || !done;
  }
}

export const render = renderer(Course);
