// Part of choose.js and measured.js: a chart of two bars and a word.

import { h, language, word } from "../stage/page.js";

const figure = (number) => number.toLocaleString(language(), { maximumFractionDigits: number < 100 ? 1 : 0 });

/** Two bars and a word. @param {BarsView} one @param {string[]} names @param {string} found */
export function chart({ measure, values, word: said }, names, found) {
  const most = Math.max(...values, measure === "length" ? 0 : 100) || 1;
  const bars = values.map((value, k) => h("p", { class: "hc-one" }, h("span", {}, names[k]), h("span", { class: "hc-track" }, h("i", { style: `width:${(100 * value) / most}%` })), h("span", {}, figure(value))));
  return h("div", { class: "hc-chart", "data-measure": measure, "data-word": said }, h("h4", {}, word(`bars-${measure}`)), ...bars, h("p", { class: "hc-word" }, found));
}
