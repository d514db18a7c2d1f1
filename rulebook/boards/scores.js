// Part of board.js: the end of a game: the players with their pieces, their points and the reasons, the series, and what to do next.

import { pageUrl } from "../stage/address.js";
import { ROOT, h, s, localize, word, wordButton } from "../stage/page.js";
import { withNames } from "../stage/people.js";

/** Return the letter of a player in the player's colour. @param {string} player */
export const playerLetter = (player) => h("span", { class: `hk-letter hk-letter-${player}` }, player);
/** Return the letter with the player's name, if there is one. */
export const playerLabel = (player, withNames) => h("span", {}, playerLetter(player), withNames(player) === player ? "" : ` ${withNames(player)}`);

const formatSigned = (value) => String(value).replace("-", "\u2212");

/** Return a table, the standing of the series, and a button for the next game if `next`; `withNames` replaces letters with names. @param {PointsView} points @param {(() => void) | null} next @param {(text: string) => string} withNames */
export function pointsTable(points, next, withNames) {
  /** @type {any[][]} */
  const columns = [
    ["points-player", ({ player }) => playerLabel(player, withNames)],
    ...(points.rows[0].why ? [["points-game", ({ points: value }) => formatSigned(value)],
      ["points-why", ({ why, clause }) => h("span", {}, `${withNames(localize(why))} `, h("span", { class: "hk-clause" }, `(${clause})`))]] : []),
    ...(points.sets ? [["points-sets", ({ score }) => formatSigned(score)], ["points-games", ({ games }) => formatSigned(games)]]
      : points.series.games > 1 ? [["points-total", ({ score }) => formatSigned(score)]] : []),
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

/** Return whether a game that was played here has ended. @param {View} view */
export const isEnd = (view) => Boolean(view.over) && view.end > 0 && !view.task && !view.trial;

/** Return a row for each player, winners first, with the pieces: those still on the board are paler, and the winners' pieces hop. @param {{ view: View } & Record<string, any>} board */
export function finalRanking({ view, grid }) {
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
    return h("li", { class: won ? "is-winner" : "" }, playerLetter(letter),
      h("strong", {}, won ? word("finish-won", { name }) : name === letter ? "" : name), ...mine);
  }));
}

/** Return the buttons at the end of a game: again, review, other rules. @param {{ view: View } & Record<string, any>} board */
export function endButtons(board) {
  const { view, review } = board;
  if (!isEnd(view)) return [];
  const again = view.points && !view.points.series.over ? [] : [wordButton("finish-again", () => board.restart(), "hk-main")];
  const reviewed = review.canReview(view) && !review.el.open ? [wordButton("review", () => review.show())] : [];
  const other = "hkHeader" in ROOT.dataset ? [h("a", { class: "hk-button", href: pageUrl("09-tonight.ipynb") }, word("finish-other"))] : [];
  return [...again, ...reviewed, ...other];
}
