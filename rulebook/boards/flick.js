// Part of board.js: aimed moves. A disc at the edge is flicked by dragging from the edge to where it should slide, or with three sliders and
// a button. This draws the line; Python says which discs may be flicked, and whether a flick is legal.

import { h, newId, s, w, word } from "../stage/page.js";
import { Aim } from "./aim.js";
import { transformOf, boxOf } from "./layout.js";

/** Format a number of squares, rounded to quarters. @param {number} squares */
function inQuarters(squares) {
  const whole = Math.floor(Math.round(4 * squares) / 4);
  const part = ["", "¼", "½", "¾"][Math.round(4 * squares) % 4];
  return whole ? `${whole}${part}` : part || "0";
}

const SHORTEST = 0.5; // units of the table: a drag that ends closer to the disc is no flick

export class Flick {
  constructor(board) {
    /** @type {{ view: View } & Record<string, any>} */
    this.board = board;
    this.aim = new Aim();
    this.ghost = h("div", { class: "hk-ghost", hidden: true, onpointerdown: (event) => this.startDrag(event, this.ghost) });
    for (const at of [this.ghost, board.grid.overlay]) {
      at.addEventListener("pointermove", (event) => this.moveDrag(event));
      at.addEventListener("pointerup", (event) => this.endDrag(event));
      at.addEventListener("pointercancel", () => this.cancelDrag());
    }
    board.grid.el.insertBefore(this.ghost, board.grid.opened);
    this.sliders = {
      along: this.slider("flick-along", 0, 29.75, 0.25, (value) => { this.aim.along = value; }),
      turn: this.slider("flick-turn", -85, 85, 1, (value) => { this.aim.turn = -value; }),
      strength: this.slider("flick-strength", 2, 100, 1, (value) => { this.aim.strength = value / 100; }),
    };
    this.el = h("div", { class: "hk-flick", role: "group", "aria-label": () => word("flick"), hidden: true }, w("p", "flick-how", { class: "hk-how" }), ...Object.values(this.sliders).map(({ el }) => el));
  }

  slider(key, min, max, step, set) {
    const oninput = () => {
      this.board.wake();
      set(Number(input.value));
      this.show();
    };
    const input = h("input", { type: "range", id: newId("flick"), min, max, step, oninput });
    const value = h("output", { for: input.id });
    return { input, value, el: h("div", { class: "hk-slider" }, h("p", {}, w("label", key, { for: input.id }), " ", value), input) };
  }

  /** The view's data for aiming if the reader may flick now, else null. */
  get open() {
    return this.board.mayPlay() && !this.board.view.chance ? this.board.view.flick : null;
  }

  /** The disc to flick. */
  get piece() {
    return this.aim.piece;
  }

  /** @param {View} view @param {View | undefined} before */
  update(view, before) {
    this.cancelDrag();
    const { aim } = this;
    aim.table = view.flick;
    if (!before || before.text !== view.text) {
      const discs = Object.values(view.flick?.pieces ?? {});
      aim.piece = discs.includes(aim.piece) ? aim.piece : discs[0] ?? null;
      const isSamePlayer = aim.piece !== null && this.lastPiece?.[0] === aim.piece[0];
      if (view.flick && !isSamePlayer) aim.findRoom();
      this.lastPiece = aim.piece;
    }
    this.show();
  }

  /** Return the point of the table under a pointer. */
  point(event) {
    const { origin: [x, y], unit } = this.aim.table;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.board.grid.svg.querySelector(".board").getScreenCTM().inverse());
    return [(at.x - x) / unit, (y - at.y) / unit];
  }

  // ---- showing -------------------------------------------------------------------------------------------------

  show() {
    const { aim, board: { grid, view } } = this;
    grid.svg?.querySelector(".ca-aim")?.remove();
    const open = Boolean(view && this.open && this.piece) && !grid.sliding;
    this.ghost.hidden = !open;
    this.el.hidden = !view?.flick;
    this.el.classList.toggle("is-shut", !open);
    for (const { input } of Object.values(this.sliders)) input.disabled = !open;
    if (!open) return;
    const [x, y] = aim.edge();
    const { origin, unit, disc } = aim.table;
    const at = (px, py) => [origin[0] + unit * px, origin[1] - unit * py];
    const path = aim.path();
    const [[x0, y0], [x1, y1]] = [at(x, y), at(path.x, path.y)];
    const radius = (unit * disc) / 2;
    const line = `M${x0} ${y0}L${x1} ${y1}`;
    const held = discInHand(grid.svg.querySelector(`[data-piece="${this.piece}"]`), x0, y0);
    grid.svg.querySelector(".board").append(s("g", { class: "ca-aim" },
      ...(path.piece ? this.afterHit(path, at) : []),
      s("path", { class: "ca-under", d: line }), s("path", { class: "ca-line", d: line }), s("circle", { class: path.off ? "ca-off" : "ca-end", cx: x1, cy: y1, r: radius }),
      s("circle", { class: "ca-hand", cx: x0, cy: y0, r: radius + 5 }), ...held));
    const size = radius + 8;
    this.ghost.style.cssText = transformOf(boxOf({ x: x0 - size, y: y0 - size, w: 2 * size, h: 2 * size }, view.box, grid.turned));
    this.retranslate(path);
  }

  /** Draw what follows the hit: the rest of the disc's path, and the direction in which the other is knocked (along the line of centres). */
  afterHit(path, at) {
    const [ox, oy] = this.aim.table.discs[path.piece];
    const length = Math.hypot(ox - path.x, oy - path.y) || 1;
    const [from, to] = [0.5, 1.2].map((far) => at(ox + (far * (ox - path.x)) / length, oy + (far * (oy - path.y)) / length));
    return [
      s("path", { class: "ca-on", d: `M${at(path.x, path.y).join(" ")}L${at(...path.rest).join(" ")}` }),
      s("path", { class: "ca-under", d: `M${from.join(" ")}L${to.join(" ")}` }), s("path", { class: "ca-line", d: `M${from.join(" ")}L${to.join(" ")}` }),
    ];
  }

  retranslate(path = this.open && this.piece && this.board.grid.svg ? this.aim.path() : null) {
    if (!path) return;
    const { along, turn, strength } = this.aim;
    const aside = Math.round(Math.abs(turn) * 10) / 10;
    const towards = path.piece ? "flick-meets" : path.off ? "flick-off" : "flick-rests";
    const turned = aside < 0.05 ? word("flick-straight") : word(turn > 0 ? "flick-left" : "flick-right", { angle: aside });
    const { side, at, all } = this.aim.side(this.board.grid.turned);
    const texts = {
      along: [along, word(`edge-${side}`, { at: inQuarters(at), all })], turn: [-turn, turned],
      strength: [100 * strength, `${Math.round(100 * strength)} %`],
    };
    for (const [name, [value, text]] of Object.entries(texts)) {
      const { input, value: output } = this.sliders[name];
      input.value = String(value);
      output.textContent = text;
      input.setAttribute("aria-valuetext", name === "along" ? text : `${text}, ${word(towards, { piece: path.piece })}`);
    }
  }

  // ---- input ---------------------------------------------------------------------------------------------------

  /** Choose the disc on a cell, or aim at it; return whether the cell meant either. */
  activate(cell) {
    const open = this.open;
    if (!open) return false;
    if (open.pieces[cell]) {
      this.aim.piece = open.pieces[cell];
      this.show();
      this.board.grid.updateMarks();
      this.board.panel.announce(`${this.piece}: ${word("chosen")}`);
      this.board.panel.draw();
      return true;
    }
    const target = open.discs[cell];
    if (!target || cell[0] === this.board.view.turn) return false;
    // Hard enough at least to reach it.
    this.aim.aimAt(target, Math.max(this.aim.strength, 1.1 * this.aim.strengthFor(this.aim.distance(target))));
    this.show();
    this.board.panel.announce(word("flick-aimed", { piece: cell }));
    return true;
  }

  /** A click beside the discs puts the disc there if it is at the edge, else aims. */
  onClick(event) {
    if (!this.open) return;
    const point = this.point(event);
    if (this.aim.isAtEdge(point)) this.aim.put(point);
    else this.aim.aimAt(point, this.aim.strengthFor(this.aim.distance(point)));
    this.show();
  }

  /** Start a drag on the disc, or with the mouse at the edge; return whether it starts. */
  startDrag(event, on) {
    if (!this.open || event.button !== 0 || this.board.busy()) return false;
    const point = this.point(event);
    if (on !== this.ghost) {
      if (event.pointerType === "touch" || !this.aim.isAtEdge(point)) return false;
      this.aim.put(point);
      this.show();
    }
    this.board.wake();
    this.dragging = { id: event.pointerId, on, before: [this.aim.turn, this.aim.strength], far: 0 };
    on.setPointerCapture?.(event.pointerId);
    event.preventDefault();
    return true;
  }

  moveDrag(event) {
    if (this.dragging?.id !== event.pointerId) return;
    const point = this.point(event);
    this.dragging.far = this.aim.distance(point);
    if (this.dragging.far >= SHORTEST) {
      this.board.grid.dragged = true;
      this.aim.aimAt(point, this.aim.strengthFor(this.dragging.far));
    } else [this.aim.turn, this.aim.strength] = this.dragging.before;
    this.show();
  }

  endDrag(event) {
    if (this.dragging?.id !== event.pointerId) return;
    const { far } = this.dragging;
    this.dragging = null;
    setTimeout(() => { this.board.grid.dragged = false; }, 50);
    if (far >= SHORTEST) this.go();
  }

  /** Cancel a drag, after Escape or by the system. */
  cancelDrag() {
    if (!this.dragging) return;
    [this.aim.turn, this.aim.strength] = this.dragging.before;
    this.dragging = null;
    this.board.grid.dragged = false;
    this.show();
  }

  go() {
    if (this.open && this.piece) this.board.send({ do: "play", move: this.aim.text });
  }
}

/** Return a copy of a disc at the edge, as large as those on the board. */
function discInHand(piece, x, y) {
  if (!piece) return [];
  const copy = piece.cloneNode(true);
  copy.setAttribute("transform", `translate(${x} ${y})`);
  copy.removeAttribute("data-piece");
  const size = copy.querySelector("[data-size]");
  size.removeAttribute("transform");
  size.lastElementChild.setAttribute("transform", "translate(-14 21)scale(1.18)");
  return [copy];
}

/** Animate discs along the points of their paths, all at the same pace, then call `done`; return the duration in ms. */
export function slideDiscs(svg, { step, pieces }, done) {
  const running = [];
  let longest = 0;
  for (const [name, points] of Object.entries(pieces)) {
    const piece = svg.querySelector(`[data-piece="${name}"]`);
    if (!piece?.animate || points.length < 2) continue;
    piece.parentNode.append(piece);
    const [size] = piece.querySelectorAll("[data-size]");
    const small = size?.getAttribute("transform");
    size?.removeAttribute("transform"); // a disc that ends in a tray keeps its full size until then
    const frames = points.map(([x, y]) => ({ transform: `translate(${x}px, ${y}px)` }));
    const animation = piece.animate(frames, { duration: step * (points.length - 1), fill: "forwards" });
    longest = Math.max(longest, step * (points.length - 1));
    running.push(animation.finished.then(() => {
      if (small) size.setAttribute("transform", small);
      animation.cancel();
    }, () => {}));
  }
  Promise.all(running).then(done);
  return longest;
}
