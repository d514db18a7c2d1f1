// Part of board.js: the advice of a good player, revealed step by step, and everybody's chances as a bar.

import { h, localize, word, wordButton } from "../stage/page.js";

/** Return whether the advice has estimates: players of games with aimed moves give none. @param {AdviceView} advice */
const hasChances = ({ moves }) => moves.some(({ chance }) => chance !== null);

/** Return the estimate of a move in words. @param {AdvisedView} move */
const estimateOf = ({ chance }) => (chance === null ? word("advice-none") : word("advice-chance", { chance }));

export class Analysis {
  constructor(board) {
    /** @type {{ view: View } & Record<string, any>} */
    this.board = board;
    this.advice = h("section", { class: "hk-advice", hidden: true });
    this.bar = h("div", { class: "hk-chances", role: "img", hidden: true });
    this.revealed = 0; // steps of the advice that are shown; 0: the advice is closed
  }

  /** @param {View} view @param {View | undefined} before */
  update(view, before) {
    if (view.advice && view.advice !== before?.advice) this.begin(view.advice);
  }

  /** Return functions that make the nodes of each step: which piece, which move, why, and the chances of all moves. @param {AdviceView} advice */
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
    this.revealed = 1;
    if (advice.which && this.board.mayPlay()) this.board.grid.choose(advice.cell);
  }

  /** Return the text of the latest step, for the live region. */
  announcement() {
    const last = this.steps(this.board.view.advice)[this.revealed - 1]();
    return [word("advice"), ...last.map((node) => node.textContent)].join(" ");
  }

  revealNext() {
    const { panel } = this.board;
    this.revealed += 1;
    panel.draw();
    panel.announce(this.announcement());
    (this.advice.querySelector(".hk-more-advice") ?? this.advice.querySelector("button"))?.focus({ preventScroll: true });
  }

  close() {
    this.revealed = 0;
    this.board.panel.draw();
  }

  /** Return a list of moves to play by a click, with estimates as bars and words if wanted. */
  list(moves, estimated) {
    return h("ol", {}, ...moves.map((one) => h("li", {},
      h("button", { type: "button", class: "hk-button", onclick: () => this.board.send({ do: "play", move: one.text }) }, this.board.panel.withNames(localize(one.label))),
      ...(estimated ? [h("span", { class: "hk-bar", "aria-hidden": "true" }, h("span", { style: `width: ${one.chance ?? 0}%` })),
        h("span", { class: "hk-percent" }, estimateOf(one))] : []))));
  }

  /** @param {View} view */
  draw(view) {
    this.drawBar(view);
    this.board.panel.put(this.advice, view.advice && this.revealed ? this.section(view.advice) : []);
  }

  /** Return the steps revealed so far, and the buttons. @param {AdviceView} advice */
  section(advice) {
    const steps = this.steps(advice);
    const isAll = this.revealed >= steps.length;
    // The list of all moves includes the best one, so its own step is dropped.
    const shown = isAll && hasChances(advice) ? steps.filter((_, k) => k !== (advice.which ? 1 : 0)) : steps.slice(0, this.revealed);
    const more = isAll ? [] : [wordButton("advice-more", () => this.revealNext(), "hk-main hk-more-advice")];
    return [h("h3", {}, word("advice")), ...shown.flatMap((step) => step()), h("div", { class: "hk-buttons" }, ...more, wordButton("advice-close", () => this.close()))];
  }

  /** Draw everybody's chance to win, side by side. @param {View} view */
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
