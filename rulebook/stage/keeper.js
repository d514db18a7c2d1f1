// Unfinished games kept in the browser.

import { gamesOf, gamesWith, gamesWithout } from "./records.js";
import { storage, listen } from "./page.js";

const freshName = () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`; // randomUUID needs HTTPS

/** The unfinished games of one board in all tabs, stored under the page's path and the board's name, latest first. */
export class Keeper {
  constructor(name) {
    this.key = `hedgekit-game:${location.pathname}:${name}`;
    this.leave();
  }

  /** The board has another game now, which will replace none of the kept ones. */
  leave() {
    this.id = freshName();
  }

  /** Call a function whenever another tab keeps or forgets a game; return a function that ends this. @param {() => void} act */
  watch(act) {
    return listen(window, { storage: ({ key }) => { if (key === this.key || key === null) act(); } });
  }

  read() {
    return gamesOf(storage.data(this.key));
  }

  /** Keep the game on the board, first, in place of its earlier state. */
  write(view) {
    const game = { id: this.id, record: view.record, ply: view.ply, seats: view.seats, games: view.games, titled: view.title, time: Date.now() };
    this.put(gamesWith(game, this.read()));
  }

  /** Resume a game here under a new id, so that another tab may resume it, too. */
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
