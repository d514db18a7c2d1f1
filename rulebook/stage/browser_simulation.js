// Games counted in the reader's browser, so that neither the book's server nor the Python of a page is kept from its boards.
// Workers play them (worker.js); their results wait here until the sheet that asked for them sends them to Python.

const LATE = 15000; // ms for the engine to be there
const LARGEST = 1024; // games of a stretch; the engine's memory has so many rows
const SMALLEST = 16;
const MESSAGE = 64; // reports in a message
const [FIRST, LONGEST] = [100, 500]; // ms that a message waits for more: every next one longer

/** The next games to be played: of the part of which the least is given out, what may come last left for the end, if no other worker has it; null if there are none. */
export function nextBatch(parts, given, taken) {
  const ready = [...parts.keys()].filter((part) => !taken.has(part) && given[part] < parts[part].count);
  if (!ready.length) return null;
  const behind = (part) => given[part] < parts[part].soon ? given[part] / parts[part].soon : 1 + given[part] / parts[part].count;
  const part = ready.reduce((least, other) => (behind(other) < behind(least) ? other : least));
  const most = Math.max(SMALLEST, Math.min(LARGEST, given[part]));
  return { part, first: given[part], count: Math.min(most, parts[part].count - given[part]) };
}

/**
 * The games of a job, in the making. send: gets [part, how many, data] of some, and no more before `answered` is called; failed:
 * called once, when there will be no more.
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
    // Of two processors both: the page has little to do meanwhile, and whoever wakes up comes before those that are busy.
    const many = Math.max(1, Math.min(2, navigator.hardwareConcurrency ?? 1));
    try {
      for (let k = 0; k < many; k += 1) {
        const worker = new Worker(address);
        this.workers.push(worker);
        worker.onmessage = ({ data }) => this.hear(worker, data);
        worker.onerror = (event) => { event.preventDefault(); this.fail(event.message); };
        worker.postMessage({ job: this.job, module });
      }
    } catch (error) {
      this.fail(String(error));
    }
  }

  hear(worker, { ready, part, count, data, failed }) {
    clearTimeout(this.late);
    if (failed) this.fail(failed);
    else if (ready) this.giveOut(worker);
    else {
      this.found.push([part, count, data]);
      this.pass();
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

  /** What is there is sent once what was sent before is answered; soon, but not every few games. */
  pass() {
    if (this.unanswered || this.passing || !this.found.length) return;
    this.passing = setTimeout(() => {
      [this.passing, this.unanswered] = [null, true];
      this.send(this.found.splice(0, MESSAGE));
    }, this.pause);
    this.pause = Math.min(LONGEST, 1.2 * this.pause);
  }

  answered() {
    this.unanswered = false;
    this.pass();
  }

  fail(why) {
    if (this.ended) return;
    console.info(`No games are counted in this browser: ${why}`);
    this.stop();
    setTimeout(this.failed); // whoever makes this has it first
  }

  stop() {
    this.ended = true;
    clearTimeout(this.late);
    clearTimeout(this.passing);
    for (const worker of this.workers) worker.terminate();
    this.workers = [];
  }
}
