// The service worker of the static book: caches what was read, or on request the whole book, for reading and playing offline.
// Parts have the hash of their content in their names and never change; pages are revalidated while there is a network, so that a new edition
// shows at once. Every edition has its own cache, which replaces the previous edition's once it has everything that was cached of that; parts of
// the previous edition stay for tabs that are still open. Cached files are served only if they have the hash that this edition, or their own
// name, requires: any script that ever ran on this origin could have written to the cache. The build fills in EDITION, which every page names,
// and FILES, the hash of every file.

const FILES = {}; // built
const EDITION = ""; // built
const EDITIONS = `hedgekit ${new URL("./", location.href).pathname}`; // the cache with the name of the current edition's cache
const CACHE = `${EDITIONS} ${EDITION}`;
const PARALLEL = 6; // files fetched at once: most are small pictures
const TYPES = {
  css: "text/css", html: "text/html; charset=utf-8", js: "text/javascript", json: "application/json", mjs: "text/javascript",
  svg: "image/svg+xml", txt: "text/plain", wasm: "application/wasm", webmanifest: "application/manifest+json",
};
const NETWORK_TIMEOUT = 4000; // ms for a page from a slow network, if it is cached

const absolute = (path) => new URL(path, location.href).href;
const isOurs = (address) => address.startsWith(absolute("./"));
/** The path of an address in the book. */
const pathOf = (address) => address.split(/[?#]/)[0].slice(absolute("./").length);
const isPart = (path) => path.startsWith("parts/");
/** The name of a part without its hash, which is the same in every edition. */
const roleOf = (path) => path.replace(/-[0-9a-f]{16}(?=[./])/, "");

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(cachedBefore().then((paths) => precache(paths)));
});

self.addEventListener("activate", (event) => event.waitUntil(switchEdition().then(() => self.clients.claim())));

// A page sends the addresses it loaded before there was a service worker, or none if the reader wants the whole book. It receives the progress,
// and at the end whether the whole book is kept.
self.addEventListener("message", (event) => {
  const { addresses } = event.data;
  const [port] = event.ports;
  const ours = addresses?.filter(isOurs).map(nameOf).filter((path) => path in FILES);
  const cached = precache(ours ?? Object.keys(FILES), (part) => port.postMessage({ part })).then(() => isWhole(!ours));
  event.waitUntil(cached.then((whole) => port.postMessage({ part: 1, whole }), (error) => port.postMessage({ error: String(error) })));
});

/** Whether the reader wanted the whole book; `now` remembers that, also for later editions. */
async function isWhole(now = false) {
  const names = await caches.open(EDITIONS);
  if (now) await names.put(absolute("./?whole"), new Response("yes"));
  return Boolean(await names.match(absolute("./?whole")));
}

/** The name of the current edition's cache; undefined before there is one. */
const currentCache = async () => (await (await caches.open(EDITIONS)).match(absolute("./")))?.text();

/** The files of this edition whose counterparts were cached of the previous one. */
async function cachedBefore() {
  const known = await currentCache();
  const roles = new Set();
  if (known) for (const { url } of await (await caches.open(known)).keys()) roles.add(roleOf(pathOf(url)));
  const whole = await isWhole();
  return Object.keys(FILES).filter((path) => whole || roles.has(roleOf(path)));
}

/** Cache all of these files; if that fails on installation, the previous service worker stays, with its cache. */
async function precache(paths, report = () => {}) {
  const cache = await caches.open(CACHE);
  for (let k = 0; k < paths.length; k += PARALLEL) {
    await Promise.all(paths.slice(k, k + PARALLEL).map((path) => precacheFile(path, cache)));
    report(k / paths.length);
  }
}

async function precacheFile(path, cache) {
  if (isPart(path) && (await cache.match(absolute(path)))) return; // checked when it is served
  const answer = (isPart(path) && (await cachedFile(path))) || (await fetchFile(path));
  if (answer) await cache.put(absolute(path), answer);
}

/** Fetch a file; null if it is a page that the host has changed, which is not cached. */
async function fetchFile(path) {
  const url = absolute(path === "index.html" ? "./" : path); // as readers request it: the browser's own cache may have it
  const answer = withoutRedirect(await fetch(url, { cache: isPart(path) ? "default" : "no-cache" }));
  const found = answer.ok && (await verified(path, answer.clone()));
  if (!found && !(answer.ok && path.endsWith(".html") && (await answer.text()).includes(EDITION))) {
    throw new Error(`${path}: ${answer.status}, or of another edition`);
  }
  return found;
}

/** The cached file of a path, if it is genuine; others are deleted. Parts may be cached by an earlier edition. */
async function cachedFile(path) {
  const earlier = isPart(path) ? (await caches.keys()).filter((name) => name.startsWith(`${EDITIONS} `)) : [];
  for (const name of [CACHE, ...earlier]) {
    const cache = await caches.open(name);
    const found = await cache.match(absolute(path));
    const answer = found && (await verified(path, found));
    if (answer) return answer;
    if (found) await cache.delete(absolute(path));
  }
  return null;
}

/** A new response with the content and type only, if the content has the hash known for its path; else null. */
async function verified(path, answer) {
  const known = FILES[path] ?? (isPart(path) && /-([0-9a-f]{16})[./]/.exec(path)?.[1]); // parts of earlier editions have it in their names
  const data = await answer.arrayBuffer();
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", data));
  const hash = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const type = TYPES[path.slice(path.lastIndexOf(".") + 1)] ?? "application/octet-stream";
  return known && hash.startsWith(known) ? new Response(data, { headers: { "Content-Type": type } }) : null;
}

/** Copy a redirected response, which browsers refuse for a navigation: some hosts redirect page.html to page. */
function withoutRedirect(answer) {
  const { body, status, statusText, headers } = answer;
  return answer.redirected ? new Response(body, { status, statusText, headers }) : answer;
}

/** Make this edition the current one. Keep the parts of the previous one that are not in this one, and delete all other caches. */
async function switchEdition() {
  const previous = await currentCache();
  await (await caches.open(EDITIONS)).put(absolute("./"), new Response(CACHE));
  for (const name of await caches.keys()) {
    if (!name.startsWith(`${EDITIONS} `) || name === CACHE) continue;
    if (name !== previous) await caches.delete(name);
    else await deleteAllButOldParts(await caches.open(name));
  }
}

async function deleteAllButOldParts(cache) {
  for (const { url } of await cache.keys()) if (!isPart(pathOf(url)) || pathOf(url) in FILES) await cache.delete(url);
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !isOurs(request.url)) return;
  const path = nameOf(request.url);
  if (request.mode === "navigate") event.waitUntil(cachedFile("404.html").then((found) => found ?? precache(["404.html"])).catch(() => {}));
  if (request.mode === "navigate" || (path in FILES && !isPart(path))) event.respondWith(servePage(request, path));
  else if (isPart(path)) event.respondWith(servePart(request, path)); // never as a page: anybody can link to any part
});

const servePart = async (request, path) => (await cachedFile(path)) ?? fetchAndCache(request, path);

/** The file of an address: a folder is its index, and some hosts leave out the extension of pages. */
function nameOf(url) {
  const path = pathOf(url) || "index.html";
  return !(path in FILES) && `${path}.html` in FILES ? `${path}.html` : path;
}

async function servePage(request, name) {
  const found = name in FILES ? await cachedFile(name) : null;
  // The browser's own cache may be as old as ours: revalidate with the host.
  const fetched = fetchAndCache(request.url, name, { cache: "no-cache" }).then((answer) => (found && !answer.ok && answer.status !== 404 ? found : answer));
  if (!found) return fetched.catch(notFound);
  const late = new Promise((go) => setTimeout(() => go(found), NETWORK_TIMEOUT));
  return Promise.race([fetched.catch(() => found), late]);
}

/** Fetch a file, and cache it if it is genuine. */
async function fetchAndCache(request, path, options) {
  const answer = withoutRedirect(await fetch(request, options));
  const found = answer.ok && path in FILES && (await verified(path, answer.clone()));
  if (found) await (await caches.open(CACHE)).put(absolute(path), found);
  return answer;
}

async function notFound() {
  const page = await cachedFile("404.html");
  return page ? new Response(page.body, { status: 404, headers: page.headers }) : Response.error();
}
