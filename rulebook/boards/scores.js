// Part of board.js: what a finished game brought everybody and why, how the series stands, and its next game.

import { h, say, word, wordButton } from "../stage/page.js";

/** The letter of a player, in his colour; with the name where there is one. @param {string} player */
export const letterOf = (player) => h("span", { class: `hk-letter hk-letter-${player}` }, player);
export const whoIs = (player, named) => h("span", {}, letterOf(player), named(player) === player ? "" : ` ${named(player)}`);

/** A clause as pages call it: "0.5" as it is, "hekla.5" as "5". */
export const label = (clause) => clause.replace(/^[a-z_]+\./, "");

const number = (value) => String(value).replace("-", "\u2212");

/** A table, a sentence, and a button for the next game where there may be one; `named` puts names for letters. @param {PointsView} points @param {(() => void) | null} next @param {(text: string) => string} named */
export function pointsOf(points, next, named) {
  /** @type {any[][]} */
  const columns = [
    ["points-player", ({ player }) => whoIs(player, named)],
    ...(points.rows[0].why ? [["points-game", ({ points: many }) => number(many)],
      ["points-why", ({ why, clause }) => h("span", {}, `${named(say(why))} `, h("span", { class: "hk-clause" }, `(${label(clause)})`))]] : []),
    ...(points.sets ? [["points-sets", ({ score }) => number(score)], ["points-games", ({ games }) => number(games)]]
      : points.series.games > 1 ? [["points-total", ({ score }) => number(score)]] : []),
  ];
  const cellOf = (row) => ([key, cell]) => (key === "points-player" ? h("th", { scope: "row" }, cell(row)) : h("td", { class: key }, cell(row)));
  return [
    h("h3", {}, word("points")),
    h("table", {}, h("thead", {}, h("tr", {}, ...columns.map(([key]) => h("th", { scope: "col" }, word(key))))),
      h("tbody", {}, ...points.rows.map((row) => h("tr", {}, ...columns.map(cellOf(row)))))),
    h("p", {}, named(say(points.series.text))),
    ...(points.series.over || !next ? [] : [wordButton("next-game", next, "hk-main")]),
  ];
}
