// Part of authors_sheet.js and pairs_sheet.js: filters and order of the authors' table; hit testing in the matrix of pairs.

/** 1 for a sign with +, -1 with -, 0 for neither. @param {string | null} sign */
export const direction = (sign) => (sign?.includes("+") ? 1 : sign?.includes("-") ? -1 : 0);

/** Sort key of a sign: its direction times its length, or half in brackets; NaN without a sign. @param {string | null} sign */
const weight = (sign) => (sign === null ? NaN : direction(sign) * (sign.includes("(") ? 0.5 : sign.length));

/** Whether a row passes all filters; an empty one passes every row, one for a sign only rows with that sign. @param {RowData} row @param {Record<string, string>} filters */
export function fits(row, { players, family, duration, tactic, material }) {
  const hasSign = (sign, wanted) => !wanted || (Boolean(sign) && String(direction(sign)) === wanted);
  return (!players || [...row.advised, ...row.bracketed].includes(Number(players))) && (!family || row.family === family)
    && hasSign(row.duration, duration) && hasSign(row.tactic, tactic) && (!material || Boolean(row.material) === (material === "some"));
}

/**
 * Sort rows by a column, then by number. Rows with an empty cell come last in both directions.
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
 * The pair at a point of the picture; null outside and on the diagonal.
 * @param {number} x @param {number} y @param {{ x: number, y: number, width: number, height: number }} box of the picture @param {GeometryData} geometry @param {number} many
 * @returns {number[] | null} row and column
 */
export function pairAt(x, y, box, { cell, edge, side }, many) {
  const at = (offset, length) => Math.floor(((offset / length) * side - edge) / cell);
  const [column, row] = [at(x - box.x, box.width), at(y - box.y, box.height)];
  const within = (place) => place >= 0 && place < many;
  return within(column) && within(row) && column !== row ? [row, column] : null;
}
