// Part of desk.js: what stands beside the differences: facts, terms, a translation, the structure, and files to give.

import { h, language, newId, localize, w, word } from "../stage/page.js";
import { namesOf } from "./files.js";
import { classOf } from "./selection.js";
import { Filters, PAUSE, READ, SIGNS, STATUSES, VALUES, VERDICTS, button, check, choice, field, numbered, placed, relisted, sought, standings, tableOf, theirs, waysToPlay } from "./shared.js";

const GIVEN = ["project.json", "findings.csv", "findings.xlsx", "findings.json", "report.html", "facts.json", "pairs.tmx", "pairs.xlf", "pairs.csv", "translation.html", "translation.json", "translation.csv", "translation.xlsx", "translation.tmx", "translation.xlf", "translation.po", "apparatus.xml", "apparatus.csv", "collatex.json", "glossary.tsv", "decisions.json"];
const BOOK = Object.keys(LANGUAGES).filter((code) => code !== "en").map((code) => [`book-${code}.po`, "book-po", LANGUAGES[code]]);
const SIDES = [["a", "side-a"], ["b", "side-b"]];
const TELL = ["sure", "balanced", "more"];
const TONGUES = ["en", "de", "fr", "es", "it", "nl", "xx"];

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
    this.rendering = new Translation(this.desk);
    const go = async () => {
      const { files } = this.mine;
      const buffers = await this.desk.contents(files);
      if (!buffers) return;
      const [first, more] = namesOf(files);
      const name = first === undefined ? {} : { name: first, ...(more.length ? { more } : {}) };
      this.desk.ask({ do: "translation", language: this.tongue.value, side: this.sides.translation, chosen: Boolean(this.chosen), ...name }, buffers, () => this.desk.taken(this.mine));
    };
    return h("div", {}, w("p", "translation-what"), h("div", { class: "dk-line-up" },
      this.mine.el, this.tongue.el, this.against.el, this.tell.el, button("check", go, "dk-main")),
    this.mineName, this.rendering.el);
  }

  makeFiles() {
    const give = ([name, key = name.replace(/\W/g, "-"), more = ""]) => h("li", {},
      h("button", { type: "button", class: "dk-button", "data-export": name, onclick: () => this.desk.ask({ do: "export", what: name, language: language() }) }, name), " ", w("span", `file-${key}`), ` ${more}`);
    const taken = { "take-decisions": "load", "take-project": "open", "take-merge": "merge" };
    const taking = Object.entries(taken).map(([key, what]) => this.takingText(key, ".json", (text, name) => this.desk.ask({ do: what, text, name })));
    this.notes = this.written("notes", () => this.desk.ask({ do: "note", text: this.notes.value }));
    this.agreed = this.written("agreed", () => { this.asked.delete("translation"); this.desk.ask({ do: "agree", text: this.agreed.value }); });
    this.expired = h("div", {});
    this.renew = h("button", { type: "button", class: "dk-button", onclick: () => this.desk.ask({ do: "renew" }) });
    this.gone = h("div", {}, w("h4", "expired"), this.expired, h("div", { class: "dk-buttons" }, this.renew, button("drop", () => this.desk.ask({ do: "drop" }))));
    this.poTongue = h("input", { type: "text", id: newId("po"), value: "fr", size: "4", maxlength: "3" });
    const po = this.takingText("take-po", ".po", (text) => this.desk.ask({ do: "po", text, language: this.poTongue.value.trim() }));
    this.keptHere = h("p", {});
    return h("div", {}, w("h3", "give"), h("ul", { class: "dk-give" }, ...GIVEN.map((name) => give([name]))), w("h3", "take"), this.keptHere,
      h("div", { class: "dk-line-up" }, ...taking), this.gone, w("h3", "notes"), h("span", { class: "dk-field dk-wide" }, w("label", "notes", { for: this.notes.id, class: "dk-offstage" }), this.notes),
      w("h3", "agreed"), w("p", "agreed-what"), h("span", { class: "dk-field dk-wide" }, w("label", "agreed", { for: this.agreed.id, class: "dk-offstage" }), this.agreed),
      w("h3", "book"), w("p", "book-what"), h("ul", { class: "dk-give" }, ...BOOK.map(give), give(["book-template.po"])),
      h("div", { class: "dk-line-up" }, po, field("po-language", this.poTongue)));
  }

  /** Something to write in, which is kept while one writes. */
  written(key, then) {
    let waiting = 0;
    const send = () => { clearTimeout(waiting); waiting = 0; then(); };
    const field = h("textarea", { id: newId(key), rows: "4", maxlength: "200000", onchange: () => { if (waiting) send(); } });
    field.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(send, PAUSE); });
    return field;
  }

  /** A file to choose, or several, which go somewhere as soon as they are chosen. */
  taking(key, accept, then, many = {}) {
    const input = h("input", { type: "file", id: newId("take"), accept, ...many });
    input.addEventListener("change", async () => {
      const files = [...input.files];
      const buffers = await this.desk.contents(files);
      input.value = "";
      if (buffers?.length) then(buffers, files.map((file) => file.name.slice(-200)));
    });
    return field(key, input);
  }

  /** The same of one file, as text. */
  takingText(key, accept, then) {
    return this.taking(key, accept, ([buffer], [name]) => then(new TextDecoder().decode(buffer), name));
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

  // ---- showing -------------------------------------------------------------------------------------------------

  /** What is open is made anew: tables may be long, and nobody sees the others. */
  update() {
    const { desk: { view, tab }, shown } = this;
    if (tab === "structure" || tab === "readings") this.outline.update(shown);
    else if (tab === "facts") relisted(this.factsTable, ...(shown.facts ? [this.facts(shown.facts)] : []));
    else if (tab === "terms") relisted(this.termsTable, ...(shown.terms ? [this.terms(shown.terms)] : []));
    else if (tab === "translation") this.showTranslation();
    else if (tab === "files") this.showFiles(view);
  }

  showTranslation() {
    const { view } = this.desk;
    const { mine } = view.names;
    for (const [name, one] of Object.entries({ language: this.tongue, against: this.against, tell: this.tell })) {
      if (this.seen[name] === view[name]) continue; // what somebody is choosing stays
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
    relisted(this.expired, ...(view.expired.length ? [h("p", {}, word("elsewhere", { many: view.elsewhere })), tableOf(["report-words", "decision", "reason"],
      view.expired.map((one) => [one.finding, word(`report-${one.value}`), one.reason]), word("expired"))] : []));
    this.keptHere.textContent = view.file ? word("kept-file", { name: view.file }) : word("kept-browser");
  }

  facts({ side, rows, ours }) {
    if (!ours) return h("p", {}, word("other-game"));
    const counts = Object.keys(VERDICTS).map((verdict) => [verdict, rows.filter((row) => row.verdict === verdict).length]);
    const chosen = rows.filter((row) => !this.others.value || row.verdict !== "same");
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

const TO_ALL = ["accept", "reject"];

/** What was found in a translation: looked at by class, decided one by one or all that are shown. */
class Translation {
  constructor(desk) {
    /** @type {{ view: DeskView, texts: TextsView } & Record<string, any>} */
    this.desk = desk;
    const again = () => this.update(this.told);
    this.filters = new Filters({ standing: standings(again), sought: sought(again) }, again);
    this.all = TO_ALL.map((value) => button(`all-${value}`, () => desk.decideAll(this.listed, { value })));
    this.openAll = button("undecide-all", () => desk.undecideAll(this.listed));
    this.summary = h("p", { class: "dk-summary", role: "status" });
    this.table = h("div", {});
    this.back = button("undo", () => desk.ask({ do: "undo" }));
    this.el = h("div", {}, h("div", { class: "dk-filters" }, this.filters.el), this.summary, h("div", { class: "dk-buttons" }, ...this.all, this.openAll, this.back), this.table);
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
    this.back.disabled = !undo;
    this.listed = this.filters.among(rows, decided).map((place) => rows[place]);
    const open = this.listed.filter((row) => !decided[row.id]).length;
    for (const one of this.all) one.disabled = !open;
    this.openAll.disabled = open === this.listed.length;
    const shown = this.listed.map((row) => [
      h("span", { class: `dk-mark is-${classOf(row, decided)}` }, `${SIGNS[classOf(row, decided)]} ${word(`kinds-${row.kind}`)}`),
      numbered(row.variant), placed(row.a), placed(row.b),
      [localize(row.note), h("div", { class: "dk-line-up" }, ...waysToPlay(row.play, row.variant, [side, "mine"]))], this.deciding(row)]);
    relisted(this.table, tableOf(["report-kind", "report-variant", side.toUpperCase(), "mine", "report-note", "decision"], shown, word("tab-translation")));
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

const TURNED = [["a", "side-a"], ["b", "side-b"], ["mine", "side-mine"]];
const AS_SECTION = -1;
const LINE_KINDS = ["variant", "section", "text"];

/** The structure that was found in a text, corrected by a click; further witnesses and all readings. */
class Structure {
  constructor(parts) {
    this.parts = parts;
    this.side = choice("witness", TURNED, (value) => parts.turn("structure", value));
    this.table = h("div", {});
    this.back = button("undo", () => parts.desk.ask({ do: "undo" }));
    this.el = h("div", {}, w("p", "structure-what"), h("div", { class: "dk-line-up" }, this.side.el, this.back), this.table);
    const more = parts.taking("others", READ, (buffers, names) => parts.desk.ask({ do: "others", names }, buffers), { multiple: true });
    this.found = h("div", {});
    this.readings = h("div", {}, w("p", "readings-what"), h("div", { class: "dk-line-up" }, more), this.found);
  }

  update({ structure, readings }) {
    const anew = this.spoken !== language();
    this.back.disabled = !this.parts.desk.view.undo;
    if (structure && (anew || structure !== this.structure)) {
      this.side.value = structure.side;
      relisted(this.table, this.lines(structure));
    }
    if (readings && (anew || readings !== this.told)) relisted(this.found, this.places(readings));
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
