/* The boards of a chapter rendered by Voilà: the functions that Voilà calls while the page loads, the still picture until a
   board is alive, and the offer to reload if one does not arrive (Voilà requests a kernel's widgets only once). */
/* global rbTrouble: trouble.js */
(function () {
  "use strict";
  const TIMEOUT = 20000; /* ms without progress */
  const root = document.documentElement;
  let progressed = performance.now(); /* time of the last progress */
  let finished = false;

  /* Voilà's front end waits two seconds for the model of a board, and on a busy page then shows "not found" for good. Tell it
     that models are still being restored, and signal that they are once they have come: `retry`. */
  let app;
  let retried = 0;
  Object.defineProperty(window, "jupyterapp", {
    configurable: true,
    get: () => app,
    set(value) {
      app = value;
      value.widgetManagerPromise.promise.then((manager) => {
        Object.defineProperty(manager, "restoredStatus", { configurable: true, get: () => false });
      });
    },
  });

  function retry() {
    const manager = app && app.widgetManager;
    if (!manager || !manager._restoredStatus || performance.now() - retried < 1000) return;
    retried = performance.now();
    manager._restored.emit();
  }

  /* Called by Voilà's front end and page. */
  window.voila_heartbeat = () => {};
  window.voila_process = (cell, cells) => {
    progressed = performance.now();
    document.getElementById("rb-loading")?.style.setProperty("--done", cells ? cell / cells : 1);
  };
  window.display_cells = window.voila_finish = () => { window.cellLoaded = finished = true; progressed = performance.now(); };

  /* Voilà moves the chapter into a shell at the end of the body. Move that back into the main element. */
  new MutationObserver((_changes, observer) => {
    const shell = document.getElementById("main");
    if (!shell) return;
    observer.disconnect();
    document.getElementById("rb-main").append(shell);
  }).observe(root, { childList: true, subtree: true });

  const places = () => [...document.querySelectorAll(".rb-coming")];
  const output = (place) => place.parentElement.querySelector(":scope > .lm-Widget, :scope > .jp-OutputArea-output");
  const isAlive = (widget) => Boolean(widget && widget.querySelector("*:not(pre)"));
  const isLost = (widget) => Boolean(widget && /^\s*(Error (displaying|creating) widget|Javascript Error|Click to show javascript error)/.test(widget.textContent));

  /* A late board may still arrive: the offer to reload is then removed. */
  function check() {
    let why = null;
    for (const place of places()) {
      const widget = output(place);
      if (isLost(widget)) { why = "lost"; widget.hidden = true; }
      else if (isAlive(widget)) place.remove();
    }
    if (!why && places().length && performance.now() - progressed > TIMEOUT) why = "late";
    const done = !places().length && finished && document.readyState === "complete";
    rbTrouble(why, true);
    if (why || done) {
      document.getElementById("rb-loading")?.remove();
      root.dataset.hkBoards = why ?? "alive";
    }
    if (done) return;
    retry();
    setTimeout(check, 100);
  }

  setTimeout(check, 100);
})();
