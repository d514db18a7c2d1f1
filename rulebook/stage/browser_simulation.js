// Games simulated in the reader's browser, to relieve the book's server and the page's Python. Workers play them (engine_worker.js); the results are
// collected here until the sheet sends them to Python.

const LATE = 15000; // ms until the engine must have reported
const LARGEST = 1024; // games of a batch, which fit into the rows of the engine's memory
const SMALLEST = 16;
const MESSAGE = 64; // reports in a message
const [FIRST, LONGEST] = [100, 500]; // ms that messages wait for more reports, longer each time

/** Return the next batch: of the part that is most behind and that no other worker plays, games beyond `soon` last; null if there is none. */
export function nextBatch(parts, given, taken) {
  const ready = [...parts.keys()].filter((part) => !taken.has(part) && given[part] < parts[part].count);
  if (!ready.length) return null;
  const behind = (part) => given[part] < parts[part].soon ? given[part] / parts[part].soon : 1 + given[part] / parts[part].count;
  const part = ready.reduce((least, other) => (behind(other) < behind(least) ? other : least));
  const most = Math.max(SMALLEST, Math.min(LARGEST, given[part]));
  return { part, first: given[part], count: Math.min(most, parts[part].count - given[part]) };
}

/**
 * A running simulation. send: called with reports [part, count, data], and not again before `answered` is called; failed: called once if the
 * simulation ends early.
 */
export class Simulation {
  /** @param {JobView} job */
  constructor(job, { worker, module }, { send, failed }) {
    this.job = job;
    this.send = send;
    this.failed = failed;
    this.given = job.parts.map(() => 0);
    this.taken = new Map(); // part -> worker
    this.found = [];
    this.pause = FIRST;
    this.workers = [];
    this.late = setTimeout(() => this.fail("late"), LATE);
    if (typeof WebAssembly === "object") this.begin(worker, module);
    else this.fail("no WebAssembly");
  }

  begin(address, module) {
    // At most two workers, on both of two processors: the page has little to do meanwhile, and the scheduler favours it.
    const count = Math.max(1, Math.min(2, navigator.hardwareConcurrency ?? 1));
    try {
      for (let k = 0; k < count; k += 1) {
        const worker = new Worker(address);
        this.workers.push(worker);
        worker.onmessage = ({ data }) => this.onMessage(worker, data);
        worker.onerror = (event) => { event.preventDefault(); this.fail(event.message); };
        worker.postMessage({ job: this.job, module });
      }
    } catch (error) {
      this.fail(String(error));
    }
  }

  onMessage(worker, { ready, part, count, data, failed }) {
    clearTimeout(this.late);
    if (failed) this.fail(failed);
    else if (ready) this.giveOut(worker);
    else {
      this.found.push([part, count, data]);
      this.sendReports();
    }
  }

  giveOut(worker) {
    for (const [part, whose] of this.taken) if (whose === worker) this.taken.delete(part);
    const next = nextBatch(this.job.parts, this.given, this.taken);
    if (!next) return;
    this.taken.set(next.part, worker);
    this.given[next.part] += next.count;
    worker.postMessage(next);
  }

  /** Send the reports after a pause, once the previous message is answered. */
  sendReports() {
    if (this.unanswered || this.sendTimer || !this.found.length) return;
    this.sendTimer = setTimeout(() => {
      [this.sendTimer, this.unanswered] = [null, true];
      this.send(this.found.splice(0, MESSAGE));
    }, this.pause);
    this.pause = Math.min(LONGEST, 1.2 * this.pause);
  }

  answered() {
    this.unanswered = false;
    this.sendReports();
  }

  fail(why) {
    if (this.ended) return;
    console.info(`No games are counted in this browser: ${why}`);
    this.stop();
    setTimeout(this.failed); // after the constructor has returned
  }

  stop() {
    this.ended = true;
    clearTimeout(this.late);
    clearTimeout(this.sendTimer);
    for (const worker of this.workers) worker.terminate();
    this.workers = [];
  }
}
