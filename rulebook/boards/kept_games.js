// Part of board.js: offers unfinished games to a returning reader.

import { turnsOf } from "../stage/records.js";
import { localize, word, wordButton } from "../stage/page.js";

/** Offer one of these games, which the reader may resume, forget or skip; [] ends the offer. @param {{ view: View } & Record<string, any>} board */
export function offerKeptGames(board, games, at = 0) {
  const game = games[at];
  if (!game) return board.panel.showBanner("kept");
  const resume = wordButton("kept-resume", () => {
    offerKeptGames(board, []);
    board.keeper.take(game);
    board.send({ do: "load", text: game.record, at: game.ply, seats: game.seats, games: game.games ?? "" }, true);
  }, "hk-main");
  const forget = wordButton("kept-forget", () => {
    board.keeper.forget(game);
    offerKeptGames(board, games.filter((one) => one !== game));
  });
  const other = wordButton("kept-other", () => offerKeptGames(board, games, (at + 1) % games.length));
  other.dataset.key = "other"; // keeps the keyboard focus
  const several = games.length > 1;
  const values = { turn: turnsOf(game.record, game.ply), number: at + 1, count: games.length };
  const text = () => word(several ? "kept-one-of" : "kept", { ...values, rules: localize(game.titled) || game.record.split("\n")[0] });
  return board.panel.showBanner("kept", text, resume, ...(several ? [other] : []), forget);
}
