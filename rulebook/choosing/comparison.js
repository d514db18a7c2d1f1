// Part of chooser_sheet.js: a simulation of two rule sets, run by the browser if it has the engine, else by Python, a batch per message.
// Python counts the games; the simulation stops when no more are requested.

import { Simulation } from "../stage/browser_simulation.js";
import { engineUrls } from "../stage/address.js";
import { formatNumber, h, localize, w, word } from "../stage/page.js";
import { chart, figuresOf } from "./bars.js";

/** A chart for each measure, and a table of figures, folded. */
export class Measured {
  /** @param {any} sheet */
  constructor(sheet) {
    this.sheet = sheet;
    this.start = sheet.button(() => word("start", { games: formatNumber(sheet.data.games) }), () => this.begin());
    this.stop = sheet.button("stop", () => { this.stopping = true; this.simulation?.stop(); sheet.send({ do: "stop" }); });
    this.cannot = w("p", "cannot-compare", { class: "hc-quiet" });
    this.progress = h("progress", { max: 1, value: 0, "aria-label": () => word("progress") });
    this.count = h("p", { class: "hc-quiet", role: "status" });
    this.notice = h("p", { class: "hc-quiet hc-alone", role: "status" });
    this.bars = h("div", { class: "hc-bars" });
    this.table = h("table", { class: "hc-figures" });
    this.figures = h("details", {}, w("summary", "figures"), w("p", "games-help", { class: "hc-quiet" }), this.table);
    this.el = h("section", { class: "hc-measured" }, h("div", { class: "hc-bar" }, this.start, this.stop), this.cannot, this.progress, this.count, this.notice, this.bars, this.figures);
    sheet.closers.push(() => this.simulation?.stop());
  }

  begin() {
    this.failed = false;
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
    this.requestNext(run, running);
  }

  /**
   * Request the next batch once the last one is counted: from the browser, or else from Python.
   * @param {MeasuredView | null} run
   */
  requestNext(run, running) {
    if (this.simulation && !(running && run.number === this.simulated)) this.simulation = this.simulation.stop();
    // Without a job Python has refused the browser's results.
    if (this.simulation && !run.job) this.failed = true;
    if (this.failed) this.simulation = this.simulation?.stop();
    this.notice.textContent = run && this.failed ? word("alone") : "";
    if (!running) this.requested = null;
    if (!running || this.stopping || run.done === this.requested) return;
    this.requested = run.done;
    if (this.simulation) this.simulation.answered();
    else if (run.job && this.engine && !this.failed) this.simulate(run);
    else setTimeout(() => !this.stopping && this.sheet.send({ do: "more" }), 30); // after the next paint
  }

  simulate(run) {
    this.simulated = run.number;
    this.simulation = new Simulation(run.job, this.engine, {
      send: (games) => this.sheet.send({ do: "counted", run: run.number, games }),
      failed: () => {
        [this.failed, this.requested] = [true, null];
        this.sheet.update();
      },
    });
  }
}
