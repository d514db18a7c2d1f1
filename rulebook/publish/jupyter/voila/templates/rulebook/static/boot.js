/* Language and theme of a page. Runs in the head, before the first paint, without any other script. The state is
   html[data-lang] and html[data-theme]; changes are events on window, "hedgekit:lang" and "hedgekit:theme". */
(function () {
  "use strict";
  const root = document.documentElement;
  const languages = document.currentScript.dataset.languages.split(" ");
  const stored = {
    get(key) { try { return localStorage.getItem("hedgekit-" + key); } catch { return null; } },
    set(key, value) { try { localStorage.setItem("hedgekit-" + key, value); } catch { /* private mode: for this page only */ } },
  };
  const themes = document.currentScript.dataset.themes.split(" "); /* the first for day, the second for night */
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

  /* Update the title, the description, labels and pressed buttons, which style sheets cannot. */
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

  const requested = new URLSearchParams(location.search).get("lang");
  const preferred = (navigator.languages || [navigator.language]).map((name) => (name || "").split("-")[0].toLowerCase());
  const night = matchMedia("(prefers-color-scheme: dark)");
  root.dataset.hkHeader = "";
  set("lang", first([requested, stored.get("lang"), ...preferred, languages[0]], languages), languages.includes(requested));
  set("theme", themes.find((name) => name === stored.get("theme")) || themes[Number(night.matches)]);
  night.addEventListener("change", () => { if (!stored.get("theme")) set("theme", themes[Number(night.matches)]); });
  addEventListener("storage", (event) => { /* another tab changed it */
    for (const what of ["lang", "theme"]) if (event.key === "hedgekit-" + what) set(what, event.newValue);
  });
  addEventListener("DOMContentLoaded", label);
  document.addEventListener("click", (event) => {
    /* The skip link must not replace the fragment of the address, which may hold a game or the tasks of a class. */
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
