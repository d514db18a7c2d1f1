/* The search field, with results ranked by ranking.js. The passages are in a separate file or, without the book's server, in the contents page (#rb-index);
   they are fetched when the field first gets focus. Queries never leave the browser. */
(function () {
  "use strict";
  const form = document.currentScript.previousElementSibling;
  const [field, found] = [form.querySelector("input"), form.querySelector(".rb-found")];
  const language = () => document.documentElement.dataset.lang;
  const word = (key) => form.querySelector(`[data-key="${key}"] [data-lang="${language()}"]`).textContent;
  const MOST = 30;
  let book = null;
  const rankings = {}; // by language, made on first use

  async function load() {
    if (form.dataset.index) {
      const answer = await fetch(form.dataset.index, { credentials: "same-origin" });
      if (!answer.ok) throw new Error(String(answer.status));
      const data = new Uint8Array(await answer.arrayBuffer());
      const isPacked = data[0] === 0x1f && data[1] === 0x8b; // gzip in the static site, unless the host lets the browser decompress it
      return new Response(isPacked ? new Blob([data]).stream().pipeThrough(new DecompressionStream("gzip")) : data).json();
    }
    let index = document.getElementById("rb-index");
    if (!index) {
      const page = await fetch(form.dataset.contents, { credentials: "same-origin" });
      index = new DOMParser().parseFromString(await page.text(), "text/html").getElementById("rb-index");
    }
    return JSON.parse(index.textContent);
  }

  /* Return an excerpt around the first match, with all matches marked. */
  function excerpt(text, marked) {
    const parts = hkRanking.parts(text);
    const isMarked = (k) => k % 2 === 1 && marked.has(hkRanking.plain(parts[k]));
    let from = Math.max(0, parts.findIndex((_, k) => isMarked(k)) - 12);
    const shown = [from ? "… " : ""];
    for (let left = 170; from < parts.length && left > 0; left -= parts[from++].length) {
      const part = isMarked(from) ? document.createElement("mark") : document.createTextNode("");
      part.textContent = parts[from];
      shown.push(part);
    }
    return [...shown, from < parts.length ? " …" : ""];
  }

  function show() {
    const words = field.value.trim();
    found.hidden = !words || !book;
    if (found.hidden) return found.replaceChildren();
    const here = language();
    const hits = (rankings[here] ??= hkRanking(book, here))(words);
    const items = hits.slice(0, MOST).map(({ entry, marked }) => {
      const chapter = book.chapters[entry.stem];
      const [item, link, where, text] = ["li", "a", "small", "span"].map((tag) => document.createElement(tag));
      link.href = chapter.url + (entry.place ? `#${entry.place}` : "");
      link.append(entry.heading[here] || chapter.title[here]);
      if (link.textContent !== chapter.title[here]) where.append(chapter.title[here]);
      text.append(...excerpt(entry.text[here] ?? "", marked));
      item.append(link, where, text);
      return item;
    });
    const many = document.createElement("p");
    many.setAttribute("role", "status");
    many.append(hits.length ? word(hits.length > MOST ? "found-more" : "found").replace("{n}", hits.length).replace("{most}", MOST) : word("found-none"));
    const list = document.createElement("ol");
    list.append(...items);
    found.replaceChildren(many, list);
  }

  let loading = null;
  async function update() {
    try {
      book ??= await (loading ??= load());
      show();
    } catch {
      loading = null;
      found.hidden = false;
      found.replaceChildren(word("search-failed"));
    }
  }
  field.addEventListener("focus", update);
  field.addEventListener("input", update);
  addEventListener("hedgekit:lang", () => book && show());
  /* Enter opens the best result, even if the passages are still loading. */
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    await update();
    found.querySelector("a")?.click();
  });
  form.addEventListener("keydown", (event) => {
    const links = [...found.querySelectorAll("a")];
    const next = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape") { field.value = ""; show(); field.focus(); }
    else if (next && links.length) {
      event.preventDefault();
      (links[links.indexOf(document.activeElement) + next] ?? field).focus();
    }
  });
  /* Close the results on a click elsewhere; a click on a result is followed first. */
  document.addEventListener("click", (event) => { if (!form.contains(event.target)) found.hidden = true; });
  found.addEventListener("click", (event) => { if (event.target.closest("a")) found.hidden = true; });
})();
