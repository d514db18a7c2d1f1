// Part of board.js: movement. A new picture replaces the old one; pieces that are in both travel from where they were seen.

import { calm } from "../stage/page.js";

const TRAVEL = 280; // ms
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

/** Pieces without a name of their own are called by owner and place, "B@t12": the owner of each that has left its place -> that place. */
function leftFrom(svg, before) {
  const here = new Set([...svg.querySelectorAll("[data-piece]")].map(({ dataset }) => dataset.piece));
  return new Map([...before].filter(([name]) => name.includes("@") && !here.has(name)).map(([name, at]) => [name.split("@")[0], at]));
}

/** Where a piece comes from: its own former place, or the one its owner's left; a piece without any name, the place its move began at. */
function cameFrom(piece, before, left, last) {
  const { piece: name } = piece.dataset;
  const own = before.get(name) ?? (name.includes("@") ? left.get(name.split("@")[0]) : undefined);
  if (own || last.length < 2) return own;
  const stack = piece.closest("[data-stack]");
  const top = stack && [...stack.querySelectorAll("[data-piece]")].at(-1) === piece;
  return top && stack.dataset.stack === last.at(-1) ? before.get(`cell ${last[0]}`) : undefined;
}

/** Let pieces travel from their former places; `last` are the cells of the last move. With reduced motion they are there at once. */
export function travel(svg, before, last) {
  if (calm() || !before.size || !svg.animate) return;
  const moves = [];
  const left = leftFrom(svg, before);
  for (const piece of svg.querySelectorAll("[data-piece]")) {
    const from = cameFrom(piece, before, left, last);
    const at = piece.getScreenCTM();
    if (!from || !at) continue;
    const [dx, dy] = [from.x - at.e, from.y - at.f];
    if (Math.hypot(dx, dy) > 1) moves.push({ piece, dx, dy });
  }
  // Half a board in motion is a jump through the record, not a move: that is shown without movement.
  if (moves.filter(({ dx, dy }) => Math.hypot(dx, dy) > 30).length > 8) return;
  for (const { piece, dx, dy } of moves) {
    const around = piece.parentNode.getScreenCTM();
    const turn = around.a * around.d - around.b * around.c;
    const lx = (around.d * dx - around.c * dy) / turn;
    const ly = (around.a * dy - around.b * dx) / turn;
    const [x, y] = (piece.getAttribute("transform").match(/-?[\d.]+/g) ?? [0, 0]).map(Number);
    const to = `translate(${x}px, ${y}px)`;
    // Paint order is document order: what travels far goes over the rest.
    const stack = piece.closest("[data-stack]");
    if (stack && Math.hypot(dx, dy) > 30) stack.parentNode.append(stack);
    piece.animate(
      [{ transform: `translate(${x + lx}px, ${y + ly}px)` }, { transform: to }],
      { duration: TRAVEL, easing: "cubic-bezier(.3, .1, .2, 1)" },
    );
  }
}

/** Rotate the picture: lanes upwards, the start at the bottom. Groups of class "upright" are turned back by the style sheet. */
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
    const stack = svg.querySelector(`[data-stack="${CSS.escape(cell)}"]`);
    const pieces = stack?.querySelectorAll("[data-piece]") ?? [];
    this.piece = pieces[pieces.length - 1] ?? null;
    this.moving = false;
  }

  follow(event) {
    const [dx, dy] = [event.clientX - this.x, event.clientY - this.y];
    if (!this.moving && Math.hypot(dx, dy) < 7) return false;
    if (!this.moving) {
      this.moving = true;
      const stack = this.piece?.closest("[data-stack]");
      stack?.parentNode.append(stack);
      this.piece?.parentNode.append(this.piece);
    }
    if (this.piece) {
      const around = this.piece.parentNode.getScreenCTM();
      const turn = around.a * around.d - around.b * around.c;
      const [x, y] = (this.piece.getAttribute("transform").match(/-?[\d.]+/g) ?? [0, 0]).map(Number);
      const lx = x + (around.d * dx - around.c * dy) / turn;
      const ly = y + (around.a * dy - around.b * dx) / turn;
      this.piece.style.transform = `translate(${lx}px, ${ly}px)`;
      this.piece.classList.add("hk-held");
    }
    return true;
  }

  /** Back to its place. A piece that was dropped on a square stays there until the answer comes, and travels from there. */
  release() {
    if (!this.piece) return;
    this.piece.classList.remove("hk-held");
    this.piece.style.transform = "";
  }
}
