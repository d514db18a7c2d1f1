// Shared by the sheets: a bar chart with a word, and the table of figures of a simulation.

import { h, language, word } from "../stage/page.js";

function figure(number) {
  const digits = number < 100 ? 1 : 0;
  return number.toLocaleString(language(), { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** A bar for each value, and a sentence. @param {BarsView} bars @param {string[]} names @param {string} sentence */
export function chart({ measure, values, word: verdict }, names, sentence) {
  const maximum = Math.max(...values, measure === "length" ? 0 : 100) || 1;
  const bars = values.map((value, k) => h("p", { class: "hc-one" }, h("span", {}, names[k]), h("span", { class: "hc-track" }, h("i", { style: `width:${(100 * value) / maximum}%` })), h("span", {}, figure(value))));
  return h("div", { class: "hc-chart", "data-measure": measure, "data-word": verdict }, h("h4", {}, word(`bars-${measure}`)), ...bars, h("p", { class: "hc-word" }, sentence));
}

/** The head and body of a table with a row per measure; none without figures. @param {[string, string[]][]} figures @param {string[]} heads of both sets and their difference @param {number} limit in turns */
export function figuresOf(figures, heads, limit) {
  const head = h("thead", {}, h("tr", {}, h("td"), ...heads.map((name) => h("th", { scope: "col" }, name))));
  const rows = figures.map(([name, cells]) => h("tr", { "data-measure": name }, h("th", { scope: "row" }, word(`measure-${name}`, { limit: figure(limit) })), ...cells.map((cell) => h("td", {}, cell))));
  return rows.length ? [head, h("tbody", {}, ...rows)] : [];
}
