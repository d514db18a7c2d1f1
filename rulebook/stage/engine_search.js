// A player's search by the engine as WebAssembly, in slices of some milliseconds: what `hedgekit.games.race.play.analysis` does in Python, for a
// question of browser_search.py, which has the layout of the engine's memory.

import { writeRecord } from "./engine.js";

const SEARCH_SLICE = 20; // ms
const MEASURABLE = 5; // ms: a browser's clock is too coarse for shorter times

const cache = new Map(); // key -> data of the records

/**
 * Search the moves of a question: yield progress (0 to 1); return rows of move, sum of playout results and number of playouts, best first.
 * @param {any} engine @param {QuestionView} question
 * @returns {Generator<number, number[][]>}
 */
export function* searchMoves(engine, question, slice = SEARCH_SLICE, now = () => performance.now()) {
  const { playouts, milliseconds, most, spare, worth } = question;
  let [number, spent] = [playouts, 0];
  for (;;) {
    begin(engine, question, number);
    const before = spent;
    let [some, asked, moves] = [1, 0, 0];
    while (!moves) {
      const begun = now();
      moves = engine.weigh(some);
      const took = Math.max(now() - begun, 0.001);
      [spent, asked] = [spent + took, asked + some];
      if (moves < 0) throw new Error("the engine failed");
      if (!moves) yield Math.min(1, milliseconds ? spent / milliseconds : asked / number);
      some = Math.max(1, Math.min(8 * some, Math.floor((some * slice) / took), 1 << 20));
    }
    const rate = number / Math.max(spent - before, 0.001);
    const more = Math.min(most, spent - before < MEASURABLE ? 8 * number : most, Math.floor(rate * spare * (milliseconds - spent)));
    if (more < worth * number) return found(engine, question, moves);
    number = more;
  }
}

const bytes = (text) => Uint8Array.from(atob(text), (char) => char.charCodeAt(0));

/** Cache the data of a question, or check that they are cached; to be called before a search. @param {QuestionView} question */
export function cacheData({ key, records }) {
  if (records.every(({ data }) => data !== undefined)) cache.set(key, records.map(({ data }) => data.map(([begin, text]) => [begin, bytes(text)])));
  else if (!cache.has(key)) throw new Error(`no data of ${key}`);
}

/** @param {any} engine @param {QuestionView} question @param {number} playouts */
function begin(engine, { key, records, strength, seats }, playouts) {
  records.forEach((record, k) => writeRecord(engine, record, cache.get(key)[k]));
  numbers(engine.memory, strength, seats).fill(strength.bits === 64 ? BigInt(playouts) : playouts);
}

/** @param {any} memory @param {FieldView} field @param {number} length @returns {any} */
const numbers = ({ buffer }, { at, bits }, length) => new { 8: Int8Array, 16: Int16Array, 32: Int32Array, 64: BigInt64Array }[bits](buffer, at, length);

/** @param {any} engine @param {QuestionView} question */
function found({ memory }, { found: fields }, moves) {
  const [packed, total, tries, order] = fields.map((field) => Array.from(numbers(memory, field, moves), Number));
  return order.map((k) => [packed[k], total[k], tries[k]]);
}
