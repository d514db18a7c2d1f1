// Part of desk.js: what was found in a translation: looked at by class, decided one by one or all that are shown.

import { h, language, say, word } from "../stage/page.js";
import { classOf, says, standsSo } from "./looking.js";
import { SIGNS, VALUES, button, check, numbered, placed, renewed, sought, standings, tableOf, theirs, w, waysToPlay } from "./shared.js";

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
    this.stands = standings(() => this.update(this.told));
    this.stands.select.append(w("option", "apart", { value: "apart" }));
    this.all = Object.fromEntries(TO_ALL.map((value) => [value, button(`all-${value}`, () => this.decideAll(value))]));
    this.openAll = button("undecide-all", () => this.undecideAll());
    this.search = sought(() => this.update(this.told));
    this.summary = h("p", { class: "dk-summary", role: "status" });
    this.table = h("div", {});
    this.back = button("undo", () => desk.ask({ do: "undo" }));
    this.el = h("div", {}, h("div", { class: "dk-filters" }, h("fieldset", {}, w("legend", "show"), ...Object.values(this.checks).map(({ el }) => el), this.stands.el, this.search.el)),
      this.summary, h("div", { class: "dk-buttons" }, ...Object.values(this.all), this.openAll, this.back), this.table);
  }

  /** What was found, if anybody has asked. */
  update(told) {
    this.told = told;
    this.el.hidden = !told;
    if (!told) return;
    const { rows, side } = told;
    const { decided, undo } = this.desk.view;
    const apart = rows.filter((row) => decided[row.id]?.other).length;
    const done = word("translation-done", { many: rows.length, decided: rows.filter((row) => decided[row.id]).length });
    const said = apart ? `${done} ${word("apart-many", { many: apart })}` : done;
    if (this.summary.textContent !== said) this.summary.textContent = said; // said once
    for (const [klass, { count }] of Object.entries(this.checks)) count.textContent = `(${rows.filter((row) => classOf(row, decided) === klass).length})`;
    this.back.disabled = !undo;
    const listed = this.shown();
    const open = listed.filter((row) => !decided[row.id]).length;
    for (const one of Object.values(this.all)) one.disabled = !open;
    this.openAll.disabled = open === listed.length;
    const shown = listed.map((row) => [
      h("span", { class: `dk-mark is-${classOf(row, decided)}` }, `${SIGNS[classOf(row, decided)]} ${word(`kinds-${row.kind}`)}`),
      numbered(row.variant), placed(row.a), placed(row.b),
      [say(row.note), h("div", { class: "dk-line-up" }, ...waysToPlay(row.play, row.variant))], this.deciding(row)]);
    renewed(this.table, tableOf(["report-kind", "report-variant", side.toUpperCase(), "mine", "report-note", "decision"], shown, word("tab-translation")));
  }

  /** The rows that the filters leave. @returns {FindingView[]} */
  shown() {
    const { decided } = this.desk.view;
    return (this.told?.rows ?? []).filter((row) => this.classes.has(classOf(row, decided)) && standsSo(decided[row.id], this.stands.select.value)
      && says(row, this.search.input.value, language()));
  }

  /** The same for all that the filters leave and nobody has decided: one deed. */
  decideAll(value) {
    const ids = this.shown().filter((row) => !this.desk.view.decided[row.id]).map((row) => row.id);
    if (ids.length) this.desk.ask({ do: "decide", ids, value });
  }

  /** None of those that the filters leave is decided any more: one deed. */
  undecideAll() {
    const ids = this.shown().filter((row) => this.desk.view.decided[row.id]).map((row) => row.id);
    if (ids.length) this.desk.ask({ do: "undecide", ids });
  }

  /** A decision about a finding: accepted, rejected, or of another class. @param {FindingView} row */
  deciding({ id, klass }) {
    const made = this.desk.view.decided[id];
    const now = made ? (made.klass ?? made.value) : "";
    const options = [["", word("undecided")], ["accept", word("do-accept")], ["reject", word("do-reject")],
      ...Object.keys(SIGNS).filter((one) => one !== klass).map((one) => [one, `${VALUES.reclass} ${word(`classes-${one}`)}`])];
    const select = h("select", { "aria-label": word("decision"), "data-key": id }, ...options.map(([value, text]) => h("option", { value, selected: value === now }, text)));
    const decide = () => {
      if (!select.value) return this.desk.ask({ do: "undecide", ids: [id] });
      const klass = select.value in SIGNS ? select.value : null;
      return this.desk.settle(id, { value: klass ? "reclass" : select.value, reason: reason.value.trim(), klass });
    };
    const reason = h("input", { type: "text", maxlength: "2000", value: made?.reason ?? "", hidden: !made, placeholder: word("reason"), "aria-label": word("reason"), "data-key": `reason ${id}` });
    select.addEventListener("change", decide);
    reason.addEventListener("keydown", (event) => { if (event.key === "Enter") reason.blur(); });
    reason.addEventListener("blur", () => { if (reason.value.trim() !== made?.reason) decide(); }); // the list may have been made anew while he wrote
    const other = made?.other ? [h("div", { class: "dk-other" }, ...theirs(made, made.other, (one) => this.desk.settle(id, one)))] : [];
    return h("div", { class: "dk-deciding" }, select, reason, ...other);
  }
}
