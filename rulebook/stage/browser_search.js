// Searches of players that look ahead, in the reader's browser, to relieve the book's server and the page's Python. One worker of the page runs
// them in turn (engine_worker.js).

const LATE = 8000; // ms until the engine must have reported

let worker = null; // created for the first search
let searches = new Map(); // number -> callbacks
let given = new Set(); // keys of data that the worker has cached
let late = null;

/** Return the keys of cached data for searches under these rules. */
export const cachedKeys = (rules) => [...given].filter((key) => key.startsWith(`${rules} `));

function onMessage({ search: number, part, found, failed }) {
  clearTimeout(late);
  const on = searches.get(number);
  if (failed) fail(failed);
  else if (found) {
    searches.delete(number);
    on?.found(found);
  } else on?.progress(part);
}

/** Give up searching in this browser: all searches fail. */
function fail(why) {
  console.info(`Nobody looks ahead in this browser: ${why}`);
  clearTimeout(late);
  worker?.terminate();
  for (const on of searches.values()) setTimeout(on.failed);
  [worker, searches, given] = [null, new Map(), new Set()];
}

/**
 * Start a search in the page's worker. on: callbacks for progress (0 to 1), the result, and failure.
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
  made.onmessage = ({ data }) => onMessage(data);
  made.onerror = (event) => { event.preventDefault(); fail(event.message); };
  late = setTimeout(() => fail("late"), LATE);
  return made;
}

/** Stop a search: no more callbacks, and the worker is free within a slice. @param {number} number */
export function stopSearch(number) {
  if (searches.delete(number)) worker?.postMessage({ stop: number });
}
