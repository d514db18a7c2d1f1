// A plain editor for a few lines of code: numbers beside the lines, Tab indents, Enter keeps the indentation. Of CodeMirror 6 the Python index has
// one bundle in a file of its own (django-codemirror6, of 2022): 143 kB packed, seven times a first page, for a rule of fifteen lines.

import { h } from "../stage/page.js";

const INDENT = "    ";

/** Where the line begins in which a place of a text is. @param {string} text @param {number} at */
export const lineStart = (text, at) => text.lastIndexOf("\n", at - 1) + 1;

/** The text with the lines of a selection indented, or less so; and where the selection is then. */
export function indented(text, from, to, less) {
  const start = lineStart(text, from);
  const lines = text.slice(start, to).split("\n");
  const now = lines.map((line) => (less ? line.replace(/^ {1,4}/, "") : INDENT + line));
  const grown = now.map((line, k) => line.length - lines[k].length);
  const all = grown.reduce((sum, one) => sum + one, 0);
  return { text: text.slice(0, start) + now.join("\n") + text.slice(to), from: Math.max(start, from + grown[0]), to: to + all };
}

/** What Enter puts in: the indentation of this line, one step more after a colon. */
export function newLine(text, at) {
  const line = text.slice(lineStart(text, at), at);
  return `\n${/^ */.exec(line)[0]}${line.trimEnd().endsWith(":") ? INDENT : ""}`;
}

export class Editor {
  /** @param {string} id */
  constructor(id) {
    this.area = h("textarea", { id, class: "hc-code", spellcheck: "false", autocapitalize: "off", autocomplete: "off", wrap: "off", rows: 16 });
    this.numbers = h("pre", { class: "hc-lines", "aria-hidden": "true" });
    this.el = h("div", { class: "hc-editor" }, this.numbers, this.area);
    this.leaving = false;
    this.area.addEventListener("input", () => this.number());
    this.area.addEventListener("scroll", () => { this.numbers.scrollTop = this.area.scrollTop; });
    this.area.addEventListener("keydown", (event) => this.key(event));
    this.number();
  }

  get text() { return this.area.value; }

  set text(text) {
    this.area.value = text;
    this.number();
  }

  number() {
    const many = this.area.value.split("\n").length;
    this.numbers.textContent = Array.from({ length: many }, (_, k) => k + 1).join("\n");
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { selectionStart: from, selectionEnd: to, value } = this.area;
    if (event.key === "Escape") this.leaving = true;
    else if (event.key === "Tab" && !this.leaving) {
      event.preventDefault();
      if (from === to && !event.shiftKey) return this.put(INDENT);
      const now = indented(value, from, to, event.shiftKey);
      this.text = now.text;
      this.area.setSelectionRange(now.from, now.to);
    } else if (event.key === "Enter") {
      event.preventDefault();
      this.put(newLine(value, from));
    } else if (event.key !== "Shift") this.leaving = false;
    return undefined;
  }

  /** Put something in the place of the selection. */
  put(text) {
    this.area.setRangeText(text, this.area.selectionStart, this.area.selectionEnd, "end");
    this.area.dispatchEvent(new Event("input"));
  }
}
