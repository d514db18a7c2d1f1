// Part of the desk's widgets: a text that a reader gives: a file or several, a folder, chosen or dropped, or what is pasted.

import { h, newId, w } from "../stage/page.js";
import { READ, button, field } from "./shared.js";

const OF_SYSTEM = /^(\..*|Thumbs\.db|desktop\.ini)$/; // which nobody has put into a folder himself

/** The files of a folder, not of the folders in it. @param {any} folder @returns {Promise<File[]>} */
async function inside(folder) {
  const reader = folder.createReader();
  const found = [];
  for (let some = null; !some || some.length;) { // a reader tells of some at a time
    some = await new Promise((then, failed) => reader.readEntries(then, failed));
    found.push(...some.filter((one) => one.isFile));
  }
  return Promise.all(found.map((one) => new Promise((then, failed) => one.file(then, failed))));
}

/** The files of what was dropped. @param {DataTransfer} dropped @returns {Promise<File[]>} */
async function filesOf({ items, files }) {
  const folders = [...items].map((one) => one.webkitGetAsEntry()).filter((one) => one?.isDirectory); // asked for before anything waits
  return folders.length ? (await Promise.all(folders.map(inside))).flat() : [...files];
}

export class Files {
  /** @param {string} key the word for it @param {string} name of what is pasted @param {string} side @param {(text: string) => void} keep what is pasted, "" for no more */
  constructor(key, name, side, keep) {
    this.name = name;
    this.keep = keep;
    this.input = h("input", { type: "file", id: newId("file"), accept: READ, multiple: true, "data-side": side, onchange: () => this.paste("") });
    this.pasted = h("textarea", { id: newId("paste"), rows: "4", maxlength: "1000000", "data-side": side, oninput: () => { this.input.value = ""; keep(this.pasted.value); } });
    const folder = h("input", { type: "file", webkitdirectory: true, multiple: true, hidden: true });
    folder.addEventListener("change", () => {
      this.put([...folder.files].filter((one) => one.webkitRelativePath.split("/").length === 2)); // not of the folders in it
      folder.value = "";
    });
    this.folded = h("details", { class: "dk-paste" }, w("summary", "paste"), w("label", "paste-here", { for: this.pasted.id, class: "dk-offstage" }), this.pasted);
    this.el = h("div", { class: "dk-witness", ondrop: async (event) => this.put(await filesOf(event.dataTransfer)) }, field(key, this.input),
      h("span", { class: "dk-mouse" }, button("folder", () => folder.click())), folder, this.folded);
  }

  /** Files in the place of what was chosen. @param {File[]} files */
  put(files) {
    const held = new DataTransfer();
    for (const file of files) if (!OF_SYSTEM.test(file.name)) held.items.add(file);
    if (!held.files.length) return;
    this.input.files = held.files;
    this.paste("");
  }

  clear() {
    this.input.value = "";
    this.paste("");
  }

  /** A text in the place of what was pasted; in sight, if there is one. */
  paste(text) {
    this.pasted.value = text;
    if (text) this.folded.open = true;
    this.keep(text);
  }

  /** What was given: what was pasted, or files, which are its pages in the order of their names. @returns {File[]} */
  get files() {
    if (this.pasted.value.trim()) return [new File([this.pasted.value], this.name)];
    return [...this.input.files].sort((one, two) => one.name.localeCompare(two.name, undefined, { numeric: true }));
  }
}

/** The names of files as messages have them: of the first, and of the others. @param {File[]} files @returns {[string | undefined, string[]]} */
export function namesOf(files) {
  const [first, ...more] = files.map((file) => file.name.slice(-200));
  return [first, more];
}
