// Part of board.js: the geometry of a flick. A disc lies at the edge of the table and is aimed. Points are in units of the table, angles in
// degrees counter-clockwise from the right. Python decides whether a flick is legal.

/** @typedef {number[]} Point x and y */
/** @typedef {{ far: number, x: number, y: number, piece: string | null, off: boolean, rest: Point }} Path */

const NEAR = 0.55; // units of the table: a click this close to the edge, or beyond it, puts the disc there

/** Round to two decimals, as in the notation. */
const rounded = (value) => Math.round(value * 100) / 100;
const clamp = (value, low, high) => Math.min(Math.max(value, low), high);

export class Aim {
  constructor() {
    /** @type {FlickView | null} */
    this.table = null;
    /** @type {string | null} the disc to flick */
    this.piece = null;
    this.along = 27; // position along the edge, counter-clockwise from the corner at 0,0; the whole edge is 30 long
    this.turn = 0; // degrees to the left of straight inwards, as seen from the disc
    this.strength = 0.6;
  }

  /** Return the other discs on the table, with their places. */
  others() {
    return Object.entries(this.table.discs).filter(([piece]) => piece !== this.piece);
  }

  // ---- the edge --------------------------------------------------------------------------------------------------

  /** Return a point of the edge and the angle straight inwards from there. */
  edge(along = this.along) {
    const [wide, high] = this.table.size;
    if (along < wide) return [along, 0, 90];
    if (along < wide + high) return [wide, along - wide, 180];
    if (along < 2 * wide + high) return [2 * wide + high - along, high, 270];
    return [0, 2 * (wide + high) - along, 0];
  }

  /** Return the position along the edge nearest to a point. @param {Point} point */
  nearest([x, y]) {
    const [wide, high] = this.table.size;
    const [cx, cy] = [clamp(x, 0, wide), clamp(y, 0, high)];
    const sides = [[cy, cx], [wide - cx, wide + cy], [high - cy, 2 * wide + high - cx], [cx, 2 * (wide + high) - cy]];
    const [, along] = sides.reduce((best, side) => (side[0] < best[0] ? side : best));
    return (Math.round(along * 20) / 20) % (2 * (wide + high));
  }

  /** Return whether a point is at the edge or beyond it. @param {Point} point */
  isAtEdge([x, y]) {
    const [wide, high] = this.table.size;
    return Math.min(x, wide - x, y, high - y) < NEAR;
  }

  /** Put the disc at the edge near a point, aimed straight inwards. @param {Point} point */
  put(point) {
    this.along = this.nearest(point);
    this.turn = 0;
  }

  /** Move the disc to the nearest place along the edge where it touches no other disc. */
  findRoom() {
    for (let n = 0; n < 120; n += 1) {
      const along = (this.along + (n % 2 ? 1 : -1) * Math.ceil(n / 2) * 0.25 + 30) % 30;
      const [x, y] = this.edge(along);
      if (this.others().every(([, at]) => Math.hypot(at[0] - x, at[1] - y) >= this.table.disc)) {
        this.along = along;
        return;
      }
    }
  }

  // ---- the flick -------------------------------------------------------------------------------------------------

  /** Return the distance of a point from the disc. @param {Point} point */
  distance(point) {
    const [x, y] = this.edge();
    return Math.hypot(point[0] - x, point[1] - y);
  }

  /** Return the strength with which a disc comes to rest at a distance. */
  strengthFor(far) {
    return Math.sqrt(far / this.table.slide);
  }

  /** Aim at a point, but never along the edge or out of the table. @param {Point} point @param {number} strength */
  aimAt([x, y], strength) {
    const [px, py, inward] = this.edge();
    const angle = (Math.atan2(y - py, x - px) * 180) / Math.PI;
    this.turn = Math.round(clamp(((angle - inward + 540) % 360) - 180, -89, 89) * 10) / 10;
    this.strength = Math.round(100 * clamp(strength, 0.02, 1)) / 100;
  }

  get angle() {
    return Math.round(((this.edge()[2] + this.turn + 360) % 360) * 10) / 10;
  }

  /**
   * Return where the disc is on the screen: the side, the squares along it from the left or from below, and their total.
   * @param {boolean} turned whether the board is turned upright
   * @returns {{ side: "bottom" | "right" | "top" | "left", at: number, all: number }}
   */
  side(turned) {
    const [wide, high] = this.table.size;
    const [x, y] = this.edge().map(rounded);
    const flat = this.along < wide || (this.along >= wide + high && this.along < 2 * wide + high);
    if (!turned) return flat ? { side: y ? "top" : "bottom", at: x, all: wide } : { side: x ? "right" : "left", at: y, all: high };
    return flat ? { side: y ? "left" : "right", at: x, all: wide } : { side: x ? "top" : "bottom", at: rounded(high - y), all: high };
  }

  /** The move in notation. */
  get text() {
    const [x, y] = this.edge().map(rounded);
    return `${this.piece}@${x},${y}>${this.angle}*${rounded(this.strength)}`;
  }

  /** Return the straight path of the disc to the first disc it hits, or to where it leaves the table or stops; `rest`: where it would stop. @returns {Path} */
  path() {
    const { disc, slide, size: [wide, high] } = this.table;
    const [x, y] = this.edge();
    const [dx, dy] = [Math.cos((this.angle * Math.PI) / 180), Math.sin((this.angle * Math.PI) / 180)];
    /** @type {{ far: number, piece: string | null, off: boolean }} */
    let hit = { far: slide * this.strength ** 2, piece: null, off: false };
    const rest = hit.far;
    const edges = [dx > 1e-9 ? (wide - x) / dx : dx < -1e-9 ? -x / dx : Infinity, dy > 1e-9 ? (high - y) / dy : dy < -1e-9 ? -y / dy : Infinity];
    const off = Math.min(...edges.map((far) => (far < 1e-9 ? Infinity : far)));
    if (off < hit.far) hit = { far: off, piece: null, off: true };
    for (const [piece, [ox, oy]] of this.others()) {
      const [rx, ry] = [ox - x, oy - y];
      const ahead = rx * dx + ry * dy;
      const aside = rx * rx + ry * ry - ahead * ahead;
      if (ahead <= 0 || aside >= disc * disc) continue;
      const far = Math.max(0, ahead - Math.sqrt(disc * disc - aside));
      if (far < hit.far) hit = { far, piece, off: false };
    }
    return { ...hit, x: x + dx * hit.far, y: y + dy * hit.far, rest: [x + dx * Math.min(rest, off), y + dy * Math.min(rest, off)] };
  }
}
