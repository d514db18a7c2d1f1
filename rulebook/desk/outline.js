// Part of desk.js: the structure that was found in a text, corrected by a click; further witnesses and all readings.

import { h, language, newId, word } from "../stage/page.js";
import { READ, button, choice, numbered, renewed, tableOf, w } from "./shared.js";

const TURNED = [["a", "side-a"], ["b", "side-b"], ["mine", "side-mine"]];
const AS_SECTION = -1;
const LINE_KINDS = ["variant", "section", "text"];

export class Outline {
  constructor(parts) {
    this.parts = parts;
    const side = choice("witness", TURNED, (value) => parts.turn("structure", value));
    this.table = h("div", {});
    this.back = button("undo", () => parts.desk.ask({ do: "undo" }));
    this.el = h("div", {}, w("p", "structure-what"), h("div", { class: "dk-line-up" }, side.el, this.back), this.table);
    const more = h("input", { type: "file", id: newId("others"), multiple: true, accept: READ });
    more.addEventListener("change", async () => {
      const files = [...more.files];
      const buffers = await parts.desk.contents(files);
      more.value = "";
      if (buffers) parts.desk.ask({ do: "others", names: files.map((file) => file.name.slice(-200)) }, buffers);
    });
    this.found = h("div", {});
    this.readings = h("div", {}, w("p", "readings-what"), h("div", { class: "dk-line-up" }, h("span", { class: "dk-field" }, w("label", "others", { for: more.id }), more)), this.found);
  }

  update({ structure, readings }) {
    const anew = this.spoken !== language();
    this.back.disabled = !this.parts.desk.view.undo;
    if (structure && (anew || structure !== this.structure)) renewed(this.table, this.lines(structure));
    if (readings && (anew || readings !== this.told)) renewed(this.found, this.places(readings));
    this.structure = structure;
    this.told = readings;
    this.spoken = language();
  }

  lines({ side, rows }) {
    const variants = rows.filter((row) => row.kind === "variant").length;
    return h("div", {}, h("p", { class: "dk-summary" }, word("structure-found", { variants, many: rows.length })),
      tableOf(["report-lines", "report-words", "is-a"], rows.map((row) => [String(row.line), row.kind === "text" ? row.text : h("strong", {}, row.text), this.choice(side, row)]), word("tab-structure")));
  }

  /** What a line is, to be changed. */
  choice(side, { line, text, kind, number }) {
    const say = (to) => this.parts.desk.ask({ do: "structure", side, line, to });
    const select = h("select", { "aria-label": `${word("is-a")}: ${text}`, "data-key": `kind ${line}` }, ...LINE_KINDS.map((one) => h("option", { value: one, selected: one === kind }, word(`is-${one}`, { number }))));
    const field = h("input", { type: "number", min: "1", max: "999", value: String(number), hidden: kind !== "variant", "aria-label": `${word("report-variant")}: ${text}`, "data-key": `number ${line}` });
    select.addEventListener("change", () => say(select.value === "variant" ? number : select.value === "section" ? AS_SECTION : 0));
    field.addEventListener("change", () => { if (field.checkValidity() && field.value) say(Number(field.value)); });
    return h("span", { class: "dk-is" }, select, field);
  }

  places({ names, rows, many }) {
    const heads = ["report-variant", ...Object.keys(names)];
    const listed = Object.entries(names).map(([siglum, name]) => `${siglum} ${name}`).join(" · ");
    return h("div", {}, h("p", { class: "dk-summary" }, word("readings-found", { many, names: listed })),
      tableOf(heads, rows.map(([variant, ...said]) => [numbered(variant), ...said.map((one) => one || "–")]), word("tab-readings")));
  }
}
