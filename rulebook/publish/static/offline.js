// On every page of the static book: registers the service worker, once the page has loaded, which keeps what was read for offline reading.
// The button at the foot of the cover keeps the whole book, as does an installed book by itself.

const root = document.documentElement;
const absolute = (path) => new URL(path, import.meta.url).href;
const button = document.getElementById("rb-keep");

/** Let the worker keep the files with these addresses, or all; report its progress, 0 to 1. Resolves to whether the whole book is kept. */
function precache(worker, message, report = () => {}) {
  const { port1, port2 } = new MessageChannel();
  worker.postMessage(message, [port2]);
  return new Promise((done, failed) => {
    port1.onmessage = ({ data: { part, error, whole } }) => {
      if (error) failed(new Error(error));
      else if (part === 1) done(whole);
      else report(part);
    };
  });
}

function showState(state, part = 0) {
  if (!button) return;
  button.hidden = false;
  button.dataset.state = state;
  button.disabled = state !== "offer" && state !== "failed";
  for (const one of button.querySelectorAll("[data-percent]")) one.textContent = String(Math.floor(100 * part));
}

function keepAll(worker) {
  showState("keeping");
  return precache(worker, {}, (part) => showState("keeping", part)).then(() => showState("kept"), (error) => {
    console.info(`Not all of the book is kept: ${error}`);
    showState("failed");
  });
}

async function register() {
  if (!("serviceWorker" in navigator)) return;
  const page = navigator.serviceWorker.controller ? [] : [location.href];
  await navigator.serviceWorker.register(absolute("../sw.js"), { scope: new URL("../", import.meta.url).pathname, updateViaCache: "none" });
  const { active } = await navigator.serviceWorker.ready;
  const isWhole = await precache(active, { addresses: [...page, ...performance.getEntriesByType("resource").map(({ name }) => name)] });
  root.dataset.hkKept = "";
  showState(isWhole ? "kept" : "offer");
  button?.addEventListener("click", () => keepAll(active));
  if (!isWhole && matchMedia("(display-mode: standalone)").matches) keepAll(active);
}

const start = () => register().catch((error) => console.info(`The book is not kept for offline reading: ${error}`));

if (document.getElementById("rb-static") && !root.dataset.hkBoards) {
  const watch = new MutationObserver(() => {
    watch.disconnect();
    start();
  });
  watch.observe(root, { attributeFilter: ["data-hk-boards"] });
} else start();
