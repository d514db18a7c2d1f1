// Records of games: those that readers left on a board, the latest first; the words and turns of each.

const MOST_KEPT = 4; // games of one board

/** @typedef {{ id: string, record: string, ply: number, seats?: string[], games?: string, time?: number, titled?: Record<string, string> }} Kept */

/** The games in what was stored, whatever it is. @param {any} stored @returns {Kept[]} */
export function gamesOf(stored) {
  const isText = (one) => typeof one === "string";
  const isGame = ({ id, record, ply, seats = [], games = "" }) => [id, record, games].every(isText) && Number.isInteger(ply) && Array.isArray(seats) && seats.every(isText);
  return (Array.isArray(stored) ? stored : []).filter((game) => game && isGame(game)).slice(0, MOST_KEPT);
}

/** The game on the board before the others, in the place of what it was before: another tab may play the same moves, only the identity tells. @param {Kept} game @param {Kept[]} games */
export const gamesWith = (game, games) => [game, ...gamesWithout(game, games)].slice(0, MOST_KEPT);

/** The others. @param {Kept} game @param {Kept[]} games */
export const gamesWithout = (game, games) => games.filter(({ id }) => id !== game.id);

/** @typedef {{ label: string, words: { text: string, ply: number }[] }} Row */

/**
 * A record as labelled rows of words, each with the ply that it leads to; ? is one that these readers must not see.
 * @param {string} record @returns {Row[]}
 */
export function rowsOf(record) {
  /** @type {Row[]} */
  const rows = [];
  let ply = 0;
  for (const line of record.split("\n").slice(1)) {
    if (!ply && /(^|\s)(turn|over|seed)=/.test(line)) continue; // the seed, or the first position
    for (const text of line.split(/\s+/).filter(Boolean)) {
      if (text.endsWith(":")) rows.push({ label: text.slice(0, -1), words: [] });
      else rows.at(-1)?.words.push({ text: text.startsWith("?") ? "?" : text, ply: (ply += 1) });
    }
  }
  return rows;
}

/** How many turns of a record were begun after so many of its moves: what a player does in a row is one turn, and so is a hedgehog placed. @param {string} record @param {number} ply */
export function turnsOf(record, ply) {
  const counted = rowsOf(record).flatMap(({ label, words }) => (/^[A-Z]$/.test(label) ? words.slice(0, 1) : words));
  return counted.filter((one) => one.ply <= ply).length;
}
