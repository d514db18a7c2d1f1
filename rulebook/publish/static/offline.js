// On every page of the static book: lets the browser keep what has been read for reading offline, once the page has what it needs itself;
// and the whole book for whoever presses the button at the foot of the cover, or has put the book on a home screen.

const root = document.documentElement;
const at = (path) => new URL(path, import.meta.url).href;
const button = document.getElementById("rb-keep");

/** Let the worker keep these files, or all of them; told how far it is, 0 to 1. Whether it is all of the book. */
function kept(worker, message, told = () => {}) {
  const { port1, port2 } = new MessageChannel();
  worker.postMessage(message, [port2]);
  return new Promise((done, failed) => {
    port1.onmessage = ({ data: { part, error, whole } }) => {
      if (error) failed(new Error(error));
      else if (part === 1) done(whole);
      else told(part);
    };
  });
}

function say(state, part = 0) {
  if (!button) return;
  button.hidden = false;
  button.dataset.state = state;
  button.disabled = state !== "offer" && state !== "failed";
  for (const one of button.querySelectorAll("[data-percent]")) one.textContent = String(Math.floor(100 * part));
}

function whole(worker) {
  say("keeping");
  return kept(worker, {}, (part) => say("keeping", part)).then(() => say("kept"), (error) => {
    console.info(`Not all of the book is kept: ${error}`);
    say("failed");
  });
}

async function keep() {
  if (!("serviceWorker" in navigator)) return;
  const page = navigator.serviceWorker.controller ? [] : [location.href];
  await navigator.serviceWorker.register(at("../sw.js"), { scope: new URL("../", import.meta.url).pathname, updateViaCache: "none" });
  const { active } = await navigator.serviceWorker.ready;
  const isWhole = await kept(active, { addresses: [...page, ...performance.getEntriesByType("resource").map(({ name }) => name)] });
  root.dataset.hkKept = "";
  say(isWhole ? "kept" : "offer");
  button?.addEventListener("click", () => whole(active));
  if (!isWhole && matchMedia("(display-mode: standalone)").matches) whole(active);
}

const quietly = () => keep().catch((error) => console.info(`The book is not kept for offline reading: ${error}`));

if (document.getElementById("rb-static") && !root.dataset.hkBoards) {
  const watch = new MutationObserver(() => {
    watch.disconnect();
    quietly();
  });
  watch.observe(root, { attributeFilter: ["data-hk-boards"] });
} else quietly();
