// Part of board.js: moves that are aimed. A disc is put at the edge and flicked: by dragging from the edge to where it should slide, or
// with three sliders and a button. What may be taken, and whether a flick is legal, Python says; here is only the drawing of a line.

import { h, newId, s, w, word } from "../stage/page.js";
import { Aim } from "./aim.js";
import { movedTo, seenAt } from "./layout.js";

/** A number of squares, as near as one can see it. @param {number} many */
function quarters(many) {
  const whole = Math.floor(Math.round(4 * many) / 4);
  const part = ["", "¼", "½", "¾"][Math.round(4 * many) % 4];
  return whole ? `${whole}${part}` : part || "0";
}

const FLICKED = 0.5; // a drag that ends closer to the disc than this is no flick

export class Flick {
  constructor(board) {
    /** @type {{ view: View } & Record<string, any>} */
    this.board = board;
    this.aim = new Aim();
    this.ghost = h("div", { class: "hk-ghost", hidden: true, onpointerdown: (event) => this.begin(event, this.ghost) });
    for (const at of [this.ghost, board.grid.overlay]) {
      at.addEventListener("pointermove", (event) => this.drag(event));
      at.addEventListener("pointerup", (event) => this.end(event));
      at.addEventListener("pointercancel", () => this.stop());
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

  /** What can be flicked now, null if nothing: the board asks before it does anything with a click. */
  get open() {
    return this.board.mayPlay() && !this.board.view.chance ? this.board.view.flick : null;
  }

  /** The disc that is flicked. */
  get piece() {
    return this.aim.piece;
  }

  /** @param {View} view @param {View | undefined} before */
  update(view, before) {
    this.stop();
    const { aim } = this;
    aim.table = view.flick;
    if (!before || before.text !== view.text) {
      const taken = Object.values(view.flick?.pieces ?? {});
      aim.piece = taken.includes(aim.piece) ? aim.piece : taken[0] ?? null;
      const own = aim.piece !== null && this.was?.[0] === aim.piece[0];
      if (view.flick && !own) aim.findRoom();
      this.was = aim.piece;
    }
    this.show();
  }

  /** The point of the table that a pointer is at. */
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
    const way = aim.way();
    const [[x0, y0], [x1, y1]] = [at(x, y), at(way.x, way.y)];
    const radius = (unit * disc) / 2;
    const line = `M${x0} ${y0}L${x1} ${y1}`;
    const hand = inHand(grid.svg.querySelector(`[data-piece="${this.piece}"]`), x0, y0);
    grid.svg.querySelector(".board").append(s("g", { class: "ca-aim" },
      ...(way.piece ? this.onward(way, at) : []),
      s("path", { class: "ca-under", d: line }), s("path", { class: "ca-line", d: line }), s("circle", { class: way.off ? "ca-off" : "ca-end", cx: x1, cy: y1, r: radius }),
      s("circle", { class: "ca-hand", cx: x0, cy: y0, r: radius + 5 }), ...hand));
    const size = radius + 8;
    this.ghost.style.cssText = movedTo(seenAt({ x: x0 - size, y: y0 - size, w: 2 * size, h: 2 * size }, view.box, grid.turned));
    this.retranslate(way);
  }

  /** Beyond what is met: how far the disc would have gone, and which way the other is knocked (along the line of centres). */
  onward(way, at) {
    const [ox, oy] = this.aim.table.discs[way.piece];
    const length = Math.hypot(ox - way.x, oy - way.y) || 1;
    const [from, to] = [0.5, 1.2].map((far) => at(ox + (far * (ox - way.x)) / length, oy + (far * (oy - way.y)) / length));
    return [
      s("path", { class: "ca-on", d: `M${at(way.x, way.y).join(" ")}L${at(...way.rest).join(" ")}` }),
      s("path", { class: "ca-under", d: `M${from.join(" ")}L${to.join(" ")}` }), s("path", { class: "ca-line", d: `M${from.join(" ")}L${to.join(" ")}` }),
    ];
  }

  retranslate(way = this.open && this.piece && this.board.grid.svg ? this.aim.way() : null) {
    if (!way) return;
    const { along, turn, strength } = this.aim;
    const aside = Math.round(Math.abs(turn) * 10) / 10;
    const towards = way.piece ? "flick-meets" : way.off ? "flick-off" : "flick-rests";
    const turned = aside < 0.05 ? word("flick-straight") : word(turn > 0 ? "flick-left" : "flick-right", { angle: aside });
    const { side, at, all } = this.aim.side(this.board.grid.turned);
    const texts = {
      along: [along, word(`edge-${side}`, { at: quarters(at), all })], turn: [-turn, turned],
      strength: [100 * strength, `${Math.round(100 * strength)} %`],
    };
    for (const [name, [value, text]] of Object.entries(texts)) {
      const { input, value: output } = this.sliders[name];
      input.value = String(value);
      output.textContent = text;
      input.setAttribute("aria-valuetext", name === "along" ? text : `${text}, ${word(towards, { piece: way.piece })}`);
    }
  }

  // ---- doing ---------------------------------------------------------------------------------------------------

  /** A cell was pointed at (or Enter pressed on it). True if that meant something here. */
  act(cell) {
    const open = this.open;
    if (!open) return false;
    if (open.pieces[cell]) {
      this.aim.piece = open.pieces[cell];
      this.show();
      this.board.grid.marks();
      this.board.panel.announce(`${this.piece}: ${word("chosen")}`);
      this.board.panel.draw();
      return true;
    }
    const target = open.discs[cell];
    if (!target || cell[0] === this.board.view.turn) return false;
    // Hard enough to get there, at least.
    this.aim.at(target, Math.max(this.aim.strength, 1.1 * this.aim.reaching(this.aim.distance(target))));
    this.show();
    this.board.panel.announce(word("flick-aimed", { piece: cell }));
    return true;
  }

  /** A click beside the discs: at the edge it puts the disc there, inside it aims. */
  pointed(event) {
    if (!this.open) return;
    const point = this.point(event);
    if (this.aim.atEdge(point)) this.aim.put(point);
    else this.aim.at(point, this.aim.reaching(this.aim.distance(point)));
    this.show();
  }

  /** The pointer goes down: on the disc, or with the mouse at the edge. */
  begin(event, on) {
    if (!this.open || event.button !== 0 || this.board.busy()) return false;
    const point = this.point(event);
    if (on !== this.ghost) {
      if (event.pointerType === "touch" || !this.aim.atEdge(point)) return false;
      this.aim.put(point);
      this.show();
    }
    this.board.wake();
    this.dragging = { id: event.pointerId, on, was: [this.aim.turn, this.aim.strength], far: 0 };
    on.setPointerCapture?.(event.pointerId);
    event.preventDefault();
    return true;
  }

  drag(event) {
    if (this.dragging?.id !== event.pointerId) return;
    const point = this.point(event);
    this.dragging.far = this.aim.distance(point);
    if (this.dragging.far >= FLICKED) {
      this.board.grid.dragged = true;
      this.aim.at(point, this.aim.reaching(this.dragging.far));
    } else [this.aim.turn, this.aim.strength] = this.dragging.was;
    this.show();
  }

  end(event) {
    if (this.dragging?.id !== event.pointerId) return;
    const { far } = this.dragging;
    this.dragging = null;
    setTimeout(() => { this.board.grid.dragged = false; }, 50);
    if (far >= FLICKED) this.go();
  }

  /** Escape, or the system, ends a drag without a flick. */
  stop() {
    if (!this.dragging) return;
    [this.aim.turn, this.aim.strength] = this.dragging.was;
    this.dragging = null;
    this.board.grid.dragged = false;
    this.show();
  }

  go() {
    if (this.open && this.piece) this.board.send({ do: "play", move: this.aim.text });
  }
}

/** A copy of a disc, at the edge and as large as those on the board. */
function inHand(piece, x, y) {
  if (!piece) return [];
  const copy = piece.cloneNode(true);
  copy.setAttribute("transform", `translate(${x} ${y})`);
  copy.removeAttribute("data-piece");
  const size = copy.querySelector("[data-size]");
  size.removeAttribute("transform");
  size.lastElementChild.setAttribute("transform", "translate(-14 21)scale(1.18)");
  return [copy];
}

/** Let discs slide along the points of their paths, all at the same pace; then `done`. Returns how long that takes, in ms. */
export function slide(svg, { step, pieces }, done) {
  const running = [];
  let longest = 0;
  for (const [name, points] of Object.entries(pieces)) {
    const piece = svg.querySelector(`[data-piece="${name}"]`);
    if (!piece?.animate || points.length < 2) continue;
    piece.parentNode.append(piece);
    const [size] = piece.querySelectorAll("[data-size]");
    const small = size?.getAttribute("transform");
    size?.removeAttribute("transform"); // one that ends in a tray is as large as the others until then
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
