// Part of the desk's widgets: the elements that they share.

import { saveFile, h, language, newId, replaceKeepingFocus, localize, w, word } from "../stage/page.js";
import { classOf, clauseUrl, filterFindings, readingsUrl, spans } from "./selection.js";

/** Accepted extensions of texts. */
export const READ = ".txt,.md,.markdown,.html,.htm,.xhtml,.pdf,.docx,.docm,.dotx,.odt,.ott";
export const CHANGES = ["play", "names", "credits", "wording"];
export const SIGNS = { meaning: "≠", synonym: "≈", spelling: "~", typography: "·" };
export const VERDICTS = { same: "=", differs: "≠", absent: "∅", unclear: "?" };
export const STATUSES = { preferred: "✓", accepted: "○", forbidden: "✗" };
export const TYPING_PAUSE = 400; // milliseconds after the last keystroke (debounce)
export const VALUES = { accept: "✓", reject: "✗", reclass: "↷" };

export function button(key, onclick, kind = "") {
  return w("button", key, { type: "button", class: `dk-button ${kind}`.trim(), onclick });
}

/** Return an input with its label. */
export const field = (key, input, kind = "") => h("span", { class: `dk-field ${kind}`.trim() }, w("label", key, { for: input.id }), input);

/** A control: its element and its value. */
const control = (el, input, key = "value") => ({ el, get value() { return input[key]; }, set value(value) { input[key] = value; } });

/** Return a select of [value, key of a text]; `onchange` gets the value. */
export function choice(label, options, onchange) {
  const select = h("select", { id: newId("choice"), onchange: () => onchange(select.value) }, ...options.map(([value, key]) => w("option", key, { value })));
  return control(field(label, select), select);
}

export function check(key, checked, onchange, sign = "") {
  const input = h("input", { type: "checkbox", checked, onchange });
  const count = h("span", { class: "dk-count" });
  const mark = sign ? h("span", { class: "dk-sign", "aria-hidden": "true" }, sign) : null;
  return Object.assign(control(h("label", { class: "dk-check" }, input, mark, w("span", key), count), input, "checked"), { count });
}

/** Return a decision in words. @param {OtherView} decision */
export const describe = ({ value, reason, klass }) => `${VALUES[value]} ${word(`report-${value}`)}${klass ? ` (${word(`classes-${klass}`)})` : ""} ${reason ? `– ${reason}` : ""}`.trim();

/** Return a conflicting decision with the choice between both; `take` gets the chosen one. @param {DecisionView} mine @param {OtherView} other @param {(decision: OtherView) => void} take */
export const conflictParts = (mine, other, take) => [w("span", "theirs"), ` ${describe(other)} `, button("keep-mine", () => take(mine)), " ", button("take-theirs", () => take(other))];

/** Return a select of decisions to filter by. */
export const statusChoice = (onchange) => choice("decision", [["", "all"], ["open", "undecided"], ["decided", "is-decided"],
  ...Object.keys(VALUES).map((value) => [value, `report-${value}`]), ["apart", "apart"]], onchange);

/** Return a search field; `onsearch` is called a moment after typing. */
export function searchField(onsearch) {
  let waiting = 0;
  const oninput = () => { clearTimeout(waiting); waiting = setTimeout(onsearch, TYPING_PAUSE); };
  const input = h("input", { type: "search", id: newId("search"), maxlength: "200", autocomplete: "off", oninput });
  return control(field("search", input), input);
}

/** The filters of findings: their classes, and other controls by their names in `Looks`. */
export class Filters {
  constructor(controls, onchange) {
    this.controls = controls;
    this.classes = Object.entries(SIGNS).map(([name, sign]) => Object.assign(check(`classes-${name}`, true, onchange, sign), { name }));
    this.el = h("fieldset", {}, w("legend", "show"), ...[...this.classes, ...Object.values(controls)].map(({ el }) => el));
  }

  /** The state of all filters, which can be stored and restored. @returns {import("./selection.js").Looks} */
  get looks() {
    const chosen = Object.fromEntries(Object.entries(this.controls).map(([name, { value }]) => [name, value]));
    return { ...chosen, classes: this.classes.filter(({ value }) => value).map(({ name }) => name) };
  }

  set looks({ classes = Object.keys(SIGNS), ...chosen }) {
    for (const one of this.classes) one.value = classes.includes(one.name);
    for (const [name, one] of Object.entries(this.controls)) one.value = chosen[name] ?? one.value;
  }

  /** Return the indices of the findings that pass; show the count of each class. @param {FindingView[]} findings @param {import("./selection.js").Decided} decided */
  apply(findings, decided) {
    for (const { name, count } of this.classes) count.textContent = `(${findings.filter((one) => !one.inner && classOf(one, decided) === name).length})`;
    return filterFindings(findings, decided, { ...this.looks, language: language() });
  }
}

/** Return the nodes of a text with **bold**, *italics* and `code`; nothing else is markup. */
export function rich(text) {
  return spans(text).map(([mark, inner]) => (mark ? h(mark, {}, inner) : inner));
}

/** @param {PlainPlace} place */
function lineLabel(place) {
  return word("report-line", { lines: [place.line].flat().join(", ") }).replace(" ", "\u00a0"); // "l." stays with its number
}

/** Return the label of a variant in a table; 0 is the base game, or the text before the sections of another. @param {number | string | null} variant */
export const variantLabel = (variant, ours = true) => (variant === null ? "" : String(variant) === "0" ? word(ours ? "unit-base" : "unit-text") : String(variant));

/** Return the words of a place with their lines; a dash without a place. @param {PlainPlace | null} place */
export function quoted(place) {
  return place ? [h("span", {}, place.text || "…"), " ", h("span", { class: "dk-line" }, lineLabel(place))] : ["–"];
}

/** Return the links from a finding to boards: its clause in its chapter, and both readings. @param {FindingView["play"]} play @param {number | null} variant @param {string[]} texts whose sentences they are */
export function playLinks(play, variant, texts = ["a", "b"]) {
  if (!play?.chapter) return [];
  const link = h("a", { href: clauseUrl(location.pathname, play, variant) }, play.clause ? word("play-clause", { clause: play.clause }) : word("play-chapter"));
  return [link, ...(play.question ? [readingsLink(play, texts)] : [])];
}

/** Return the link to both readings of a question: on this page if it has them, otherwise on theirs. @param {FindingView["play"]} play @param {string[]} texts */
function readingsLink({ question, asks, said }, texts) {
  const href = readingsUrl(location.pathname, question, said.map((text, k) => [texts[k], text || "–"]));
  const link = h("a", { href }, asks ? word("play-question", { question: localize(asks) }) : word("play-place", { clause: question }));
  link.addEventListener("click", (event) => {
    if (!document.querySelector(".dk-pair")) return;
    event.preventDefault();
    window.dispatchEvent(new CustomEvent("hedgekit:question", { detail: href }));
  });
  return link;
}

/** Return a table; heads: keys of texts; rows: lists of cells (text, an element, or a list of both). */
export function tableOf(heads, rows, label) {
  if (!rows.length) return h("p", { class: "dk-none" }, word("report-none"));
  const body = rows.map((cells) => h("tr", {}, ...cells.map((cell, k) =>
    h("td", { "data-head": heads[k].length > 1 ? word(heads[k]) : heads[k] }, ...[cell].flat()))));
  const head = h("tr", {}, ...heads.map((key) => h("th", { scope: "col" }, key.length > 1 ? word(key) : key)));
  return h("div", { class: "dk-scroll", tabindex: "0", role: "region", "aria-label": label },
    h("table", {}, h("thead", {}, head), h("tbody", {}, ...body)));
}

/** Replace the children of an element, keeping focus and scroll position. */
export function replaceList(el, ...children) {
  const inside = el.contains(document.activeElement);
  const { scrollTop = 0, scrollLeft = 0 } = el.querySelector(".dk-scroll") ?? {};
  replaceKeepingFocus(el, ...children);
  const list = el.querySelector(".dk-scroll");
  if (list) Object.assign(list, { scrollTop, scrollLeft });
  if (inside && !el.contains(document.activeElement)) list?.focus({ preventScroll: true });
}

/** Save a file from Python; binary files come in base64. */
export function save(name, text) {
  const types = { json: "application/json", csv: "text/csv", html: "text/html", tsv: "text/tab-separated-values", tmx: "text/xml", xlf: "text/xml", xml: "text/xml", xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", zip: "application/zip" };
  const type = types[name.split(".").pop()] ?? "text/plain";
  const content = /\.(xlsx|zip)$/.test(name) ? Uint8Array.from(atob(text), (char) => char.charCodeAt(0)) : text;
  saveFile(name, content, `${type};charset=utf-8`);
}
