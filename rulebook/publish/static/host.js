// The page's side of a chapter. Every board is painted from the state that came with the page, those in sight first. Once a board is touched,
// Python answers for it: in the static book a Python that is then started in a worker, on a page of the server the server's (page_socket.js).
// Answers to many first moves came with the page, and need no Python.

/* global rbTrouble: trouble.js, Model: model.js, isEqual: model.js, PageSocket: page_socket.js */
const root = document.documentElement;
const config = JSON.parse(document.getElementById("rb-static").textContent);
const absolute = (path) => new URL(path, document.baseURI).href;
const places = [...document.querySelectorAll("[data-slot]")];
const models = new Map(); // by slot
let cells = []; // the sources that Python runs
let python = null; // a worker or the server, once a board was touched
const READING_TIME = 10_000; // ms for a sentence
const PAINT_INTERVAL = 500; // ms between boards that nobody has come near yet
const EDITION = document.querySelector("meta[name=hk-edition]")?.content; // of the static book
const START_DELAY = 1500; // ms before Python is fetched if its first answer came with the page: many readers make one move and read on

/** The model of a board whose Python half is in the worker or on the server. */
class BoardModel extends Model {
  constructor(slot, state) {
    super(state);
    this.first = { ...state };
    this.slot = slot;
    this.ahead = null; // answers to messages that may come, and the version of the view they are for
  }

  send(content, _callbacks, buffers = []) {
    if (!config.remote) root.dataset.hkBooting = ""; // boards wait for an answer while this is set, however long Python takes
    python ??= config.remote ? connect() : new PythonWorker();
    python.postMessage({ type: "message", slot: this.slot, content, buffers: buffers.map(bytesOf) }, this.hasAnswer(content));
  }

  cancel() { python?.cancel(); }

  /** Whether the answer to a message came with the page. */
  hasAnswer({ n: _n, ply: _ply, ...action }) {
    return Boolean(this.ahead) && this.ahead.v === this.state._view?.v && JSON.stringify(action) in this.ahead.answers;
  }

  setAhead(v, answers) {
    this.ahead = { v, answers };
    this.emit("ahead");
  }

  /** Take the answers that came with the page, unless Python has answered meanwhile. */
  setFirstAnswers({ v, answers }) {
    if (this.state._view?.v === v && !this.ahead) this.setAhead(v, answers);
  }

  /** Python has created the widget: paint only what differs. A board that is being restored stays as it is until its answer. */
  bind(state) {
    if (this.renewing) {
      this.renewing = false;
      Object.assign(this.state, state);
      return;
    }
    const changed = Object.entries(state).filter(([key, value]) => !isEqual(value, this.state[key]));
    if (changed.length) this.take(Object.fromEntries(changed));
  }
}

const bytesOf = (buffer) => (ArrayBuffer.isView(buffer) ? new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength) : new Uint8Array(buffer));

// ---- painting ------------------------------------------------------------------------------------------------------

const idle = () => new Promise((go) => (window.requestIdleCallback ? requestIdleCallback(go, { timeout: 200 }) : setTimeout(go, 1)));

/** Distance of a place from the viewport in pixels; -1 for a board that the address names. */
function distance(place) {
  if (isLinked(place)) return -1;
  if (place.closest("details:not([open])")) return 1e9;
  const { top, bottom } = place.parentElement.parentElement.getBoundingClientRect();
  return Math.max(0, top - innerHeight, -bottom);
}

function isLinked(place) {
  const name = models.get(place.dataset.slot)?.get("name");
  return Boolean(name) && location.hash.slice(1).split("&").includes(`board=${encodeURIComponent(name)}`);
}

async function paint(place) {
  const model = models.get(place.dataset.slot);
  if (!model || "painted" in place.dataset) return;
  for (let shut = isLinked(place) && place.closest("details:not([open])"); shut; shut = place.closest("details:not([open])")) shut.open = true;
  place.dataset.painted = "";
  unpainted.delete(place);
  const { default: widget } = await import(absolute(config.slots[place.dataset.slot]));
  await widget.initialize?.({ model });
  const whole = place.parentElement.parentElement;
  const { bottom } = whole.getBoundingClientRect();
  model.close = await widget.render({ model, el: place });
  whole.querySelector(".rb-coming")?.remove();
  // Keep the text in sight in place while a board above it is painted: scroll anchoring works badly in some browsers, and not at all in others.
  if (bottom <= 0) scrollBy({ top: whole.getBoundingClientRect().bottom - bottom, behavior: "instant" });
}

/** Places that are still pictures: painted when they come near, and one by one while the page is idle. */
const unpainted = new Set(places);

function paintLater() {
  const near = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      near.unobserve(target);
      paint(target.querySelector("[data-slot]"));
    }
  }, { rootMargin: "100% 0px" });
  for (const place of unpainted) near.observe(place.parentElement.parentElement);
  const done = () => !unpainted.size && mark("hkAllPainted");
  const paintNext = async () => {
    const [next] = [...unpainted].sort((a, b) => distance(a) - distance(b));
    if (!next) return done();
    await paint(next);
    setTimeout(() => (window.requestIdleCallback ? requestIdleCallback(paintNext) : paintNext()), PAINT_INTERVAL);
  };
  setTimeout(paintNext, 4 * PAINT_INTERVAL);
  addEventListener("beforeprint", () => Promise.all([...unpainted].map(paint)).then(done));
}

/** Fetch the JSON of a compressed part; the browser has unpacked it already if the host declares its encoding. */
async function fetchJson(part) {
  const answer = await fetch(absolute(part));
  if (!answer.ok) throw new Error(`${part}: ${answer.status}`);
  const data = new Uint8Array(await answer.arrayBuffer());
  const isCompressed = data[0] === 0x1f && data[1] === 0x8b;
  return new Response(isCompressed ? new Blob([data]).stream().pipeThrough(new DecompressionStream("gzip")) : data).json();
}

/** The state of a slot from states by trait (`_columns` in parts.py). */
function stateOf(slot, columns) {
  const state = {};
  for (const [trait, key, column] of columns.filter(([, , found]) => slot in found)) {
    if (key === null) state[trait] = column[slot];
    else (state[trait] ??= {})[key] = column[slot];
  }
  return state;
}

/** Tell the first board of a variant's page its distance from the top, so that both fit into one view. */
function fit() {
  const first = document.querySelector(".rb-first [data-slot]")?.parentElement.parentElement;
  if (first) first.style.setProperty("--hk-above", `${Math.ceil(first.getBoundingClientRect().top + scrollY) + 8}px`);
}

async function paintAll() {
  fit();
  for (const event of ["resize", "hedgekit:lang"]) addEventListener(event, fit);
  const answers = Object.entries(config.ahead).map(([slot, part]) => [slot, fetchJson(part).catch(() => null)]); // optional: Python can answer
  const { cells: sources, states } = await fetchJson(config.state);
  cells = sources;
  for (const { dataset: { slot } } of places) models.set(slot, new BoardModel(slot, stateOf(slot, states)));
  for (const [slot, fetched] of answers) fetched.then((found) => found && models.get(slot).setFirstAnswers(found));
  for (const code of config.codes) (await import(absolute(code))).default.initialize?.({ model: null });
  const near = [...places].sort((a, b) => distance(a) - distance(b));
  for (const place of near) place.dataset.name = models.get(place.dataset.slot).get("name") ?? "";
  for (const place of near.filter((one) => distance(one) <= innerHeight)) {
    if (distance(place) > 0) {
      mark("hkPainted");
      await idle();
    }
    await paint(place);
  }
  mark("hkPainted");
  loading.remove();
  root.dataset.hkBoards = "alive";
  paintLater();
}

const mark = (name) => { root.dataset[name] ??= Math.round(performance.now()); };

// ---- Python --------------------------------------------------------------------------------------------------------

const loading = document.getElementById("rb-loading");

/** Connect to the server. @returns {PageSocket} */
function connect() {
  const renew = (slot, again) => {
    const model = models.get(slot);
    const { changed } = model;
    const message = again ?? model.renewal?.() ?? null;
    Object.assign(model, { ahead: null, changed: false, renewing: Boolean(message) }); // a new board counts its versions from the start
    if (message || !changed) return message;
    showBriefly("anew");
    if (model.renewal) return null;
    reset(model);
    return false;
  };
  const booting = (on) => (on ? (root.dataset.hkBooting = "") : delete root.dataset.hkBooting);
  return new PageSocket(config.remote, { receive, renew, notice, booting });
}

/** Render a sheet as a reload of the page would: from its first state, its address and the browser's storage. */
function reset(model) {
  const place = places.find(({ dataset }) => dataset.slot === model.slot);
  place.style.minHeight = `${place.offsetHeight}px`; // the text below stays in place
  setTimeout(() => place.style.removeProperty("min-height"), READING_TIME);
  model.close();
  model.state = { ...model.first };
  place.replaceChildren();
  delete place.dataset.painted;
  paint(place);
}

let noticeTimer = 0;

/** Show a notice for as long as it takes to read it. */
function showBriefly(why) {
  notice(why);
  clearTimeout(noticeTimer);
  noticeTimer = setTimeout(() => notice(null), READING_TIME);
}

/** Show what is wrong with the server and the seconds until the next attempt; null removes the notice. */
function notice(why, seconds = 0) {
  const box = rbTrouble(why, why === "status-403");
  for (const element of box?.querySelectorAll("[data-seconds]") ?? []) element.textContent = String(seconds);
  const elsewhere = box?.querySelector("a"); // leads to the same game in the static book
  if (elsewhere) elsewhere.href = models.get(python.queue[0]?.slot)?.link?.(elsewhere.href) ?? elsewhere.href;
}

/** Whether fetching the memory image is faster than starting Python without it, as far as the browser knows its network. */
const isFast = () => !(navigator.connection?.saveData || /2g|3g/u.test(navigator.connection?.effectiveType ?? ""));

/** Python in a worker, fetched with the first message. Messages wait if it cannot be fetched at once. */
class PythonWorker {
  constructor() {
    this.queue = []; // unanswered messages
    this.worker = null;
    this.tries = 0;
    this.cancel();
  }

  /** Revoke the blob URL that messages so far carry: Python, which receives nothing while it works, checks from time to time whether it exists. */
  cancel() {
    URL.revokeObjectURL(this.cancelUrl);
    this.cancelUrl = URL.createObjectURL(new Blob(["1"]));
  }

  postMessage(content, canWait = false) {
    const message = { ...content, cancelUrl: this.cancelUrl };
    this.queue.push(message);
    if (this.worker) this.worker.postMessage(message);
    else if (canWait && this.queue.length === 1) setTimeout(() => this.start(), START_DELAY);
    else if (!this.tries) this.start();
  }

  start() {
    if (this.worker) return;
    loading.replaceChildren(wordsOf("waking"), loading.lastElementChild);
    document.body.append(loading);
    this.worker = new Worker(absolute(config.worker), { type: "module" });
    this.worker.onmessage = ({ data }) => receive(data);
    this.worker.onerror = ({ message }) => (message ? fail("broken", message) : this.retry()); // without a message it could not be fetched
    const settings = JSON.parse(JSON.stringify(config.python), (_key, value) => (String(value).startsWith("parts/") ? absolute(value) : value));
    if (!isFast()) settings.image = null;
    this.worker.postMessage({ type: "start", cells, python: settings });
    for (const message of this.queue) this.worker.postMessage(message);
  }

  /** Retry when the network is back or after growing pauses; fail if a new edition was published, which no longer has the files. */
  async retry() {
    this.worker.terminate();
    this.worker = null;
    this.tries += 1;
    loading.remove();
    rbTrouble("unreachable", true);
    const published = await fetch(absolute("site.json"), { cache: "no-store" }).then((answer) => answer.json(), () => null);
    if (published && published.edition !== EDITION) return fail("renewed");
    const go = () => {
      clearTimeout(timer);
      removeEventListener("online", go);
      rbTrouble(null);
      this.start();
    };
    const timer = setTimeout(go, 1000 * Math.min(2 ** this.tries, 60));
    addEventListener("online", go);
    return undefined;
  }
}

/** Handle a message of Python, about a board or about itself. */
const receive = (message) => HANDLERS[message.type]?.(message, models.get(message.slot));

const HANDLERS = {
  progress: ({ part }) => loading.style.setProperty("--done", part),
  show: ({ state }, model) => model.bind(state),
  update({ state }, model) {
    model.changed = true;
    model.take(state);
  },
  custom({ content }, model) {
    model.changed = true;
    model.emit("msg:custom", content, []);
  },
  ahead: ({ v, answers }, model) => model.setAhead(v, answers),
  /** The server stopped the work and discarded the board: it stays as it is, and can be used. */
  ended({ content, why }, model) {
    showBriefly(why);
    model.take({ _view: { ...model.get("_view"), n: content.n, busy: false } });
  },
  handled() {
    loading.remove();
    if (config.remote) return;
    python.queue.shift();
    if (!python.queue.length) delete root.dataset.hkBooting;
  },
  /** A cell raised: its boards stay pictures. */
  failed({ cell, text }) {
    console.error(text);
    for (const place of places.filter(({ dataset }) => dataset.slot.startsWith(`${cell}.`))) {
      const note = document.createElement("p");
      note.className = "rb-failed";
      note.setAttribute("role", "alert");
      note.append(wordsOf("failed"));
      place.parentElement.before(note);
    }
  },
  stopped: ({ why, text }) => (why === "unreachable" ? python.retry() : fail(why, text)),
};

const wordsOf = (key) => document.getElementById("rb-trouble-words").content.querySelector(`[data-key=${key}]`).cloneNode(true);

/** Show why there is no Python; the page stays as it is. */
function fail(why, text = "") {
  if (text) console.error(text);
  python?.worker?.terminate();
  python = { cancel() {}, postMessage() { throw new Error("Python is not there"); } };
  delete root.dataset.hkBooting;
  root.dataset.hkBoards = why;
  loading.remove();
  rbTrouble(why, why !== "old");
}

addEventListener("hashchange", () => [...unpainted].filter(isLinked).forEach(paint));
const canPlay = config.remote || (typeof WebAssembly === "object" && "Worker" in window && "DecompressionStream" in window);
if (!canPlay) fail("old");
else paintAll().catch((error) => fail(navigator.onLine ? "broken" : "unreachable", String(error)));
