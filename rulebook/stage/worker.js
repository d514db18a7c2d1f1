// Counts games beside a page: gets a job with the address of the engine, then stretches of games, and tells what came of them. It is
// stopped by ending it.

import { engineAt, played } from "./engine.js";

let job = null;
let engine = null;

/** What keeps it from counting: the module cannot be had or is another one, or there is no memory for it. */
const failed = (error) => self.postMessage({ failed: error instanceof RangeError ? "memory" : "module", text: String(error) });

self.onmessage = async ({ data }) => {
  try {
    if (data.job) {
      job = data.job;
      engine = await engineAt(data.module, job.module);
      self.postMessage({ ready: true });
    } else {
      const { part, first, count } = data;
      for (const some of played(engine, job, job.parts[part], first, count)) self.postMessage({ part, ...some });
      self.postMessage({ ready: true });
    }
  } catch (error) {
    failed(error);
  }
};
