/* Watches over the boards of a chapter: what Voilà calls while the page comes in, the picture until a board is alive, and
   the offer to reload when one does not arrive (Voilà asks a kernel for its widgets once and gives up). */
/* global rbTrouble: trouble.js */
(function () {
  "use strict";
  const PATIENCE = 20000; /* ms in which nothing came */
  const root = document.documentElement;
  let heard = performance.now(); /* when something last came */
  let finished = false;

  /* Voilà's front end looks two seconds for the model of a board; where the page was busy all that time, it said "not
     found" for ever. Here it hears that models may still come, and is asked again once they are there: `askAgain`. */
  let app;
  let asked = 0;
  Object.defineProperty(window, "jupyterapp", {
    configurable: true,
    get: () => app,
    set(given) {
      app = given;
      given.widgetManagerPromise.promise.then((manager) => {
        Object.defineProperty(manager, "restoredStatus", { configurable: true, get: () => false });
      });
    },
  });

  function askAgain() {
    const manager = app && app.widgetManager;
    if (!manager || !manager._restoredStatus || performance.now() - asked < 1000) return;
    asked = performance.now();
    manager._restored.emit();
  }

  /* What Voilà's front end and its page call. */
  window.voila_heartbeat = () => {};
  window.voila_process = (cell, cells) => {
    heard = performance.now();
    document.getElementById("rb-loading")?.style.setProperty("--done", cells ? cell / cells : 1);
  };
  window.display_cells = window.voila_finish = () => { window.cellLoaded = finished = true; heard = performance.now(); };

  /* Voilà puts the chapter into a shell of its own at the end of the body. Bring that back to where readers expect it. */
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

  /* Late is not lost: the offer is taken back when the boards come after all. */
  function look() {
    let why = null;
    for (const place of places()) {
      const widget = output(place);
      if (isLost(widget)) { why = "lost"; widget.hidden = true; }
      else if (isAlive(widget)) place.remove();
    }
    if (!why && places().length && performance.now() - heard > PATIENCE) why = "late";
    const done = !places().length && finished && document.readyState === "complete";
    rbTrouble(why, true);
    if (why || done) {
      document.getElementById("rb-loading")?.remove();
      root.dataset.hkBoards = why ?? "alive";
    }
    if (done) return;
    askAgain();
    setTimeout(look, 100);
  }

  setTimeout(look, 100);
})();
