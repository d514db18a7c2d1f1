// Kept games of a board, latest first, and the words and turns of a record.

const MOST_KEPT = 4; // games of one board

/** @typedef {{ id: string, record: string, ply: number, seats?: string[], games?: string, time?: number, titled?: Record<string, string> }} Kept */

/** Return the valid games in stored data. @param {any} stored @returns {Kept[]} */
export function gamesOf(stored) {
  const isText = (one) => typeof one === "string";
  const isGame = ({ id, record, ply, seats = [], games = "" }) => [id, record, games].every(isText) && Number.isInteger(ply) && Array.isArray(seats) && seats.every(isText);
  return (Array.isArray(stored) ? stored : []).filter((game) => game && isGame(game)).slice(0, MOST_KEPT);
}

/** Return the games with this one first, replacing its earlier state, which has the same id. @param {Kept} game @param {Kept[]} games */
export const gamesWith = (game, games) => [game, ...gamesWithout(game, games)].slice(0, MOST_KEPT);

/** Return the games without this one. @param {Kept} game @param {Kept[]} games */
export const gamesWithout = (game, games) => games.filter(({ id }) => id !== game.id);

/** @typedef {{ label: string, words: { text: string, ply: number }[] }} Row */

/**
 * Return a record as labelled rows of words, each with the ply that it leads to; a sealed word is "?".
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

/** Return the number of turns begun in the first moves of a record: consecutive moves of a player are one turn, and each placing of a hedgehog. @param {string} record @param {number} ply */
export function turnsOf(record, ply) {
  const counted = rowsOf(record).flatMap(({ label, words }) => (/^[A-Z]$/.test(label) ? words.slice(0, 1) : words));
  return counted.filter((one) => one.ply <= ply).length;
}
