// The sheet of comparing: two rule sets, two boards, and games played for the reader: by his own browser where it has the engine, else
// by Python, some for every message. Progress is what Python has counted, stopping is not to ask for more.

import { Counting } from "../stage/browser_games.js";
import { engineHere } from "../stage/engine_address.js";
import { h, language, say, word } from "../stage/page.js";
import { Sheet, ownId } from "../boards/sheet.js";

const SIDES = ["left", "right"];
const amount = (number) => Number(number).toLocaleString(language());

/** @extends {Sheet<CompareData, CompareView>} */
class Comparing extends Sheet {
  build() {
    const { data } = this;
    const listId = ownId("variants");
    this.rules = SIDES.map(() => h("input", { type: "text", list: listId, spellcheck: "false", autocomplete: "off", maxlength: 120, onchange: () => this.choose() }));
    const known = h("datalist", { id: listId }, ...Object.keys(data.titles).map((n) => h("option", { value: n })));
    this.spoken.push(() => { for (const option of known.children) option.label = `${option.value} · ${say(data.titles[option.value])}`; });
    this.players = this.select(data.seats, null, () => this.choose());
    this.error = h("p", { class: "hc-no", role: "alert", hidden: true });
    this.heads = SIDES.map(() => h("h4", { id: ownId("side") }));
    this.claims = SIDES.map(() => h("p", { class: "hc-quiet" }));
    this.places = SIDES.map(() => h("div"));
    const columns = SIDES.map((_, k) => h("section", { class: "hc-column", "aria-labelledby": this.heads[k].id }, this.heads[k], this.claims[k], this.places[k]));
    // Where only one has room beside the other: which one is seen.
    this.sides = this.heads.map((_, k) => h("button", { type: "button", class: "hc-button", onclick: () => this.look(k) }));
    this.columns = h("div", { class: "hc-columns" }, ...columns);
    this.kind = this.select(data.kinds, (kind) => `kind-${kind.split(":")[0]}`);
    this.games = this.select(data.games, null);
    this.spoken.push(() => { for (const option of this.games.options) option.textContent = amount(option.value); });
    this.start = this.button("start", () => this.begin(), "is-main");
    this.stop = this.button("stop", () => { this.stopping = true; this.counting?.stop(); this.send({ do: "stop" }); });
    this.progress = this.label(h("progress", { max: 1, value: 0 }), "progress");
    this.count = h("p", { class: "hc-quiet" });
    this.alone = h("p", { class: "hc-quiet hc-alone", role: "status" });
    this.closers.push(() => this.counting?.stop());
    this.told = h("p", { role: "status", class: "hc-offstage" });
    this.said = h("div", { class: "hc-said" });
    this.figures = h("table", { class: "hc-figures" });
    this.plots = h("div", { class: "hc-plots" });
    this.el.append(
      h("div", { class: "hc-bar" }, this.field("left", this.rules[0]), this.field("right", this.rules[1]), this.field("players", this.players), known),
      this.words("p", "rules-help", { class: "hc-quiet" }), this.error,
      this.words("h3", "boards"), this.words("p", "boards-help", { class: "hc-quiet" }), h("div", { class: "hc-bar" }, this.button("dice", () => this.send({ do: "dice" }))),
      h("div", { class: "hc-sides" }, ...this.sides), this.columns,
      this.words("h3", "games-title"), this.words("p", "games-help", { class: "hc-quiet" }),
      h("div", { class: "hc-bar" }, this.field("kind", this.kind), this.field("games", this.games), this.start, this.stop),
      this.progress, this.count, this.alone, this.told, this.said, this.figures, this.plots,
    );
    this.look(0);
    SIDES.forEach((side, k) => this.board(side, this.places[k]));
  }

  look(side) {
    this.columns.dataset.side = SIDES[side];
    this.sides.forEach((button, k) => button.setAttribute("aria-pressed", String(k === side)));
  }

  choose() {
    const [left, right] = this.rules.map((input) => input.value);
    this.send({ do: "choose", left, right, players: Number(this.players.value) });
  }

  begin() {
    this.why = "";
    this.engine = engineHere();
    this.send({ do: "start", kind: this.kind.value, games: Number(this.games.value), counts: Boolean(this.engine) });
  }

  update() {
    const { view } = this;
    this.showError(this.error);
    if (!view.error) {
      this.rules.forEach((input, k) => { if (input !== document.activeElement) input.value = view.rules[k].replace(/ players=.*/, ""); });
      this.players.value = String(view.players);
    }
    SIDES.forEach((_, k) => {
      this.heads[k].textContent = this.sides[k].textContent = say(view.names[k]);
      this.claims[k].textContent = view.claims[k] ? say(view.claims[k]).join(" ") : "";
    });
    this.showRun(view.run);
  }

  /** @param {RunView | null} run */
  showRun(run) {
    const running = Boolean(run) && !run.over;
    this.start.disabled = running;
    this.stop.hidden = !running;
    this.progress.hidden = !run;
    this.figures.hidden = !run;
    this.said.replaceChildren(...(run?.said ?? []).map((sentence) => h("p", {}, say(sentence))));
    this.count.textContent = run ? word(run.stopped ? "stopped" : "progress-of", { done: amount(run.done), total: amount(run.total) }) : "";
    if (!run) this.plots.replaceChildren();
    if (!run) return this.goOn(null, false);
    this.progress.value = run.done / run.total;
    this.showFigures(say(run.figures));
    if (run.over && this.running) this.told.textContent = [this.count.textContent, ...run.said.map(say)].join(" ");
    this.running = running;
    this.plots.innerHTML = run.plots ? say(run.plots).join("") : "";
    if (!running) this.stopping = false;
    this.goOn(run, running);
  }

  /**
   * What comes next, once what was asked for last is there: games of this browser, or else of Python.
   * @param {RunView | null} run
   */
  goOn(run, running) {
    if (this.counting && !(running && run.number === this.counted)) this.counting = this.counting.stop();
    // Python believes nothing more of what this browser counts.
    if (this.counting && !run.job) this.why = "refused";
    if (this.why) this.counting = this.counting?.stop();
    this.alone.textContent = run && this.why ? word(`alone-${this.why}`) : "";
    if (!running) this.asked = null;
    if (!running || this.stopping || run.done === this.asked) return;
    this.asked = run.done;
    if (this.counting) this.counting.answered();
    else if (run.job && this.engine && !this.why) this.countHere(run);
    else setTimeout(() => !this.stopping && this.send({ do: "more" }), 30); // once this has been painted
  }

  countHere(run) {
    this.counted = run.number;
    this.counting = new Counting(run.job, this.engine, {
      send: (games) => this.send({ do: "counted", run: run.number, games }),
      failed: (why) => {
        [this.why, this.asked] = [why, null];
        this.update();
      },
    });
  }

  /** @param {[string, string[]][]} figures */
  showFigures(figures) {
    const { names } = this.view;
    const head = h("thead", {}, h("tr", {}, h("td"), ...[...names.map(say), word("difference")].map((name) => h("th", { scope: "col" }, name))));
    const rows = figures.map(([name, cells]) => h("tr", { "data-measure": name }, h("th", { scope: "row" }, word(`measure-${name}`, { limit: amount(this.data.limit) })), ...cells.map((cell) => h("td", {}, cell))));
    this.figures.replaceChildren(...(figures.length ? [head, h("tbody", {}, ...rows)] : []));
  }
}

export function render({ model, el }) {
  const sheet = new Comparing(model, el);
  return () => sheet.close();
}
