// Part of board.js: the end of a game: everybody by name, their pieces, and what can be done next.

import { ROOT, h, s, word, wordButton } from "../stage/page.js";
import { pageAt } from "../stage/address.js";
import { named } from "../stage/people.js";
import { letterOf } from "./scores.js";

/** Is this the end of a game that was played here? @param {View} view */
export const isEnd = (view) => Boolean(view.over) && view.end > 0 && !view.task && !view.trial;

/** A row for everybody, winners first: those still on the board are paler, and the winners' pieces hop. @param {{ view: View } & Record<string, any>} board */
export function standing({ view, grid }) {
  const pieces = [...grid.picture.querySelectorAll("[data-piece]")];
  const letters = view.seats.map((_, k) => "ABCDEFGHI"[k]);
  const ranked = [...letters].sort((one, other) => Number(view.over.includes(other)) - Number(view.over.includes(one)));
  return h("ul", { class: "hk-finish" }, ...ranked.map((letter) => {
    const won = view.over.includes(letter);
    const name = named(letter, view.seats);
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
  const again = view.points && !view.points.series.over ? [] : [wordButton("finish-again", () => board.restart(true), "hk-main")];
  const reviewed = review.fits(view) && !review.el.open ? [wordButton("review", () => review.show())] : [];
  const other = "hkHeader" in ROOT.dataset ? [h("a", { class: "hk-button", href: pageAt("09-tonight.ipynb") }, word("finish-other"))] : [];
  return [...again, ...reviewed, ...other];
}
