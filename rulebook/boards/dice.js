// Part of board.js: dice, cards and lots, drawn and in words.

import { s } from "../stage/page.js";

const PIPS = { 1: [[0, 0]], 2: [[-1, -1], [1, 1]], 3: [[-1, -1], [0, 0], [1, 1]], 4: [[-1, -1], [1, -1], [-1, 1], [1, 1]] };
PIPS[5] = [...PIPS[4], [0, 0]];
PIPS[6] = [...PIPS[4], [-1, 0], [1, 0]];

/** Draw a face of a die, without pips before the roll. */
export function face(number) {
  const pips = PIPS[number] ?? [];
  return s("svg", { viewBox: "0 0 50 50", "aria-hidden": "true", class: "hk-face" },
    s("rect", { x: 2, y: 2, width: 46, height: 46, rx: 10 }),
    ...pips.map(([x, y]) => s("circle", { cx: 25 + 12 * x, cy: 25 + 12 * y, r: 4.6 })));
}

/** Draw a card: face down before it is turned up, with a star for the joker. */
export function card(number) {
  const back = number === "";
  return s("svg", { viewBox: "0 0 50 50", "aria-hidden": "true", class: `hk-face ${back ? "is-back" : ""}` },
    s("rect", { x: 8, y: 2, width: 34, height: 46, rx: 5 }),
    ...(back ? [s("path", { d: "M15 15l5-6 5 6 5-6 5 6M15 27l5-6 5 6 5-6 5 6M15 39l5-6 5 6 5-6 5 6" })]
      : [s("text", { x: 25, y: 34, "text-anchor": "middle" }, number === "*" ? "★" : number)]));
}

// Kind of chance -> keys of its words: to throw, to enter what was thrown, and the result.
export const THROWS = {
  die: ["die-roll", "die-choose", "die"], card: ["card-roll", "card-choose", "card"],
  cards: ["cards-roll", "card-choose", "card"], lot: ["lot-roll", "lot-choose", "die"], sum: ["sum-roll", "sum-choose", "sum"], "": ["die-auto", "which-move", "die"],
};

/** Return whether a die has this side. */
export const isDieFace = (text) => text in PIPS;
