// Part of board.js: the review of a game below its board: curves of the players' chances, gains by dice and losses by moves, and the costliest
// decisions, to try again. Python reviews a slice for each message, so that the reader sees the progress and may stop.

import { turnsOf } from "../stage/records.js";
import { h, newId, s, localize, w, word, wordButton } from "../stage/page.js";
import { playerLetter, playerLabel } from "./scores.js";

const [WIDTHS, HIGH, LEFT] = [[360, 640], 190, 34]; // widths of the chart on phones and elsewhere, its height, and the space for its scale

export class Review {
  constructor(board) {
    /** @type {{ view: View } & Record<string, any>} */
    this.board = board;
    this.name = w("summary", "review");
    this.body = h("div", { class: "hk-review" });
    this.el = h("details", { class: "hk-more", ontoggle: () => this.el.open && this.begin() }, this.name, this.body);
  }

  /** Return whether the game can be reviewed, also before its first move, so that nothing below the board moves. @param {View} view */
  canReview(view) {
    return !view.flick && !view.task;
  }

  /** Open the review, from the button at the end of a game. */
  show() {
    this.el.open = true;
    this.el.scrollIntoView({ block: "nearest" });
    this.name.focus({ preventScroll: true });
  }

  begin() {
    this.running = true;
    this.record = this.board.view.record;
    this.requestSlice();
    this.retranslate();
  }

  /** Request the next slice, unless a message is pending, whose answer leads here again. */
  requestSlice() {
    const { board } = this;
    const { review, end } = board.view;
    if (this.running && this.el.open && end && !review?.found) board.line.send({ do: "review" }, board.view.ply);
  }

  /** @param {View} view */
  update(view) {
    this.el.hidden = !this.canReview(view);
    if (view.record !== this.record || view.error) this.running = false; // the game has changed, or the error says why there is no review
    if (!this.el.hidden) {
      this.retranslate();
      this.requestSlice();
    }
  }

  retranslate() {
    const { view } = this.board;
    if (!view || this.el.hidden) return;
    const found = view.review?.found;
    const shown = JSON.stringify([view.review, view.end > 0, this.running, document.documentElement.lang, word("review"), this.board.panel.withNames("A B C D E F G H I")]);
    if (this.shown === shown) return void (found && this.mark(view));
    this.shown = shown;
    const inside = this.body.contains(document.activeElement);
    this.body.replaceChildren(...(found ? this.result(found) : this.progress(view)));
    if (found) this.mark(view);
    if (inside) this.name.focus({ preventScroll: true });
  }

  progress({ review, end }) {
    if (!end) return [h("p", { class: "hk-quiet" }, word("record-empty"))];
    if (!this.running) return [wordButton("review-start", () => this.begin(), "hk-main")];
    const percent = review ? Math.floor((100 * review.done) / review.total) : 0;
    return [h("p", { class: "hk-going" }, h("progress", { max: 100, value: percent, "aria-label": word("review") }), word("review-going", { percent }))];
  }

  /** @param {FoundView} found */
  result(found) {
    const signed = (value) => (value > 0 ? `+${value}` : String(value).replace("-", "\u2212"));
    const columns = ["begin", ...(found.dice ? ["luck"] : []), "lost", "others", "end"];
    const withNames = (text) => this.board.panel.withNames(text);
    const head = h("tr", {}, ...["player", ...columns].map((key) => h("th", { scope: "col" }, word(`review-${key}`))));
    const rows = found.rows.map((row) => h("tr", {}, h("th", { scope: "row" }, playerLabel(row.player, withNames)),
      ...columns.map((key) => h("td", {}, key === "begin" || key === "end" ? String(row[key]) : signed(row[key])))));
    const { record } = this.board.view;
    const worst = found.mistakes.map(({ ply, player, text, better }) => {
      const andScroll = (act) => () => {
        act();
        this.board.grid.el.scrollIntoView({ block: "nearest" });
      };
      const sentence = h("span", {}, `${word("review-turn", { turn: turnsOf(record, ply + 1) })} ${withNames(localize(text))}`);
      const shown = h("strong", { hidden: true }, ` ${word("review-better", { move: withNames(localize(better)) })}`);
      sentence.append(shown);
      const show = andScroll(() => { shown.hidden = false; this.board.go(() => ply); });
      return h("li", {}, playerLetter(player), sentence, wordButton("review-try", andScroll(() => this.board.send({ do: "retry", at: ply }, true)), "hk-main"), wordButton("review-show", show));
    });
    return [this.chart(found), h("table", {}, h("thead", {}, head), h("tbody", {}, ...rows)), h("p", { class: "hk-quiet" }, [word(found.dice ? "review-what" : "review-what-no-dice"), ...found.caveats.map(localize)].join(" ")),
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
      // A wider line in the colour of the page separates crossing curves.
      return [s("polyline", { class: "hk-curve-edge", points }), s("polyline", { class: `hk-curve hk-curve-${player}`, points })];
    });
    const spots = mistakes.map(({ ply, player }) => s("circle", { class: `hk-spot hk-curve-${player}`, cx: across(ply), cy: down(curve[player][ply]), r: 6 }));
    let above = Infinity; // labels of close curves are stacked
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

  /** Mark the board's ply. @param {View} view */
  mark({ ply }) {
    this.now?.setAttribute("x1", String(this.across(ply)));
    this.now?.setAttribute("x2", String(this.across(ply)));
  }
}
