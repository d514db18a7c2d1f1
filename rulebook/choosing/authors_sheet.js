// The authors' table, sorted and filtered in the browser.

import { h, language, replaceKeepingFocus, localize, renderer, w, word } from "../stage/page.js";
import { pageUrl } from "../stage/address.js";
import { Sheet } from "../boards/sheet.js";
import { movedTo } from "./addresses.js";
import { chart } from "./bars.js";
import { direction, fits, sorted } from "./tables.js";

const FIRST = 6; // rows shown before "show all" (authors_sheet.css)
const COLUMNS = ["number", "title", "family", "players", "duration", "tactic", "material"];

/** @extends {Sheet<ChooseData, ChooseView>} */
class Choosing extends Sheet {
  build() {
    const numbers = [2, 3, 4, 5, 6, 7, 8, 9];
    this.filters = {
      players: this.filter(numbers, String), family: this.filter(Object.keys(this.data.families), (value) => localize(this.data.families[value])),
      duration: this.filter(["-1", "0", "1"], (value) => word(`duration-${value}`)), tactic: this.filter(["-1", "0", "1"], (value) => word(`tactic-${value}`)),
      material: this.filter(["none", "some"], (value) => word(`material-${value}`)),
    };
    this.sorting = { by: "number", down: false };
    this.sorter = this.select(COLUMNS, (value) => word(`column-${value}`), () => this.sort(this.sorter.value, false));
    this.heads = COLUMNS.map((column) => {
      const button = this.button(`column-${column}`, () => this.sort(column), "hc-sort");
      return h("th", { scope: "col", "data-column": column }, button);
    });
    this.body = h("tbody");
    this.count = h("p", { class: "hc-quiet", role: "status" });
    this.every = h("button", { type: "button", class: "hc-button hc-every", onclick: () => this.showEvery() });
    const table = this.table = h("table", { class: "hc-variants" }, w("caption", "caption", { class: "hc-offstage" }), h("thead", {}, h("tr", {}, ...this.heads)), this.body);
    this.el.append(
      w("p", "table-help", { class: "hc-quiet" }),
      h("div", { class: "hc-bar" }, ...Object.entries(this.filters).map(([name, select]) => this.field(`filter-${name}`, select)), this.field("sort", this.sorter, "hc-sorter"), this.button("reset", () => this.reset())),
      this.count, table, this.every,
    );
    this.open = new Set();
  }

  showEvery() {
    this.table.classList.add("is-whole");
    this.every.hidden = true;
    /** @type {HTMLElement | null} */
    const next = this.body.querySelector(`tr:nth-child(${FIRST + 1}) a`);
    next?.focus();
  }

  filter(values, textOf) {
    return this.select(["", ...values], (value) => (value === "" ? word("all") : textOf(value)), () => this.showTable());
  }

  update() {
    this.showTable();
  }

  // ---- the table -------------------------------------------------------------------------------------------------

  sort(by, turn = true) {
    this.sorting = { by, down: turn && this.sorting.by === by ? !this.sorting.down : false };
    this.showTable();
  }

  reset() {
    for (const select of Object.values(this.filters)) select.value = "";
    this.sort("number", false);
  }

  showTable() {
    const filters = Object.fromEntries(Object.entries(this.filters).map(([name, select]) => [name, select.value]));
    const rows = sorted(this.data.rows.filter((row) => fits(row, filters)), this.sorting, { families: Object.keys(this.data.families), localize, lang: language() });
    for (const head of this.heads) head.ariaSort = head.dataset.column !== this.sorting.by ? null : this.sorting.down ? "descending" : "ascending";
    this.sorter.value = this.sorting.by;
    this.every.hidden = rows.length <= FIRST || this.table.classList.contains("is-whole");
    this.every.textContent = word("every", { all: rows.length });
    this.count.textContent = word("count", { shown: rows.length, all: this.data.rows.length });
    replaceKeepingFocus(this.body, ...rows.flatMap((row) => this.rowOf(row)));
  }

  /** @param {RowData} row */
  rowOf(row) {
    const cell = (column, ...children) => h("td", { "data-label": word("labelled", { name: word(`column-${column}`) }), "data-column": column, class: children.every((child) => ["–", " ", null].includes(child)) ? "hc-none" : null }, ...children);
    const verdictName = (what) => word(`verdict-${row.verdicts[what].replaceAll(" ", "-")}`);
    const verdict = (what) => (row.verdicts[what] ? h("span", { class: "hc-verdict" }, verdictName(what)) : null);
    const claimed = (what) => `${what}-${direction(row[what])}`;
    const sign = (what) => (row[what] ? h("span", { class: "hc-sign" }, h("span", { "aria-hidden": "true" }, row[what].replaceAll("-", "−")), h("span", { class: "hc-offstage" }, word(claimed(what)))) : "–");
    const brackets = row.bracketed.length ? `(${row.bracketed.join(", ")})` : "";
    const more = row.sentences ? h("button", { type: "button", class: "hc-button hc-more", "data-key": row.number, "aria-expanded": String(this.open.has(row.number)), onclick: () => this.toggle(row.number) },
      h("span", {}, word("measured")), h("span", { class: "hc-offstage" }, ` ${row.number}`)) : null;
    const main = h("tr", { "data-number": row.number },
      cell("number", String(row.number)), h("th", { scope: "row", "data-column": "title" }, h("a", { href: pageUrl(row.link) }, localize(row.title)), more ? h("div", {}, more) : null),
      cell("family", localize(this.data.families[row.family])), cell("players", [row.advised.join(", "), brackets].filter(Boolean).join(" ")),
      cell("duration", sign("duration"), " ", verdict("length")),
      cell("tactic", sign("tactic"), " ", verdict("tactics")), cell("material", row.material ? localize(row.material) : "–"));
    if (!row.sentences || !this.open.has(row.number)) return [main];
    const names = [word("base"), localize(row.title)];
    return [main, h("tr", { class: "hc-said" }, h("td", { colspan: COLUMNS.length }, ...row.bars.map((one) => chart(one, names, word("found", { claim: word(claimed(one.measure === "length" ? "duration" : "tactic")), verdict: verdictName(one.measure) }))),
      h("details", {}, h("summary", {}, word("figures")), ...localize(row.sentences).map((sentence) => h("span", {}, `${sentence} `)))))];
  }

  toggle(number) {
    if (!this.open.delete(number)) this.open.add(number);
    this.showTable();
  }
}

export function render(host) {
  const moved = movedTo(location.hash); // links to a sheet that used to be here
  if (moved) location.replace(pageUrl(moved));
  return renderer(Choosing)(host);
}
