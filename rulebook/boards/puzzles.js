// Part of board.js: puzzles on a board for free games, and those solved in this browser.

import { storage, word } from "../stage/page.js";

const SOLVED = "hedgekit-puzzles";

/** Return the names of the solved puzzles, whatever is in storage. @returns {Set<string>} */
export function solvedPuzzles() {
  const names = storage.data(SOLVED);
  return new Set(Array.isArray(names) ? names.filter((name) => typeof name === "string") : []);
}

/** Return the next unsolved puzzle, else the next one; null if there is no other. @param {string[]} names @param {Set<string>} done @param {string} now */
export function nextUnsolved(names, done, now = "") {
  const at = names.indexOf(now);
  const others = [...names.slice(at + 1), ...names.slice(0, Math.max(at, 0))];
  return others.find((name) => !done.has(name)) ?? others[0] ?? null;
}

/** Store the puzzle of a board as solved, if it is. @param {View} view */
export function rememberSolved({ task }) {
  const done = solvedPuzzles();
  if (task?.key && task.state === "right" && !done.has(task.key)) storage.set(SOLVED, JSON.stringify([...done, task.key]));
}

/** Return the puzzle to offer: at the beginning and end of a game, and after a solved puzzle; else null. @param {View} view */
export function nextPuzzle({ task, ply, over, puzzles }) {
  const offered = task ? Boolean(task.key) && task.state === "right" : ply === 0 || over;
  return offered ? nextUnsolved(puzzles, solvedPuzzles(), task?.key) : null;
}

/** Return a sentence with the number of solved puzzles, for the task of a puzzle. @param {View} view */
export function solvedCount({ task, puzzles }) {
  const done = solvedPuzzles();
  if (task.state === "right") done.add(task.key);
  return word("puzzle-solved", { solved: puzzles.filter((name) => done.has(name)).length, all: puzzles.length });
}
