// The service worker of the static book: keeps all of it, so that it can be read and played offline after the first visit.
// Parts are named after their content and never change; pages are asked for anew as long as there is a net, so that a new edition
// is there at once. FILES is filled in when the site is built: what there is, pages with their hash.

const FILES = {}; // built
const BOOK = `hedgekit ${new URL("./", location.href).pathname}`;
const PATIENCE = 4000; // ms for a page from a slow net, if there is a kept one

const at = (path) => new URL(path, location.href).href;
const isPart = (address) => address.startsWith(at("parts/"));

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(keepAll());
});

self.addEventListener("activate", (event) => event.waitUntil(tidy().then(() => self.clients.claim())));

async function keepAll() {
  const kept = await caches.open(BOOK);
  // Whoever asked for little data keeps what has been read, and no more.
  const wanted = navigator.connection?.saveData ? ["index.html", "404.html"] : Object.keys(FILES);
  for (const path of wanted) {
    if (isPart(at(path)) && (await kept.match(at(path)))) continue;
    const answer = await fetch(at(path), { cache: isPart(at(path)) ? "default" : "no-cache" });
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    await kept.put(at(path), answer);
  }
}

/** Parts of earlier editions go. */
async function tidy() {
  const kept = await caches.open(BOOK);
  const known = new Set(Object.keys(FILES).map(at));
  for (const { url } of await kept.keys()) if (!known.has(url)) await kept.delete(url);
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(at("./"))) return;
  if (isPart(request.url)) event.respondWith(part(request));
  else if (request.mode === "navigate" || addressOf(request) in FILES) event.respondWith(page(request));
});

async function part(request) {
  const kept = await caches.open(BOOK);
  const found = await kept.match(request.url);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) await kept.put(request.url, answer.clone());
  return answer;
}

/** The name of a page, whatever is behind its address; a folder is its index. */
function addressOf({ url }) {
  const path = url.split(/[?#]/)[0].slice(at("./").length);
  return path || "index.html";
}

async function page(request) {
  const kept = await caches.open(BOOK);
  const address = at(addressOf(request));
  const found = await kept.match(address);
  // The net's own copy of a page may be as old as ours: a host is asked whether there is a newer one.
  const asked = (addressOf(request) in FILES ? fetch(request.url, { cache: "no-cache" }) : fetch(request)).then(async (answer) => {
    if (answer.ok && addressOf(request) in FILES) await kept.put(address, answer.clone());
    return answer;
  });
  if (!found) return asked.catch(() => missing(kept));
  const late = new Promise((go) => setTimeout(() => go(found), PATIENCE));
  return Promise.race([asked.catch(() => found), late]);
}

async function missing(kept) {
  const said = await kept.match(at("404.html"));
  return said ? new Response(said.body, { status: 404, headers: { "Content-Type": "text/html; charset=utf-8" } }) : Response.error();
}
