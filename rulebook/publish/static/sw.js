// The service worker of the static book: keeps all of it, so that it can be read and played offline after the first visit.
// Parts are named after their content and never change; pages are asked for anew as long as there is a net, so that a new edition
// is there at once. Every edition has a cache of its own, which is used when all of it is there; the parts of the one before stay
// for tabs that are still open. Filled in when the site is built: EDITION, which every page names, and FILES, what there is.

const FILES = {}; // built
const EDITION = ""; // built
const EDITIONS = `hedgekit ${new URL("./", location.href).pathname}`; // has the name of the edition that is used
const BOOK = `${EDITIONS} ${EDITION}`;
const AT_ONCE = 6; // files that are fetched together: most are small pictures
const PATIENCE = 4000; // ms for a page from a slow net, if there is a kept one

const at = (path) => new URL(path, location.href).href;
const isPart = (address) => address.startsWith(at("parts/"));

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(keepAll());
});

self.addEventListener("activate", (event) => event.waitUntil(tidy().then(() => self.clients.claim())));

/** All of this edition or an error: the worker of the one before stays then, with its cache. */
async function keepAll() {
  const kept = await caches.open(BOOK);
  const paths = Object.keys(FILES);
  while (paths.length) await Promise.all(paths.splice(0, AT_ONCE).map((path) => keep(path, kept)));
}

async function keep(path, kept) {
  const address = at(path);
  const found = await caches.match(address); // of this edition or an earlier one
  // Whoever asked for little data keeps what has been read, and no more.
  if (navigator.connection?.saveData && !found && !["index.html", "404.html"].includes(path)) return;
  if (isPart(address) && (await kept.match(address))) return;
  await kept.put(address, isPart(address) && found ? found : await fetched(path));
}

async function fetched(path) {
  const answer = plain(await fetch(at(path), { cache: isPart(at(path)) ? "default" : "no-cache" }));
  if (!answer.ok || !(await isOurs(path, answer))) throw new Error(`${path}: ${answer.status}, or of another edition`);
  return answer;
}

/** Some hosts lead from page.html to page. A browser does not take an answer that came so for the page that it asked for. */
function plain(answer) {
  const { body, status, statusText, headers } = answer;
  return answer.redirected ? new Response(body, { status, statusText, headers }) : answer;
}

/** While a new edition is put on its host, pages of both come from there. */
const isOurs = async (path, answer) => !path.endsWith(".html") || (await answer.clone().text()).includes(EDITION);

/** This edition is used from now on: of the one before stay the parts that are no longer in it, of others nothing. */
async function tidy() {
  const names = await caches.open(EDITIONS);
  const before = await (await names.match(at("./")))?.text();
  await names.put(at("./"), new Response(BOOK));
  for (const name of await caches.keys()) {
    if (!name.startsWith(`${EDITIONS} `) || name === BOOK) continue;
    if (name !== before) await caches.delete(name);
    else await partsAlone(await caches.open(name));
  }
}

async function partsAlone(kept) {
  const known = new Set(Object.keys(FILES).map(at));
  for (const { url } of await kept.keys()) if (!isPart(url) || known.has(url)) await kept.delete(url);
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(at("./"))) return;
  if (isPart(request.url)) event.respondWith(part(request));
  else if (request.mode === "navigate" || nameOf(request) in FILES) event.respondWith(page(request));
});

async function part(request) {
  const found = await caches.match(request.url);
  if (found) return found;
  const answer = plain(await fetch(request));
  if (answer.ok) await (await caches.open(BOOK)).put(request.url, answer.clone());
  return answer;
}

/** The name of a page, whatever is behind its address; a folder is its index, and some hosts leave out the ending. */
function nameOf({ url }) {
  const path = url.split(/[?#]/)[0].slice(at("./").length) || "index.html";
  return !(path in FILES) && `${path}.html` in FILES ? `${path}.html` : path;
}

async function page(request) {
  const kept = await caches.open(BOOK);
  const name = nameOf(request);
  const found = await kept.match(at(name));
  const asked = fromNet(request, name, kept).then((answer) => (found && !answer.ok && answer.status !== 404 ? found : answer));
  if (!found) return asked.catch(() => missing(kept));
  const late = new Promise((go) => setTimeout(() => go(found), PATIENCE));
  return Promise.race([asked.catch(() => found), late]);
}

async function fromNet(request, name, kept) {
  if (!(name in FILES)) return fetch(request);
  // The net's own copy of a page may be as old as ours: a host is asked whether there is a newer one.
  const answer = plain(await fetch(request.url, { cache: "no-cache" }));
  if (answer.ok && (await isOurs(name, answer))) await kept.put(at(name), answer.clone());
  return answer;
}

async function missing(kept) {
  const said = await kept.match(at("404.html"));
  return said ? new Response(said.body, { status: 404, headers: { "Content-Type": "text/html; charset=utf-8" } }) : Response.error();
}
