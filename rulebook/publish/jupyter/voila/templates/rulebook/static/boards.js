/* Watches over the boards of a chapter: what Voilà calls while the page comes in, the picture until a board is alive, and
   the offer to reload when one does not arrive (Voilà asks a kernel for its widgets once and gives up). */
(function () {
  "use strict";
  const patience = 20000;
  const tries = 3;
  const retryKey = "hedgekit-retry:" + location.pathname;
  let heard = performance.now(); // when something last came
  let touched = false;
  let finished = false;
  let done = false;

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
  }).observe(document.documentElement, { childList: true, subtree: true });

  for (const kind of ["pointerdown", "keydown"])
    addEventListener(kind, (event) => { touched = touched || Boolean(event.target.closest && event.target.closest(".lm-Widget")); }, true);

  const places = () => [...document.querySelectorAll(".rb-coming")];
  const output = (place) => place.parentElement.querySelector(":scope > .lm-Widget, :scope > .jp-OutputArea-output");
  const isAlive = (place) => { const widget = output(place); return Boolean(widget && widget.querySelector("*:not(pre)")); };
  const isLost = (place) => { const widget = output(place); return Boolean(widget && /^\s*(Error (displaying|creating) widget|Javascript Error|Click to show javascript error)/.test(widget.textContent)); };

  function look() {
    if (done) return;
    let lost = 0;
    let waiting = 0;
    for (const place of places()) {
      if (isLost(place)) { lost += 1; output(place).hidden = true; }
      else if (isAlive(place)) place.remove();
      else waiting += 1;
    }
    if (lost) return stop("lost");
    if (waiting && performance.now() - heard > patience) return stop("late");
    if (waiting) askAgain();
    if (!waiting && finished && document.readyState === "complete") {
      done = true;
      try { sessionStorage.removeItem(retryKey); } catch { /* no storage, no retry */ }
      document.getElementById("rb-loading").remove();
      document.documentElement.dataset.hkBoards = "alive";
      return;
    }
    setTimeout(look, 100);
  }

  function stop(why) {
    done = true;
    document.getElementById("rb-loading").remove();
    const tried = why === "lost" && !touched ? mayRetry() : 0;
    if (tried) {
      say("retrying", false);
      setTimeout(() => location.reload(), 1000 * (tried - 1) * (1 + Math.random())); // a busy server is given time
      return;
    }
    document.documentElement.dataset.hkBoards = why;
    say(why, true);
    if (why === "late") watchOn();
  }

  /* Late is not lost: take the offer back when the boards come after all. */
  function watchOn() {
    askAgain();
    for (const place of places()) if (isAlive(place) && !isLost(place)) place.remove();
    if (places().length || !finished) return setTimeout(watchOn, 500);
    document.documentElement.dataset.hkBoards = "alive";
    document.querySelector(".rb-trouble").remove();
  }

  /* Some times by itself, and not when a reader has begun to play: which time it is, or 0. */
  function mayRetry() {
    try {
      const tried = Number(sessionStorage.getItem(retryKey)) + 1;
      if (tried > tries) return 0;
      sessionStorage.setItem(retryKey, tried);
      return tried;
    } catch { return 0; }
  }

  const words = (key) => document.getElementById("rb-trouble-words").content.querySelector(`[data-key=${key}]`).cloneNode(true);

  function say(key, offer) {
    const box = document.createElement("div");
    box.className = "rb-trouble";
    box.setAttribute("role", "alert");
    box.append(words(key));
    if (offer) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "rb-button";
      button.append(words("reload"));
      button.addEventListener("click", () => location.reload());
      box.append(" ", button);
    }
    document.body.append(box);
  }

  setTimeout(look, 100);
})();
