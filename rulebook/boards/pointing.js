// Part of board.js: what pointing at cells means, and what is marked on them. It looks at the view only; it knows no rules.

/** @typedef {{ may: boolean, chosen: boolean, to: boolean, aim: boolean, why: boolean }} Marks */

/**
 * What is marked on every cell: where moves begin, what has been chosen, where it may go (or what may be pointed at without choosing),
 * and what stood in the way of the move that was refused. `open`: is it for a reader to move? `aimed`: cell -> disc that may be flicked.
 * @param {Pick<View, "cells" | "moves" | "refusal">} view
 * @param {{ open: boolean, chosen?: string | null, aimed?: Record<string, string>, disc?: string | null }} state
 * @returns {Map<string, Marks>}
 */
export function marked(view, { open, chosen = null, aimed = {}, disc = null }) {
  const starts = new Set(Object.keys(aimed));
  const targets = new Set();
  for (const { path, aim } of open ? view.moves : []) {
    if (path.length === 1 && !chosen) targets.add(path[0]); // with a piece in the hand only its own targets are meant
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

/** The moves from one cell to another. @param {MoveView[]} moves */
export function between(moves, from, to) {
  return moves.filter(({ path }) => path.length > 1 && path[0] === from && path.at(-1) === to);
}

/**
 * What pointing at a cell means: moves to play (more than one: the reader is asked which), a cell to choose (null: nothing any more), or
 * a path to ask about. Pointing at another piece asks about that piece, at an empty cell about going there.
 * @param {MoveView[]} moves the legal ones, none if it is not for a reader to move
 * @param {string} cell @param {string | null} chosen @param {boolean} occupied
 * @returns {{ play: MoveView[] } | { choose: string | null } | { ask: string[] }}
 */
export function meant(moves, cell, chosen, occupied) {
  const there = chosen && chosen !== cell ? between(moves, chosen, cell) : [];
  if (there.length) return { play: there };
  const here = moves.filter(({ path }) => path[0] === cell);
  if (here.length === 1 && (here[0].path.length === 1 || here[0].quick)) return { play: here };
  if (here.length && here.every(({ path }) => path.length === 1)) return { play: here };
  if (here.length) return { choose: chosen === cell ? null : cell };
  const aimed = moves.filter(({ path, aim }) => aim && path.at(-1) === cell);
  if (aimed.length) return { play: aimed };
  return { ask: chosen && chosen !== cell && !occupied ? [chosen, cell] : [cell] };
}

const FINGER = 22; // px: half of what a fingertip is given
const ALIKE = 5; // px: a finger cannot tell what differs by less

/**
 * Which cells a finger means: of those that may be meant the one whose middle is nearest, if it is within a fingertip, and those that are
 * as near. None if no such cell is there.
 * @param {Iterable<[string, { left: number, top: number, width: number, height: number }]>} boxes of the screen @param {number} x @param {number} y
 */
export function fingered(boxes, x, y) {
  const near = [...boxes].map(([id, { left, top, width, height }]) => {
    const [dx, dy] = [x - left - width / 2, y - top - height / 2];
    return { id, far: Math.hypot(dx, dy), within: Math.abs(dx) <= Math.max(FINGER, width / 2) && Math.abs(dy) <= Math.max(FINGER, height / 2) };
  }).filter(({ within }) => within).sort((one, other) => one.far - other.far);
  return near.filter(({ far }) => far - near[0].far < ALIKE).map(({ id }) => id);
}

/** Is a piece in the hand put down by what has come? Not by an answer that changed nothing on the board, but by a wrong move of a task, which has been put back. @param {View} view @param {View | undefined} before */
export function putDown(view, before) {
  return !before || before.ply !== view.ply || before.text !== view.text || view.task?.state === "wrong";
}

/**
 * The pictures to show one after the other, none if the picture is the same, and whether they tell of a move: one that has just been made
 * and is seen has its story, else there is only what is so now.
 * @param {View} view @param {View | undefined} before @param {boolean} seen
 */
export function story(view, before, seen) {
  if (before && before.svg === view.svg) return { pictures: [], tells: false };
  const tells = Boolean(before) && view.ply === before.ply + 1 && seen;
  return { pictures: tells ? [...view.frames, view.svg] : [view.svg], tells };
}

/**
 * Does something automatic wait for the reader, so that the die (or a button) sets it going? Before the board has been touched, while the answer
 * to a task is read, when he has stopped it, looks back, chooses what is thrown, or must first try what is refused.
 * @param {Pick<View, "auto" | "waits" | "can">} view @param {{ awake: boolean, reading: boolean, paused: boolean, chooses: boolean }} reader
 */
export function idles(view, { awake, reading, paused, chooses }) {
  return Boolean(view.auto) && (!awake || reading || paused || view.waits || view.can.redo || chooses);
}

/** What of a story a listener has not heard yet: what was added to it, nothing if it is the same and nothing was moved. */
export function news(told, was, moved) {
  if (was && told.startsWith(was) && told !== was) return told.slice(was.length).trim();
  return told === was && !moved ? "" : told;
}

/** The story without the question at its end, and without what has pictures of its own. @param {string[]} steps */
export function toldAlone(told, prompt, steps) {
  const story = prompt && told.endsWith(prompt) ? told.slice(0, -prompt.length) : told;
  return steps.reduce((text, step) => text.replace(step, ""), story).replace(/ +/g, " ").trim();
}
