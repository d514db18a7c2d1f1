// The sheet of a quiz: a picture of the position, the question, and the answers as buttons. An answer that is a square can also be chosen on
// the board: buttons serve the keyboard and screen readers, squares are quicker for pointers.

import { h, language, localize, renderer, w, word } from "../stage/page.js";
import { boxOf, sizeOf, styleOf } from "../boards/layout.js";
import { turnPicture } from "../boards/motion.js";
import { Sheet, ownId } from "../boards/sheet.js";

const UPRIGHT = 560; // px: below, lanes run upwards, as on boards

/** @extends {Sheet<{}, QuizView>} */
class Quiz extends Sheet {
  build() {
    this.title = h("h3");
    this.prompt = h("p", { class: "hq-prompt" });
    this.asked = h("p", { class: "hq-asked", id: ownId("asked") });
    this.picture = h("div", { class: "hq-picture" });
    this.places = h("div", { class: "hq-places" });
    this.stage = h("div", { class: "hk-board hq-stage", lang: language, "aria-hidden": "true" }, this.picture, this.places);
    this.position = h("p", { class: "hc-offstage" });
    this.answers = h("ol", { class: "hq-answers", "aria-labelledby": this.asked.id });
    this.help = w("p", "choose", { class: "hc-quiet" });
    this.said = h("p", { class: "hq-said", role: "status" });
    this.score = h("p", { class: "hc-quiet" });
    this.another = this.button("another", () => this.send({ do: "another" }));
    this.el.classList.add("hq");
    this.el.append(this.title, this.stage, this.position,
      h("div", { class: "hc-card" }, this.prompt, this.asked, this.answers, this.help, this.said,
        h("div", { class: "hq-foot" }, this.another, this.score)));
    this.sizes = new ResizeObserver(() => this.draw());
    this.sizes.observe(this.el);
    this.closers.push(() => this.sizes.disconnect());
  }

  answer(option) {
    if (!this.view.answered) this.send({ do: "answer", option, asked: this.view.asked });
  }

  update() {
    const { view } = this;
    if (!view.options || view.error) return;
    if (this.shown !== view.asked) {
      const had = this.shown !== undefined && this.el.contains(document.activeElement);
      this.shown = view.asked;
      this.drawn = null;
      this.buttons = view.options.map((_, option) => h("button", { type: "button", class: "hc-button hq-answer", onclick: () => this.answer(option),
        onmouseenter: () => this.point(option), onfocus: () => this.point(option), onmouseleave: () => this.point(null), onblur: () => this.point(null) }));
      this.answers.replaceChildren(...this.buttons.map((button) => h("li", {}, button)));
      if (had) this.buttons[0].focus();
      this.said.textContent = "";
    }
    this.draw();
    this.retranslate();
  }

  retranslate() {
    const { view } = this;
    if (!view.options || !this.buttons) return;
    const { number, title } = view.about;
    this.title.textContent = `${word("name")} · ${number ? word("variant", { number, title: localize(title) }) : word("base")}`;
    this.prompt.textContent = localize(view.prompt);
    this.asked.textContent = localize(view.text);
    this.position.textContent = `${word("position")} ${localize(view.position)}`;
    view.options.forEach(({ label, state }, option) => {
      const button = this.buttons[option];
      const sign = state === "right" ? "✓ " : state === "wrong" ? "✗ " : "";
      button.replaceChildren(...(sign ? [h("span", { "aria-hidden": "true" }, sign)] : []), localize(label),
        ...(sign ? [h("span", { class: "hc-offstage" }, ` – ${word(state)}`)] : []));
      button.classList.toggle("is-right", state === "right");
      button.classList.toggle("is-wrong", state === "wrong");
      button.ariaDisabled = state || view.answered ? "true" : null;
    });
    const last = view.options[view.last];
    this.help.hidden = Boolean(last);
    this.said.className = `hq-said ${last ? `is-${last.state}` : ""}`;
    if (last) this.said.replaceChildren(h("strong", {}, `${word(last.state)} `), localize(last.feedback));
    else this.said.textContent = "";
    this.another.classList.toggle("is-main", view.answered);
    this.score.textContent = view.done ? word("score", { right: view.right, asked: view.done }) : "";
  }

  // ---- the board -------------------------------------------------------------------------------------------------

  draw() {
    const { view } = this;
    const width = this.el.clientWidth;
    if (!width || !view.svg) return;
    const turned = view.turns && width < UPRIGHT;
    const shape = `${view.asked} ${turned}`;
    if (this.drawn !== shape) {
      this.drawn = shape;
      // The only injected markup: drawn and escaped by our own Python.
      this.picture.innerHTML = view.svg;
      turnPicture(this.picture.firstElementChild, turned, view.box);
      this.picture.classList.toggle("hk-upwards", turned);
      const [wide, high] = sizeOf(view.box, turned);
      this.stage.style.aspectRatio = `${wide} / ${high}`;
      this.stage.style.maxWidth = `${wide}px`;
      this.marks = view.options.map(({ cells }) => cells.filter((cell) => cell in view.cells).map((cell) => {
        const [x, y, w, tall] = view.cells[cell];
        const mark = h("div", { class: "hq-place", "data-cell": cell });
        mark.style.cssText = styleOf(boxOf({ x, y, w, h: tall }, view.box, turned));
        return mark;
      }));
      this.places.replaceChildren(...this.marks.flat());
      // If every answer is a different single square, clicking it chooses the answer.
      const single = this.marks.every((marks) => marks.length === 1) && new Set(view.options.map(({ cells }) => cells[0])).size === view.options.length;
      this.stage.classList.toggle("is-open", single);
      this.help.classList.toggle("hc-offstage", !single);
      this.marks.forEach((marks, option) => {
        if (single) marks[0].addEventListener("click", () => this.answer(option));
      });
      this.point(null);
    }
    this.marks.forEach((marks, option) => marks.forEach((mark) => {
      mark.classList.toggle("is-right", view.options[option].state === "right");
      mark.classList.toggle("is-wrong", view.options[option].state === "wrong");
    }));
  }

  /** Highlight the cells of an answer on the board. */
  point(option) {
    this.marks?.forEach((marks, other) => marks.forEach((mark, at) => {
      mark.classList.toggle("is-from", other === option && at === 0);
      mark.classList.toggle("is-to", other === option && at > 0);
    }));
  }
}

export const render = renderer(Quiz);
