// The code editor: CodeMirror 6, one file of the static site (docs/editor), loaded when the reader scrolls near. Until then, and if loading
// fails, a plain text area.

import { h } from "../stage/page.js";

const NEAR = "600px";

export class Editor {
  /**
   * @param {string} address of CodeMirror
   * @param {{label: HTMLElement, help: HTMLElement, said: () => string}} own its label and the help on keys, both with ids; the announcement of a deletion
   */
  constructor(address, { label, help, said }) {
    this.address = address;
    this.said = said;
    this.attributes = { class: "hc-code", tabindex: "0", spellcheck: "false", autocapitalize: "off", "aria-labelledby": label.id, "aria-describedby": help.id };
    this.area = h("textarea", { ...this.attributes, autocomplete: "off", wrap: "off", rows: 16 });
    this.el = h("div", { class: "hc-editor" }, this.area);
    label.addEventListener("click", () => (this.rich ?? this.area).focus());
    this.watch = new IntersectionObserver((seen) => { if (seen.some((one) => one.isIntersecting)) this.load(); }, { rootMargin: NEAR });
    this.watch.observe(this.el);
  }

  get text() { return this.rich ? this.rich.text : this.area.value; }

  set text(text) {
    if (this.rich) this.rich.text = text;
    else this.area.value = text;
  }

  /** Replace the text area by CodeMirror, with its text. */
  async load() {
    this.watch.disconnect();
    const found = await import(this.address).catch(() => null);
    if (!found || !this.el.isConnected) return;
    const focused = document.activeElement === this.area;
    this.rich = found.editor({ text: this.area.value, attributes: this.attributes, said: this.said });
    this.area.replaceWith(this.rich.el);
    if (focused) this.rich.focus();
  }

  /** Update the language. */
  retranslate() { this.rich?.speak(); }

  close() { this.watch.disconnect(); }
}
