// Part of board.js: the games that were left here, offered to who comes back.

import { turnsOf } from "../stage/records.js";
import { say, word, wordButton } from "../stage/page.js";

export class Offers {
  constructor(board) {
    /** @type {{ view: View } & Record<string, any>} */
    this.board = board;
    this.open = false;
  }

  /** Offer these games, the one at a place in the list first; none: no more. */
  show(games, at = 0) {
    this.open = games.length > 0;
    if (this.open) this.say(games, at);
    else this.board.panel.say();
  }

  say(games, at) {
    const { board } = this;
    const game = games[at];
    const resume = wordButton("kept-resume", () => {
      this.show([]);
      board.keeper.take(game);
      board.send({ do: "load", text: game.record, at: game.ply, seats: game.seats, games: game.games ?? "" }, true);
      board.takeFocus();
    }, "hk-main");
    const forget = wordButton("kept-forget", () => {
      board.keeper.forget(game);
      this.show(games.filter((other) => other !== game));
      if (!this.open) board.takeFocus();
    });
    const other = games.length > 1 ? [wordButton("kept-other", () => this.show(games, (at + 1) % games.length))] : [];
    const values = { turn: turnsOf(game.record, game.ply), number: at + 1, count: games.length };
    const told = () => word(other.length ? "kept-one-of" : "kept", { ...values, rules: say(game.titled) || game.record.split("\n")[0] });
    board.panel.say(told, resume, ...other, forget);
  }
}
