// Part of board.js: the review of a game below its board: a curve of everybody's chance, what dice gave and moves lost, and the decisions that
// cost most, to try again. Python does a little of it for each message (reviewing.py), so that a reader sees how far it is, and closes it when he has enough.

import { turnsOf } from "../stage/records.js";
import { h, newId, s, localize, w, word, wordButton } from "../stage/page.js";
import { letterOf, whoIs } from "./scores.js";

const [WIDTHS, HIGH, LEFT] = [[360, 640], 190, 34]; // of the picture, on phones and elsewhere, and the room for its scale

export class Review {
  constructor(board) {
    /** @type {{ view: View } & Record<string, any>} */
    this.board = board;
    this.name = w("summary", "review");
    this.body = h("div", { class: "hk-review" });
    this.el = h("details", { class: "hk-more", ontoggle: () => this.el.open && this.begin() }, this.name, this.body);
  }

  /** Is this a game that can be reviewed? Before its first move, too: what lies below a board stays where it is. @param {View} view */
  fits(view) {
    return !view.flick && !view.task;
  }

  /** Open it, from the button of a game that has ended. */
  show() {
    this.el.open = true;
    this.el.scrollIntoView({ block: "nearest" });
    this.name.focus({ preventScroll: true });
  }

  begin() {
    this.going = true;
    this.of = this.board.view.record;
    this.more();
    this.retranslate();
  }

  /** Ask for a little more of it, unless a message is on its way: its answer comes here, too. */
  more() {
    const { board } = this;
    const { review, end } = board.view;
    if (this.going && this.el.open && end && !review?.found) board.line.send({ do: "review" }, board.view.ply);
  }

  /** @param {View} view */
  update(view) {
    this.el.hidden = !this.fits(view);
    if (view.record !== this.of || view.error) this.going = false; // the game went on, or it cannot be had, and the board says why
    if (!this.el.hidden) {
      this.retranslate();
      this.more();
    }
  }

  retranslate() {
    const { view } = this.board;
    if (!view || this.el.hidden) return;
    const found = view.review?.found;
    const shown = JSON.stringify([view.review, view.end > 0, this.going, document.documentElement.lang, word("review"), this.board.panel.withNames("A B C D E F G H I")]);
    if (this.shown === shown) return void (found && this.mark(view));
    this.shown = shown;
    const inside = this.body.contains(document.activeElement);
    this.body.replaceChildren(...(found ? this.drawn(found) : this.waiting(view)));
    if (found) this.mark(view);
    if (inside) this.name.focus({ preventScroll: true });
  }

  waiting({ review, end }) {
    if (!end) return [h("p", { class: "hk-quiet" }, word("record-empty"))];
    if (!this.going) return [wordButton("review-start", () => this.begin(), "hk-main")];
    const percent = review ? Math.floor((100 * review.done) / review.total) : 0;
    return [h("p", { class: "hk-going" }, h("progress", { max: 100, value: percent, "aria-label": word("review") }), word("review-going", { percent }))];
  }

  /** @param {FoundView} found */
  drawn(found) {
    const signed = (value) => (value > 0 ? `+${value}` : String(value).replace("-", "\u2212"));
    const columns = ["begin", "luck", "lost", "others", "end"];
    const withNames = (text) => this.board.panel.withNames(text);
    const head = h("tr", {}, ...["player", ...columns].map((key) => h("th", { scope: "col" }, word(`review-${key}`))));
    const rows = found.rows.map((row) => h("tr", {}, h("th", { scope: "row" }, whoIs(row.player, withNames)),
      ...columns.map((key) => h("td", {}, key === "begin" || key === "end" ? String(row[key]) : signed(row[key])))));
    const { record } = this.board.view;
    const worst = found.mistakes.map(({ ply, player, text, better }) => {
      const look = (deed) => () => {
        deed();
        this.board.grid.el.scrollIntoView({ block: "nearest" });
      };
      const told = h("span", {}, `${word("review-turn", { turn: turnsOf(record, ply + 1) })} ${withNames(localize(text))}`);
      const shown = h("strong", { hidden: true }, ` ${word("review-better", { move: withNames(localize(better)) })}`);
      told.append(shown);
      const show = look(() => { shown.hidden = false; this.board.go(() => ply); });
      return h("li", {}, letterOf(player), told, wordButton("review-try", look(() => this.board.send({ do: "retry", at: ply }, true)), "hk-main"), wordButton("review-show", show));
    });
    return [this.chart(found), h("table", {}, h("thead", {}, head), h("tbody", {}, ...rows)), h("p", { class: "hk-quiet" }, [word("review-what"), ...found.caveats.map(localize)].join(" ")),
      h("h3", {}, word("review-worst")), worst.length ? h("ol", { class: "hk-worst" }, ...worst) : h("p", {}, word("review-none"))];
  }

  /** @param {FoundView} found */
  chart({ curve, mistakes, rows }) {
    const last = Object.values(curve)[0].length - 1 || 1;
    const wide = WIDTHS[this.board.el.classList.contains("hk-narrow") ? 0 : 1];
    const across = (ply) => LEFT + ((wide - LEFT - 16) * ply) / last;
    const down = (chance) => 8 + ((HIGH - 16) * (100 - chance)) / 100;
    const title = newId("curve");
    const lines = [0, 25, 50, 75, 100].flatMap((chance) => [
      s("line", { class: "hk-scale", x1: LEFT, x2: wide - 16, y1: down(chance), y2: down(chance) }),
      s("text", { x: LEFT - 6, y: down(chance) + 4, "text-anchor": "end" }, String(chance)),
    ]);
    const curves = Object.entries(curve).flatMap(([player, chances]) => {
      const points = chances.map((chance, ply) => `${across(ply).toFixed(1)},${down(chance).toFixed(1)}`).join(" ");
      // A wide line below in the colour of the page keeps apart what crosses.
      return [s("polyline", { class: "hk-curve-edge", points }), s("polyline", { class: `hk-curve hk-curve-${player}`, points })];
    });
    const spots = mistakes.map(({ ply, player }) => s("circle", { class: `hk-spot hk-curve-${player}`, cx: across(ply), cy: down(curve[player][ply]), r: 6 }));
    let above = Infinity; // names of chances that lie near each other stand one above the other
    const names = [...rows].sort((one, other) => one.end - other.end).map(({ player, end }) => {
      above = Math.min(down(end) + 4, above - 11);
      return s("text", { class: "hk-end-name", x: wide - 12, y: above }, player);
    });
    this.now = s("line", { class: "hk-now", y1: 4, y2: HIGH - 4 });
    this.across = across;
    const picture = s("svg", { viewBox: `0 0 ${wide} ${HIGH}`, role: "img", "aria-labelledby": title }, s("title", { id: title }, word("review-chart")),
      ...lines, this.now, ...curves, ...spots, ...names);
    picture.addEventListener("click", (event) => {
      const { left, width } = picture.getBoundingClientRect();
      const ply = Math.round((((event.clientX - left) * wide / width - LEFT) / (wide - LEFT - 16)) * last);
      this.board.go(() => ply);
    });
    return picture;
  }

  /** Where the board stands. @param {View} view */
  mark({ ply }) {
    this.now?.setAttribute("x1", String(this.across(ply)));
    this.now?.setAttribute("x2", String(this.across(ply)));
  }
}
