// The games that a browser keeps.

import { gamesOf, gamesWith, gamesWithout } from "./games.js";
import { kept } from "./page.js";

/** The games left on one board, kept under the page's path and the board's name: the latest first, a few older ones behind it. */
export class Keeper {
  constructor(name) {
    this.key = `hedgekit-game:${location.pathname}:${name}`;
    this.mine = false; // is the first of them the game on the board?
  }

  read() {
    try {
      return gamesOf(JSON.parse(kept.get(this.key)));
    } catch {
      return [];
    }
  }

  /** Keep the game on the board, in the place of what it was before and in front of the others. */
  write(view) {
    const game = { record: view.record, ply: view.ply, seats: view.seats, games: view.games, titled: view.titled, time: Date.now() };
    this.put(gamesWith(game, this.read(), this.mine));
    this.mine = true;
  }

  /** This one goes on: it is the game on the board from now on. */
  take(game) {
    this.put([game, ...gamesWithout(game, this.read())]);
    this.mine = true;
  }

  forget(game) {
    this.put(gamesWithout(game, this.read()));
  }

  put(games) {
    if (games.length) kept.set(this.key, JSON.stringify(games));
    else kept.remove(this.key);
  }
}
