// The page's side of a chapter that was rendered once. Every board is painted from the state that came with the page, those in sight first.
// Boards that are touched have Python answer for them: in the static book one that then starts in a worker, on a served page the server's
// (page_socket.js). What came with the page is the answer to many a first move, which waits for nothing.

/* global rbTrouble: trouble.js, Model: model.js, isEqual: model.js, Link: page_socket.js */
const root = document.documentElement;
const page = JSON.parse(document.getElementById("rb-static").textContent);
const at = (path) => new URL(path, document.baseURI).href;
const places = [...document.querySelectorAll("[data-slot]")];
const models = new Map();
let cells = []; // of the chapter: what Python runs
let python = null; // who answers: a worker or the server, once a board was touched
const READ = 10_000; // ms for a sentence
const PAUSE = 500; // ms between boards that nobody has come near yet
const EDITION = document.querySelector("meta[name=hk-edition]")?.content; // of the static book
const LINGER = 1500; // ms for which Python is not fetched if its first answer came with the page: many a reader makes one move and reads on

/** A board of this page, whose Python half is in the worker or at the server. */
class Place extends Model {
  constructor(slot, state) {
    super(state);
    this.first = { ...state };
    this.slot = slot;
    this.ahead = null;
  }

  send(content, _callbacks, buffers = []) {
    if (!page.remote) root.dataset.hkBooting = ""; // boards that see this wait for their answer, however long Python works at it
    python ??= page.remote ? connect() : new Sleeper();
    python.postMessage({ type: "message", slot: this.slot, content, buffers: buffers.map(bytesOf) }, this.knows(content));
  }

  cancel() { python?.cancel(); }

  /** Did the answer to a message come with the page? */
  knows({ n: _n, ply: _ply, ...deed }) {
    return Boolean(this.ahead) && this.ahead.v === this.state._view?.v && JSON.stringify(deed) in this.ahead.answers;
  }

  /** What Python will answer to messages that are still to come, of the view of a version. */
  foresee(v, answers) {
    this.ahead = { v, answers };
    this.emit("ahead");
  }

  /** The same of what was frozen; Python may have gone on meanwhile. */
  prepared({ v, answers }) {
    if (this.state._view?.v === v && !this.ahead) this.foresee(v, answers);
  }

  /** Python has the widget: nothing is painted again unless it differs from what was frozen. A board that is being renewed stays as it is seen. */
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

/** How far a place is from what is in sight, in pixels. A board that the address names is in sight, or will be. */
function distance(place) {
  if (asked(place)) return -1;
  if (place.closest("details:not([open])")) return 1e9;
  const { top, bottom } = place.parentElement.parentElement.getBoundingClientRect();
  return Math.max(0, top - innerHeight, -bottom);
}

function asked(place) {
  const name = models.get(place.dataset.slot)?.get("name");
  return Boolean(name) && location.hash.slice(1).split("&").includes(`board=${encodeURIComponent(name)}`);
}

async function paint(place) {
  const model = models.get(place.dataset.slot);
  if (!model || "painted" in place.dataset) return;
  for (let shut = asked(place) && place.closest("details:not([open])"); shut; shut = place.closest("details:not([open])")) shut.open = true;
  place.dataset.painted = "";
  unpainted.delete(place);
  const { default: widget } = await import(at(page.slots[place.dataset.slot]));
  await widget.initialize?.({ model });
  const whole = place.parentElement.parentElement;
  const { bottom } = whole.getBoundingClientRect();
  model.close = await widget.render({ model, el: place });
  whole.querySelector(".rb-coming")?.remove();
  // What is read stays where it is while something above it is painted: browsers see to that by halves, or not at all.
  if (bottom <= 0) scrollBy({ top: whole.getBoundingClientRect().bottom - bottom, behavior: "instant" });
}

/** Those that are still pictures: painted when they come near, and when nothing else is to be done for a while. */
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
  const rest = async () => {
    const [next] = [...unpainted].sort((a, b) => distance(a) - distance(b));
    if (!next) return done();
    await paint(next);
    setTimeout(() => (window.requestIdleCallback ? requestIdleCallback(rest) : rest()), PAUSE);
  };
  setTimeout(rest, 4 * PAUSE);
  addEventListener("beforeprint", () => Promise.all([...unpainted].map(paint)).then(done));
}

/** A packed part of the site, such as the frozen state; some hosts have their visitors' browsers unpack it by themselves. */
async function frozen(part) {
  const answer = await fetch(at(part));
  if (!answer.ok) throw new Error(`${part}: ${answer.status}`);
  const data = new Uint8Array(await answer.arrayBuffer());
  const isPacked = data[0] === 0x1f && data[1] === 0x8b;
  return new Response(isPacked ? new Blob([data]).stream().pipeThrough(new DecompressionStream("gzip")) : data).json();
}

/** The page has states by what is in them, not by slot (parts.py). */
function stateOf(slot, columns) {
  const state = {};
  for (const [trait, key, column] of columns.filter(([, , found]) => slot in found)) {
    if (key === null) state[trait] = column[slot];
    else (state[trait] ??= {})[key] = column[slot];
  }
  return state;
}

/** The first board of a variant's page is one view with what stands above it. */
function fit() {
  const first = document.querySelector(".rb-first [data-slot]")?.parentElement.parentElement;
  if (first) first.style.setProperty("--hk-above", `${Math.ceil(first.getBoundingClientRect().top + scrollY) + 8}px`);
}

async function paintAll() {
  fit();
  for (const event of ["resize", "hedgekit:lang"]) addEventListener(event, fit);
  const answers = Object.entries(page.ahead).map(([slot, part]) => [slot, frozen(part).catch(() => null)]); // without them Python answers
  const { cells: sources, states } = await frozen(page.state);
  cells = sources;
  for (const { dataset: { slot } } of places) models.set(slot, new Place(slot, stateOf(slot, states)));
  for (const [slot, prepared] of answers) prepared.then((found) => found && models.get(slot).prepared(found));
  for (const code of page.codes) (await import(at(code))).default.initialize?.({ model: null });
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

/** The server, which answers for the boards of this page. @returns {Link} */
function connect() {
  const renew = (slot, again) => {
    const model = models.get(slot);
    const { changed } = model;
    const message = again ?? model.renewal?.() ?? null;
    Object.assign(model, { ahead: null, changed: false, renewing: Boolean(message) }); // what was foreseen was of the board that is gone, which counted its own versions
    if (message || !changed) return message;
    tell("anew");
    if (model.renewal) return null;
    showAgain(model);
    return false;
  };
  const booting = (on) => (on ? (root.dataset.hkBooting = "") : delete root.dataset.hkBooting);
  return new Link(page.remote, { hear, renew, notice, booting });
}

/** Show a sheet as a reload of the page shows it: by its address, and by what the browser keeps. */
function showAgain(model) {
  const place = places.find(({ dataset }) => dataset.slot === model.slot);
  place.style.minHeight = `${place.offsetHeight}px`; // what is in sight stays there
  setTimeout(() => place.style.removeProperty("min-height"), READ);
  model.close();
  model.state = { ...model.first };
  place.replaceChildren();
  delete place.dataset.painted;
  paint(place);
}

let read = 0; // the timer of what is said

/** Say something for as long as it takes to read it. */
function tell(why) {
  notice(why);
  clearTimeout(read);
  read = setTimeout(() => notice(null), READ);
}

/** Say what is the matter with the server and in how many seconds it is asked again, or that nothing is (null). */
function notice(why, seconds = 0) {
  const box = rbTrouble(why, why === "status-403");
  for (const said of box?.querySelectorAll("[data-seconds]") ?? []) said.textContent = String(seconds);
  const elsewhere = box?.querySelector("a"); // with the game that waits here
  if (elsewhere) elsewhere.href = models.get(python.queue[0]?.slot)?.link?.(elsewhere.href) ?? elsewhere.href;
}

/** Is it quicker to fetch the memory of a Python that has begun, or to let one begin? That is for what the browser knows of its network. */
const quick = () => !(navigator.connection?.saveData || /2g|3g/u.test(navigator.connection?.effectiveType ?? ""));

/** A Python in a worker, which is fetched with the first message; what waits for it is not lost if it cannot be fetched at once. */
class Sleeper {
  constructor() {
    this.queue = []; // what is not answered
    this.worker = null;
    this.tries = 0;
    this.cancel();
  }

  /** Python, which hears nothing while it works, looks now and then whether what its message named is still there. */
  cancel() {
    URL.revokeObjectURL(this.wanted);
    this.wanted = URL.createObjectURL(new Blob(["1"]));
  }

  postMessage(asked, canWait = false) {
    const message = { ...asked, wanted: this.wanted };
    this.queue.push(message);
    if (this.worker) this.worker.postMessage(message);
    else if (canWait && this.queue.length === 1) setTimeout(() => this.wake(), LINGER);
    else if (!this.tries) this.wake();
  }

  wake() {
    if (this.worker) return;
    loading.replaceChildren(wordsOf("waking"), loading.lastElementChild);
    document.body.append(loading);
    this.worker = new Worker(at(page.worker), { type: "module" });
    this.worker.onmessage = ({ data }) => hear(data);
    this.worker.onerror = ({ message }) => (message ? fail("broken", message) : this.again()); // without one it did not come
    const python = JSON.parse(JSON.stringify(page.python), (_key, value) => (String(value).startsWith("parts/") ? at(value) : value));
    if (!quick()) python.image = null;
    this.worker.postMessage({ type: "start", cells, python });
    for (const message of this.queue) this.worker.postMessage(message);
  }

  /** It could not be fetched: try again when there is a network, or after pauses that grow; not where a new edition has taken its place. */
  async again() {
    this.worker.terminate();
    this.worker = null;
    this.tries += 1;
    loading.remove();
    rbTrouble("unreachable", true);
    const published = await fetch(at("site.json"), { cache: "no-store" }).then((answer) => answer.json(), () => null);
    if (published && published.edition !== EDITION) return fail("renewed");
    const go = () => {
      clearTimeout(timer);
      removeEventListener("online", go);
      rbTrouble(null);
      this.wake();
    };
    const timer = setTimeout(go, 1000 * Math.min(2 ** this.tries, 60));
    addEventListener("online", go);
    return undefined;
  }
}

/** What Python says, of a board or of all. */
const hear = (message) => HEARD[message.type]?.(message, models.get(message.slot));

const HEARD = {
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
  ahead: ({ v, answers }, model) => model.foresee(v, answers),
  /** The server stopped what this message began, and gave the board up: it stays as it is seen, and can be used. */
  ended({ content, why }, model) {
    tell(why);
    model.take({ _view: { ...model.get("_view"), n: content.n, busy: false } });
  },
  handled() {
    loading.remove();
    if (page.remote) return;
    python.queue.shift();
    if (!python.queue.length) delete root.dataset.hkBooting;
  },
  /** A cell raised: its boards stay pictures, the others do not. */
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
  stopped: ({ why, text }) => (why === "unreachable" ? python.again() : fail(why, text)),
};

const wordsOf = (key) => document.getElementById("rb-trouble-words").content.querySelector(`[data-key=${key}]`).cloneNode(true);

/** Nobody answers: the page stays as it is seen, and says why. */
function fail(why, text = "") {
  if (text) console.error(text);
  python?.worker?.terminate();
  python = { cancel() {}, postMessage() { throw new Error("Python is not there"); } };
  delete root.dataset.hkBooting;
  root.dataset.hkBoards = why;
  loading.remove();
  rbTrouble(why, why !== "old");
}

addEventListener("hashchange", () => [...unpainted].filter(asked).forEach(paint));
const canPlay = page.remote || (typeof WebAssembly === "object" && "Worker" in window && "DecompressionStream" in window);
if (!canPlay) fail("old");
else paintAll().catch((error) => fail(navigator.onLine ? "broken" : "unreachable", String(error)));
