// Part of board.js: the page around the boards. Language and theme are the page's (attributes of <html>), so that every board and
// every text follow at once; boards only read them, and change them where the page has no header that does.

import { keepHeldPresses } from "./held_press.js";

export const ROOT = document.documentElement;
const SVG = "http://www.w3.org/2000/svg";

// A browser may refuse its store (private windows, frames): then nothing is kept, and nothing breaks.
export const storage = {
  get(key) { try { return localStorage.getItem(key); } catch { return null; } },
  /** Whether there was room for it. */
  set(key, value) { try { localStorage.setItem(key, value); return true; } catch { return false; } },
  /** Data that was kept as JSON; empty for none, and for what is none. */
  data(key) { try { return JSON.parse(storage.get(key)) ?? {}; } catch { return {}; } },
  remove(key) { try { localStorage.removeItem(key); } catch { /* refused */ } },
};

export function language() {
  return ROOT.dataset.lang in WORDS ? ROOT.dataset.lang : "en";
}

/** The language that the button of a board changes to; its words stand there in that language. */
export function nextLanguage() {
  const all = Object.keys(WORDS);
  return all[(all.indexOf(language()) + 1) % all.length];
}

/** A number as readers of the language write it. @param {number} number */
export const formatNumber = (number) => number.toLocaleString(language());

/** The interface word of a key, with {names} filled in. */
export function word(key, values = {}) {
  const text = WORDS[language()][key] ?? WORDS.en[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/**
 * What came in every language, in the reader's: a text, or a list of them; an empty text for nothing.
 * @template T @param {Record<string, T> | null | undefined} both @returns {T}
 */
export function localize(both) {
  return both ? both[language()] ?? both.en ?? /** @type {any} */ ("") : /** @type {any} */ ("");
}

/** `keep`: did a reader choose it, for all pages? */
export function setLanguage(lang, keep = true) {
  ROOT.dataset.lang = lang;
  if (keep) storage.set("hedgekit-lang", lang);
  window.dispatchEvent(new CustomEvent("hedgekit:lang", { detail: lang }));
}

/** The theme of the page, which is one of `THEMES`: the first for the day, the second for the night. */
export const theme = () => ROOT.dataset.theme ?? THEMES[0];

export const nextTheme = () => THEMES[(THEMES.indexOf(theme()) + 1) % THEMES.length];

/** In a notebook nobody sets a theme: JupyterLab's is followed, else the system's, until a reader chooses one. */
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
 * JupyterLab looks at keys before anybody else, and leaves them to elements that ask for it. Ours ask for the keys that mean something there,
 * which are moving keys and those listed in `data-hk-keys`, and what is typed into a field: Ctrl+S goes on saving.
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

/** What is said where nobody answers: in a notebook a cell is run again, elsewhere the page is loaded again. */
export const lostKey = () => ("hkHeader" in ROOT.dataset || document.body.dataset.voila ? "lost" : "no-kernel");

/** Listen to a model, or to a part of the page, by the names of events; what it returns ends that. */
export function listen(target, events) {
  const [on, off] = target.on ? ["on", "off"] : ["addEventListener", "removeEventListener"];
  for (const [event, act] of Object.entries(events)) target[on](event, act);
  return () => { for (const [event, act] of Object.entries(events)) target[off](event, act); };
}

export function prefersReducedMotion() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Once a page: the style of all boards, presses that outlive a repaint, keys, a theme, and a language if nobody has chosen one. */
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

/** What a widget's host calls to show one of a kind in an element; it returns what takes it away again, which its `closers` do. */
export const renderer = (Kind) => ({ model, el }) => {
  preparePage();
  el.classList.add("hk-widget");
  const one = new Kind(model, el);
  return () => { for (const closer of one.closers) closer(); };
};

/**
 * An element: attributes by name, `on...` as listeners, children as nodes or text (never as markup). An attribute or only child that is a
 * function says its text in the language of the page, and again when that changes (`retranslateAll`).
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

/** In another language: whatever says a text of its own in an element says it anew. @param {any} root */
export function retranslateAll(root) {
  for (const el of [root, ...root.querySelectorAll("*")]) el.retranslate?.();
}

/** An element whose text is an interface word, or what a function says. @param {string | (() => string)} said */
export const w = (tag, said, attributes = {}) => h(tag, attributes, typeof said === "function" ? said : () => word(said));

/** Put something in the place of what is in an element: the reader's focus stays on what has the same `data-key`, with what he has written there since it was put there. */
export function replaceKeepingFocus(el, ...children) {
  const active = el.contains(document.activeElement) ? /** @type {HTMLInputElement} */ (document.activeElement) : null;
  const { value, defaultValue, selectionStart, selectionEnd, dataset: { key } = {} } = active ?? {};
  el.replaceChildren(...children);
  const again = key === undefined ? undefined : [...el.querySelectorAll("[data-key]")].find((one) => one.dataset.key === key);
  again?.focus({ preventScroll: true });
  if (again?.matches("input[type=text]")) Object.assign(again, value === defaultValue ? {} : { value }, { selectionStart, selectionEnd });
}

/** Put a text on the clipboard. False if that is refused. */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Without a secure origin there is no clipboard: a selected text field still lets the old command copy.
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

/** Have the browser save a file. */
export function saveFile(name, content, type) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** A button with a word on it. */
export const wordButton = (said, onclick, kind = "") => w("button", said, { type: "button", class: `hk-button ${kind}`.trim(), onclick });

const ALONG = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** One stop of the keyboard for a row of buttons, the current one or where the reader is: arrows lead along it. What it returns is called when they have changed. @param {HTMLElement} row */
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

/** A dialog of a board with a title and a form, by whose buttons it is `sent`; a click beside it closes it, as Escape does. */
export class Dialog {
  constructor(board, name, kind = "") {
    /** @type {{ view: View } & Record<string, any>} */
    this.board = board;
    this.title = h("h2", { id: newId(name) });
    this.form = h("form", { method: "dialog", onsubmit: (event) => { event.preventDefault(); this.sent(event.submitter?.value); } });
    this.el = h("dialog", { class: `hk-dialog ${kind}`.trim(), "aria-labelledby": this.title.id, onclick: ({ target }) => { if (target === this.el) this.el.close(); } }, this.title, this.form);
  }

  /** @param {string | undefined} _what the value of the button */
  sent(_what) {}
}
