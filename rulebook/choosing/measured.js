// Part of chooser_sheet.js: many games of two rule sets, played for the reader: by his own browser where it has the engine, else by Python,
// some for every message.  Progress is what Python has counted, stopping is not to ask for more.

import { Simulation } from "../stage/browser_simulation.js";
import { engineUrls } from "../stage/address.js";
import { formatNumber, h, localize, w, word } from "../stage/page.js";
import { chart, figuresOf } from "./bars.js";

/** Two bars and a word for each measure; the figures folded. */
export class Measured {
  /** @param {any} sheet */
  constructor(sheet) {
    this.sheet = sheet;
    this.start = sheet.button(() => word("start", { games: formatNumber(sheet.data.games) }), () => this.begin());
    this.stop = sheet.button("stop", () => { this.stopping = true; this.counting?.stop(); sheet.send({ do: "stop" }); });
    this.cannot = w("p", "cannot-compare", { class: "hc-quiet" });
    this.progress = h("progress", { max: 1, value: 0, "aria-label": () => word("progress") });
    this.count = h("p", { class: "hc-quiet", role: "status" });
    this.alone = h("p", { class: "hc-quiet hc-alone", role: "status" });
    this.bars = h("div", { class: "hc-bars" });
    this.table = h("table", { class: "hc-figures" });
    this.figures = h("details", {}, w("summary", "figures"), w("p", "games-help", { class: "hc-quiet" }), this.table);
    this.el = h("section", { class: "hc-measured" }, h("div", { class: "hc-bar" }, this.start, this.stop), this.cannot, this.progress, this.count, this.alone, this.bars, this.figures);
    sheet.closers.push(() => this.counting?.stop());
  }

  begin() {
    this.unable = false;
    this.engine = engineUrls();
    this.sheet.send({ do: "start", counts: Boolean(this.engine) });
  }

  /** @param {ChooserView} view @param {string[]} names */
  show(view, names) {
    const { run } = view;
    const running = Boolean(run) && !run.over;
    this.el.hidden = !view.rules;
    this.cannot.hidden = view.comparable;
    this.start.hidden = !view.comparable || running;
    this.stop.hidden = !running;
    this.progress.hidden = !running;
    this.figures.hidden = !run;
    this.count.textContent = run && (running || run.stopped) ? word(run.stopped ? "stopped" : "progress-of", { done: formatNumber(run.done), total: formatNumber(run.total) }) : "";
    this.bars.replaceChildren(...(run?.bars ?? []).map((one) => chart(one, names, word(running && one.word === "open" ? "counting" : `${one.measure === "length" ? "length" : "skill"}-${one.word}`))));
    if (run) {
      this.progress.value = run.done / run.total;
      this.table.replaceChildren(...figuresOf(localize(run.figures), [...names, word("difference")], this.sheet.data.limit));
    }
    if (!running) this.stopping = false;
    this.goOn(run, running);
  }

  /**
   * What comes next, once what was asked for last is there: games of this browser, or else of Python.
   * @param {MeasuredView | null} run
   */
  goOn(run, running) {
    if (this.counting && !(running && run.number === this.counted)) this.counting = this.counting.stop();
    // Python believes nothing more of what this browser counts.
    if (this.counting && !run.job) this.unable = true;
    if (this.unable) this.counting = this.counting?.stop();
    this.alone.textContent = run && this.unable ? word("alone") : "";
    if (!running) this.asked = null;
    if (!running || this.stopping || run.done === this.asked) return;
    this.asked = run.done;
    if (this.counting) this.counting.answered();
    else if (run.job && this.engine && !this.unable) this.countHere(run);
    else setTimeout(() => !this.stopping && this.sheet.send({ do: "more" }), 30); // once this has been painted
  }

  countHere(run) {
    this.counted = run.number;
    this.counting = new Simulation(run.job, this.engine, {
      send: (games) => this.sheet.send({ do: "counted", run: run.number, games }),
      failed: () => {
        [this.unable, this.asked] = [true, null];
        this.sheet.update();
      },
    });
  }
}
