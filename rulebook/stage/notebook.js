/* A notebook around the prose and the boards: one language, chosen once and kept; prose without the line of code that says it. */
(() => {
  const root = document.documentElement;
  if ("hkHeader" in root.dataset || "hkNotebook" in root.dataset) return; // a page of the book chooses by itself
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

  /** Every language of a piece of prose that has been shown in another one. @type {WeakMap<Element, Record<string, string>>} */
  const said = new WeakMap();

  function speak(words) {
    const shown = words.querySelector(":scope > [data-lang]"), others = words.querySelector(":scope > script");
    if (!shown || !others || shown.dataset.lang === root.dataset.lang) return;
    if (!said.has(words)) said.set(words, { ...JSON.parse(others.textContent), [shown.dataset.lang]: shown.outerHTML });
    const text = said.get(words)[root.dataset.lang];
    if (text) shown.outerHTML = text;
  }

  function bar(place) {
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

  function follow() {
    document.querySelectorAll(".hk-tongues").forEach(bar);
    document.querySelectorAll(".hk-words").forEach(speak);
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
  addEventListener("hedgekit:lang", follow); // a board has a button, too
  addEventListener("storage", (event) => { if (event.key === KEY && event.newValue) choose(event.newValue); });
  let asked = false;
  new MutationObserver(() => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => { asked = false; follow(); });
  }).observe(document.body, { childList: true, subtree: true }); // cells come and go while one scrolls
  follow();
})();
