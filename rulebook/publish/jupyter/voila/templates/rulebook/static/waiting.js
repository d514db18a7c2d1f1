/* The book is full: asks now and then whether there is a place, and takes it. The page stays as it is without this script. */
(function () {
  "use strict";
  const { ready } = document.currentScript.dataset;
  const wait = () => setTimeout(ask, 10000 + 10000 * Math.random()); // not all who wait at once
  async function ask() {
    if (document.hidden) return void document.addEventListener("visibilitychange", wait, { once: true });
    try {
      const { free } = await (await fetch(ready, { cache: "no-store" })).json();
      if (free !== 0) return void location.reload();
    } catch { /* not there at all: asks again */ }
    wait();
  }
  wait();
})();
