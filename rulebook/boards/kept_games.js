// Part of board.js: the games that were left here, offered to who comes back.

import { turnsOf } from "../stage/records.js";
import { localize, word, wordButton } from "../stage/page.js";

/** Offer these games, the one at a place in the list first; none: no more. @param {{ view: View } & Record<string, any>} board */
export function offerGames(board, games, at = 0) {
  const game = games[at];
  if (!game) return board.panel.showBanner("kept");
  const resume = wordButton("kept-resume", () => {
    offerGames(board, []);
    board.keeper.take(game);
    board.send({ do: "load", text: game.record, at: game.ply, seats: game.seats, games: game.games ?? "" }, true);
  }, "hk-main");
  const forget = wordButton("kept-forget", () => {
    board.keeper.forget(game);
    offerGames(board, games.filter((one) => one !== game));
  });
  const other = wordButton("kept-other", () => offerGames(board, games, (at + 1) % games.length));
  other.dataset.key = "other"; // who goes through them by keys stays on it
  const several = games.length > 1;
  const values = { turn: turnsOf(game.record, game.ply), number: at + 1, count: games.length };
  const told = () => word(several ? "kept-one-of" : "kept", { ...values, rules: localize(game.titled) || game.record.split("\n")[0] });
  return board.panel.showBanner("kept", told, resume, ...(several ? [other] : []), forget);
}
