// Part of authors_sheet.js and pairs_sheet.js: which lines of the authors' table are seen, in which order; places in the picture of all pairs.

/** 1 for a sign that says more, -1 for less, 0 for neither. @param {string | null} sign */
export const direction = (sign) => (sign?.includes("+") ? 1 : sign?.includes("-") ? -1 : 0);

/** How much more a sign says: a sign for each degree, half of one in brackets; NaN for no sign. @param {string | null} sign */
const weight = (sign) => (sign === null ? NaN : direction(sign) * (sign.includes("(") ? 0.5 : sign.length));

/** Does a line pass all filters? An empty one lets everything through; one for a sign, only what has a sign. @param {RowData} row @param {Record<string, string>} filters */
export function fits(row, { players, family, duration, tactic, material }) {
  const signed = (sign, wanted) => !wanted || (Boolean(sign) && String(direction(sign)) === wanted);
  return (!players || [...row.advised, ...row.bracketed].includes(Number(players))) && (!family || row.family === family)
    && signed(row.duration, duration) && signed(row.tactic, tactic) && (!material || Boolean(row.material) === (material === "some"));
}

/**
 * The lines by a column, those with the same there by their number. What has no sign, or takes nothing, comes last either way.
 * @param {RowData[]} rows @param {{ by: string, down: boolean }} sorting @param {{ families: string[], localize: (text: Localized) => string, lang: string }} words
 */
export function sorted(rows, { by, down }, { families, localize, lang }) {
  const seats = ({ advised, bracketed }) => [...advised, ...bracketed];
  const value = {
    number: (row) => row.number, title: (row) => localize(row.title), family: (row) => families.indexOf(row.family),
    players: (row) => Math.min(...seats(row)) * 100 + Math.max(...seats(row)), duration: (row) => weight(row.duration), tactic: (row) => weight(row.tactic),
    material: (row) => (row.material ? localize(row.material) : ""),
  }[by];
  return [...rows].sort((one, other) => {
    const [a, b] = [value(one), value(other)];
    const [none, nothing] = [a, b].map((found) => found === "" || Number.isNaN(found));
    if (none || nothing) return Number(none) - Number(nothing) || one.number - other.number;
    const order = typeof a === "string" ? a.localeCompare(b, lang) : a - b;
    return (down ? -order : order) || one.number - other.number;
  });
}

/**
 * The pair that a point of the picture belongs to; null for one outside, or on the diagonal.
 * @param {number} x @param {number} y @param {{ x: number, y: number, width: number, height: number }} box where it is seen @param {GeometryData} geometry @param {number} many
 * @returns {number[] | null} row and column
 */
export function pairAt(x, y, box, { cell, edge, side }, many) {
  const at = (offset, length) => Math.floor(((offset / length) * side - edge) / cell);
  const [column, row] = [at(x - box.x, box.width), at(y - box.y, box.height)];
  const within = (place) => place >= 0 && place < many;
  return within(column) && within(row) && column !== row ? [row, column] : null;
}
