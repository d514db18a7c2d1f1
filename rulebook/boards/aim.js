// Part of board.js: the geometry of a flick. A disc lies at the edge of the table and is aimed; points are of the table, angles in degrees
// counter-clockwise from the right. Numbers only: whether a flick is legal, Python says.

/** @typedef {number[]} Point x and y */
/** @typedef {{ far: number, x: number, y: number, piece: string | null, off: boolean, rest: Point }} Way */

const NEAR = 0.55; // of the table: so close to the edge (or beyond it) a click puts the disc there

/** A number as the notation has it, with two decimals at most. */
const short = (value) => Math.round(value * 100) / 100;
const within = (value, low, high) => Math.min(Math.max(value, low), high);

export class Aim {
  constructor() {
    /** @type {FlickView | null} */
    this.table = null;
    /** @type {string | null} the disc that is flicked */
    this.piece = null;
    this.along = 27; // where on the edge: from the corner at 0,0 counter-clockwise, 30 in all
    this.turn = 0; // degrees from straight in, to the left as seen from the disc
    this.strength = 0.6;
  }

  /** The discs that lie on the table beside the one that is flicked. */
  others() {
    return Object.entries(this.table.discs).filter(([piece]) => piece !== this.piece);
  }

  // ---- the edge --------------------------------------------------------------------------------------------------

  /** The point of the edge that lies so far along it, and the direction straight in from there. */
  edge(along = this.along) {
    const [wide, high] = this.table.size;
    if (along < wide) return [along, 0, 90];
    if (along < wide + high) return [wide, along - wide, 180];
    if (along < 2 * wide + high) return [2 * wide + high - along, high, 270];
    return [0, 2 * (wide + high) - along, 0];
  }

  /** How far along the edge the point of it lies that is nearest to a point. @param {Point} point */
  nearest([x, y]) {
    const [wide, high] = this.table.size;
    const [cx, cy] = [within(x, 0, wide), within(y, 0, high)];
    const sides = [[cy, cx], [wide - cx, wide + cy], [high - cy, 2 * wide + high - cx], [cx, 2 * (wide + high) - cy]];
    const [, along] = sides.reduce((best, side) => (side[0] < best[0] ? side : best));
    return (Math.round(along * 20) / 20) % (2 * (wide + high));
  }

  /** Is a point at the edge or beyond it? @param {Point} point */
  atEdge([x, y]) {
    const [wide, high] = this.table.size;
    return Math.min(x, wide - x, y, high - y) < NEAR;
  }

  /** Put the disc at the edge, straight. @param {Point} point */
  put(point) {
    this.along = this.nearest(point);
    this.turn = 0;
  }

  /** Put it where it fits, as near to where it was put last as can be. */
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

  /** How far a point is from the disc. @param {Point} point */
  distance(point) {
    const [x, y] = this.edge();
    return Math.hypot(point[0] - x, point[1] - y);
  }

  /** How hard a disc must be flicked to come to rest so far away. */
  reaching(far) {
    return Math.sqrt(far / this.table.slide);
  }

  /** Aim at a point; never along the edge or out of the table. @param {Point} point @param {number} strength */
  at([x, y], strength) {
    const [px, py, inward] = this.edge();
    const angle = (Math.atan2(y - py, x - px) * 180) / Math.PI;
    this.turn = Math.round(within(((angle - inward + 540) % 360) - 180, -89, 89) * 10) / 10;
    this.strength = Math.round(100 * within(strength, 0.02, 1)) / 100;
  }

  get angle() {
    return Math.round(((this.edge()[2] + this.turn + 360) % 360) * 10) / 10;
  }

  /**
   * Where the disc lies as it is seen: at which side, how many squares along it from the left or from below, of how many.
   * @param {boolean} turned is the board turned upright?
   * @returns {{ side: "bottom" | "right" | "top" | "left", at: number, all: number }}
   */
  side(turned) {
    const [wide, high] = this.table.size;
    const [x, y] = this.edge().map(short);
    const flat = this.along < wide || (this.along >= wide + high && this.along < 2 * wide + high);
    if (!turned) return flat ? { side: y ? "top" : "bottom", at: x, all: wide } : { side: x ? "right" : "left", at: y, all: high };
    return flat ? { side: y ? "left" : "right", at: x, all: wide } : { side: x ? "top" : "bottom", at: short(high - y), all: high };
  }

  /** The move, as records have it. */
  get text() {
    const [x, y] = this.edge().map(short);
    return `${this.piece}@${x},${y}>${this.angle}*${short(this.strength)}`;
  }

  /** What the disc meets first on its way straight on, no piece where it leaves or comes to rest before; and where it would come to rest. @returns {Way} */
  way() {
    const { disc, slide, size: [wide, high] } = this.table;
    const [x, y] = this.edge();
    const [dx, dy] = [Math.cos((this.angle * Math.PI) / 180), Math.sin((this.angle * Math.PI) / 180)];
    /** @type {{ far: number, piece: string | null, off: boolean }} */
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
}
