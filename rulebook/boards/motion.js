// Part of board.js: movement. A new picture replaces the old one; pieces that are in both travel from where they were seen.

const TRAVEL = 280; // ms
const FAR = 30; // px
const MANY = 8; // pieces that come from far, at most
const LIFTED = 7; // px that a pointer goes before a piece is in the hand
export const FRAME = 1.6; // paces for which each picture of a story is seen

/** Where each piece is seen now, and the top piece of each cell: name, or "cell " and the cell's -> point on the screen. */
export function placesOf(svg) {
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
/** @typedef {{ name: string, cell?: string, top: boolean, at: Point }} Stood a piece: its name, the cell of its stack, is it the top one? */

/**
 * How far each piece comes, in the order given: null for one that stays, or comes from nowhere. It comes from its own former place, or, without
 * a name of its own (called by owner and place, "B@t12"), from the one its owner's left; without any name, from where its move began.
 * None if half the board is in motion: that is a jump through the record, not a move.
 * @param {Stood[]} pieces @param {Map<string, Point>} before as `placesOf` has them @param {string[]} last cells of the last move
 */
export function journeys(pieces, before, last) {
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

/** A way on the screen in the units of a picture that is shown by a matrix. @param {{ a: number, b: number, c: number, d: number }} matrix */
export function inside({ a, b, c, d }, dx, dy) {
  const turn = a * d - b * c;
  return [(d * dx - c * dy) / turn, (a * dy - b * dx) / turn];
}

/** Where a piece stands in its picture. */
const standsAt = (piece) => (piece.getAttribute("transform").match(/-?[\d.]+/g) ?? [0, 0]).map(Number);

/** Let pieces travel from their former places; `last` are the cells of the last move. */
export function travel(svg, before, last) {
  if (!before.size || !svg.animate) return;
  const pieces = [...svg.querySelectorAll("[data-piece]")].filter((piece) => piece.getScreenCTM());
  const ways = journeys(pieces.map((piece) => {
    const stack = piece.closest("[data-stack]");
    const at = piece.getScreenCTM();
    return { name: piece.dataset.piece, cell: stack?.dataset.stack, top: stack !== null && [...stack.querySelectorAll("[data-piece]")].at(-1) === piece, at: { x: at.e, y: at.f } };
  }), before, last);
  pieces.forEach((piece, k) => {
    if (!ways[k]) return;
    const { dx, dy, far } = ways[k];
    const [lx, ly] = inside(piece.parentNode.getScreenCTM(), dx, dy);
    const [x, y] = standsAt(piece);
    // Paint order is document order: what travels far goes over the rest.
    const stack = piece.closest("[data-stack]");
    if (stack && far) stack.parentNode.append(stack);
    piece.animate(
      [{ transform: `translate(${x + lx}px, ${y + ly}px)` }, { transform: `translate(${x}px, ${y}px)` }],
      { duration: TRAVEL, easing: "cubic-bezier(.3, .1, .2, 1)" },
    );
  });
}

/** Rotate the picture: lanes upwards, the start at the bottom. Groups of class "upright" are turned back by the style sheet. @param {any} svg @param {boolean} turned @param {number[]} box */
export function turnPicture(svg, turned, [width, height]) {
  svg.setAttribute("viewBox", turned ? `0 0 ${height} ${width}` : `0 0 ${width} ${height}`);
  const board = svg.querySelector(".board");
  if (turned) board.setAttribute("transform", `translate(0 ${width}) rotate(-90)`);
  else board.removeAttribute("transform");
  svg.classList.toggle("hk-turned", turned);
}

/** A piece in the hand: its drawing follows the pointer. */
export class Drag {
  constructor(svg, cell, event) {
    this.from = cell;
    this.x = event.clientX;
    this.y = event.clientY;
    this.moving = false;
    /** @type {Element | null} */
    this.stage = svg.closest?.(".hk-stage") ?? null;
    this.lift(svg);
  }

  /** Have the top piece of the cell in the hand: in a picture that is drawn anew meanwhile once more. False if there is none. */
  lift(svg) {
    const stack = svg.querySelector(`[data-stack="${CSS.escape(this.from)}"]`);
    this.piece = [...stack?.querySelectorAll("[data-piece]") ?? []].at(-1) ?? null;
    return this.piece !== null;
  }

  follow(event) {
    const [dx, dy] = [event.clientX - this.x, event.clientY - this.y];
    if (!this.moving && Math.hypot(dx, dy) < LIFTED) return false;
    if (!this.moving) {
      this.moving = true;
      this.stage?.classList.add("is-carrying"); // it may be carried over the frame, where a picture ends
      const stack = this.piece?.closest("[data-stack]");
      stack?.parentNode.append(stack);
      this.piece?.parentNode.append(this.piece);
    }
    if (this.piece) {
      const [lx, ly] = inside(this.piece.parentNode.getScreenCTM(), dx, dy);
      const [x, y] = standsAt(this.piece);
      this.piece.style.transform = `translate(${x + lx}px, ${y + ly}px)`;
      this.piece.classList.add("hk-held");
    }
    return true;
  }

  /** Back to its place. A piece that was dropped on a square stays there until the answer comes, and travels from there. */
  release() {
    this.stage?.classList.remove("is-carrying");
    if (!this.piece) return;
    this.piece.classList.remove("hk-held");
    this.piece.style.transform = "";
  }
}
