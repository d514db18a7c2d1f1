// Part of board.js: the end of a game: everybody by name, their pieces, what it brought them and why, how the series stands, and what can be
// done next.

import { pageUrl } from "../stage/address.js";
import { ROOT, h, s, localize, word, wordButton } from "../stage/page.js";
import { withNames } from "../stage/people.js";

/** The letter of a player, in his colour; with the name where there is one. @param {string} player */
export const letterOf = (player) => h("span", { class: `hk-letter hk-letter-${player}` }, player);
export const whoIs = (player, withNames) => h("span", {}, letterOf(player), withNames(player) === player ? "" : ` ${withNames(player)}`);

/** A clause as pages call it: "0.5" as it is, "hekla.5" as "5". */
export const label = (clause) => clause.replace(/^[a-z_]+\./, "");

const number = (value) => String(value).replace("-", "\u2212");

/** A table, a sentence, and a button for the next game where there may be one; `withNames` replaces letters with names. @param {PointsView} points @param {(() => void) | null} next @param {(text: string) => string} withNames */
export function pointsOf(points, next, withNames) {
  /** @type {any[][]} */
  const columns = [
    ["points-player", ({ player }) => whoIs(player, withNames)],
    ...(points.rows[0].why ? [["points-game", ({ points: many }) => number(many)],
      ["points-why", ({ why, clause }) => h("span", {}, `${withNames(localize(why))} `, h("span", { class: "hk-clause" }, `(${label(clause)})`))]] : []),
    ...(points.sets ? [["points-sets", ({ score }) => number(score)], ["points-games", ({ games }) => number(games)]]
      : points.series.games > 1 ? [["points-total", ({ score }) => number(score)]] : []),
  ];
  const cellOf = (row) => ([key, cell]) => (key === "points-player" ? h("th", { scope: "row" }, cell(row)) : h("td", { class: key }, cell(row)));
  return [
    h("h3", {}, word("points")),
    h("table", {}, h("thead", {}, h("tr", {}, ...columns.map(([key]) => h("th", { scope: "col" }, word(key))))),
      h("tbody", {}, ...points.rows.map((row) => h("tr", {}, ...columns.map(cellOf(row)))))),
    h("p", {}, withNames(localize(points.series.text))),
    ...(points.series.over || !next ? [] : [wordButton("next-game", next, "hk-main")]),
  ];
}

/** Is this the end of a game that was played here? @param {View} view */
export const isEnd = (view) => Boolean(view.over) && view.end > 0 && !view.task && !view.trial;

/** A row for everybody, winners first: those still on the board are paler, and the winners' pieces hop. @param {{ view: View } & Record<string, any>} board */
export function standing({ view, grid }) {
  const pieces = [...grid.picture.querySelectorAll("[data-piece]")];
  const letters = view.seats.map((_, k) => "ABCDEFGHI"[k]);
  const ranked = [...letters].sort((one, other) => Number(view.over.includes(other)) - Number(view.over.includes(one)));
  return h("ul", { class: "hk-finish" }, ...ranked.map((letter) => {
    const won = view.over.includes(letter);
    const name = withNames(letter, view.seats);
    const mine = pieces.filter((piece) => piece.classList.contains(`p${letter}`)).map((piece) => {
      const copy = piece.cloneNode(true);
      copy.setAttribute("transform", piece.querySelector("[transform^='scale']") ? "scale(1.6)" : "scale(.95)");
      return s("svg", { viewBox: "-29 -29 58 60", class: `hk-picture${piece.closest("[data-stack]") ? " is-afield" : ""}`, "aria-hidden": "true", "text-anchor": "middle", "font-size": 11.5, "font-weight": 700 }, copy);
    });
    return h("li", { class: won ? "is-winner" : "" }, letterOf(letter),
      h("strong", {}, won ? word("finish-won", { name }) : name === letter ? "" : name), ...mine);
  }));
}

/** Buttons at the end of a game: again, a review, another set of rules. @param {{ view: View } & Record<string, any>} board */
export function waysOn(board) {
  const { view, review } = board;
  if (!isEnd(view)) return [];
  const again = view.points && !view.points.series.over ? [] : [wordButton("finish-again", () => board.restart(), "hk-main")];
  const reviewed = review.fits(view) && !review.el.open ? [wordButton("review", () => review.show())] : [];
  const other = "hkHeader" in ROOT.dataset ? [h("a", { class: "hk-button", href: pageUrl("09-tonight.ipynb") }, word("finish-other"))] : [];
  return [...again, ...reviewed, ...other];
}
