// Part of board.js: puzzles on a free board, and which of them this browser's reader has solved.

import { storage, word } from "../stage/page.js";

const SOLVED = "hedgekit-puzzles";

/** The names of the puzzles that were solved here, whatever is stored. @returns {Set<string>} */
export function solved() {
  const names = storage.data(SOLVED);
  return new Set(Array.isArray(names) ? names.filter((name) => typeof name === "string") : []);
}

/** The puzzle to go on with: the next one that is not solved, else the next one; null if there is no other. @param {string[]} names @param {Set<string>} done @param {string} now */
export function following(names, done, now = "") {
  const at = names.indexOf(now);
  const others = [...names.slice(at + 1), ...names.slice(0, Math.max(at, 0))];
  return others.find((name) => !done.has(name)) ?? others[0] ?? null;
}

/** Keep that the puzzle on a board is solved, if it is. @param {View} view */
export function keepSolved({ task }) {
  const done = solved();
  if (task?.key && task.state === "right" && !done.has(task.key)) storage.set(SOLVED, JSON.stringify([...done, task.key]));
}

/** The puzzle to begin with where a game begins or has ended, or to go on with from one that is done; null elsewhere. @param {View} view */
export function nextPuzzle({ task, ply, over, puzzles }) {
  const offered = task ? Boolean(task.key) && task.state === "right" : ply === 0 || over;
  return offered ? following(puzzles, solved(), task?.key) : null;
}

/** How many of them are solved, to stand beside a task that is one. @param {View} view */
export function solvedOf({ task, puzzles }) {
  const done = solved();
  if (task.state === "right") done.add(task.key);
  return word("puzzle-solved", { solved: puzzles.filter((name) => done.has(name)).length, all: puzzles.length });
}
