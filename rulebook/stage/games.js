// The games that readers left on a board: what of them is kept. The latest is the first.

const MOST_KEPT = 4; // games of one board

/** @typedef {{ id: string, record: string, ply: number, seats?: string[], games?: string, time?: number, titled?: Record<string, string> }} Kept */

/** The games in what was stored, whatever it is. @param {any} stored @returns {Kept[]} */
export function gamesOf(stored) {
  const games = Array.isArray(stored) ? stored : [];
  return games.filter((game) => typeof game?.id === "string" && typeof game.record === "string" && Number.isInteger(game.ply)).slice(0, MOST_KEPT);
}

/** The game on the board before the others, in the place of what it was before: another tab may play the same moves, only the identity tells. @param {Kept} game @param {Kept[]} games */
export const gamesWith = (game, games) => [game, ...gamesWithout(game, games)].slice(0, MOST_KEPT);

/** The others. @param {Kept} game @param {Kept[]} games */
export const gamesWithout = (game, games) => games.filter(({ id }) => id !== game.id);

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
