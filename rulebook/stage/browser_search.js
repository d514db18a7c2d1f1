// Searches of players who look ahead, in the reader's browser: neither the book's server nor the Python of a page is kept from its boards. One
// worker of the page makes them (worker.js), one after the other.

const LATE = 8000; // ms for the engine to be there

let worker = null; // the page's, once a search has been asked for
let searches = new Map(); // number -> who hears of the search that is being made
let given = new Set(); // keys of data that the worker has
let late = null;

/** Keys of the data that this page has for questions under these rules. */
export const cachedKeys = (rules) => [...given].filter((key) => key.startsWith(`${rules} `));

function hear({ search: number, part, found, failed }) {
  clearTimeout(late);
  const on = searches.get(number);
  if (failed) fail(failed);
  else if (found) {
    searches.delete(number);
    on?.found(found);
  } else on?.progress(part);
}

/** No more searches are made here: whoever waits for one is told. */
function fail(why) {
  console.info(`Nobody looks ahead in this browser: ${why}`);
  clearTimeout(late);
  worker?.terminate();
  for (const on of searches.values()) setTimeout(on.failed);
  [worker, searches, given] = [null, new Map(), new Set()];
}

/**
 * Have the page's worker search. on: `progress` hears how much is done, `found` what was found, `failed` that there will be none.
 * @param {number} number @param {QuestionView} question @param {{ worker: string, module: string }} at
 * @param {{ progress: (part: number) => void, found: (moves: number[][]) => void, failed: () => void }} on
 */
export function search(number, question, at, on) {
  searches.set(number, on);
  if (typeof WebAssembly !== "object") return void fail("no WebAssembly");
  try {
    worker ??= begin(at.worker);
    worker.postMessage({ search: number, question, module: at.module });
    if (question.records.every(({ data }) => data !== undefined)) given.add(question.key);
  } catch (error) {
    fail(String(error));
  }
}

function begin(address) {
  const made = new Worker(address);
  made.onmessage = ({ data }) => hear(data);
  made.onerror = (event) => { event.preventDefault(); fail(event.message); };
  late = setTimeout(() => fail("late"), LATE);
  return made;
}

/** It is enough: nothing more is heard of a search, and the worker is free within a slice. @param {number} number */
export function stopSearch(number) {
  if (searches.delete(number)) worker?.postMessage({ stop: number });
}
