// The games that readers left on a board: what of them is kept. The latest is the first.

const MOST_KEPT = 4; // games of one board

/** @typedef {{ record: string, ply: number, id?: string, seats?: string[], games?: string, time?: number, titled?: Record<string, string> }} Kept */

/** The games in what was stored, whatever it is. @param {any} stored @returns {Kept[]} */
export function gamesOf(stored) {
  return [stored].flat().filter((game) => game && typeof game.record === "string" && Number.isInteger(game.ply)).slice(0, MOST_KEPT);
}

/** Are these one game? Another tab may play the same moves: the identity tells, where both have one. @param {Kept} one @param {Kept} other */
const isSame = (one, other) => (one.id && other.id ? one.id === other.id : one.record === other.record);

/**
 * The game on the board before the others, in the place of what it was before. Games that an older book kept have no identity: one is what
 * this game goes on from, or, if the board has kept it before (`mine`) and its reader went another way, the latest under the same rules.
 * @param {Kept} game @param {Kept[]} games @param {boolean} mine
 */
export function gamesWith(game, games, mine) {
  const nameless = games.filter(({ id }) => !id || !game.id);
  const before = games.filter((other) => isSame(game, other) || (nameless.includes(other) && game.record.startsWith(other.record)));
  const rules = ({ record }) => record.split("\n")[0];
  if (mine && !before.length) before.push(...nameless.filter((other) => rules(other) === rules(game)).slice(0, 1));
  return [game, ...games.filter((other) => !before.includes(other))].slice(0, MOST_KEPT);
}

/** The others. @param {Kept} game @param {Kept[]} games */
export function gamesWithout(game, games) {
  return games.filter((other) => !isSame(game, other));
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
