// Part of board.js: what a good player would do, told step by step; everybody's chances as a bar; and a line that is only tried.

import { h, localize, word, wordButton } from "../stage/page.js";

/** Are there estimates in the advice? Whoever aims says what he would do, and no chances. @param {AdviceView} advice */
const hasChances = ({ moves }) => moves.some(({ chance }) => chance !== null);

/** How good a move is, in words. @param {AdvisedView} move */
const rated = ({ chance }) => (chance === null ? word("advice-none") : word("advice-chance", { chance }));

export class Analysis {
  constructor(board) {
    /** @type {{ view: View } & Record<string, any>} */
    this.board = board;
    this.advice = h("section", { class: "hk-advice", hidden: true });
    this.bar = h("div", { class: "hk-chances", role: "img", hidden: true });
    this.many = 0; // steps of the advice that have been told; none: it was closed
  }

  /** @param {View} view @param {View | undefined} before */
  update(view, before) {
    if (view.advice && view.advice !== before?.advice) this.begin(view.advice);
  }

  /** What is told one after the other: which piece, which way, why, and the chances of all moves. @param {AdviceView} advice */
  steps(advice) {
    const [best] = advice.moves;
    return [
      ...(advice.which ? [() => [h("p", {}, this.board.panel.withNames(localize(advice.which)))]] : []),
      () => [this.list([best], false)],
      ...(advice.why ? [() => [h("p", {}, this.board.panel.withNames(localize(advice.why)))]] : []),
      ...(hasChances(advice) ? [() => [this.list(advice.moves, true), h("p", {}, `${word("advice-what")} ${word("advice-own")}`)]]
        : [() => [h("p", {}, word("advice-aimed"))]]),
    ];
  }

  /** @param {AdviceView} advice */
  begin(advice) {
    this.many = 1;
    if (advice.which && this.board.mayPlay()) this.board.grid.choose(advice.cell);
  }

  /** What a listener hears of the advice: the step told last. */
  heard() {
    const last = this.steps(this.board.view.advice)[this.many - 1]();
    return [word("advice"), ...last.map((node) => node.textContent)].join(" ");
  }

  more() {
    const { panel } = this.board;
    this.many += 1;
    panel.draw();
    panel.announce(this.heard());
    (this.advice.querySelector(".hk-more-advice") ?? this.advice.querySelector("button"))?.focus({ preventScroll: true });
  }

  close() {
    this.many = 0;
    this.board.panel.draw();
  }

  /** Moves to be played by a click, with a good player's estimates as bars and words. */
  list(moves, estimated) {
    return h("ol", {}, ...moves.map((one) => h("li", {},
      h("button", { type: "button", class: "hk-button", onclick: () => this.board.send({ do: "play", move: one.text }) }, this.board.panel.withNames(localize(one.label))),
      ...(estimated ? [h("span", { class: "hk-bar", "aria-hidden": "true" }, h("span", { style: `width: ${one.chance ?? 0}%` })),
        h("span", { class: "hk-percent" }, rated(one))] : []))));
  }

  /** @param {View} view */
  draw(view) {
    this.drawBar(view);
    this.board.panel.put(this.advice, view.advice && this.many ? this.told(view.advice) : []);
  }

  /** What has been told so far, and the way on. @param {AdviceView} advice */
  told(advice) {
    const steps = this.steps(advice);
    const isAll = this.many >= steps.length;
    // When all moves are listed the best of them is among them.
    const shown = isAll && hasChances(advice) ? steps.filter((_, k) => k !== (advice.which ? 1 : 0)) : steps.slice(0, this.many);
    const more = isAll ? [] : [wordButton("advice-more", () => this.more(), "hk-main hk-more-advice")];
    return [h("h3", {}, word("advice")), ...shown.flatMap((step) => step()), h("div", { class: "hk-buttons" }, ...more, wordButton("advice-close", () => this.close()))];
  }

  /** Everybody's chance to win, side by side. @param {View} view */
  drawBar(view) {
    const { bar, board } = this;
    const parts = Object.entries(view.chances ?? {});
    bar.setAttribute("aria-label", `${word("chances")} \u2013 ${parts.map(([player, chance]) => `${board.panel.withNames(player)} ${word("advice-chance", { chance })}`).join(", ")}`);
    bar.title = bar.getAttribute("aria-label");
    bar.replaceChildren(...parts.map(([player, chance]) => h("span", {
      class: `hk-letter-${player}`, style: `flex-grow: ${chance}`,
    }, chance >= 8 ? `${board.panel.withNames(player)} ${chance}` : "")));
  }
}
