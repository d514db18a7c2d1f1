/* Notebooks with prose and boards: one language for all, stored in the browser, and prose without its line of code. */
(() => {
  const root = document.documentElement;
  if ("hkHeader" in root.dataset || "hkNotebook" in root.dataset) return; // a page of the book has its own choice
  root.dataset.hkNotebook = "";
  const KEY = "hedgekit-lang";
  const kept = () => { try { return localStorage.getItem(KEY); } catch { return null; } };
  const style = document.createElement("style");
  style.textContent = `.hk-tongues { display: flex; gap: .4em; margin: .4em 0; }
.hk-tongues button { font: inherit; padding: .1em .7em; border: 1px solid currentColor; border-radius: 1em; background: none; color: inherit; opacity: .6; cursor: pointer; }
.hk-tongues button[aria-pressed=true] { opacity: 1; font-weight: 600; }
.jp-CodeCell:has(.hk-words):not(.jp-mod-active) .jp-InputPlaceholder { opacity: 0; }
.jp-CodeCell:has(.hk-words):not(.jp-mod-active):hover .jp-InputPlaceholder { opacity: 1; }
.jp-CodeCell:has(.hk-words) .jp-Cell-inputWrapper:has(.jp-InputPlaceholder) { height: 6px; overflow: visible; }
.jp-CodeCell:has(.hk-words):is(:hover, .jp-mod-active) .jp-Cell-inputWrapper:has(.jp-InputPlaceholder) { height: auto; }
.jp-CodeCell:has(.hk-words) .jp-OutputPrompt { visibility: hidden; }
.jp-RenderedSVG > :is(svg, img) { max-width: 100%; height: auto; }`;
  document.head.append(style);

  /** All languages of prose whose language has been changed. @type {WeakMap<Element, Record<string, string>>} */
  const texts = new WeakMap();

  function translate(words) {
    const shown = words.querySelector(":scope > [data-lang]"), others = words.querySelector(":scope > script");
    if (!shown || !others || shown.dataset.lang === root.dataset.lang) return;
    if (!texts.has(words)) texts.set(words, { ...JSON.parse(others.textContent), [shown.dataset.lang]: shown.outerHTML });
    const text = texts.get(words)[root.dataset.lang];
    if (text) shown.outerHTML = text;
  }

  function drawButtons(place) {
    if (!place.firstChild)
      for (const [lang, name] of Object.entries(JSON.parse(place.dataset.languages))) {
        const button = document.createElement("button");
        Object.assign(button, { type: "button", lang, textContent: name });
        button.addEventListener("click", () => choose(lang));
        place.append(button);
      }
    for (const button of place.children) {
      const pressed = String(button.lang === root.dataset.lang);
      if (button.getAttribute("aria-pressed") !== pressed) button.setAttribute("aria-pressed", pressed);
    }
  }

  function update() {
    document.querySelectorAll(".hk-tongues").forEach(drawButtons);
    document.querySelectorAll(".hk-words").forEach(translate);
  }

  function choose(lang) {
    root.dataset.lang = lang;
    try { localStorage.setItem(KEY, lang); } catch { /* this page only */ }
    dispatchEvent(new CustomEvent("hedgekit:lang", { detail: lang }));
  }

  const place = /** @type {HTMLElement | null} */ (document.querySelector(".hk-tongues"));
  const known = Object.keys(JSON.parse(place?.dataset.languages ?? "{}"));
  const wanted = [root.dataset.lang, kept(), ...navigator.languages].map((lang) => String(lang).split("-")[0].toLowerCase());
  root.dataset.lang = wanted.find((lang) => known.includes(lang)) ?? "en";
  addEventListener("hedgekit:lang", update); // boards have a button, too
  addEventListener("storage", (event) => { if (event.key === KEY && event.newValue) choose(event.newValue); });
  let isScheduled = false;
  new MutationObserver(() => {
    if (isScheduled) return;
    isScheduled = true;
    requestAnimationFrame(() => { isScheduled = false; update(); });
  }).observe(document.body, { childList: true, subtree: true }); // scrolling adds and removes cells
  update();
})();
