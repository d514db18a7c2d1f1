/* Search in the rules. The passages are in a file of their own, or where no server of ours gives it out, in the page of contents (#rb-index);
   either is fetched when the reader first goes to the field. Nothing is sent anywhere: the words stay in the browser. */
(function () {
  "use strict";
  const form = document.currentScript.previousElementSibling;
  const [field, found] = [form.querySelector("input"), form.querySelector(".rb-found")];
  const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").replace(/[\u2018\u2019]/g, "'").toLowerCase().replace(/ß/g, "ss");
  const language = () => document.documentElement.dataset.lang;
  const word = (key) => form.querySelector(`[data-key="${key}"] [data-lang="${language()}"]`).textContent;
  const MOST = 30;
  let book = null;

  async function load() {
    if (form.dataset.index) {
      const answer = await fetch(form.dataset.index, { credentials: "same-origin" });
      if (!answer.ok) throw new Error(String(answer.status));
      const data = new Uint8Array(await answer.arrayBuffer());
      const isPacked = data[0] === 0x1f && data[1] === 0x8b; // in the static site; some hosts have browsers unpack it by themselves
      return new Response(isPacked ? new Blob([data]).stream().pipeThrough(new DecompressionStream("gzip")) : data).json();
    }
    let index = document.getElementById("rb-index");
    if (!index) {
      const page = await fetch(form.dataset.contents, { credentials: "same-origin" });
      index = new DOMParser().parseFromString(await page.text(), "text/html").getElementById("rb-index");
    }
    return JSON.parse(index.textContent);
  }

  function search(words) {
    const wanted = plain(words).split(/[^\p{L}\p{N}.\-]+/u).filter(Boolean);
    const umlauts = wanted.map((one) => one.replace(/([aou])e/g, "$1"));
    const shorter = umlauts.map((one) => (one.length > 4 ? one.replace(/(?:e[nrs]|[ens])$/, "") : one));
    // As it is typed; where nothing is found, in the middle of words, with "ue" for "ü", and another form ("Gruben", "Grube").
    for (const [some, how] of [[wanted, at], [wanted, within], [umlauts, at], [umlauts, within], [shorter, at]]) {
      const hits = some.length ? hitBy(some, how) : [];
      if (hits.length) return hits;
    }
    return [];
  }

  function hitBy(wanted, at) {
    const here = language();
    const hits = [];
    for (const entry of book.entries) {
      const [heading, text] = [plain(entry.heading[here] ?? ""), plain(entry.text[here] ?? "")];
      let [worth, share] = [0, 0];
      for (const one of wanted) {
        const [inHeading, inText] = [at(heading, one), at(text, one)];
        if (inHeading < 0 && inText < 0) { worth = 0; break; }
        worth += (inHeading >= 0 ? 5 : 0) + (inHeading === 0 ? 5 : 0) + (inText >= 0 ? 1 : 0);
        if (inHeading >= 0) share += one.length / heading.length; // a heading of little else is more about it
        if (inHeading >= 0 && /^(variant|page)-/.test(entry.place)) worth += 3; // the title of a page
      }
      if (worth) hits.push({ entry, worth: worth + 12 * share - heading.length / 100, wanted, at });
    }
    return hits.sort((a, b) => b.worth - a.worth);
  }

  /* Where a word begins in a text, -1 if nowhere: what is typed may be the beginning of a word, not its middle. */
  function at(text, word) {
    for (let k = text.indexOf(word); k >= 0; k = text.indexOf(word, k + 1))
      if (k === 0 || !/[\p{L}\p{N}]/u.test(text[k - 1])) return k;
    return -1;
  }

  /* The same where nothing begins so: in the middle of a word, or its two halves as words of their own, one soon after
     the other ("Schwarzfeld" finds "schwarzes Feld"), which is how some languages make words. */
  function within(text, word) {
    if (word.length < 4) return at(text, word);
    const whole = text.indexOf(word);
    for (let k = 4; whole < 0 && k <= word.length - 4; k++) {
      const first = at(text, word.slice(0, k));
      if (first >= 0 && at(text.slice(first + k, first + k + 24), word.slice(k)) > 0) return first;
    }
    return whole;
  }

  /* The part of the text around the first word found, with the words marked. */
  function around(text, wanted, at) {
    const signs = [...text].flatMap((sign) => [...(plain(sign) || " ")].map((one, k) => [one, k ? "" : sign]));
    const folded = signs.map(([one]) => one).join("");
    const places = wanted.map((one) => [at(folded, one), one.length]).filter(([k]) => k >= 0)
      .map(([k, length]) => [k, k + length].map((place) => signs.slice(0, place).map(([, sign]) => sign).join("").length))
      .map(([k, end]) => [k, end - k]).sort((a, b) => a[0] - b[0]); // places in the folded text are not those in the text
    const begin = Math.max(0, (places[0]?.[0] ?? 0) - 40);
    const from = begin ? text.indexOf(" ", begin) + 1 : 0;
    const to = Math.min(text.length, from + 170);
    const shown = [from ? "… " : ""];
    let done = from;
    for (const [k, length] of places) {
      if (k < done || k + length > to) continue;
      const mark = document.createElement("mark");
      mark.textContent = text.slice(k, k + length);
      shown.push(text.slice(done, k), mark);
      done = k + length;
    }
    return [...shown, text.slice(done, to), to < text.length ? " …" : ""];
  }

  function show() {
    const words = field.value.trim();
    found.hidden = !words || !book;
    if (found.hidden) return found.replaceChildren();
    const hits = search(words);
    const here = language();
    const items = hits.slice(0, MOST).map(({ entry, wanted, at }) => {
      const chapter = book.chapters[entry.stem];
      const [item, link, where, text] = ["li", "a", "small", "span"].map((tag) => document.createElement(tag));
      link.href = chapter.url + (entry.place ? `#${entry.place}` : "");
      link.append(entry.heading[here] || chapter.title[here]);
      if (link.textContent !== chapter.title[here]) where.append(chapter.title[here]);
      text.append(...around(entry.text[here] ?? "", wanted, at));
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

  let waiting = null;
  async function ready() {
    try {
      book ??= await (waiting ??= load());
      show();
    } catch {
      waiting = null;
      found.hidden = false;
      found.replaceChildren(word("search-failed"));
    }
  }
  field.addEventListener("focus", ready);
  field.addEventListener("input", ready);
  addEventListener("hedgekit:lang", () => book && show());
  /* Enter opens the best of what was found, also when the passages are still on their way. */
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    await ready();
    found.querySelector("a")?.click();
  });
  form.addEventListener("keydown", (event) => {
    const links = [...found.querySelectorAll("a")];
    const next = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape") { field.value = ""; show(); field.focus(); }
    else if (next && links.length) {
      event.preventDefault();
      const place = links.indexOf(document.activeElement) + next;
      (links[place] ?? field).focus();
    }
  });
  /* Gone when the reader goes elsewhere; a click on a result is followed first. */
  document.addEventListener("click", (event) => { if (!form.contains(event.target)) found.hidden = true; });
  found.addEventListener("click", (event) => { if (event.target.closest("a")) found.hidden = true; });
  /* As on many sites, a slash goes to the field, unless the reader is typing or at a board. */
  addEventListener("keydown", (event) => {
    const busy = event.target.closest?.("input, textarea, select, [contenteditable], .hk-board");
    if (event.key === "/" && !busy && !event.ctrlKey && !event.metaKey && !event.altKey) { event.preventDefault(); field.focus(); }
  });
})();
