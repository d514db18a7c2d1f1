// Part of desk.js: what stands beside the differences: facts, terms, a translation, and the files to take and give.

import { h, language, newId, word } from "../stage/page.js";
import { Outline } from "./outline.js";
import { Rendering } from "./rendering.js";
import { PAUSE, STATUSES, VERDICTS, button, check, choice, numbered, placed, renewed, tableOf, w } from "./shared.js";
import { namesOf } from "./taking.js";

const GIVEN = ["project.json", "findings.csv", "findings.xlsx", "findings.json", "report.html", "facts.json", "pairs.tmx", "pairs.xlf", "pairs.csv", "translation.html", "translation.json", "translation.csv", "translation.xlsx", "translation.tmx", "translation.xlf", "translation.po", "apparatus.xml", "apparatus.csv", "collatex.json", "glossary.tsv", "decisions.json"];
const BOOK = Object.keys(LANGUAGES).filter((code) => code !== "en").map((code) => [`book-${code}.po`, "book-po", LANGUAGES[code]]);
const SIDES = [["a", "side-a"], ["b", "side-b"]];
const TELL = ["sure", "balanced", "more"];
const TONGUES = ["en", "de", "fr", "es", "it", "nl", "xx"];

export class Parts {
  constructor(desk) {
    /** @type {{ view: DeskView, texts: TextsView } & Record<string, any>} */
    this.desk = desk;
    this.asked = new Set();
    this.sides = { facts: "a", terms: "a", translation: "a", structure: "a", readings: "a" };
    this.outline = new Outline(this);
    this.panels = { structure: this.outline.el, readings: this.outline.readings, facts: this.makeFacts(), terms: this.makeTerms(), translation: this.makeTranslation(), files: this.makeFiles() };
  }

  get shown() {
    return this.desk.model.get("shown") ?? {};
  }

  // ---- panels --------------------------------------------------------------------------------------------------

  makeFacts() {
    const side = choice("witness", SIDES, (value) => this.turn("facts", value));
    this.others = check("others-only", true, () => this.update());
    this.factsTable = h("div", {});
    return h("div", {}, w("p", "facts-what"), h("div", { class: "dk-line-up" }, side.el, this.others.el), this.factsTable);
  }

  makeTerms() {
    const side = choice("witness", [...SIDES, ["mine", "side-mine"]], (value) => this.turn("terms", value));
    this.termsTable = h("div", {});
    return h("div", {}, w("p", "terms-what"), h("div", { class: "dk-line-up" }, side.el), this.termsTable);
  }

  makeTranslation() {
    this.mine = this.desk.taking("file-mine", "translation.txt", "mine");
    this.tongue = choice("language", TONGUES.map((name) => [name, `language-${name}`]), () => { this.chosen = true; });
    this.against = choice("against", SIDES, (value) => this.turn("translation", value));
    this.tell = choice("tell", TELL.map((name) => [name, `tell-${name}`]), (value) => this.desk.ask({ do: "tell", value }));
    this.seen = {};
    this.mineName = h("p", {});
    this.rendering = new Rendering(this.desk);
    const go = async () => {
      const { files } = this.mine;
      const buffers = await this.desk.contents(files);
      if (!buffers) return;
      const [first, more] = namesOf(files);
      const name = first === undefined ? {} : { name: first, ...(more.length ? { more } : {}) };
      this.desk.ask({ do: "translation", language: this.tongue.select.value, side: this.sides.translation, chosen: Boolean(this.chosen), ...name }, buffers, () => this.desk.taken(this.mine));
    };
    return h("div", {}, w("p", "translation-what"), h("div", { class: "dk-line-up" },
      this.mine.el, this.tongue.el, this.against.el, this.tell.el, button("check", go, "dk-main")),
    this.mineName, this.rendering.el);
  }

  makeFiles() {
    const give = ([name, key = name.replace(/\W/g, "-"), more = ""]) => h("li", {},
      h("button", { type: "button", class: "dk-button", "data-export": name, onclick: () => this.give(name) }, name), " ", w("span", `file-${key}`), ` ${more}`);
    const decisions = this.taking("take-decisions", ".json", (text, name) => this.desk.ask({ do: "load", text, name }));
    const project = this.taking("take-project", ".json", (text, name) => this.desk.ask({ do: "open", text, name }));
    const merge = this.taking("take-merge", ".json", (text, name) => this.desk.ask({ do: "merge", text, name }));
    this.notes = this.written("notes", () => this.desk.ask({ do: "note", text: this.notes.value }));
    this.agreed = this.written("agreed", () => { this.asked.delete("translation"); this.desk.ask({ do: "agree", text: this.agreed.value }); });
    this.expired = h("div", {});
    this.renew = h("button", { type: "button", class: "dk-button", onclick: () => this.desk.ask({ do: "renew" }) });
    this.gone = h("div", {}, w("h4", "expired"), this.expired, h("div", { class: "dk-buttons" }, this.renew, button("drop", () => this.desk.ask({ do: "drop" }))));
    this.poTongue = h("input", { type: "text", id: newId("po"), value: "fr", size: "4", maxlength: "3" });
    const po = this.taking("take-po", ".po", (text) => this.desk.ask({ do: "po", text, language: this.poTongue.value.trim() }));
    this.keptHere = h("p", {});
    return h("div", {}, w("h3", "give"), h("ul", { class: "dk-give" }, ...GIVEN.map((name) => give([name]))), w("h3", "take"), this.keptHere,
      h("div", { class: "dk-line-up" }, decisions, project, merge), this.gone, w("h3", "notes"), h("span", { class: "dk-field dk-wide" }, w("label", "notes", { for: this.notes.id, class: "dk-offstage" }), this.notes),
      w("h3", "agreed"), w("p", "agreed-what"), h("span", { class: "dk-field dk-wide" }, w("label", "agreed", { for: this.agreed.id, class: "dk-offstage" }), this.agreed),
      w("h3", "book"), w("p", "book-what"), h("ul", { class: "dk-give" }, ...BOOK.map(give), give(["book-template.po"])),
      h("div", { class: "dk-line-up" }, po, h("span", { class: "dk-field" }, w("label", "po-language", { for: this.poTongue.id }), this.poTongue)));
  }

  /** Something to write in, which is kept while one writes. */
  written(key, then) {
    let waiting = 0;
    const send = () => { clearTimeout(waiting); waiting = 0; then(); };
    const field = h("textarea", { id: newId(key), rows: "4", maxlength: "200000", onchange: () => { if (waiting) send(); } });
    field.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(send, PAUSE); });
    return field;
  }

  /** A file to choose, whose text goes somewhere as soon as it is chosen. */
  taking(key, accept, then) {
    const input = h("input", { type: "file", id: newId("take"), accept });
    input.addEventListener("change", async () => {
      const [file] = input.files;
      const buffers = file ? await this.desk.contents([file]) : null;
      input.value = "";
      if (buffers) then(new TextDecoder().decode(buffers[0]), file.name.slice(-200));
    });
    return h("span", { class: "dk-field" }, w("label", key, { for: input.id }), input);
  }

  give(name) {
    this.desk.ask({ do: "export", what: name, language: language() });
  }

  // ---- asking for what is shown --------------------------------------------------------------------------------

  turn(part, side) {
    this.sides[part] = side;
    this.desk.ask({ do: "show", part, side });
  }

  /** A part is opened: ask for it if it is not there. */
  opened(name) {
    this.update();
    if (!this.desk.restored || !(name in this.sides) || this.asked.has(name)) return;
    this.asked.add(name);
    if (!this.shown[name]) this.desk.ask({ do: "show", part: name, side: this.sides[name] });
  }

  forget() {
    this.asked = new Set();
  }

  // ---- showing -------------------------------------------------------------------------------------------------

  speak() {
    this.update();
  }

  /** What is open is made anew: tables may be long, and nobody sees the others. */
  update() {
    const { view, tab } = this.desk;
    const made = { structure: () => this.outline.update(this.shown), readings: () => this.outline.update(this.shown), facts: () => this.showFacts(),
      terms: () => this.showTerms(), translation: () => this.showTranslation(), files: () => this.showFiles(view) };
    made[tab]?.();
  }

  showFacts() {
    const { facts } = this.shown;
    renewed(this.factsTable, ...(facts ? [this.facts(facts)] : []));
  }

  showTerms() {
    const { terms } = this.shown;
    renewed(this.termsTable, ...(terms ? [this.terms(terms)] : []));
  }

  showTranslation() {
    const { view } = this.desk;
    const { mine } = view.names;
    for (const [name, { select }] of Object.entries({ language: this.tongue, against: this.against, tell: this.tell })) {
      if (this.seen[name] === view[name]) continue; // what somebody is choosing stays
      this.seen[name] = select.value = view[name];
    }
    this.sides.translation = this.against.select.value;
    this.mineName.textContent = mine ? word("mine-name", { name: mine }) : "";
    this.rendering.update(mine ? this.shown.translation : null);
  }

  showFiles(view) {
    if (document.activeElement !== this.notes) this.notes.value = view.notes;
    if (document.activeElement !== this.agreed) this.agreed.value = view.glossary;
    this.gone.hidden = !view.expired.length;
    this.renew.hidden = !view.fits;
    this.renew.textContent = word("renew", { many: view.fits });
    renewed(this.expired, ...(view.expired.length ? [h("p", {}, word("elsewhere", { many: view.elsewhere })), tableOf(["report-words", "decision", "reason"],
      view.expired.map((one) => [one.finding, word(`report-${one.value}`), one.reason]), word("expired"))] : []));
    this.keptHere.textContent = view.file ? word("kept-file", { name: view.file }) : word("kept-browser");
  }

  facts({ side, rows, ours }) {
    if (!ours) return h("p", {}, word("other-game"));
    const counts = Object.keys(VERDICTS).map((verdict) => [verdict, rows.filter((row) => row.verdict === verdict).length]);
    const chosen = rows.filter((row) => !this.others.input.checked || row.verdict !== "same");
    const summary = counts.map(([verdict, many]) => `${VERDICTS[verdict]} ${word(`verdicts-${verdict}`)} (${many})`).join(" · ");
    return h("div", {}, h("p", { class: "dk-summary" }, summary), tableOf(["report-variant", "report-fact", side.toUpperCase(), "report-ours", "report-verdict", "report-source"],
      chosen.map((row) => [numbered(row.variant), word(`facts-${row.name}`), placed({ text: row.said, line: row.lines }), row.ours,
        h("span", { class: `dk-verdict is-${row.verdict}` }, `${VERDICTS[row.verdict]} ${word(`verdicts-${row.verdict}`)}`),
        [row.source, h("span", { class: "dk-line" }, ` (${word(`confidence-${row.confidence.replaceAll(" ", "-")}`)})`)]]), word("tab-facts")));
  }

  terms({ rows }) {
    if (!rows.length) return h("p", {}, word("no-terms"));
    return tableOf(["form", "status", "prefer", "many", "report-lines"], rows.map((row) => [
      [h("strong", {}, row.form), row.texts.join(", ") === row.form ? "" : ` (${row.texts.join(", ")})`],
      h("span", { class: `dk-verdict is-${row.status}` }, `${STATUSES[row.status]} ${word(`status-${row.status}`)}`),
      row.status === "preferred" ? "" : row.preferred, String(row.many), row.lines.join(", ")]), word("tab-terms"));
  }
}
