/* Find the root of the site: the nearest folder above this address with its list of files. */
(async function () {
  const folders = location.pathname.split("/").slice(1, -1);
  for (let depth = folders.length; depth >= 0; depth -= 1) {
    const folder = ["", ...folders.slice(0, depth), ""].join("/");
    const answer = await fetch(folder + "site.json").catch(() => null);
    if (answer && answer.ok && "files" in (await answer.json().catch(() => ({})))) {
      document.querySelector("base").href = folder;
      document.documentElement.dataset.hkBase = folder;
      return;
    }
  }
})();
