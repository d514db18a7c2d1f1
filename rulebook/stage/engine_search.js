// A player's search by the engine in WebAssembly, some milliseconds at a time: what `hedgekit.games.race.play.analysis` does with it in Python, question
// by question (browser_search.py). What lies where in the engine's memory, the question says.

import { writeRecord } from "./engine.js";

const MOMENT = 20; // ms between two looks at what else there is to do
const MEASURED = 5; // ms of which a clock of a browser can be believed

const kept = new Map(); // key -> the data of its records

/**
 * The moves of a question, the best first, each with its looks added up, and how many they are; yields how much is done.
 * @param {any} engine @param {QuestionView} question
 * @returns {Generator<number, number[][]>}
 */
export function* searchMoves(engine, question, slice = MOMENT, now = () => performance.now()) {
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
    const more = Math.min(most, spent - before < MEASURED ? 8 * number : most, Math.floor(rate * spare * (milliseconds - spent)));
    if (more < worth * number) return found(engine, question, moves);
    number = more;
  }
}

const bytes = (text) => Uint8Array.from(atob(text), (char) => char.charCodeAt(0));

/** What comes with a first question is there for the next ones; before a search. @param {QuestionView} question */
export function cacheData({ key, records }) {
  if (records.every(({ data }) => data !== undefined)) kept.set(key, records.map(({ data }) => data.map(([begin, text]) => [begin, bytes(text)])));
  else if (!kept.has(key)) throw new Error(`no data of ${key}`);
}

/** @param {any} engine @param {QuestionView} question @param {number} playouts */
function begin(engine, { key, records, strength, seats }, playouts) {
  records.forEach((record, k) => writeRecord(engine, record, kept.get(key)[k]));
  numbers(engine.memory, strength, seats).fill(strength.bits === 64 ? BigInt(playouts) : playouts);
}

/** @param {any} memory @param {FieldView} field @param {number} many @returns {any} */
const numbers = ({ buffer }, { at, bits }, many) => new { 8: Int8Array, 16: Int16Array, 32: Int32Array, 64: BigInt64Array }[bits](buffer, at, many);

/** @param {any} engine @param {QuestionView} question */
function found({ memory }, { found: fields }, moves) {
  const [packed, total, tries, order] = fields.map((field) => Array.from(numbers(memory, field, moves), Number));
  return order.map((k) => [packed[k], total[k], tries[k]]);
}
