// Shared by the sheets: a chart of two bars and a word, and the figures of games of two rule sets.

import { h, language, word } from "../stage/page.js";

function figure(number) {
  const digits = number < 100 ? 1 : 0;
  return number.toLocaleString(language(), { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** Two bars and a word. @param {BarsView} one @param {string[]} names @param {string} found */
export function chart({ measure, values, word: said }, names, found) {
  const most = Math.max(...values, measure === "length" ? 0 : 100) || 1;
  const bars = values.map((value, k) => h("p", { class: "hc-one" }, h("span", {}, names[k]), h("span", { class: "hc-track" }, h("i", { style: `width:${(100 * value) / most}%` })), h("span", {}, figure(value))));
  return h("div", { class: "hc-chart", "data-measure": measure, "data-word": said }, h("h4", {}, word(`bars-${measure}`)), ...bars, h("p", { class: "hc-word" }, found));
}

/** The parts of a table of figures, a row a measure; none for no figures. @param {[string, string[]][]} figures @param {string[]} heads of both and of their difference @param {number} limit of turns */
export function figuresOf(figures, heads, limit) {
  const head = h("thead", {}, h("tr", {}, h("td"), ...heads.map((name) => h("th", { scope: "col" }, name))));
  const rows = figures.map(([name, cells]) => h("tr", { "data-measure": name }, h("th", { scope: "row" }, word(`measure-${name}`, { limit: figure(limit) })), ...cells.map((cell) => h("td", {}, cell))));
  return rows.length ? [head, h("tbody", {}, ...rows)] : [];
}
