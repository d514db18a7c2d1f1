// Part of board.js: the meaning of input on cells, their marks, and what to show and announce of a new view. Pure functions of the view.

/** @typedef {{ may: boolean, chosen: boolean, to: boolean, aim: boolean, why: boolean }} Marks */

/**
 * Return the marks of every cell: where moves begin, the chosen piece, its targets (or targets that need no choice), and the cause of an
 * illegal move. `open`: whether a reader is to move; `aimed`: cell -> disc that may be flicked.
 * @param {Pick<View, "cells" | "moves" | "refusal">} view
 * @param {{ open: boolean, chosen?: string | null, aimed?: Record<string, string>, disc?: string | null }} state
 * @returns {Map<string, Marks>}
 */
export function cellMarks(view, { open, chosen = null, aimed = {}, disc = null }) {
  const starts = new Set(Object.keys(aimed));
  const targets = new Set();
  for (const { path, aim } of open ? view.moves : []) {
    if (path.length === 1 && !chosen) targets.add(path[0]); // a chosen piece has its own targets only
    else if (path.length > 1) {
      starts.add(path[0]);
      if (path[0] === chosen || (aim && !chosen)) targets.add(path.at(-1));
    }
  }
  const causes = new Set(view.refusal?.squares ?? []);
  return new Map(view.cells.map(({ id }) => [id, {
    may: starts.has(id), chosen: id === chosen || aimed[id] === disc, to: targets.has(id), aim: targets.has(id) && !chosen, why: causes.has(id),
  }]));
}

/** Return the moves from one cell to another. @param {MoveView[]} moves */
export function movesBetween(moves, from, to) {
  return moves.filter(({ path }) => path.length > 1 && path[0] === from && path.at(-1) === to);
}

/**
 * Return what pointing at a cell does: play one of some moves (the reader is asked which), choose a cell (null: clear the choice), or ask
 * why a path is illegal. Pointing at another piece asks about that piece, at an empty cell about moving there.
 * @param {MoveView[]} moves the legal moves, [] if no reader is to move
 * @param {string} cell @param {string | null} chosen @param {boolean} occupied
 * @returns {{ play: MoveView[] } | { choose: string | null } | { ask: string[] }}
 */
export function actionFor(moves, cell, chosen, occupied) {
  const there = chosen && chosen !== cell ? movesBetween(moves, chosen, cell) : [];
  if (there.length) return { play: there };
  const here = moves.filter(({ path }) => path[0] === cell);
  if (here.length === 1 && (here[0].path.length === 1 || here[0].quick)) return { play: here };
  if (here.length && here.every(({ path }) => path.length === 1)) return { play: here };
  if (here.length) return { choose: chosen === cell ? null : cell };
  const aimed = moves.filter(({ path, aim }) => aim && path.at(-1) === cell);
  if (aimed.length) return { play: aimed };
  return { ask: chosen && chosen !== cell && !occupied ? [chosen, cell] : [cell] };
}

const FINGER = 22; // px: half a fingertip
const ALIKE = 5; // px: a finger cannot distinguish distances that differ by less

/**
 * Return the cell whose centre is nearest to a touch, if it is within a fingertip, and the cells that are about as near; [] if there is none.
 * @param {Iterable<[string, { left: number, top: number, width: number, height: number }]>} boxes of the screen @param {number} x @param {number} y
 */
export function cellsAt(boxes, x, y) {
  const near = [...boxes].map(([id, { left, top, width, height }]) => {
    const [dx, dy] = [x - left - width / 2, y - top - height / 2];
    return { id, far: Math.hypot(dx, dy), within: Math.abs(dx) <= Math.max(FINGER, width / 2) && Math.abs(dy) <= Math.max(FINGER, height / 2) };
  }).filter(({ within }) => within).sort((one, other) => one.far - other.far);
  return near.filter(({ far }) => far - near[0].far < ALIKE).map(({ id }) => id);
}

/** Return whether a new view clears the chosen piece: if the position changed, and after a wrong move of a task, which was put back. @param {View} view @param {View | undefined} before */
export function clearsChoice(view, before) {
  return !before || before.ply !== view.ply || before.text !== view.text || view.task?.state === "wrong";
}

/**
 * Return the pictures to show one after the other, [] if the picture is the same, and whether they animate a move: a visible move that has
 * just been made has all its frames, otherwise there is only the current picture.
 * @param {View} view @param {View | undefined} before @param {boolean} seen
 */
export function framesToShow(view, before, seen) {
  if (before && before.svg === view.svg) return { pictures: [], animates: false };
  const animates = Boolean(before) && view.ply === before.ply + 1 && seen;
  return { pictures: animates ? [...view.frames, view.svg] : [view.svg], animates };
}

/**
 * Return whether an automatic move waits for the reader to start it: before the board has been touched, while they read the answer to a task,
 * after they paused or went back, if they enter the dice, or if a task wants an illegal move tried first.
 * @param {Pick<View, "auto" | "waits" | "can">} view @param {{ awake: boolean, reading: boolean, paused: boolean, chooses: boolean }} reader
 */
export function waitsForReader(view, { awake, reading, paused, chooses }) {
  return Boolean(view.auto) && (!awake || reading || paused || view.waits || view.can.redo || chooses);
}

/** Return the part of a text that has not been announced: the addition to the old text; "" if it is the same and nothing moved. */
export function newText(text, old, moved) {
  if (old && text.startsWith(old) && text !== old) return text.slice(old.length).trim();
  return text === old && !moved ? "" : text;
}

/** Return the narration without the prompt at its end, and without the steps, which have pictures. @param {string[]} steps */
export function narrationOnly(narration, prompt, steps) {
  const whole = prompt && narration.endsWith(prompt) ? narration.slice(0, -prompt.length) : narration;
  return steps.reduce((text, step) => text.replace(step, ""), whole).replace(/ +/g, " ").trim();
}
