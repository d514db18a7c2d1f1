// Part of board.js: animations. When a new picture replaces the old one, pieces move from their old places to the new ones.

const TRAVEL = 280; // ms
const FAR = 30; // px
const MANY = 8; // pieces that move far, at most
export const FRAME = 1.6; // duration of each frame of a move, in paces

/** Map each piece, by name, and the top piece of each cell, by "cell " and id, to its point on the screen. */
export function piecePositions(svg) {
  const places = new Map();
  for (const piece of svg?.querySelectorAll("[data-piece]") ?? []) {
    const at = piece.getScreenCTM();
    if (!at) continue;
    places.set(piece.dataset.piece, { x: at.e, y: at.f });
    const stack = piece.closest("[data-stack]");
    if (stack) places.set(`cell ${stack.dataset.stack}`, { x: at.e, y: at.f });
  }
  return places;
}

/** @typedef {{ x: number, y: number }} Point of the screen */
/** @typedef {{ name: string, cell?: string, top: boolean, at: Point }} Placed a piece: its name, the cell of its stack, whether it is on top */

/**
 * Return the displacement of each piece from its old place; null for a piece that stays or is new. A piece named by owner and place ("B@t12")
 * comes from the place that its owner left, a piece without a name from the start of the move. All null if many pieces move: that is a jump
 * through the record, not a move.
 * @param {Placed[]} pieces @param {Map<string, Point>} before as `piecePositions` returns them @param {string[]} last cells of the last move
 */
export function displacements(pieces, before, last) {
  const here = new Set(pieces.map(({ name }) => name));
  const left = new Map([...before].filter(([name]) => name.includes("@") && !here.has(name)).map(([name, at]) => [name.split("@")[0], at]));
  const found = pieces.map(({ name, cell, top, at }) => {
    const own = before.get(name) ?? (name?.includes("@") ? left.get(name.split("@")[0]) : undefined);
    const from = own ?? (last.length > 1 && top && cell === last.at(-1) ? before.get(`cell ${last[0]}`) : undefined);
    const [dx, dy] = from ? [from.x - at.x, from.y - at.y] : [0, 0];
    return Math.hypot(dx, dy) > 1 ? { dx, dy, far: Math.hypot(dx, dy) > FAR } : null;
  });
  return found.filter((one) => one?.far).length > MANY ? pieces.map(() => null) : found;
}

/** Convert a displacement on the screen into units of a picture with this matrix. @param {{ a: number, b: number, c: number, d: number }} matrix */
export function toPictureUnits({ a, b, c, d }, dx, dy) {
  const turn = a * d - b * c;
  return [(d * dx - c * dy) / turn, (a * dy - b * dx) / turn];
}

/** Return the position of a piece in its picture. */
export const positionOf = (piece) => (piece.getAttribute("transform").match(/-?[\d.]+/g) ?? [0, 0]).map(Number);

/** Animate pieces from their old places; `last`: the cells of the last move. */
export function animateMoves(svg, before, last) {
  if (!before.size || !svg.animate) return;
  const pieces = [...svg.querySelectorAll("[data-piece]")].filter((piece) => piece.getScreenCTM());
  const moves = displacements(pieces.map((piece) => {
    const stack = piece.closest("[data-stack]");
    const at = piece.getScreenCTM();
    return { name: piece.dataset.piece, cell: stack?.dataset.stack, top: stack !== null && [...stack.querySelectorAll("[data-piece]")].at(-1) === piece, at: { x: at.e, y: at.f } };
  }), before, last);
  pieces.forEach((piece, k) => {
    if (!moves[k]) return;
    const { dx, dy, far } = moves[k];
    const [lx, ly] = toPictureUnits(piece.parentNode.getScreenCTM(), dx, dy);
    const [x, y] = positionOf(piece);
    // Paint order is document order: pieces that move far go above the rest.
    const stack = piece.closest("[data-stack]");
    if (stack && far) stack.parentNode.append(stack);
    piece.animate(
      [{ transform: `translate(${x + lx}px, ${y + ly}px)` }, { transform: `translate(${x}px, ${y}px)` }],
      { duration: TRAVEL, easing: "cubic-bezier(.3, .1, .2, 1)" },
    );
  });
}

/** Turn the picture, or turn it back: lanes upwards, the start at the bottom. The style sheet turns groups of class "upright" back. @param {any} svg @param {boolean} turned @param {number[]} box */
export function turnPicture(svg, turned, [width, height]) {
  svg.setAttribute("viewBox", turned ? `0 0 ${height} ${width}` : `0 0 ${width} ${height}`);
  const board = svg.querySelector(".board");
  if (turned) board.setAttribute("transform", `translate(0 ${width}) rotate(-90)`);
  else board.removeAttribute("transform");
  svg.classList.toggle("hk-turned", turned);
}
