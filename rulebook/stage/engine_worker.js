// The worker that runs the engine. For a simulation it gets a job with the address of the engine, then batches of games, and reports their measures;
// it also runs searches, one after the other. A search is stopped by its number, everything by terminating the worker.

import { engineAt, playGames } from "./engine.js";
import { cacheData, searchMoves } from "./engine_search.js";

let job = null;
let engine = null;
let lastSearch = Promise.resolve();
const stopped = new Set(); // numbers of searches

/** Yield to incoming messages, without the delay of timers. */
const yieldToMessages = () => new Promise((go) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = go;
  port2.postMessage(null);
});

async function search({ search: number, question, module }) {
  try {
    engine ??= await engineAt(module, question.module);
    cacheData(question);
    for (const steps = searchMoves(engine, question); !stopped.has(number); await yieldToMessages()) {
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
  if (data.search) return void (lastSearch = lastSearch.then(() => search(data)));
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
