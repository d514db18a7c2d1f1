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

  function set(what, value, keep) {
    if (!(what === "lang" ? languages : themes).includes(value)) return;
    const changed = root.dataset[what] && root.dataset[what] !== value;
    root.dataset[what] = value;
    if (keep) stored.set(what, value);
    if (what === "lang") { root.lang = value; label(); }
    else if (document.body && "jpThemeLight" in document.body.dataset) document.body.dataset.jpThemeLight = String(value !== themes[1]);
    if (changed) dispatchEvent(new CustomEvent("hedgekit:" + what, { detail: value }));
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
  set("lang", first([asked, stored.get("lang"), ...mine, languages[0]], languages), languages.includes(asked));
  set("theme", themes.find((name) => name === stored.get("theme")) || themes[Number(night.matches)]);
  night.addEventListener("change", () => { if (!stored.get("theme")) set("theme", themes[Number(night.matches)]); });
  addEventListener("storage", (event) => { /* another tab changed it */
    for (const what of ["lang", "theme"]) if (event.key === "hedgekit-" + what) set(what, event.newValue);
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
    if (button.dataset.hkSetLang) set("lang", button.dataset.hkSetLang, true);
    else set("theme", themes[(themes.indexOf(root.dataset.theme) + 1) % themes.length], true);
  });
})();
