// Part of board.js: the record as a clickable list, the position as text, files and links.

import { linkTo } from "../stage/address.js";
import { rowsOf, turnsOf } from "../stage/records.js";
import { copyText, saveFile, h, newId, rovingTabindex, w, word, wordButton } from "../stage/page.js";

const FILE_LIMIT = 1_000_000; // bytes; Python checks again

export class RecordPanel {
  constructor(board) {
    /** @type {{ view: View } & Record<string, any>} */
    this.board = board;
    this.list = h("ol", { class: "hk-record", "aria-label": () => word("record") });
    this.updateTabStop = rovingTabindex(this.list);
    this.recordName = h("summary");
    this.record = h("details", { class: "hk-more", ontoggle: () => this.showRecord() }, this.recordName, this.list);
    this.field = h("textarea", { id: newId("position"), rows: 3, spellcheck: "false", autocomplete: "off", autocapitalize: "off" });
    this.file = h("input", { type: "file", accept: ".txt,text/plain", class: "hk-offstage", tabindex: "-1", "aria-hidden": "true", onchange: () => this.readFile() });
    this.note = h("p", { class: "hk-note", role: "status" });
    const buttons = [
      wordButton("set-up", () => board.send({ do: "load", text: this.field.value })),
      wordButton("copy", () => this.copy(this.field.value, "copied")),
      wordButton("save", () => this.save()),
      wordButton("load", () => this.file.click()),
      wordButton("link", () => this.copy(linkTo(board.view), "link-copied")),
      (this.make = wordButton("make-task", () => board.taskDialog.begin())),
    ];
    this.text = h("details", { class: "hk-more" }, w("summary", "text"), w("label", "position-text", { for: this.field.id }), this.field,
      h("div", { class: "hk-buttons" }, ...buttons), this.file, this.note);
    this.el = h("div", { class: "hk-texts" }, this.record, board.review.el, this.text);
  }

  /** @param {View} view @param {View | undefined} before */
  update(view, before) {
    // Keep what the reader types until the position changes.
    if (view.text !== this.field.defaultValue) this.field.value = this.field.defaultValue = view.text;
    if (view.record !== this.shown || view.ply !== before?.ply) this.showRecord();
    this.make.hidden = Boolean(view.task || view.flick); // a task needs a free position, and moves that can be listed
    this.retranslate();
  }

  retranslate() {
    this.recordName.textContent = `${word("record")} (${turnsOf(this.board.view.record, this.board.view.ply)})`;
  }

  /** Show the record; build the list only while it is open and when it has changed. */
  showRecord() {
    const { view } = this.board;
    if (!view || !this.record.open) return;
    if (this.shown !== view.record) {
      const rows = rowsOf(view.record);
      this.list.replaceChildren(...rows.map((row) => h("li", {}, h("span", { class: "hk-who" }, row.label),
        ...row.words.map((one) => h("button", { type: "button", "data-ply": one.ply, onclick: () => this.board.go(() => one.ply) }, one.text)))));
      if (!rows.length) this.list.replaceChildren(h("li", {}, word("record-empty")));
      this.shown = view.record;
    }
    for (const move of this.list.querySelectorAll("button")) {
      const ply = Number(move.dataset.ply);
      move.ariaCurrent = ply === view.ply ? "step" : null;
      move.classList.toggle("is-later", ply > view.ply);
    }
    const now = this.list.querySelector("[aria-current]") ?? this.list.querySelector("button");
    if (!now) return;
    this.updateTabStop();
    // Scroll the list, not the page, to the present move.
    const line = now.closest("li");
    const out = line.offsetTop < this.list.scrollTop || line.offsetTop + line.offsetHeight > this.list.scrollTop + this.list.clientHeight;
    if (out) this.list.scrollTop = line.offsetTop - this.list.clientHeight / 2;
  }

  async copy(text, done) {
    this.note.textContent = word((await copyText(text)) ? done : "copy-failed");
  }

  save() {
    const { view } = this.board;
    // Words with a colon are labels, so the record stays valid with its series in an extra line.
    const series = view.games ? `series: ${view.games.replace(/(?= |$)/g, ":")}\n` : "";
    const name = `${view.name}-${view.rules}`.replace(/[^A-Za-z0-9]+/g, "-").replace(/-$/, "");
    saveFile(`${name}.txt`, `${view.record}\n${series}`, "text/plain");
  }

  async readFile() {
    const file = this.file.files[0];
    this.file.value = "";
    if (!file) return;
    if (file.size > FILE_LIMIT) {
      this.note.textContent = word("file-too-big");
      return;
    }
    try {
      this.board.send({ do: "load", text: await file.text() });
    } catch {
      this.note.textContent = word("file-unreadable");
    }
  }
}
