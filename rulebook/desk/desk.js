// desk.js: the translators' desk in a page.
//
// It displays `texts` (two texts with their findings), `shown` (facts, terms, a translation) and `view` (everything else) from
// Python (session.py), and sends messages. Filters, tabs and the current finding are handled here.

import { h, storage, language, listen, lostKey, newId, localize, renderer, retranslateAll, w, word } from "../stage/page.js";
import { Decisions } from "./decisions.js";
import { Panels } from "./panels.js";
import { Texts } from "./texts.js";
import { button, replaceList, save } from "./shared.js";
import { Files, fileNames } from "./files.js";
import { Messages } from "./messages.js";

const STORE = "hedgekit-desk-decisions";
const TEXTS = "hedgekit-desk-texts";
const PASTED = "hedgekit-desk-pasted"; // pasted text that is not on the desk yet
const LOOKS = "hedgekit-desk-looks"; // the tab and the filters
const PROGRESS_DELAY = 1000; // ms of work after which progress is shown
const FILE_LIMIT = 4_000_000; // bytes; Python checks again
const TABS = ["differences", "structure", "readings", "facts", "terms", "translation", "files"];

class Desk {
  constructor(model, el) {
    this.model = model;
    /** @type {DeskView} */
    this.view = model.get("_view");
    /** @type {TextsView} */
    this.texts = model.get("_texts");
    this.messages = new Messages(model, { onBusy: (on) => this.busy(on), onLost: (on) => this.lost(on) });
    this.note = h("p", { class: "dk-note", role: "status" });
    this.bar = h("progress", { max: 1, hidden: true, "aria-label": () => word("at-work") });
    this.stop = Object.assign(button("cancel", () => model.cancel()), { hidden: true });
    this.names = h("p", { class: "dk-names" });
    this.rows = new Texts(this);
    this.decide = new Decisions(this);
    this.parts = new Panels(this);
    this.el = h("div", { class: "dk-desk", lang: language, "data-hk-keys": "", role: "group", "aria-label": () => word("desk"), onkeydown: (event) => this.onKey(event) },
      this.makeFiles(), h("div", { class: "dk-news" }, this.note, this.bar, this.stop), this.makeTabs());
    for (const name of ["dragover", "drop"]) this.el.addEventListener(name, (event) => { if (event.dataTransfer?.types.includes("Files")) event.preventDefault(); }); // otherwise the browser opens the file
    el.append(this.el);
    this.watch();
    this.show("differences");
    this.renew();
    this.update();
    this.retranslate();
    this.restore();
  }

  makeFiles() {
    this.files = { a: this.textInput("file-a", "A.txt", "a"), b: this.textInput("file-b", "B.txt", "b") };
    const { a, b } = this.files;
    this.mine = button("mine-again", () => this.ask({ do: "open", text: storage.get(TEXTS), again: true }));
    return h("div", { class: "dk-card dk-files" }, this.names, a.el, b.el,
      h("div", { class: "dk-buttons" }, button("collate", () => this.collate(), "dk-main"), button("sample", () => this.sample()), this.mine));
  }

  /** Return the inputs for a text; pasted text is stored until it is on the desk. */
  textInput(key, name, side) {
    const place = `${PASTED}-${side}`;
    const input = new Files(key, name, side, (text) => {
      if (text || storage.get(place)) this.keep(place, text);
    });
    if (!this.view.file) input.paste(storage.get(place) ?? "");
    return input;
  }

  makeTabs() {
    this.tabs = {};
    this.headingCard = h("div", { class: "dk-card" });
    this.found = h("div", {}, this.decide.el, this.rows.el);
    this.panels = { differences: h("div", {}, this.headingCard, this.found), ...this.parts.panels };
    for (const name of TABS) {
      const panel = this.panels[name];
      const tab = w("button", `tab-${name}`, { type: "button", role: "tab", id: newId("tab"), onclick: () => this.show(name) });
      panel.id = newId("panel");
      panel.className = "dk-panel";
      panel.setAttribute("role", "tabpanel");
      panel.setAttribute("aria-labelledby", tab.id);
      tab.setAttribute("aria-controls", panel.id);
      this.tabs[name] = tab;
    }
    const list = h("div", { role: "tablist", class: "dk-tabs", "aria-label": () => word("tabs") }, ...TABS.map((name) => this.tabs[name]));
    list.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      const name = TABS[(TABS.indexOf(this.tab) + step + TABS.length) % TABS.length];
      this.show(name);
      this.tabs[name].focus();
    });
    return h("div", {}, list, ...TABS.map((name) => this.panels[name]));
  }

  show(name) {
    this.tab = name;
    for (const one of TABS) {
      this.tabs[one].setAttribute("aria-selected", String(one === name));
      this.tabs[one].tabIndex = one === name ? 0 : -1;
      this.panels[one].hidden = one !== name;
    }
    this.parts.request(name);
    this.storeLooks();
  }

  watch() {
    const { model } = this;
    // Another page of this browser has stored decisions.
    const stored = (event) => { if (event.key === STORE && event.newValue && this.view.kept) this.ask({ do: "load", text: event.newValue, again: true }); };
    this.closers = [
      listen(model, {
        "change:_texts": () => this.renew(), "change:_view": () => this.update(), "change:_shown": () => this.parts.update(),
        "msg:custom": ({ file, text, part }) => (file ? save(file, text) : part !== undefined && this.showProgress(part)),
      }),
      listen(window, { "hedgekit:lang": () => this.retranslate(), storage: stored }), () => this.messages.close(),
    ];
  }

  // ---- display -------------------------------------------------------------------------------------------------

  /** Display other texts. */
  renew() {
    this.texts = this.model.get("_texts");
    this.view = this.model.get("_view");
    if (this.restored && this.texts.kept) this.keep(TEXTS, this.texts.kept);
    this.parts.asked = new Set();
    this.decide.begin();
    this.rows.build();
    this.confirmHeadings();
    this.parts.request(this.tab);
  }

  /** Ask about possible headings before findings are listed. */
  confirmHeadings() {
    const { stamp, unsure } = this.texts;
    const lines = Object.entries(unsure).flatMap(([side, texts]) => texts.map((text) => h("li", {}, `${side.toUpperCase()}: ${text}`)));
    this.found.hidden = !(this.headingCard.hidden = !lines.length || this.sure === stamp);
    const look = () => { this.parts.showSide("structure", unsure.a.length ? "a" : "b"); this.show("structure"); };
    replaceList(this.headingCard, w("p", "unsure"), h("ul", {}, ...lines), h("div", { class: "dk-buttons" }, button("unsure-look", look, "dk-main"), button("unsure-text", () => { this.sure = stamp; this.confirmHeadings(); })));
  }

  update() {
    this.view = this.model.get("_view");
    this.messages.onView(this.view);
    if (this.view.busy) {
      this.busy(true);
      return;
    }
    this.busy(false);
    this.tell(localize(this.view.error) || localize(this.view.news), Boolean(this.view.error));
    if (this.view.kept && this.restored) this.keep(STORE, this.view.kept);
    this.storeNotes();
    this.head();
    this.decide.update();
    this.rows.decorate();
    this.parts.update();
  }

  /** Store notes and glossary in this browser's project, with the last texts received. */
  storeNotes() {
    const { notes, glossary, tell, against, stamp } = this.view;
    const state = JSON.stringify([stamp, notes, glossary, tell, against]);
    if (!this.restored || !this.texts.kept || stamp !== this.texts.stamp || state === this.noted) return;
    this.noted = state;
    this.keep(TEXTS, JSON.stringify({ ...JSON.parse(this.texts.kept), notes: notes.split("\n"), glossary: glossary.split("\n"), tell, against }));
  }

  /** Store a text in the browser; show a message if there is no room. */
  keep(key, text) {
    if (this.view.file) return;
    if (!storage.set(key, text)) this.tell(word("not-kept"), true);
  }

  head() {
    const { a, b } = this.view.names;
    this.mine.hidden = !this.view.sample || !storage.get(TEXTS);
    this.names.textContent = word(this.view.sample ? "names-sample" : "names", { a, b });
  }

  retranslate() {
    retranslateAll(this.el);
    this.head();
    this.rows.build();
    this.decide.update();
    this.parts.update();
    this.tell(localize(this.view.error) || localize(this.view.news), Boolean(this.view.error));
  }

  tell(text, bad = false) {
    this.note.textContent = text;
    this.note.classList.toggle("is-bad", bad);
  }

  busy(on) {
    this.el.setAttribute("aria-busy", String(Boolean(on)));
    this.el.classList.toggle("is-busy", Boolean(on));
    if (on) this.waiting ??= setTimeout(() => this.showProgress(), PROGRESS_DELAY);
    if (on) return;
    clearTimeout(this.waiting);
    this.waiting = undefined;
    this.bar.hidden = this.stop.hidden = true;
    this.bar.removeAttribute("value");
  }

  /** Show the progress bar of long work, with the part done if known. */
  showProgress(part = undefined) {
    if (part !== undefined) this.bar.value = part;
    if (!this.bar.hidden) return;
    this.bar.hidden = false;
    this.stop.hidden = !this.model.cancel; // in a notebook, the kernel is interrupted instead
    this.tell(word("at-work"));
  }

  lost(on) {
    this.tell(on ? word(lostKey()) : "", on);
  }

  // ---- actions ---------------------------------------------------------------------------------------------------

  ask(message, buffers, then) {
    this.messages.ask(message, buffers, then);
  }

  /** Decide about one finding. @param {string} id @param {OtherView} decision */
  decideOne(id, { value, reason, klass }) {
    this.ask({ do: "decide", ids: [id], value, reason, ...(klass ? { klass } : {}) });
  }

  /** Decide about the undecided ones of some findings: one undo step. @param {FindingView[]} findings */
  decideAll(findings, decision) {
    const ids = findings.map(({ id }) => id).filter((id) => !this.view.decided[id]);
    if (ids.length) this.ask({ do: "decide", ids, ...decision });
  }

  /** Make the decided ones of some findings undecided: one undo step. @param {FindingView[]} findings */
  undecideAll(findings) {
    const ids = findings.map(({ id }) => id).filter((id) => this.view.decided[id]);
    if (ids.length) this.ask({ do: "undecide", ids });
  }

  /** Read files; undefined, with a message, if one is too large or cannot be read. */
  async readFiles(files) {
    try {
      const large = files.find((file) => file.size > FILE_LIMIT);
      if (large) return void this.tell(word("file-large", { name: large.name, limit: FILE_LIMIT / 1e6 }), true);
      return await Promise.all(files.map((file) => file.arrayBuffer()));
    } catch {
      return void this.tell(word("file-unreadable"), true);
    }
  }

  async collate() {
    const message = { do: "collate" };
    const all = [];
    for (const side of ["a", "b"]) {
      const { files } = this.files[side];
      if (!files.length) continue;
      const [first, more] = fileNames(files);
      message[side] = first;
      if (more.length) message[`more_${side}`] = more;
      all.push(...files);
    }
    if (!all.length) return this.tell(word("both-files"), true);
    const buffers = await this.readFiles(all);
    if (buffers) this.ask(message, buffers, () => this.clearPasted(...Object.values(this.files)));
  }

  /** Clear the stored pasted text of inputs whose text is on the desk now, stored with the others. */
  clearPasted(...inputs) {
    if (!this.view.error) for (const one of inputs) one.keep("");
  }

  /** Show the sample pair; the user's texts stay stored in the browser. */
  sample() {
    for (const one of Object.values(this.files)) one.clear();
    this.ask({ do: "sample" });
  }

  storeLooks() {
    if (this.restored) storage.set(LOOKS, JSON.stringify({ tab: this.tab, ...this.decide.filters.looks }));
  }

  /** Everything stored is restored: from now on, changes are stored. */
  finishRestoring() {
    this.restored = true;
    this.decide.resetVariant();
    this.parts.request(this.tab);
  }

  /** Restore the tab and the filters. */
  restoreLooks() {
    try {
      const { tab, ...looks } = JSON.parse(storage.get(LOOKS) ?? "{}");
      this.decide.filters.looks = looks;
      if (TABS.includes(tab)) this.show(tab);
    } catch { /* stored by another edition of the book */ }
  }

  /** Send what this browser stored to Python, which checks what is still valid. */
  restore() {
    const text = this.view.kept ? storage.get(STORE) : null;
    const texts = this.view.sample && this.view.kept ? storage.get(TEXTS) : null;
    this.restoreLooks();
    const stored = [...(texts ? [{ do: "open", text: texts }] : []), ...(text && text !== this.view.kept ? [{ do: "load", text }] : [])];
    // Until everything is restored, nothing stored is overwritten.
    stored.forEach((one, place) => this.ask({ ...one, again: true }, [], place === stored.length - 1 ? () => this.finishRestoring() : undefined));
    if (stored.length) return;
    this.finishRestoring();
    this.update();
  }

  onKey(event) {
    if (this.tab !== "differences" || this.found.hidden) return;
    const { box } = this.decide;
    if (event.key === "Escape" && box.contains(event.target)) box.focus({ preventScroll: true });
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input:not([type=checkbox]):not([type=radio]), select, textarea, [role=tablist]")) return;
    const ofBox = event.target === box ? { arrowdown: () => this.decide.step(1), arrowup: () => this.decide.step(-1), enter: () => event.repeat || this.decide.submit() } : {};
    const action = {
      n: () => this.decide.step(1), j: () => this.decide.step(1), p: () => this.decide.step(-1), k: () => this.decide.step(-1),
      a: () => this.decide.pick("accept"), r: () => this.decide.pick("reject"), c: () => this.decide.pick("reclass"),
      o: () => this.decide.undecide(), u: () => this.decide.undo(), ...ofBox,
    }[event.key.toLowerCase()];
    if (!action) return;
    event.preventDefault();
    action();
  }
}

export const render = renderer(Desk);
