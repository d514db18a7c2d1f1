// The games that readers left on a board: what of them is kept. The latest is the first.

const MOST_KEPT = 4; // games of one board

/** @typedef {{ record: string, ply: number, seats?: string[], games?: string, time?: number, titled?: Record<string, string> }} Kept */

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

/**
 * How many turns of a record were begun after so many of its moves: what a player does in a row is one turn, and so is a hedgehog placed.
 * @param {string} record @param {number} ply
 */
export function turnsOf(record, ply) {
  let [moves, turns] = [0, 0];
  for (const line of record.split("\n").slice(1)) {
    if (!moves && /(^|\s)(turn|over|seed)=/.test(line)) continue; // the seed, or the first position
    let [label, first] = ["", true];
    for (const word of line.split(/\s+/).filter(Boolean)) {
      if (word.endsWith(":")) [label, first] = [word, true];
      else {
        if (moves === ply) return turns;
        if (first || !/^[A-Z]:$/.test(label)) turns += 1;
        moves += 1;
        first = false;
      }
    }
  }
  return turns;
}
