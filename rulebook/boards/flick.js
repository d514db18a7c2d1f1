// Part of board.js: moves that are aimed. A disc is put at the edge and flicked: by dragging from the edge to where it should slide, or
// with three sliders and a button. What may be taken, and whether a flick is legal, Python says; here is only the drawing of a line.

import { h, newId, s, word } from "../stage/page.js";

const NEAR = 0.55; // of the table: so close to the edge (or beyond it) a click puts the disc there
const FLICKED = 0.5; // a drag that ends closer to the disc than this is no flick

/** A number as the notation has it, with two decimals at most. */
function short(value) {
  return Math.round(value * 100) / 100;
}

export class Flick {
  constructor(board) {
    this.board = board;
    this.along = 27; // where on the edge: from the corner at 0,0 counter-clockwise, 30 in all
    this.turn = 0; // degrees from straight in, to the left as seen from the disc
    this.strength = 0.6;
    this.ghost = h("div", { class: "hk-ghost", hidden: true });
    this.ghost.addEventListener("pointerdown", (event) => this.begin(event, this.ghost));
    for (const at of [this.ghost, board.grid.overlay]) {
      at.addEventListener("pointermove", (event) => this.drag(event));
      at.addEventListener("pointerup", (event) => this.end(event));
      at.addEventListener("pointercancel", () => this.stop());
    }
    board.grid.el.insertBefore(this.ghost, board.grid.opened);
    this.sliders = {
      along: this.slider("flick-along", 0, 29.75, 0.25, (value) => { this.along = value; }),
      turn: this.slider("flick-turn", -85, 85, 1, (value) => { this.turn = -value; }),
      strength: this.slider("flick-strength", 2, 100, 1, (value) => { this.strength = value / 100; }),
    };
    this.how = h("p", { class: "hk-how" });
    this.el = h("div", { class: "hk-flick", role: "group", hidden: true }, this.how, ...Object.values(this.sliders).map(({ el }) => el));
  }

  slider(key, min, max, step, set) {
    const input = h("input", { type: "range", id: newId("flick"), min, max, step });
    const label = h("label", { for: input.id });
    const value = h("output", { for: input.id });
    input.addEventListener("input", () => {
      this.board.wake();
      set(Number(input.value));
      this.show();
    });
    return { key, input, label, value, el: h("div", { class: "hk-slider" }, h("p", {}, label, " ", value), input) };
  }

  /** What can be flicked now, null if nothing: the board asks before it does anything with a click. */
  get open() {
    return this.board.mayPlay() && !this.board.view.chance ? this.board.view.flick : null;
  }

  update(view, before) {
    this.stop();
    if (!before || before.text !== view.text) {
      const taken = view.flick?.pieces ?? {};
      const own = (piece) => piece && piece[0] === this.piece?.[0];
      this.piece = Object.values(taken).includes(this.piece) ? this.piece : Object.values(taken)[0] ?? null;
      if (view.flick && !own(this.was)) this.findRoom();
      this.was = this.piece;
    }
    this.show();
  }

  /** Somewhere at the edge where the disc fits, from where it was put last. */
  findRoom() {
    for (let n = 0; n < 120; n += 1) {
      const along = (this.along + (n % 2 ? 1 : -1) * Math.ceil(n / 2) * 0.25 + 30) % 30;
      const [x, y] = this.edge(along);
      if (this.others().every(([, at]) => Math.hypot(at[0] - x, at[1] - y) >= this.board.view.flick.disc)) {
        this.along = along;
        return;
      }
    }
  }

  others() {
    return Object.entries(this.board.view.flick.discs).filter(([piece]) => piece !== this.piece);
  }

  // ---- geometry ------------------------------------------------------------------------------------------------

  /** The point of the edge that lies so far along it, and the direction straight in from there, in degrees. */
  edge(along) {
    const [wide, high] = this.board.view.flick.size;
    if (along < wide) return [along, 0, 90];
    if (along < wide + high) return [wide, along - wide, 180];
    if (along < 2 * wide + high) return [2 * wide + high - along, high, 270];
    return [0, 2 * (wide + high) - along, 0];
  }

  /** How far along the edge the point of it lies that is nearest to a point of the table. */
  /** @param {number[]} point */
  nearest([x, y]) {
    const [wide, high] = this.board.view.flick.size;
    const [cx, cy] = [Math.min(Math.max(x, 0), wide), Math.min(Math.max(y, 0), high)];
    const sides = [[cy, cx], [wide - cx, wide + cy], [high - cy, 2 * wide + high - cx], [cx, 2 * (wide + high) - cy]];
    const [, along] = sides.reduce((best, side) => (side[0] < best[0] ? side : best));
    return (Math.round(along * 20) / 20) % (2 * (wide + high));
  }

  /** How far inside the edge a point lies; negative beyond it. */
  /** @param {number[]} point */
  inside([x, y]) {
    const [wide, high] = this.board.view.flick.size;
    return Math.min(x, wide - x, y, high - y);
  }

  /** The point of the table that a pointer is at. */
  point(event) {
    const { origin: [x, y], unit } = this.board.view.flick;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.board.grid.svg.querySelector(".board").getScreenCTM().inverse());
    return [(at.x - x) / unit, (y - at.y) / unit];
  }

  /** @param {number[]} point @param {number} strength */
  aimAt([x, y], strength) {
    const [px, py, inward] = this.edge(this.along);
    const angle = (Math.atan2(y - py, x - px) * 180) / Math.PI;
    this.turn = Math.round(Math.min(Math.max(((angle - inward + 540) % 360) - 180, -89), 89) * 10) / 10;
    if (strength !== undefined) this.strength = Math.round(100 * Math.min(1, Math.max(0.02, strength))) / 100;
  }

  /** How hard a disc must be flicked to come to rest so far away. */
  reaching(far) {
    return Math.sqrt(far / this.board.view.flick.slide);
  }

  get angle() {
    return Math.round(((this.edge(this.along)[2] + this.turn + 360) % 360) * 10) / 10;
  }

  get text() {
    const [x, y] = this.edge(this.along).map(short);
    return `${this.piece}@${x},${y}>${this.angle}*${short(this.strength)}`;
  }

  /** What the disc meets first on its way straight on: {far, piece}, no piece where it leaves or comes to rest before. */
  way() {
    const { disc, slide, size: [wide, high] } = this.board.view.flick;
    const [x, y] = this.edge(this.along);
    const [dx, dy] = [Math.cos((this.angle * Math.PI) / 180), Math.sin((this.angle * Math.PI) / 180)];
    let found = { far: slide * this.strength ** 2, piece: null, off: false };
    const rest = found.far;
    const edges = [dx > 1e-9 ? (wide - x) / dx : dx < -1e-9 ? -x / dx : Infinity, dy > 1e-9 ? (high - y) / dy : dy < -1e-9 ? -y / dy : Infinity];
    const off = Math.min(...edges.map((far) => (far < 1e-9 ? Infinity : far)));
    if (off < found.far) found = { far: off, piece: null, off: true };
    for (const [piece, [ox, oy]] of this.others()) {
      const [rx, ry] = [ox - x, oy - y];
      const ahead = rx * dx + ry * dy;
      const aside = rx * rx + ry * ry - ahead * ahead;
      if (ahead <= 0 || aside >= disc * disc) continue;
      const far = Math.max(0, ahead - Math.sqrt(disc * disc - aside));
      if (far < found.far) found = { far, piece, off: false };
    }
    return { ...found, x: x + dx * found.far, y: y + dy * found.far, rest: [x + dx * Math.min(rest, off), y + dy * Math.min(rest, off)] };
  }

  // ---- showing -------------------------------------------------------------------------------------------------

  show() {
    const { grid, view } = this.board;
    grid.svg?.querySelector(".ca-aim")?.remove();
    const open = Boolean(view && this.open && this.piece) && !grid.sliding;
    this.ghost.hidden = !open;
    this.el.hidden = !view?.flick;
    this.el.classList.toggle("is-shut", !open);
    for (const { input } of Object.values(this.sliders)) input.disabled = !open;
    if (!open) return;
    const [x, y] = this.edge(this.along);
    const { origin, unit, disc } = view.flick;
    const at = (px, py) => [origin[0] + unit * px, origin[1] - unit * py];
    const way = this.way();
    const [[x0, y0], [x1, y1]] = [at(x, y), at(way.x, way.y)];
    const radius = (unit * disc) / 2;
    const line = `M${x0} ${y0}L${x1} ${y1}`;
    const hand = inHand(grid.svg.querySelector(`[data-piece="${this.piece}"]`), x0, y0);
    grid.svg.querySelector(".board").append(s("g", { class: "ca-aim" },
      ...(way.piece ? this.onward(way, at) : []),
      s("path", { class: "ca-under", d: line }), s("path", { class: "ca-line", d: line }), s("circle", { class: way.off ? "ca-off" : "ca-end", cx: x1, cy: y1, r: radius }),
      s("circle", { class: "ca-hand", cx: x0, cy: y0, r: radius + 5 }), ...hand));
    const [wide, high] = grid.turned ? [view.box[1], view.box[0]] : view.box;
    const [gx, gy] = grid.turned ? [y0, view.box[0] - x0] : [x0, y0];
    const size = radius + 8;
    this.ghost.style.cssText = `left:${(100 * (gx - size)) / wide}%;top:${(100 * (gy - size)) / high}%;width:${(200 * size) / wide}%;height:${(200 * size) / high}%`;
    this.speak(way);
  }

  /** Beyond what is met: how far the disc would have gone, and which way the other is knocked (along the line of centres). */
  onward(way, at) {
    const [ox, oy] = this.board.view.flick.discs[way.piece];
    const length = Math.hypot(ox - way.x, oy - way.y) || 1;
    const [from, to] = [0.5, 1.2].map((far) => at(ox + (far * (ox - way.x)) / length, oy + (far * (oy - way.y)) / length));
    return [
      s("path", { class: "ca-on", d: `M${at(way.x, way.y).join(" ")}L${at(...way.rest).join(" ")}` }),
      s("path", { class: "ca-under", d: `M${from.join(" ")}L${to.join(" ")}` }), s("path", { class: "ca-line", d: `M${from.join(" ")}L${to.join(" ")}` }),
    ];
  }

  speak(way = this.open && this.piece && this.board.grid.svg ? this.way() : null) {
    this.el.setAttribute("aria-label", word("flick"));
    this.how.textContent = word("flick-how");
    for (const { key, label } of Object.values(this.sliders)) label.textContent = word(key);
    if (!way) return;
    const [x, y] = this.edge(this.along).map(short);
    const aside = Math.round(Math.abs(this.turn) * 10) / 10;
    const towards = way.piece ? "flick-meets" : way.off ? "flick-off" : "flick-rests";
    const turned = aside < 0.05 ? word("flick-straight") : word(this.turn > 0 ? "flick-left" : "flick-right", { angle: aside });
    const texts = {
      along: [this.along, `${x},${y}`], turn: [-this.turn, turned],
      strength: [100 * this.strength, `${Math.round(100 * this.strength)} %`],
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
      this.piece = open.pieces[cell];
      this.show();
      this.board.grid.marks();
      this.board.panel.announce(`${this.piece}: ${word("chosen")}`);
      this.board.panel.drawChoices(this.board.view);
      return true;
    }
    const target = open.discs[cell];
    if (!target || cell[0] === this.board.view.turn) return false;
    const [x, y] = this.edge(this.along);
    // Hard enough to get there, at least.
    this.aimAt(target, Math.max(this.strength, 1.1 * this.reaching(Math.hypot(target[0] - x, target[1] - y))));
    this.show();
    this.board.panel.announce(word("flick-aimed", { piece: cell }));
    return true;
  }

  /** A click beside the discs: at the edge it puts the disc there, inside it aims. */
  pointed(event) {
    if (!this.open) return;
    const point = this.point(event);
    if (this.inside(point) < NEAR) this.put(point);
    else this.aimAt(point, this.reaching(Math.hypot(point[0] - this.edge(this.along)[0], point[1] - this.edge(this.along)[1])));
    this.show();
  }

  put(point) {
    this.along = this.nearest(point);
    this.turn = 0;
  }

  /** The pointer goes down: on the disc, or with the mouse at the edge. */
  begin(event, on) {
    if (!this.open || event.button !== 0 || this.board.busy()) return false;
    const point = this.point(event);
    if (on !== this.ghost) {
      if (event.pointerType === "touch" || this.inside(point) >= NEAR) return false;
      this.put(point);
      this.show();
    }
    this.board.wake();
    this.dragging = { id: event.pointerId, on, was: [this.turn, this.strength], far: 0 };
    on.setPointerCapture?.(event.pointerId);
    event.preventDefault();
    return true;
  }

  drag(event) {
    if (this.dragging?.id !== event.pointerId) return;
    const point = this.point(event);
    const [x, y] = this.edge(this.along);
    this.dragging.far = Math.hypot(point[0] - x, point[1] - y);
    if (this.dragging.far >= FLICKED) {
      this.board.grid.dragged = true;
      this.aimAt(point, this.reaching(this.dragging.far));
    } else [this.turn, this.strength] = this.dragging.was;
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
    [this.turn, this.strength] = this.dragging.was;
    this.dragging = null;
    this.board.grid.dragged = false;
    this.show();
  }

  go() {
    if (this.open && this.piece) this.board.send({ do: "play", move: this.text });
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
