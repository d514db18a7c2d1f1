// Part of board.js: the page around the boards. Language and theme belong to the page (attributes of <html>), so that all boards and texts
// change at once; boards read them, and change them only in pages without a header.

import { keepHeldPresses } from "./held_press.js";

export const ROOT = document.documentElement;
const SVG = "http://www.w3.org/2000/svg";

// Local storage, which a browser may deny (private windows, frames): then nothing is stored, and nothing breaks.
export const storage = {
  get(key) { try { return localStorage.getItem(key); } catch { return null; } },
  /** Store a text; return whether there was space. */
  set(key, value) { try { localStorage.setItem(key, value); return true; } catch { return false; } },
  /** Return stored JSON; {} if it is missing or invalid. */
  data(key) { try { return JSON.parse(storage.get(key)) ?? {}; } catch { return {}; } },
  remove(key) { try { localStorage.removeItem(key); } catch { /* refused */ } },
};

export function language() {
  return ROOT.dataset.lang in WORDS ? ROOT.dataset.lang : "en";
}

/** Return the language that the button of a board changes to. */
export function nextLanguage() {
  const all = Object.keys(WORDS);
  return all[(all.indexOf(language()) + 1) % all.length];
}

/** Format a number for the page's language. @param {number} number */
export const formatNumber = (number) => number.toLocaleString(language());

/** Return the text of the interface under a key, with {names} filled in. */
export function word(key, values = {}) {
  const text = WORDS[language()][key] ?? WORDS.en[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/**
 * Return a localized text, or a list of them, in the page's language; "" for null.
 * @template T @param {Record<string, T> | null | undefined} texts @returns {T}
 */
export function localize(texts) {
  return texts ? texts[language()] ?? texts.en ?? /** @type {any} */ ("") : /** @type {any} */ ("");
}

/** Set the language of the page; `keep`: store it, since a reader chose it for all pages. */
export function setLanguage(lang, keep = true) {
  ROOT.dataset.lang = lang;
  if (keep) storage.set("hedgekit-lang", lang);
  window.dispatchEvent(new CustomEvent("hedgekit:lang", { detail: lang }));
}

/** Return the theme of the page, one of `THEMES`: the first is the light one, the second the dark one. */
export const theme = () => ROOT.dataset.theme ?? THEMES[0];

export const nextTheme = () => THEMES[(THEMES.indexOf(theme()) + 1) % THEMES.length];

/** In a notebook, follow JupyterLab's theme, else the system's, until a reader chooses one. */
function followTheme() {
  if (ROOT.dataset.theme) return;
  ROOT.dataset.hkFollows = "";
  const night = matchMedia("(prefers-color-scheme: dark)");
  const follow = () => {
    const lab = document.body.dataset.jpThemeLight;
    if ("hkFollows" in ROOT.dataset) ROOT.dataset.theme = THEMES[Number(lab ? lab === "false" : night.matches)];
  };
  follow();
  night.addEventListener("change", follow);
  new MutationObserver(follow).observe(document.body, { attributeFilter: ["data-jp-theme-light"] });
}

export function setTheme(name) {
  delete ROOT.dataset.hkFollows;
  ROOT.dataset.theme = name;
  storage.set("hedgekit-theme", name);
  window.dispatchEvent(new CustomEvent("hedgekit:theme", { detail: name }));
}

const MOVING = /^(Arrow\w+|Home|End|Enter|Escape| )$/;

/**
 * JupyterLab handles keys first unless an element claims them. Ours claim navigation keys, those listed in `data-hk-keys`, and typing in fields,
 * but no shortcuts such as Ctrl+S.
 */
function claimKeys() {
  const page = /** @type {any} */ (globalThis);
  if (page.hedgekitKeys) return;
  page.hedgekitKeys = true;
  addEventListener("keydown", (event) => {
    const [target] = event.composedPath();
    const el = target instanceof Element ? /** @type {HTMLElement | null} */ (target.closest("[data-hk-keys]")) : null;
    if (!el) return;
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    const typed = target instanceof Element && target.matches("input, textarea, select, [contenteditable]");
    const ours = typed || (MOVING.test(key) ? !shiftKey : key.length === 1 && el.dataset.hkKeys.includes(key.toLowerCase()));
    if (ours && !ctrlKey && !metaKey && !altKey) el.dataset.lmSuppressShortcuts = "true";
    else delete el.dataset.lmSuppressShortcuts;
  }, true);
}

/** Return the key of the text for a lost session: in a notebook the reader runs the cell again, elsewhere they reload the page. */
export const lostKey = () => ("hkHeader" in ROOT.dataset || document.body.dataset.voila ? "lost" : "no-kernel");

/** Add listeners {event: function} to a model or an element; return a function that removes them. */
export function listen(target, events) {
  const [on, off] = target.on ? ["on", "off"] : ["addEventListener", "removeEventListener"];
  for (const [event, act] of Object.entries(events)) target[on](event, act);
  return () => { for (const [event, act] of Object.entries(events)) target[off](event, act); };
}

export function prefersReducedMotion() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Prepare the page, once: style, held presses, keys, theme, and a language if none is chosen. */
function preparePage() {
  keepHeldPresses();
  claimKeys();
  followTheme();
  if (!document.getElementById(KEY)) document.head.append(h("style", { id: KEY }, SHEET));
  if (!ROOT.dataset.lang) {
    const wanted = [storage.get("hedgekit-lang"), ...(navigator.languages ?? [navigator.language ?? "en"])];
    ROOT.dataset.lang = wanted.map((lang) => String(lang).split("-")[0].toLowerCase()).find((lang) => lang in WORDS) ?? "en";
  }
}

/** Return the `render` function of a class of widgets, which returns a function that removes the widget, by its `closers`. */
export const renderer = (Kind) => ({ model, el }) => {
  preparePage();
  el.classList.add("hk-widget");
  const one = new Kind(model, el);
  return () => { for (const closer of one.closers) closer(); };
};

/**
 * Make an element (hyperscript): attributes by name, `on...` as listeners, children as nodes or text (never markup). An attribute or only child
 * that is a function is evaluated again when the language changes (`retranslateAll`).
 */
export const h = (tag, attributes = {}, ...children) => withContent(document.createElement(tag), attributes, children);

/** The same for SVG. */
export const s = (tag, attributes = {}, ...children) => withContent(document.createElementNS(SVG, tag), attributes, children);

/** @param {any} el */
function withContent(el, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) el.addEventListener(name.slice(2), value);
    else if (typeof value === "function") onLanguage(el, () => el.setAttribute(name, value()));
    else el.setAttribute(name, value === true ? "" : String(value));
  }
  const [text] = children;
  if (typeof text === "function") onLanguage(el, () => { el.textContent = text(); });
  else el.append(...children.filter((child) => child !== null && child !== undefined));
  return el;
}

/** @param {any} el @param {() => void} act */
function onLanguage(el, act) {
  const { retranslate } = el;
  el.retranslate = () => { retranslate?.(); act(); };
  act();
}

/** Update all texts in an element after a change of language. @param {any} root */
export function retranslateAll(root) {
  for (const el of [root, ...root.querySelectorAll("*")]) el.retranslate?.();
}

/** Make an element whose text is that of an interface key, or the result of a function. @param {string | (() => string)} text */
export const w = (tag, text, attributes = {}) => h(tag, attributes, typeof text === "function" ? text : () => word(text));

/** Replace the children of an element; the focus, and text being typed, move to the new element with the same `data-key`. */
export function replaceKeepingFocus(el, ...children) {
  const active = el.contains(document.activeElement) ? /** @type {HTMLInputElement} */ (document.activeElement) : null;
  const { value, defaultValue, selectionStart, selectionEnd, dataset: { key } = {} } = active ?? {};
  el.replaceChildren(...children);
  const again = key === undefined ? undefined : [...el.querySelectorAll("[data-key]")].find((one) => one.dataset.key === key);
  again?.focus({ preventScroll: true });
  if (again?.matches("input[type=text]")) Object.assign(again, value === defaultValue ? {} : { value }, { selectionStart, selectionEnd });
}

/** Copy a text to the clipboard; return whether the browser allows it. */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Without a secure origin there is no clipboard API, but the old command copies from a text field.
    const area = h("textarea", { class: "hk-offstage", "aria-hidden": "true", tabindex: "-1" });
    area.value = text;
    document.body.append(area);
    area.select();
    let done = false;
    try { done = document.execCommand("copy"); } catch { /* refused */ }
    area.remove();
    return done;
  }
}

/** Download a file. */
export function saveFile(name, content, type) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** Make a button with a text of the interface. */
export const wordButton = (text, onclick, kind = "") => w("button", text, { type: "button", class: `hk-button ${kind}`.trim(), onclick });

const ALONG = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Give a row of buttons one tab stop, the focused or the current one, and arrow keys; return a function to call when the buttons have changed. @param {HTMLElement} row */
export function rovingTabindex(row) {
  const all = () => [...row.querySelectorAll("button")];
  const mark = (stop) => { for (const button of all()) button.tabIndex = button === stop ? 0 : -1; };
  row.addEventListener("keydown", (event) => {
    const to = all()[all().indexOf(/** @type {HTMLButtonElement} */ (document.activeElement)) + (ALONG[event.key] ?? NaN)];
    if (!to) return;
    event.preventDefault();
    mark(to);
    to.focus();
  });
  return () => mark(row.contains(document.activeElement) ? document.activeElement : row.querySelector("[aria-current]") ?? all()[0]);
}

let ids = 0;
export function newId(what) {
  ids += 1;
  return `hk-${what}-${ids}`;
}

/** A dialog of a board with a title and a form; a click outside closes it, as Escape does. Subclasses implement `onSubmit`. */
export class Dialog {
  constructor(board, name, kind = "") {
    /** @type {{ view: View } & Record<string, any>} */
    this.board = board;
    this.title = h("h2", { id: newId(name) });
    this.form = h("form", { method: "dialog", onsubmit: (event) => { event.preventDefault(); this.onSubmit(event.submitter?.value); } });
    this.el = h("dialog", { class: `hk-dialog ${kind}`.trim(), "aria-labelledby": this.title.id, onclick: ({ target }) => { if (target === this.el) this.el.close(); } }, this.title, this.form);
  }

  /** @param {string | undefined} _what value of the button */
  onSubmit(_what) {}
}
