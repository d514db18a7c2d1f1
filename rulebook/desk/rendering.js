// Part of desk.js: what was found in a translation: looked at by class, decided one by one or all that are shown.

import { h, language, say, word } from "../stage/page.js";
import { classOf, says } from "./looking.js";
import { SIGNS, VALUES, button, check, placed, renewed, sought, tableOf, w, waysToPlay } from "./shared.js";

const TO_ALL = ["accept", "reject"];

export class Rendering {
  constructor(desk) {
    /** @type {{ view: DeskView, texts: TextsView } & Record<string, any>} */
    this.desk = desk;
    this.classes = new Set(Object.keys(SIGNS));
    this.checks = Object.fromEntries(Object.keys(SIGNS).map((klass) => [klass, check(`classes-${klass}`, true, (on) => {
      if (on) this.classes.add(klass);
      else this.classes.delete(klass);
      this.update(this.told);
    }, SIGNS[klass])]));
    this.open = check("undecided", false, () => this.update(this.told));
    this.search = sought(() => this.update(this.told));
    this.summary = h("p", { class: "dk-summary", role: "status" });
    this.table = h("div", {});
    this.back = button("undo", () => desk.ask({ do: "undo" }));
    this.el = h("div", {}, h("div", { class: "dk-filters" }, h("fieldset", {}, w("legend", "show"), ...Object.values(this.checks).map(({ el }) => el), this.open.el, this.search.el)),
      this.summary, h("div", { class: "dk-buttons" }, ...TO_ALL.map((value) => button(`all-${value}`, () => this.decideAll(value))), this.back), this.table);
  }

  /** What was found, if anybody has asked. */
  update(told) {
    this.told = told;
    this.el.hidden = !told;
    if (!told) return;
    const { rows, side } = told;
    const { decided, undo } = this.desk.view;
    const said = word("translation-done", { many: rows.length, decided: rows.filter((row) => decided[row.id]).length });
    if (this.summary.textContent !== said) this.summary.textContent = said; // said once
    for (const [klass, { count }] of Object.entries(this.checks)) count.textContent = `(${rows.filter((row) => classOf(row, decided) === klass).length})`;
    this.back.disabled = !undo;
    const shown = this.shown().map((row) => [
      h("span", { class: `dk-mark is-${classOf(row, decided)}` }, `${SIGNS[classOf(row, decided)]} ${word(`kinds-${row.kind}`)}`),
      row.variant === null ? "" : String(row.variant), placed(row.a), placed(row.b),
      [say(row.note), h("div", { class: "dk-line-up" }, ...waysToPlay(row.play, row.variant))], this.deciding(row)]);
    renewed(this.table, tableOf(["report-kind", "report-variant", side.toUpperCase(), "mine", "report-note", "decision"], shown, word("tab-translation")));
  }

  /** The rows that the filters leave. @returns {FindingView[]} */
  shown() {
    const { decided } = this.desk.view;
    return (this.told?.rows ?? []).filter((row) => this.classes.has(classOf(row, decided)) && !(this.open.input.checked && decided[row.id])
      && says(row, this.search.input.value, language()));
  }

  /** The same for all that the filters leave and nobody has decided: one deed. */
  decideAll(value) {
    const ids = this.shown().filter((row) => !this.desk.view.decided[row.id]).map((row) => row.id);
    if (ids.length) this.desk.ask({ do: "decide", ids, value });
  }

  /** A decision about a finding: accepted, rejected, or of another class. @param {FindingView} row */
  deciding({ id, klass }) {
    const made = this.desk.view.decided[id];
    const now = made ? (made.klass ?? made.value) : "";
    const options = [["", word("undecided-yet")], ["accept", word("do-accept")], ["reject", word("do-reject")],
      ...Object.keys(SIGNS).filter((one) => one !== klass).map((one) => [one, `${VALUES.reclass} ${word(`classes-${one}`)}`])];
    const select = h("select", { "aria-label": word("decision"), "data-key": id }, ...options.map(([value, text]) => h("option", { value, selected: value === now, disabled: !value }, text)));
    select.addEventListener("change", () => this.desk.ask({ do: "decide", ids: [id], ...(select.value in SIGNS ? { value: "reclass", klass: select.value } : { value: select.value }) }));
    return select;
  }
}
