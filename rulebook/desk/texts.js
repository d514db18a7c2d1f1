// Part of desk.js: the two texts side by side.

import { h, language, word } from "../stage/page.js";
import { SIGNS, VALUES, tableOf, variantLabel } from "./shared.js";

const LONG = 300; // rows above which rows out of view are not laid out
const ATTEMPTS = 3; // to scroll to a finding, as rows get their heights only in view

export class Texts {
  constructor(desk) {
    /** @type {{ view: DeskView, texts: TextsView } & Record<string, any>} */
    this.desk = desk;
    this.table = h("table", { class: "dk-rows", role: "table" });
    this.scroll = h("div", { class: "dk-scroll dk-texts", tabindex: "0", role: "region", "aria-label": () => word("both-texts") }, this.table);
    this.scroll.addEventListener("click", (event) => {
      const mark = event.target.closest("[data-finding]");
      if (mark) desk.decide.goTo(Number(mark.dataset.finding));
    });
    this.unplaced = h("div", {});
    this.el = h("div", {}, this.scroll, this.unplaced);
  }

  build() {
    const { texts } = this.desk;
    if (!texts?.groups) return;
    this.marks = new Map();
    const head = h("thead", { role: "rowgroup" }, h("tr", { role: "row" }, ...["a", "b"].map((side) =>
      h("th", { role: "columnheader", scope: "col" }, `${side.toUpperCase()} · ${texts.names[side]}`))));
    this.groups = texts.groups.map((group) => {
      const rows = group.rows.map((row) => this.row(row));
      const title = h("tr", { class: "dk-title", role: "row" }, h("th", { role: "rowheader", colspan: "2", "aria-colspan": "2", scope: "rowgroup" }, this.title(group)));
      return { group, rows, el: h("tbody", { role: "rowgroup" }, title, ...rows.map((row) => row.el)) };
    });
    this.table.classList.toggle("is-long", this.groups.reduce((many, { rows }) => many + rows.length, 0) > LONG);
    this.table.replaceChildren(head, ...this.groups.map(({ el }) => el));
    const lost = texts.unplaced.map(([side, line, text]) => [side, String(line), text]);
    this.unplaced.replaceChildren(...(lost.length
      ? [h("details", {}, h("summary", {}, `${word("report-unplaced")} (${lost.length})`),
        tableOf(["side", "report-lines", "report-words"], lost, word("report-unplaced")))]
      : []));
    this.decorate();
  }

  /** @param {GroupView} group */
  title({ variant, title, unit }) {
    if (variant === 0) return variantLabel(0, this.desk.texts.ours);
    return variant === null ? word(`unit-${unit}`) : `${variant} · ${title}`;
  }

  /** @param {PairView} row */
  row(row) {
    const found = new Set();
    const cells = ["a", "b"].map((side) => this.cell(row[side], side, found));
    const moved = row.moved ? " is-moved" : "";
    return { found, el: h("tr", { class: `dk-row is-${row.unit}${moved}`, role: "row" }, ...cells) };
  }

  /** @param {SentenceView | null} side @param {string} name @param {Set<number>} found */
  cell(side, name, found) {
    if (!side) return h("td", { class: "is-none", role: "cell", "data-side": name.toUpperCase() }, h("span", { "aria-hidden": "true" }, "–"), h("span", { class: "dk-offstage" }, word("nothing")));
    const parts = side.parts.map(([text, index]) => {
      const content = h("span", { lang: this.desk.texts.spoken[name] }, text);
      if (index < 0) return content;
      found.add(index);
      return this.mark(content, index);
    });
    return h("td", { role: "cell", "data-side": name.toUpperCase() }, h("span", { class: "dk-line" }, word("report-line", { lines: side.lines.join(", ") })), " ", ...parts);
  }

  mark(content, index) {
    const sign = h("span", { class: "dk-sign", "aria-hidden": "true" });
    const spoken = h("span", { class: "dk-offstage" });
    const el = h("mark", { "data-finding": index }, sign, spoken, content);
    this.marks.set(index, [...(this.marks.get(index) ?? []), { el, sign, spoken, now: "" }]);
    return el;
  }

  /** Update signs, decisions, the current finding, and which rows pass the filters. */
  decorate() {
    const { decide, texts } = this.desk;
    if (!this.marks) return;
    const seen = new Set(decide.list);
    for (const [index, marks] of this.marks) {
      const klass = decide.classOf(index);
      const value = decide.decisionOf(index)?.value;
      const now = `${klass} ${value} ${seen.has(index)} ${index === decide.current} ${language()}`;
      for (const mark of marks) {
        if (mark.now === now) continue; // a text of some thousand rows has some thousand marks
        mark.now = now;
        const { el, sign, spoken } = mark;
        el.className = `dk-mark is-${klass}${value ? ` is-${value}` : ""}${seen.has(index) ? "" : " is-out"}`;
        sign.textContent = SIGNS[klass] + (texts.findings[index].inner ? "⟲" : "") + (value ? VALUES[value] : "");
        spoken.textContent = ` (${word(`classes-${klass}`)}${value ? `, ${word(`report-${value}`)}` : ""}) `;
        el.ariaCurrent = index === decide.current ? "true" : null;
      }
    }
    for (const { group, rows, el } of this.groups) {
      let some = false;
      for (const row of rows) {
        const hit = [...row.found].some((index) => seen.has(index));
        const wanted = ["", String(group.variant)].includes(decide.variant.value);
        const shut = !(wanted && (hit || !decide.rowsOnly.value));
        if (row.shut !== shut) row.el.hidden = row.shut = shut;
        some = some || !shut;
      }
      if (el.hidden === some) el.hidden = !some;
    }
    this.scrollToCurrent();
  }

  /** Scroll the list, not the page, to the current finding. */
  scrollToCurrent(attempts = ATTEMPTS) {
    const mark = this.marks.get(this.desk.decide.current)?.[0]?.el;
    if (!mark || mark.closest("[hidden]")) return;
    const box = this.scroll.getBoundingClientRect();
    const at = mark.getBoundingClientRect();
    if (at.top >= box.top + 40 && at.bottom <= box.bottom - 10) return;
    this.scroll.scrollTop += at.top - box.top - box.height / 3;
    if (attempts) requestAnimationFrame(() => this.scrollToCurrent(attempts - 1));
  }
}
