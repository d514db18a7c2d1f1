/* Too much is asked of the server: asks now and then whether that is over. The page stays as it is without this script. */
(function () {
  "use strict";
  const { ready } = document.currentScript.dataset;
  const wait = () => setTimeout(ask, 10000 + 10000 * Math.random()); // not all who wait at once
  async function ask() {
    if (document.hidden) return void document.addEventListener("visibilitychange", wait, { once: true });
    try {
      const { why } = await (await fetch(ready, { cache: "no-store" })).json();
      if (!why || why === "places") return void location.reload(); // reading takes no place
    } catch { /* not there at all: asks again */ }
    wait();
  }
  wait();
})();
