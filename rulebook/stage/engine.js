// The engine as WebAssembly in a worker: plays the games of a job (browser_simulation.py) in slices of some milliseconds, and packs their measures.
// The job has the layout of the engine's memory.

const REPORT_INTERVAL = 50; // ms between two reports

/** Fetch an address, with an optional integrity check. */
async function fetchChecked(address, integrity = "") {
  const answer = await fetch(address, { integrity });
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer;
}

/** Decompress a gzip file; with some hosts the browser has already done so. */
async function decompress(blob) {
  const [one, other] = new Uint8Array(await blob.slice(0, 2).arrayBuffer());
  return one === 0x1f && other === 0x8b ? new Response(blob.stream().pipeThrough(new DecompressionStream("gzip"))).blob() : blob;
}

/**
 * Instantiate the engine's module at an address, compressed or not. Its hash must be that of the job: a compressed one is fetched again from a
 * blob, since `fetch` checks integrity everywhere, while `crypto.subtle` needs a secure origin.
 */
export async function engineAt(address, integrity) {
  if (!address.endsWith(".packed")) return engineOf(await (await fetchChecked(address, integrity)).arrayBuffer());
  const here = URL.createObjectURL(await decompress(await (await fetchChecked(address)).blob()));
  try {
    return await engineOf(await (await fetchChecked(here, integrity)).arrayBuffer());
  } finally {
    URL.revokeObjectURL(here);
  }
}

export async function engineOf(bytes) {
  return (await WebAssembly.instantiate(bytes, {})).instance.exports;
}

/**
 * Play games of a part of a job, from number `first`; yield the packed measures of the games that have ended since the last report.
 * @param {any} engine @param {JobView} job @param {PartView} part
 * @returns {Generator<{ count: number, data: string }>}
 */
export function* playGames(engine, job, part, first, count, slice = REPORT_INTERVAL) {
  for (const record of [job.rules[part.rules], part.mind]) writeRecord(engine, record);
  let [done, turns] = [0, 16];
  while (done < count) {
    const begun = performance.now();
    const now = engine.matches(first, count, job.seed, job.limit, 0, turns, done);
    const took = Math.max(performance.now() - begun, 0.001);
    turns = Math.max(1, Math.min(8 * turns, Math.floor((turns * slice) / took), 1 << 24));
    if (now > done) yield { count: now - done, data: packColumns(columns(engine, job, done, now), part.columns) };
    done = now;
  }
}

/** Write a record into memory: zeros, then data (offset, bytes), then 32-bit words. @param {any} engine @param {RecordView} record */
export function writeRecord({ memory }, { at, size, words }, data = []) {
  const record = new Uint8Array(memory.buffer, at, size).fill(0);
  for (const [begin, bytes] of data) record.set(bytes, begin);
  const whole = new Int32Array(memory.buffer, at, size / 4);
  for (const [place, word] of words) whole[place] = word;
}

/** Return a function that returns a column of the rows of some games. */
function columns({ memory }, { rows: [at, width] }, from, to) {
  const rows = new Int32Array(memory.buffer, at + 4 * width * from, width * (to - from));
  return (column) => Int32Array.from({ length: to - from }, (_, k) => rows[k * width + column]);
}

/** Pack columns as base64: each is a byte with the width of its integers (1, 2 or 4 bytes), then the integers. */
function packColumns(column, wanted) {
  const parts = wanted.map((index) => {
    const values = column(index);
    const [low, high] = values.reduce(([least, most], value) => [Math.min(least, value), Math.max(most, value)], [0, 0]);
    const Kind = low < 0 || high > 0xffff ? Int32Array : high > 0xff ? Uint16Array : Uint8Array;
    return [Uint8Array.of(Kind.BYTES_PER_ELEMENT), new Uint8Array(Kind.from(values).buffer)];
  });
  let text = "";
  for (const bytes of parts.flat()) for (let k = 0; k < bytes.length; k += 4096) text += String.fromCharCode(...bytes.subarray(k, k + 4096));
  return btoa(text);
}
