// Part of the desk's widgets: the elements that they share.

import { saveFile, h, language, newId, replaceKeepingFocus, localize, w, word } from "../stage/page.js";
import { classOf, clauseAt, lookedAt, readingsAt, spans } from "./selection.js";

/** What files a text may come in. */
export const READ = ".txt,.md,.html,.htm,.pdf,.docx,.odt";
export const CHANGES = ["play", "names", "credits", "wording"];
export const SIGNS = { meaning: "≠", synonym: "≈", spelling: "~", typography: "·" };
export const VERDICTS = { same: "=", differs: "≠", absent: "∅", unclear: "?" };
export const STATUSES = { preferred: "✓", accepted: "○", forbidden: "✗" };
export const PAUSE = 400; // milliseconds without a letter, after which what was written is taken
export const VALUES = { accept: "✓", reject: "✗", reclass: "↷" };

export function button(key, onclick, kind = "") {
  return w("button", key, { type: "button", class: `dk-button ${kind}`.trim(), onclick });
}

/** A field with its label. */
export const field = (key, input, kind = "") => h("span", { class: `dk-field ${kind}`.trim() }, w("label", key, { for: input.id }), input);

/** A control as it stands in a page, and its value. */
const control = (el, input, key = "value") => ({ el, get value() { return input[key]; }, set value(value) { input[key] = value; } });

/** A choice among [value, interface word]; `onchange` gets the value. */
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

/** A decision in words. @param {OtherView} decision */
export const saidOf = ({ value, reason, klass }) => `${VALUES[value]} ${word(`report-${value}`)}${klass ? ` (${word(`classes-${klass}`)})` : ""} ${reason ? `– ${reason}` : ""}`.trim();

/** What somebody else decided otherwise, and which of the two is to stand; `take` gets that. @param {DecisionView} mine @param {OtherView} other @param {(decision: OtherView) => void} take */
export const theirs = (mine, other, take) => [w("span", "theirs"), ` ${saidOf(other)} `, button("keep-mine", () => take(mine)), " ", button("take-theirs", () => take(other))];

/** A choice among what may have been decided about a finding. */
export const standings = (onchange) => choice("decision", [["", "all"], ["open", "undecided"], ["decided", "is-decided"],
  ...Object.keys(VALUES).map((value) => [value, `report-${value}`]), ["apart", "apart"]], onchange);

/** A field to seek in; `onsought` is called a moment after something was typed. */
export function sought(onsought) {
  let waiting = 0;
  const oninput = () => { clearTimeout(waiting); waiting = setTimeout(onsought, PAUSE); };
  const input = h("input", { type: "search", id: newId("search"), maxlength: "200", autocomplete: "off", oninput });
  return control(field("search", input), input);
}

/** Which findings are looked at: those of some classes that pass the other controls, each by its name in `Looks`. */
export class Filters {
  constructor(controls, onchange) {
    this.controls = controls;
    this.classes = Object.entries(SIGNS).map(([name, sign]) => Object.assign(check(`classes-${name}`, true, onchange, sign), { name }));
    this.el = h("fieldset", {}, w("legend", "show"), ...[...this.classes, ...Object.values(controls)].map(({ el }) => el));
  }

  /** What is chosen, to be kept; and so again. @returns {import("./selection.js").Looks} */
  get looks() {
    const chosen = Object.fromEntries(Object.entries(this.controls).map(([name, { value }]) => [name, value]));
    return { ...chosen, classes: this.classes.filter(({ value }) => value).map(({ name }) => name) };
  }

  set looks({ classes = Object.keys(SIGNS), ...chosen }) {
    for (const one of this.classes) one.value = classes.includes(one.name);
    for (const [name, one] of Object.entries(this.controls)) one.value = chosen[name] ?? one.value;
  }

  /** The places of the findings that are looked at; every class says how many it has. @param {FindingView[]} findings @param {import("./selection.js").Decided} decided */
  among(findings, decided) {
    for (const { name, count } of this.classes) count.textContent = `(${findings.filter((one) => !one.inner && classOf(one, decided) === name).length})`;
    return lookedAt(findings, decided, { ...this.looks, language: language() });
  }
}

/** Text with **bold**, *italics* and `code`, as the book's texts have them; nothing else is markup. */
export function rich(text) {
  return spans(text).map(([mark, inner]) => (mark ? h(mark, {}, inner) : inner));
}

/** @param {PlainPlace} place */
function linesOf(place) {
  return word("report-line", { lines: [place.line].flat().join(", ") }).replace(" ", "\u00a0"); // "l." stays with its number
}

/** A number of a variant in a table, 0 of which are the base rules. @param {number | string | null} variant */
export const numbered = (variant) => (variant === null ? "" : String(variant) === "0" ? word("unit-base") : String(variant));

/** The words of a place with their lines; a dash where a document has nothing. @param {PlainPlace | null} place */
export function placed(place) {
  return place ? [h("span", {}, place.text || "…"), " ", h("span", { class: "dk-line" }, linesOf(place))] : ["–"];
}

/** From a finding to what can be played: its clause in its chapter, and both readings on boards. @param {FindingView["play"]} play @param {number | null} variant @param {string[]} texts whose sentences they are */
export function waysToPlay(play, variant, texts = ["a", "b"]) {
  if (!play?.chapter) return [];
  const link = h("a", { href: clauseAt(location.pathname, play, variant) }, play.clause ? word("play-clause", { clause: play.clause }) : word("play-chapter"));
  return [link, ...(play.question ? [toReadings(play, texts)] : [])];
}

/** To both readings of a question: further down where the page has them, else on their own page. @param {FindingView["play"]} play @param {string[]} texts */
function toReadings({ question, asks, said }, texts) {
  const href = readingsAt(location.pathname, question, said.map((text, k) => [texts[k], text || "–"]));
  const link = h("a", { href }, asks ? word("play-question", { question: localize(asks) }) : word("play-place", { clause: question }));
  link.addEventListener("click", (event) => {
    if (!document.querySelector(".dk-pair")) return;
    event.preventDefault();
    window.dispatchEvent(new CustomEvent("hedgekit:question", { detail: href }));
  });
  return link;
}

/** A table: heads are interface words, rows lists of cells (text, an element, or a list of both). */
export function tableOf(heads, rows, label) {
  if (!rows.length) return h("p", { class: "dk-none" }, word("report-none"));
  const body = rows.map((cells) => h("tr", {}, ...cells.map((cell, k) =>
    h("td", { "data-head": heads[k].length > 1 ? word(heads[k]) : heads[k] }, ...[cell].flat()))));
  const head = h("tr", {}, ...heads.map((key) => h("th", { scope: "col" }, key.length > 1 ? word(key) : key)));
  return h("div", { class: "dk-scroll", tabindex: "0", role: "region", "aria-label": label },
    h("table", {}, h("thead", {}, head), h("tbody", {}, ...body)));
}

/** The same as `renewed`, and the reader's place in a list stays, too. */
export function relisted(el, ...children) {
  const inside = el.contains(document.activeElement);
  const { scrollTop = 0, scrollLeft = 0 } = el.querySelector(".dk-scroll") ?? {};
  replaceKeepingFocus(el, ...children);
  const list = el.querySelector(".dk-scroll");
  if (list) Object.assign(list, { scrollTop, scrollLeft });
  if (inside && !el.contains(document.activeElement)) list?.focus({ preventScroll: true });
}

/** Have the browser save a file that Python made; one that is no text comes in base64. */
export function save(name, text) {
  const types = { json: "application/json", csv: "text/csv", html: "text/html", tsv: "text/tab-separated-values", tmx: "text/xml", xlf: "text/xml", xml: "text/xml", xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", zip: "application/zip" };
  const type = types[name.split(".").pop()] ?? "text/plain";
  const content = /\.(xlsx|zip)$/.test(name) ? Uint8Array.from(atob(text), (char) => char.charCodeAt(0)) : text;
  saveFile(name, content, `${type};charset=utf-8`);
}
