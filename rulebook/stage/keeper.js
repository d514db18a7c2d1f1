// The games that a browser keeps.

import { gamesOf, gamesWith, gamesWithout } from "./records.js";
import { storage, listen } from "./page.js";

const freshName = () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`; // randomUUID is not there on plain sites

/** The games left on one board, in whatever tab, kept under the page's path and the board's name: the latest first, a few older ones behind it. */
export class Keeper {
  constructor(name) {
    this.key = `hedgekit-game:${location.pathname}:${name}`;
    this.leave();
  }

  /** Another game is on the board from now on: it takes nobody's place. */
  leave() {
    this.id = freshName();
  }

  /** Call this whenever another tab keeps or forgets a game; returns what ends it. @param {() => void} act */
  watch(act) {
    return listen(window, { storage: ({ key }) => { if (key === this.key || key === null) act(); } });
  }

  read() {
    return gamesOf(storage.data(this.key));
  }

  /** Keep the game on the board, in the place of what it was before and in front of the others. */
  write(view) {
    const game = { id: this.id, record: view.record, ply: view.ply, seats: view.seats, games: view.games, titled: view.title, time: Date.now() };
    this.put(gamesWith(game, this.read()));
  }

  /** This one goes on here, and as another game in any tab that has it as well. */
  take(game) {
    this.leave();
    this.put([{ ...game, id: this.id }, ...gamesWithout(game, this.read())]);
  }

  forget(game) {
    this.put(gamesWithout(game, this.read()));
  }

  put(games) {
    if (games.length) storage.set(this.key, JSON.stringify(games));
    else storage.remove(this.key);
  }
}
