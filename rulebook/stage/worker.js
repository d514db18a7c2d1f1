// What a page has done beside it by the engine: it counts games, for which it gets a job with the address of the engine, then stretches of
// games, and tells what came of them; and it searches for players who look ahead, one search after the other. It is stopped by ending it,
// a search by its number, too.

import { engineAt, playGames } from "./engine.js";
import { cacheData, searchMoves } from "./engine_search.js";

let job = null;
let engine = null;
let before = Promise.resolve(); // the search that comes first
const stopped = new Set(); // numbers of searches

/** Lets messages in, without the pause that timers make. */
const breath = () => new Promise((go) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = go;
  port2.postMessage(null);
});

async function search({ search: number, question, module }) {
  try {
    engine ??= await engineAt(module, question.module);
    cacheData(question);
    for (const steps = searchMoves(engine, question); !stopped.has(number); await breath()) {
      const { done, value } = steps.next();
      self.postMessage({ search: number, ...(done ? { found: value } : { part: value }) });
      if (done) break;
    }
    stopped.delete(number);
  } catch (error) {
    self.postMessage({ search: number, failed: String(error) });
  }
}

self.onmessage = async ({ data }) => {
  if (data.stop) return void stopped.add(data.stop);
  if (data.search) return void (before = before.then(() => search(data)));
  try {
    if (data.job) {
      job = data.job;
      engine = await engineAt(data.module, job.module);
      self.postMessage({ ready: true });
    } else {
      const { part, first, count } = data;
      for (const some of playGames(engine, job, job.parts[part], first, count)) self.postMessage({ part, ...some });
      self.postMessage({ ready: true });
    }
  } catch (error) {
    self.postMessage({ failed: String(error) });
  }
  return undefined;
};
