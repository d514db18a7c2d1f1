// Part of board.js: a piece that is dragged.

import { positionOf, toPictureUnits } from "./motion.js";

const DRAG_AFTER = 7; // px that a pointer moves before a drag begins

/** A drag: the drawing of a piece follows the pointer. */
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

  /** Take the top piece of the cell, also again after a redraw; return false if there is none. */
  lift(svg) {
    const stack = svg.querySelector(`[data-stack="${CSS.escape(this.from)}"]`);
    this.piece = [...stack?.querySelectorAll("[data-piece]") ?? []].at(-1) ?? null;
    return this.piece !== null;
  }

  /** Follow the pointer; return whether the piece has left its place. */
  follow(event) {
    const [dx, dy] = [event.clientX - this.x, event.clientY - this.y];
    if (!this.moving && Math.hypot(dx, dy) < DRAG_AFTER) return false;
    if (!this.moving) {
      this.moving = true;
      this.stage?.classList.add("is-carrying"); // the piece may leave the picture
      const stack = this.piece?.closest("[data-stack]");
      stack?.parentNode.append(stack);
      this.piece?.parentNode.append(this.piece);
    }
    if (this.piece) {
      const [lx, ly] = toPictureUnits(this.piece.parentNode.getScreenCTM(), dx, dy);
      const [x, y] = positionOf(this.piece);
      this.piece.style.transform = `translate(${x + lx}px, ${y + ly}px)`;
      this.piece.classList.add("hk-held");
    }
    return true;
  }

  /** Put the piece back. A piece dropped on a square stays there until the answer comes, and is animated from there. */
  release() {
    this.stage?.classList.remove("is-carrying");
    if (!this.piece) return;
    this.piece.classList.remove("hk-held");
    this.piece.style.transform = "";
  }
}
