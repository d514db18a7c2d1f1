// Part of board.js: the dialog in which a teacher makes a task from the position on the board: a question and its answers, ticked or played.
// Python checks the answers; the result is a link.

import { checkbox } from "./new_game.js";
import { taskLink } from "../stage/address.js";
import { rowsOf } from "../stage/records.js";
import { Dialog, copyText, h, newId, localize, word, wordButton } from "../stage/page.js";

const QUESTION_LIMIT = 300; // characters; Python checks again

export class TaskDialog extends Dialog {
  /** Open the dialog for the position on the board, if a reader is to decide there. */
  begin() {
    const { board } = this;
    const { view } = board;
    if (!board.mayPlay()) {
      board.texts.note.textContent = word("posed-nobody");
      return;
    }
    this.base = { rules: view.rules, position: view.text, ply: view.ply, moves: view.moves };
    this.question = "";
    this.ticked = new Set();
    this.played = [];
    this.open();
  }

  open() {
    const { moves } = this.base;
    this.title.textContent = word("make-task");
    this.field = h("textarea", { id: newId("question"), rows: 3, maxlength: QUESTION_LIMIT, required: true, oninput: () => { this.question = this.field.value; } });
    this.field.value = this.question;
    const tick = ({ target: { checked, value } }) => this.ticked[checked ? "add" : "delete"](value);
    const line = (text, label) => checkbox("checkbox", { value: text, onchange: tick }, this.ticked.has(text), label);
    this.note = h("p", { class: "hk-note", role: "alert" });
    this.link = h("input", { type: "text", readonly: true, "aria-label": word("posed-link"), onfocus: () => this.link.select() });
    this.done = h("div", { class: "hk-made", hidden: true }, this.link, wordButton("copy", () => this.copy(), "hk-main"));
    this.form.replaceChildren(
      h("p", { class: "hk-quiet" }, word("make-help")),
      h("div", {}, h("label", { for: this.field.id }, word("posed-question")), this.field),
      h("fieldset", {}, h("legend", {}, word("posed-moves-legend")), h("div", { class: "hk-answers" },
        ...this.played.map((text) => line(text, text)), ...moves.map((move) => line(move.text, localize(move.label))))),
      h("div", { class: "hk-buttons" }, h("button", { type: "submit", class: "hk-button hk-main" }, word("posed-make")),
        wordButton("posed-play", () => this.play()), wordButton("cancel", () => this.el.close())),
      this.note, this.done,
    );
    this.el.showModal();
    this.field.focus();
  }

  // ---- playing an answer -------------------------------------------------------------------------------------------

  play() {
    const { board } = this;
    this.el.close();
    board.pause(true); // no automatic moves meanwhile
    const finish = (keep) => {
      board.panel.showBanner("posing");
      const line = rowsOf(board.view.record).flatMap(({ words }) => words).filter(({ ply }) => ply > this.base.ply && ply <= board.view.ply).map(({ text }) => text).join(" ");
      if (keep && line && !this.played.includes(line) && !this.base.moves.some(({ text }) => text === line)) this.played.push(line);
      if (keep && line) this.ticked.add(line);
      board.go(() => this.base.ply);
      board.pause(false);
      this.open();
    };
    board.panel.showBanner("posing", () => word("posed-playing"), wordButton("posed-played", () => finish(true), "hk-main"), wordButton("cancel", () => finish(false)));
    board.takeFocus();
  }

  // ---- the link ------------------------------------------------------------------------------------------------------

  onSubmit() {
    const { rules, position } = this.base;
    this.done.hidden = true;
    this.note.textContent = "";
    if (!this.ticked.size) {
      this.note.textContent = word("posed-none");
      return;
    }
    this.isPending = true;
    this.board.send({ do: "pose", rules, position, question: this.question, answers: [...this.ticked].slice(0, 16) }, true);
  }

  /** @param {View} view */
  update(view) {
    if (!this.isPending || (!view.posed && !view.error)) return;
    this.isPending = false;
    this.note.textContent = view.error ? localize(view.error) : word("posed-ready");
    this.done.hidden = !view.posed;
    if (!view.posed) return;
    this.link.value = taskLink(view.name, view.posed);
    this.link.focus();
  }

  async copy() {
    this.note.textContent = (await copyText(this.link.value)) ? word("copied") : word("copy-failed");
  }
}
