// Part of the desk's widgets: the input of a text: one or more files, a folder, dropped files, or pasted text.

import { h, newId, w } from "../stage/page.js";
import { READ, button, field } from "./shared.js";

const SYSTEM_FILE = /^(\..*|Thumbs\.db|desktop\.ini)$/; // files that the system puts into folders

/** Return the files of a folder without its subfolders. @param {any} folder @returns {Promise<File[]>} */
async function filesIn(folder) {
  const reader = folder.createReader();
  const found = [];
  for (let some = null; !some || some.length;) { // the reader returns a batch at a time
    some = await new Promise((then, failed) => reader.readEntries(then, failed));
    found.push(...some.filter((one) => one.isFile));
  }
  return Promise.all(found.map((one) => new Promise((then, failed) => one.file(then, failed))));
}

/** Return the files that were dropped, or those of dropped folders. @param {DataTransfer} dropped @returns {Promise<File[]>} */
async function droppedFiles({ items, files }) {
  const folders = [...items].map((one) => one.webkitGetAsEntry()).filter((one) => one?.isDirectory); // before the first await, which empties the list
  return folders.length ? (await Promise.all(folders.map(filesIn))).flat() : [...files];
}

export class Files {
  /** @param {string} key of its label @param {string} name of pasted text @param {string} side @param {(text: string) => void} keep stores pasted text, "" to remove it */
  constructor(key, name, side, keep) {
    this.name = name;
    this.keep = keep;
    this.input = h("input", { type: "file", id: newId("file"), accept: READ, multiple: true, "data-side": side, onchange: () => this.paste("") });
    this.pasted = h("textarea", { id: newId("paste"), rows: "4", maxlength: "1000000", "data-side": side, oninput: () => { this.input.value = ""; keep(this.pasted.value); } });
    const folder = h("input", { type: "file", webkitdirectory: true, multiple: true, hidden: true });
    folder.addEventListener("change", () => {
      this.put([...folder.files].filter((one) => one.webkitRelativePath.split("/").length === 2)); // without subfolders
      folder.value = "";
    });
    this.folded = h("details", { class: "dk-paste" }, w("summary", "paste"), w("label", "paste-here", { for: this.pasted.id, class: "dk-offstage" }), this.pasted);
    this.el = h("div", { class: "dk-witness", ondrop: async (event) => this.put(await droppedFiles(event.dataTransfer)) }, field(key, this.input),
      h("span", { class: "dk-mouse" }, button("folder", () => folder.click())), folder, this.folded);
  }

  /** Replace the chosen files. @param {File[]} files */
  put(files) {
    const held = new DataTransfer();
    for (const file of files) if (!SYSTEM_FILE.test(file.name)) held.items.add(file);
    if (!held.files.length) return;
    this.input.files = held.files;
    this.paste("");
  }

  clear() {
    this.input.value = "";
    this.paste("");
  }

  /** Replace the pasted text, and open its field if there is any. */
  paste(text) {
    this.pasted.value = text;
    if (text) this.folded.open = true;
    this.keep(text);
  }

  /** The pasted text as a file, or the chosen files, its pages in order of their names. @returns {File[]} */
  get files() {
    if (this.pasted.value.trim()) return [new File([this.pasted.value], this.name)];
    return [...this.input.files].sort((one, two) => one.name.localeCompare(two.name, undefined, { numeric: true }));
  }
}

/** Return the names of files for messages: the first, and the others. @param {File[]} files @returns {[string | undefined, string[]]} */
export function fileNames(files) {
  const [first, ...more] = files.map((file) => file.name.slice(-200));
  return [first, more];
}
