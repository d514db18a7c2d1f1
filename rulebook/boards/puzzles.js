// Part of board.js: puzzles on a free board, and which of them this browser's reader has solved.

import { kept, word, wordButton } from "../stage/page.js";
import { following, solvedOf } from "./solved.js";

const SOLVED = "hedgekit-puzzles";

export class Puzzles {
  constructor(board) {
    /** @type {{ view: View } & Record<string, any>} */
    this.board = board;
  }

  /** @param {View} view */
  update(view) {
    const solved = solvedOf(kept.get(SOLVED));
    if (view.task?.key && view.task.state === "right" && !solved.has(view.task.key)) {
      kept.set(SOLVED, JSON.stringify([...solved, view.task.key]));
    }
  }

  /** The button that begins with one where a game begins or has ended, or goes on from one that is done; none elsewhere. @param {View} view */
  buttons(view) {
    const offered = view.task ? Boolean(view.task.key) && view.task.state === "right" : view.ply === 0 || view.over;
    const next = offered ? following(view.puzzles, solvedOf(kept.get(SOLVED)), view.task?.key) : null;
    return next ? [wordButton(view.task ? "puzzle-next" : "puzzle-find", () => this.board.send({ do: "puzzle", key: next }, true))] : [];
  }

  /** How many of them are solved, to stand beside a task. @param {View} view */
  count(view) {
    const solved = solvedOf(kept.get(SOLVED));
    if (view.task?.key && view.task.state === "right") solved.add(view.task.key);
    return view.task?.key ? word("puzzle-solved", { solved: view.puzzles.filter((name) => solved.has(name)).length, all: view.puzzles.length }) : "";
  }
}
