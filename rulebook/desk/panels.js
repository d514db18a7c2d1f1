// Part of desk.js: the other tabs: facts, terms, a translation, the structure, all readings, and files.

import { h, language, newId, localize, w, word } from "../stage/page.js";
import { fileNames } from "./files.js";
import { classOf } from "./selection.js";
import { Filters, TYPING_PAUSE, READ, SIGNS, STATUSES, VALUES, VERDICTS, button, check, choice, field, variantLabel, quoted, replaceList, searchField, statusChoice, tableOf, conflictParts, playLinks } from "./shared.js";

const EXPORTS = ["project.json", "findings.csv", "findings.xlsx", "findings.json", "report.html", "facts.json", "pairs.tmx", "pairs.xlf", "pairs.csv", "translation.html", "translation.json", "translation.csv", "translation.xlsx", "translation.tmx", "translation.xlf", "translation.po", "apparatus.xml", "apparatus.csv", "collatex.json", "glossary.tsv", "decisions.json"];
const BOOK = Object.keys(LANGUAGES).filter((code) => code !== "en").map((code) => [`book-${code}.po`, "book-po", LANGUAGES[code]]);
const SIDES = [["a", "side-a"], ["b", "side-b"]];
const TELL = ["sure", "balanced", "more"];
const LANGUAGE_CODES = ["en", "de", "fr", "es", "it", "nl", "xx"];

export class Panels {
  constructor(desk) {
    /** @type {{ view: DeskView, texts: TextsView } & Record<string, any>} */
    this.desk = desk;
    this.asked = new Set();
    this.sides = { facts: "a", terms: "a", translation: "a", structure: "a", readings: "a" };
    this.outline = new Structure(this);
    this.panels = { structure: this.outline.el, readings: this.outline.readings, facts: this.makeFacts(), terms: this.makeTerms(), translation: this.makeTranslation(), files: this.makeFiles() };
  }

  get shown() {
    return this.desk.model.get("_shown") ?? {};
  }

  // ---- panels --------------------------------------------------------------------------------------------------

  makeFacts() {
    const side = choice("witness", SIDES, (value) => this.showSide("facts", value));
    this.others = check("others-only", true, () => this.update());
    this.factsTable = h("div", {});
    return h("div", {}, w("p", "facts-what"), h("div", { class: "dk-line-up" }, side.el, this.others.el), this.factsTable);
  }

  makeTerms() {
    const side = choice("witness", [...SIDES, ["mine", "side-mine"]], (value) => this.showSide("terms", value));
    this.termsTable = h("div", {});
    return h("div", {}, w("p", "terms-what"), h("div", { class: "dk-line-up" }, side.el), this.termsTable);
  }

  makeTranslation() {
    this.mine = this.desk.textInput("file-mine", "translation.txt", "mine");
    this.languageChoice = choice("language", LANGUAGE_CODES.map((name) => [name, `language-${name}`]), () => { this.chosen = true; });
    this.against = choice("against", SIDES, (value) => this.showSide("translation", value));
    this.tell = choice("tell", TELL.map((name) => [name, `tell-${name}`]), (value) => this.desk.ask({ do: "tell", value }));
    this.seen = {};
    this.mineName = h("p", {});
    this.rendering = new Translation(this.desk);
    const go = async () => {
      const { files } = this.mine;
      const buffers = await this.desk.readFiles(files);
      if (!buffers) return;
      const [first, more] = fileNames(files);
      const name = first === undefined ? {} : { name: first, ...(more.length ? { more } : {}) };
      this.desk.ask({ do: "translation", language: this.languageChoice.value, side: this.sides.translation, chosen: Boolean(this.chosen), ...name }, buffers, () => this.desk.clearPasted(this.mine));
    };
    return h("div", {}, w("p", "translation-what"), h("div", { class: "dk-line-up" },
      this.mine.el, this.languageChoice.el, this.against.el, this.tell.el, button("check", go, "dk-main")),
    this.mineName, this.rendering.el);
  }

  makeFiles() {
    const give = ([name, key = name.replace(/\W/g, "-"), more = ""]) => h("li", {},
      h("button", { type: "button", class: "dk-button", "data-export": name, onclick: () => this.desk.ask({ do: "export", what: name, language: language() }) }, name), " ", w("span", `file-${key}`), ` ${more}`);
    const taken = { "take-decisions": "load", "take-project": "open", "take-merge": "merge" };
    const taking = Object.entries(taken).map(([key, what]) => this.textPicker(key, ".json", (text, name) => this.desk.ask({ do: what, text, name })));
    this.notes = this.autosaved("notes", () => this.desk.ask({ do: "note", text: this.notes.value }));
    this.agreed = this.autosaved("agreed", () => { this.asked.delete("translation"); this.desk.ask({ do: "agree", text: this.agreed.value }); });
    this.expired = h("div", {});
    this.renew = h("button", { type: "button", class: "dk-button", onclick: () => this.desk.ask({ do: "renew" }) });
    this.gone = h("div", {}, w("h4", "expired"), this.expired, h("div", { class: "dk-buttons" }, this.renew, button("drop", () => this.desk.ask({ do: "drop" }))));
    this.poLanguage = h("input", { type: "text", id: newId("po"), value: "fr", size: "4", maxlength: "3" });
    const po = this.textPicker("take-po", ".po", (text) => this.desk.ask({ do: "po", text, language: this.poLanguage.value.trim() }));
    this.keptHere = h("p", {});
    return h("div", {}, w("h3", "give"), h("ul", { class: "dk-give" }, ...EXPORTS.map((name) => give([name]))), w("h3", "take"), this.keptHere,
      h("div", { class: "dk-line-up" }, ...taking), this.gone, w("h3", "notes"), h("span", { class: "dk-field dk-wide" }, w("label", "notes", { for: this.notes.id, class: "dk-offstage" }), this.notes),
      w("h3", "agreed"), w("p", "agreed-what"), h("span", { class: "dk-field dk-wide" }, w("label", "agreed", { for: this.agreed.id, class: "dk-offstage" }), this.agreed),
      w("h3", "book"), w("p", "book-what"), h("ul", { class: "dk-give" }, ...BOOK.map(give), give(["book-template.po"])),
      h("div", { class: "dk-line-up" }, po, field("po-language", this.poLanguage)));
  }

  /** Return a text area that sends its text a moment after typing. */
  autosaved(key, then) {
    let waiting = 0;
    const send = () => { clearTimeout(waiting); waiting = 0; then(); };
    const field = h("textarea", { id: newId(key), rows: "4", maxlength: "200000", onchange: () => { if (waiting) send(); } });
    field.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(send, TYPING_PAUSE); });
    return field;
  }

  /** Return a file input that passes on the files as soon as they are chosen. */
  filePicker(key, accept, then, many = {}) {
    const input = h("input", { type: "file", id: newId("take"), accept, ...many });
    input.addEventListener("change", async () => {
      const files = [...input.files];
      const buffers = await this.desk.readFiles(files);
      input.value = "";
      if (buffers?.length) then(buffers, files.map((file) => file.name.slice(-200)));
    });
    return field(key, input);
  }

  /** Return a file input for one text file. */
  textPicker(key, accept, then) {
    return this.filePicker(key, accept, ([buffer], [name]) => then(new TextDecoder().decode(buffer), name));
  }

  // ---- requests ------------------------------------------------------------------------------------------------

  showSide(part, side) {
    this.sides[part] = side;
    this.desk.ask({ do: "show", part, side });
  }

  /** Update an opened tab, and request its data if missing. */
  request(name) {
    this.update();
    if (!this.desk.restored || !(name in this.sides) || this.asked.has(name)) return;
    this.asked.add(name);
    if (!this.shown[name]) this.desk.ask({ do: "show", part: name, side: this.sides[name] });
  }

  // ---- display -------------------------------------------------------------------------------------------------

  /** Rebuild the open tab only, as tables may be long. */
  update() {
    const { desk: { view, tab }, shown } = this;
    if (tab === "structure" || tab === "readings") this.outline.update(shown);
    else if (tab === "facts") replaceList(this.factsTable, ...(shown.facts ? [this.facts(shown.facts)] : []));
    else if (tab === "terms") replaceList(this.termsTable, ...(shown.terms ? [this.terms(shown.terms)] : []));
    else if (tab === "translation") this.showTranslation();
    else if (tab === "files") this.showFiles(view);
  }

  showTranslation() {
    const { view } = this.desk;
    const { mine } = view.names;
    for (const [name, one] of Object.entries({ language: this.languageChoice, against: this.against, tell: this.tell })) {
      if (this.seen[name] === view[name]) continue; // the user's unsent choice stays
      this.seen[name] = one.value = view[name];
    }
    this.sides.translation = this.against.value;
    this.mineName.textContent = mine ? word("mine-name", { name: mine }) : "";
    this.rendering.update(mine ? this.shown.translation : null);
  }

  showFiles(view) {
    if (document.activeElement !== this.notes) this.notes.value = view.notes;
    if (document.activeElement !== this.agreed) this.agreed.value = view.glossary;
    this.gone.hidden = !view.expired.length;
    this.renew.hidden = !view.fits;
    this.renew.textContent = word("renew", { many: view.fits });
    replaceList(this.expired, ...(view.expired.length ? [h("p", {}, word("elsewhere", { many: view.elsewhere })), tableOf(["report-words", "decision", "reason"],
      view.expired.map((one) => [one.finding, word(`report-${one.value}`), one.reason]), word("expired"))] : []));
    this.keptHere.textContent = view.file ? word("kept-file", { name: view.file }) : word("kept-browser");
  }

  facts({ side, rows, ours }) {
    if (!ours) return h("p", {}, word("other-game"));
    const counts = Object.keys(VERDICTS).map((verdict) => [verdict, rows.filter((row) => row.verdict === verdict).length]);
    const chosen = rows.filter((row) => !this.others.value || row.verdict !== "same");
    const summary = counts.map(([verdict, many]) => `${VERDICTS[verdict]} ${word(`verdicts-${verdict}`)} (${many})`).join(" · ");
    return h("div", {}, h("p", { class: "dk-summary" }, summary), tableOf(["report-variant", "report-fact", side.toUpperCase(), "report-ours", "report-verdict", "report-source"],
      chosen.map((row) => [variantLabel(row.variant), word(`facts-${row.name}`), quoted({ text: row.said, line: row.lines }), row.ours,
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

const DECIDE_ALL = ["accept", "reject"];

/** The findings in a translation, filtered by class, decided one by one or all those listed. */
class Translation {
  constructor(desk) {
    /** @type {{ view: DeskView, texts: TextsView } & Record<string, any>} */
    this.desk = desk;
    const again = () => this.update(this.data);
    this.filters = new Filters({ standing: statusChoice(again), sought: searchField(again) }, again);
    this.all = DECIDE_ALL.map((value) => button(`all-${value}`, () => desk.decideAll(this.filtered, { value })));
    this.openAll = button("undecide-all", () => desk.undecideAll(this.filtered));
    this.summary = h("p", { class: "dk-summary", role: "status" });
    this.table = h("div", {});
    this.back = button("undo", () => desk.ask({ do: "undo" }));
    this.el = h("div", {}, h("div", { class: "dk-filters" }, this.filters.el), this.summary, h("div", { class: "dk-buttons" }, ...this.all, this.openAll, this.back), this.table);
  }

  /** Show the findings, if they were requested. */
  update(data) {
    this.data = data;
    this.el.hidden = !data;
    if (!data) return;
    const { rows, side } = data;
    const { decided, undo } = this.desk.view;
    const apart = rows.filter((row) => decided[row.id]?.other).length;
    const done = word("translation-done", { many: rows.length, decided: rows.filter((row) => decided[row.id]).length });
    const text = apart ? `${done} ${word("apart-many", { many: apart })}` : done;
    if (this.summary.textContent !== text) this.summary.textContent = text; // announced only when it changes
    this.back.disabled = !undo;
    this.filtered = this.filters.apply(rows, decided).map((place) => rows[place]);
    const open = this.filtered.filter((row) => !decided[row.id]).length;
    for (const one of this.all) one.disabled = !open;
    this.openAll.disabled = open === this.filtered.length;
    const shown = this.filtered.map((row) => [
      h("span", { class: `dk-mark is-${classOf(row, decided)}` }, `${SIGNS[classOf(row, decided)]} ${word(`kinds-${row.kind}`)}`),
      variantLabel(row.variant, Boolean(row.play)), quoted(row.a), quoted(row.b),
      [localize(row.note), h("div", { class: "dk-line-up" }, ...playLinks(row.play, row.variant, [side, "mine"]))], this.decisionForm(row)]);
    replaceList(this.table, tableOf(["report-kind", "report-variant", side.toUpperCase(), "mine", "report-note", "decision"], shown, word("tab-translation")));
  }

  /** Return the form for a decision: accepted, rejected, or another class. @param {FindingView} row */
  decisionForm({ id, klass }) {
    const made = this.desk.view.decided[id];
    const now = made ? (made.klass ?? made.value) : "";
    const options = [["", word("undecided")], ["accept", word("do-accept")], ["reject", word("do-reject")],
      ...Object.keys(SIGNS).filter((one) => one !== klass).map((one) => [one, `${VALUES.reclass} ${word(`classes-${one}`)}`])];
    const select = h("select", { "aria-label": word("decision"), "data-key": id }, ...options.map(([value, text]) => h("option", { value, selected: value === now }, text)));
    const decide = () => {
      if (!select.value) return this.desk.ask({ do: "undecide", ids: [id] });
      const klass = select.value in SIGNS ? select.value : null;
      return this.desk.decideOne(id, { value: klass ? "reclass" : select.value, reason: reason.value.trim(), klass });
    };
    const reason = h("input", { type: "text", maxlength: "2000", value: made?.reason ?? "", hidden: !made, placeholder: word("reason"), "aria-label": word("reason"), "data-key": `reason ${id}` });
    select.addEventListener("change", decide);
    reason.addEventListener("keydown", (event) => { if (event.key === "Enter") reason.blur(); });
    reason.addEventListener("blur", () => { if (reason.value.trim() !== made?.reason) decide(); }); // the list may have been rebuilt while the user wrote
    const other = made?.other ? [h("div", { class: "dk-other" }, ...conflictParts(made, made.other, (one) => this.desk.decideOne(id, one)))] : [];
    return h("div", { class: "dk-deciding" }, select, reason, ...other);
  }
}

const ALL_SIDES = [["a", "side-a"], ["b", "side-b"], ["mine", "side-mine"]];
const AS_SECTION = -1;
const LINE_KINDS = ["variant", "section", "text"];

/** The structure of a text, to be corrected by the user; further witnesses and all readings. */
class Structure {
  constructor(parts) {
    this.parts = parts;
    this.side = choice("witness", ALL_SIDES, (value) => parts.showSide("structure", value));
    this.table = h("div", {});
    this.back = button("undo", () => parts.desk.ask({ do: "undo" }));
    this.el = h("div", {}, w("p", "structure-what"), h("div", { class: "dk-line-up" }, this.side.el, this.back), this.table);
    const more = parts.filePicker("others", READ, (buffers, names) => parts.desk.ask({ do: "others", names }, buffers), { multiple: true });
    this.found = h("div", {});
    this.readings = h("div", {}, w("p", "readings-what"), h("div", { class: "dk-line-up" }, more), this.found);
  }

  update({ structure, readings }) {
    const retranslate = this.language !== language();
    this.back.disabled = !this.parts.desk.view.undo;
    if (structure && (retranslate || structure !== this.structure)) {
      this.side.value = structure.side;
      replaceList(this.table, this.lines(structure));
    }
    if (readings && (retranslate || readings !== this.data)) replaceList(this.found, this.places(readings));
    this.structure = structure;
    this.data = readings;
    this.language = language();
  }

  lines({ side, rows }) {
    const variants = rows.filter((row) => row.kind === "variant").length;
    return h("div", {}, h("p", { class: "dk-summary" }, word("structure-found", { variants, many: rows.length })),
      tableOf(["report-lines", "report-words", "is-a"], rows.map((row) => [String(row.line), row.kind === "text" ? row.text : h("strong", {}, row.text), this.choice(side, row)]), word("tab-structure")));
  }

  /** Return the controls to correct what a line is. */
  choice(side, { line, text, kind, number }) {
    const correct = (to) => this.parts.desk.ask({ do: "structure", side, line, to });
    const select = h("select", { "aria-label": `${word("is-a")}: ${text}`, "data-key": `kind ${line}` }, ...LINE_KINDS.map((one) => h("option", { value: one, selected: one === kind }, word(`is-${one}`, { number }))));
    const field = h("input", { type: "number", min: "1", max: "999", value: String(number), hidden: kind !== "variant", "aria-label": `${word("report-variant")}: ${text}`, "data-key": `number ${line}` });
    select.addEventListener("change", () => correct(select.value === "variant" ? number : select.value === "section" ? AS_SECTION : 0));
    field.addEventListener("change", () => { if (field.checkValidity() && field.value) correct(Number(field.value)); });
    return h("span", { class: "dk-is" }, select, field);
  }

  places({ names, rows, many }) {
    const heads = ["report-variant", ...Object.keys(names)];
    const listed = Object.entries(names).map(([siglum, name]) => `${siglum} ${name}`).join(" · ");
    return h("div", {}, h("p", { class: "dk-summary" }, word("readings-found", { many, names: listed })),
      tableOf(heads, rows.map(([variant, ...said]) => [variantLabel(variant), ...said.map((one) => one || "–")]), word("tab-readings")));
  }
}
