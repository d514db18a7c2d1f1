// On every page of the static book: lets the browser keep the book for reading offline, once the page has what it needs itself.

const root = document.documentElement;

async function keep() {
  if (!("serviceWorker" in navigator)) return;
  const at = (path) => new URL(path, import.meta.url);
  await navigator.serviceWorker.register(at("../sw.js"), { scope: at("../").pathname, updateViaCache: "none" });
  await navigator.serviceWorker.ready;
  root.dataset.hkKept = "";
}

const quietly = () => keep().catch((error) => console.info(`The book is not kept for offline reading: ${error}`));

if ("hkBooting" in root.dataset) {
  const watch = new MutationObserver(() => {
    if ("hkBooting" in root.dataset) return;
    watch.disconnect();
    quietly();
  });
  watch.observe(root, { attributeFilter: ["data-hk-booting"] });
} else quietly();
