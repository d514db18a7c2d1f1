/* Where does the site begin? The nearest folder above this address that has its list of files. */
(async function () {
  const folders = location.pathname.split("/").slice(1, -1);
  for (let many = folders.length; many >= 0; many -= 1) {
    const folder = ["", ...folders.slice(0, many), ""].join("/");
    const answer = await fetch(folder + "site.json").catch(() => null);
    if (answer && answer.ok && "files" in (await answer.json().catch(() => ({})))) {
      document.querySelector("base").href = folder;
      document.documentElement.dataset.hkBase = folder;
      return;
    }
  }
})();
