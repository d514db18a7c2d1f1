// The engine as WebAssembly that a page may run beside it, in a worker.

/** Where the page has its engine: none in JupyterLab and on Binder, where a reader's Python is his own. */
export function engineHere() {
  const { worker, module } = /** @type {HTMLElement | null} */ (document.querySelector("meta[name=hk-engine]"))?.dataset ?? {};
  return worker && module ? { worker: new URL(worker, document.baseURI).href, module: new URL(module, document.baseURI).href } : null;
}
