/* The page frame: language and theme. Runs in the head, before anything is painted; needs no kernel and no other script.
   Anybody may listen: the events "hedgekit:lang" and "hedgekit:theme" on window; the state is html[data-lang] and
   html[data-theme]. */
(function () {
  "use strict";
  const root = document.documentElement;
  const languages = document.currentScript.dataset.languages.split(" ");
  const stored = {
    get(key) { try { return localStorage.getItem("hedgekit-" + key); } catch { return null; } },
    set(key, value) { try { localStorage.setItem("hedgekit-" + key, value); } catch { /* private mode: this page only */ } },
  };
  const themes = document.currentScript.dataset.themes.split(" "); /* the first for the day, the second for the night */
  const first = (wanted, known) => wanted.map((name) => (name || "").slice(0, 5)).find((name) => known.includes(name));

  function setLanguage(language, keep) {
    if (!languages.includes(language)) return;
    const changed = root.dataset.lang && root.dataset.lang !== language;
    root.dataset.lang = root.lang = language;
    if (keep) stored.set("lang", language);
    label();
    if (changed) dispatchEvent(new CustomEvent("hedgekit:lang", { detail: language }));
  }

  function setTheme(theme, keep) {
    const changed = root.dataset.theme && root.dataset.theme !== theme;
    root.dataset.theme = theme;
    if (document.body && "jpThemeLight" in document.body.dataset) document.body.dataset.jpThemeLight = String(theme !== themes[1]);
    if (keep) stored.set("theme", theme);
    if (changed) dispatchEvent(new CustomEvent("hedgekit:theme", { detail: theme }));
  }

  /* What is not an element's text: the title, the page's description, labels, pressed buttons. */
  function label() {
    const language = root.dataset.lang;
    const title = document.querySelector("meta[name=hk-title]");
    if (title) document.title = title.dataset[language];
    for (const name of ["aria-label", "title", "placeholder", "content"])
      for (const element of document.querySelectorAll(`[data-${name}-${language}]`))
        element.setAttribute(name, element.getAttribute(`data-${name}-${language}`));
    for (const button of document.querySelectorAll("[data-hk-set-lang]"))
      button.setAttribute("aria-pressed", String(button.dataset.hkSetLang === language));
  }

  const asked = new URLSearchParams(location.search).get("lang");
  const mine = (navigator.languages || [navigator.language]).map((name) => (name || "").split("-")[0].toLowerCase());
  const night = matchMedia("(prefers-color-scheme: dark)");
  root.dataset.hkHeader = "";
  setLanguage(first([asked, stored.get("lang"), ...mine, languages[0]], languages), languages.includes(asked));
  setTheme(themes.find((name) => name === stored.get("theme")) || themes[Number(night.matches)]);
  night.addEventListener("change", () => { if (!stored.get("theme")) setTheme(themes[Number(night.matches)]); });
  addEventListener("storage", (event) => { /* another tab changed it */
    if (event.key === "hedgekit-lang" && event.newValue) setLanguage(event.newValue);
    if (event.key === "hedgekit-theme" && themes.includes(event.newValue)) setTheme(event.newValue);
  });
  addEventListener("DOMContentLoaded", label);
  document.addEventListener("click", (event) => {
    /* The address may carry a game, or the tasks of a class: who skips to the text keeps it. */
    const skip = event.target.closest && event.target.closest(".rb-skip");
    if (skip) {
      event.preventDefault();
      document.querySelector(skip.hash).focus();
    }
    const button = event.target.closest && event.target.closest("[data-hk-set-lang], [data-hk-toggle-theme]");
    if (!button) return;
    if (button.dataset.hkSetLang) setLanguage(button.dataset.hkSetLang, true);
    else setTheme(themes[(themes.indexOf(root.dataset.theme) + 1) % themes.length], true);
  });
})();
