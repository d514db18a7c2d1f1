// The service worker of the static book: keeps what has been read, or all of it for whoever asks, so that it can be read and played offline.
// Parts are named after their content and never change; pages are asked for anew as long as there is a net, so that a new edition
// is there at once. Every edition has a cache of its own, which is used when all that was kept of the one before is there; the parts of
// that one stay for tabs that are still open. What is kept is given out only if its content has the hash that this edition, or its own
// name, says: whoever once ran a script here could have written anything into the cache. Filled in when the site is built: EDITION,
// which every page names, and FILES, the hash of everything there is.

const FILES = {}; // built
const EDITION = ""; // built
const EDITIONS = `hedgekit ${new URL("./", location.href).pathname}`; // has the name of the edition that is used
const BOOK = `${EDITIONS} ${EDITION}`;
const AT_ONCE = 6; // files that are fetched together: most are small pictures
const TYPES = {
  css: "text/css", html: "text/html; charset=utf-8", js: "text/javascript", json: "application/json", mjs: "text/javascript",
  svg: "image/svg+xml", txt: "text/plain", wasm: "application/wasm", webmanifest: "application/manifest+json",
};
const PATIENCE = 4000; // ms for a page from a slow net, if there is a kept one

const at = (path) => new URL(path, location.href).href;
const isOurs = (address) => address.startsWith(at("./"));
/** The path of an address in the book. */
const pathOf = (address) => address.split(/[?#]/)[0].slice(at("./").length);
const isPart = (path) => path.startsWith("parts/");
/** What a file is, whatever is in it: the name of a part without the hash. */
const roleOf = (path) => path.replace(/-[0-9a-f]{16}(?=[./])/, "");

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(before().then((paths) => keepAll(paths)));
});

self.addEventListener("activate", (event) => event.waitUntil(tidy().then(() => self.clients.claim())));

// A page tells what it read before there was a worker, or that its reader wants the whole book; it hears how far that is, and at the
// end whether all of the book is kept.
self.addEventListener("message", (event) => {
  const { addresses } = event.data;
  const [port] = event.ports;
  const ours = addresses?.filter(isOurs).map(nameOf).filter((path) => path in FILES);
  const kept = keepAll(ours ?? Object.keys(FILES), (part) => port.postMessage({ part })).then(() => isWhole(!ours));
  event.waitUntil(kept.then((whole) => port.postMessage({ part: 1, whole }), (error) => port.postMessage({ error: String(error) })));
});

/** Whether the reader wanted the whole book; it is remembered for later editions if it is so now. */
async function isWhole(now = false) {
  const names = await caches.open(EDITIONS);
  if (now) await names.put(at("./?whole"), new Response("yes"));
  return Boolean(await names.match(at("./?whole")));
}

/** The cache of the edition that is used; undefined before there is one. */
const inUse = async () => (await (await caches.open(EDITIONS)).match(at("./")))?.text();

/** Of this edition what was kept of the one before. */
async function before() {
  const known = await inUse();
  const roles = new Set();
  if (known) for (const { url } of await (await caches.open(known)).keys()) roles.add(roleOf(pathOf(url)));
  const whole = await isWhole();
  return Object.keys(FILES).filter((path) => whole || roles.has(roleOf(path)));
}

/** All of these or an error: the worker of the edition before stays then, with its cache. */
async function keepAll(paths, tell = () => {}) {
  const kept = await caches.open(BOOK);
  for (let k = 0; k < paths.length; k += AT_ONCE) {
    await Promise.all(paths.slice(k, k + AT_ONCE).map((path) => keep(path, kept)));
    tell(k / paths.length);
  }
}

async function keep(path, kept) {
  if (isPart(path) && (await kept.match(at(path)))) return; // looked at when it is given out
  const answer = (isPart(path) && (await genuine(path))) || (await fetched(path));
  if (answer) await kept.put(at(path), answer);
}

/** A file from the net; null if its host has changed it, which is then not kept. */
async function fetched(path) {
  const asked = at(path === "index.html" ? "./" : path); // as readers ask for it: what they have just got is not sent twice
  const answer = plain(await fetch(asked, { cache: isPart(path) ? "default" : "no-cache" }));
  const found = answer.ok && (await checked(path, answer.clone()));
  if (!found && !(answer.ok && path.endsWith(".html") && (await answer.text()).includes(EDITION))) {
    throw new Error(`${path}: ${answer.status}, or of another edition`);
  }
  return found;
}

/** What is kept under a path, if it is what was published; anything else is thrown away. Parts may be an earlier edition's. */
async function genuine(path) {
  const earlier = isPart(path) ? (await caches.keys()).filter((name) => name.startsWith(`${EDITIONS} `)) : [];
  for (const name of [BOOK, ...earlier]) {
    const cache = await caches.open(name);
    const found = await cache.match(at(path));
    const answer = found && (await checked(path, found));
    if (answer) return answer;
    if (found) await cache.delete(at(path));
  }
  return null;
}

/** An answer whose content has the hash that is known of its path, as a new answer that has nothing else; null otherwise. */
async function checked(path, answer) {
  const known = FILES[path] ?? (isPart(path) && /-([0-9a-f]{16})[./]/.exec(path)?.[1]); // parts of earlier editions say it in their name
  const data = await answer.arrayBuffer();
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", data));
  const hash = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const type = TYPES[path.slice(path.lastIndexOf(".") + 1)] ?? "application/octet-stream";
  return known && hash.startsWith(known) ? new Response(data, { headers: { "Content-Type": type } }) : null;
}

/** Some hosts lead from page.html to page. A browser does not take an answer that came so for the page that it asked for. */
function plain(answer) {
  const { body, status, statusText, headers } = answer;
  return answer.redirected ? new Response(body, { status, statusText, headers }) : answer;
}

/** This edition is used from now on: of the one before stay the parts that are no longer in it, of others nothing. */
async function tidy() {
  const used = await inUse();
  await (await caches.open(EDITIONS)).put(at("./"), new Response(BOOK));
  for (const name of await caches.keys()) {
    if (!name.startsWith(`${EDITIONS} `) || name === BOOK) continue;
    if (name !== used) await caches.delete(name);
    else await partsAlone(await caches.open(name));
  }
}

async function partsAlone(kept) {
  for (const { url } of await kept.keys()) if (!isPart(pathOf(url)) || pathOf(url) in FILES) await kept.delete(url);
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !isOurs(request.url)) return;
  const path = nameOf(request.url);
  if (request.mode === "navigate") event.waitUntil(genuine("404.html").then((kept) => kept ?? keepAll(["404.html"])).catch(() => {}));
  if (request.mode === "navigate" || (path in FILES && !isPart(path))) event.respondWith(page(request, path));
  else if (isPart(path)) event.respondWith(part(request, path)); // never shown as a page: its name may be anybody's
});

const part = async (request, path) => (await genuine(path)) ?? fromNet(request, path);

/** The name of a page, whatever is behind its address; a folder is its index, and some hosts leave out the ending. */
function nameOf(url) {
  const path = pathOf(url) || "index.html";
  return !(path in FILES) && `${path}.html` in FILES ? `${path}.html` : path;
}

async function page(request, name) {
  const found = name in FILES ? await genuine(name) : null;
  // The net's own copy of a page may be as old as ours: a host is asked whether there is a newer one.
  const asked = fromNet(request.url, name, { cache: "no-cache" }).then((answer) => (found && !answer.ok && answer.status !== 404 ? found : answer));
  if (!found) return asked.catch(missing);
  const late = new Promise((go) => setTimeout(() => go(found), PATIENCE));
  return Promise.race([asked.catch(() => found), late]);
}

/** What the host gives, which is kept if it is what was published. */
async function fromNet(request, path, how) {
  const answer = plain(await fetch(request, how));
  const found = answer.ok && path in FILES && (await checked(path, answer.clone()));
  if (found) await (await caches.open(BOOK)).put(at(path), found);
  return answer;
}

async function missing() {
  const said = await genuine("404.html");
  return said ? new Response(said.body, { status: 404, headers: said.headers }) : Response.error();
}
