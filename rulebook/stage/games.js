// The games that readers left on a board: what of them is kept. The latest is the first.

const MOST_KEPT = 4; // games of one board

/** @typedef {{ record: string, ply: number, seats?: string[], games?: string, time?: number }} Kept */

/** The games in what was stored, whatever it is. @param {any} stored @returns {Kept[]} */
export function gamesOf(stored) {
  return [stored].flat().filter((game) => game && typeof game.record === "string" && Number.isInteger(game.ply)).slice(0, MOST_KEPT);
}

/** The game on the board before the others, in the place of what it was before: of the first, if that is `mine`, and of all that it goes on from. @param {Kept} game @param {Kept[]} games @param {boolean} mine */
export function gamesWith(game, games, mine) {
  return [game, ...games.slice(mine ? 1 : 0).filter(({ record }) => !game.record.startsWith(record))].slice(0, MOST_KEPT);
}

/** The others. @param {Kept} game @param {Kept[]} games */
export function gamesWithout(game, games) {
  return games.filter(({ record }) => record !== game.record);
}
