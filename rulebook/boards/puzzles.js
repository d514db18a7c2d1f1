// Part of board.js: puzzles on a free board, and which of them this browser's reader has solved.

import { kept, word, wordButton } from "../stage/page.js";

const SOLVED = "hedgekit-puzzles";

/** The names of the puzzles that were solved here, whatever is stored. @returns {Set<string>} */
export function solved() {
  const names = kept.data(SOLVED);
  return new Set(Array.isArray(names) ? names.filter((name) => typeof name === "string") : []);
}

/** The puzzle to go on with: the next one that is not solved, else the next one; null if there is no other. @param {string[]} names @param {Set<string>} done @param {string} now */
export function following(names, done, now = "") {
  const at = names.indexOf(now);
  const others = [...names.slice(at + 1), ...names.slice(0, Math.max(at, 0))];
  return others.find((name) => !done.has(name)) ?? others[0] ?? null;
}

export class Puzzles {
  constructor(board) {
    /** @type {{ view: View } & Record<string, any>} */
    this.board = board;
  }

  /** @param {View} view */
  update(view) {
    const [key, done] = [view.task?.key, solved()];
    if (key && view.task.state === "right" && !done.has(key)) kept.set(SOLVED, JSON.stringify([...done, key]));
  }

  /** The button that begins with one where a game begins or has ended, or goes on from one that is done; none elsewhere. @param {View} view */
  buttons(view) {
    const offered = view.task ? Boolean(view.task.key) && view.task.state === "right" : view.ply === 0 || view.over;
    const next = offered ? following(view.puzzles, solved(), view.task?.key) : null;
    return next ? [wordButton(view.task ? "puzzle-next" : "puzzle-find", () => this.board.send({ do: "puzzle", key: next }, true))] : [];
  }

  /** How many of them are solved, to stand beside a task. @param {View} view */
  count(view) {
    const done = solved();
    if (view.task?.key && view.task.state === "right") done.add(view.task.key);
    return view.task?.key ? word("puzzle-solved", { solved: view.puzzles.filter((name) => done.has(name)).length, all: view.puzzles.length }) : "";
  }
}
