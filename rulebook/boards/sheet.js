// The base class of sheets: their frame, the boards in them, and the language of the page.

import { Connection } from "../stage/connection.js";
import { ROOT, copyText, h, language, listen, lostKey, newId, nextTheme, localize, setLanguage, setTheme, retranslateAll, w, word } from "../stage/page.js";

const ABSENT = new Set(["asks", "ownDice", "language", "show"]); // keys of table mode and of notebooks

/** Return a model for the board at one side of a sheet; `own`: values that the sheet overrides. */
function sideModel(model, which, own) {
  return {
    get: (key) => (key in own ? own[key] : key === "layout" ? model.get(key) : key === "name" ? model.get(`_${which}`).name : ABSENT.has(key) ? undefined : model.get(`_${which}`)),
    on: (_event, listener) => model.on(`change:_${which}`, listener),
    off: (_event, listener) => model.off(`change:_${which}`, listener),
    send: (message) => model.send({ do: "board", which, message }),
  };
}

/** Wait for the view of a board: a patch of the sheet may arrive first. */
function boardView(model, which) {
  return new Promise((resolve) => {
    const check = () => {
      if (!model.get(`_${which}`)?.cells) return;
      model.off(`change:_${which}`, check);
      resolve();
    };
    model.on(`change:_${which}`, check);
    check();
  });
}

/** Wait for the code of boards, which another widget brings. */
function boardCode() {
  if (globalThis[BOARDS]) return Promise.resolve(globalThis[BOARDS]);
  return new Promise((resolve) => globalThis.addEventListener(BOARDS, () => resolve(globalThis[BOARDS]), { once: true }));
}

/** Return an id that is unique in the page: each bundle counts its own. */
export const ownId = (what) => newId(`${KEY}-${what}`);

/** Add the style of all sheets, once a page. */
function prepareSheets() {
  const id = "hedgekit-sheets";
  if (document.getElementById(id)) return;
  document.head.append(h("style", { id }, COMMON));
}

/**
 * A sheet: subclasses make their elements in `build`, show the view in `update` and their texts in `retranslate`.
 * @template D its constant data
 * @template {SheetView} V its view
 */
export class Sheet {
  constructor(model, el) {
    prepareSheets();
    this.model = model;
    /** @type {D} */
    this.data = model.get("_data");
    /** @type {V} */
    this.view = model.get("_view");
    this.status = h("p", { class: "hc-lost", role: "alert", hidden: true }, () => word(`common.${lostKey()}`));
    this.line = new Connection(model, { onThinking: (on) => this.el.classList.toggle("is-thinking", on), onLost: (on) => { this.status.hidden = !on; } });
    this.el = h("div", { class: "hc", lang: language, "data-sheet": model.get("name"), "data-hk-keys": "" }, this.tools(), this.status);
    this.error = h("p", { class: "hc-no", role: "alert", hidden: true });
    this.boarded = new Set(); // places of boards
    this.closers = [() => this.line.close(), () => { for (const place of this.boarded) place.close?.(); }];
    this.build();
    el.append(this.el);
    const changed = () => {
      this.view = model.get("_view");
      this.line.answered(this.view.n);
      this.showView();
    };
    this.closers.push(listen(model, { "change:_view": changed }), listen(window, { "hedgekit:lang": () => this.retranslateAll() }));
    this.retranslateAll();
  }

  /** Return buttons for language and theme, for pages without a header. */
  tools() {
    const languages = Object.keys(WORDS).map((lang) => h("button", { type: "button", class: "hc-button", lang, onclick: () => setLanguage(lang) }, LANGUAGES[lang]));
    const dark = h("button", { type: "button", class: "hc-button", "aria-label": () => word("common.theme"), onclick: () => setTheme(nextTheme()) }, "◐");
    return h("div", { class: "hc-global" }, ...languages, dark);
  }

  button(text, onclick, kind = "") {
    return w("button", text, { type: "button", class: `hc-button ${kind}`.trim(), onclick });
  }

  /** Return a labelled control. */
  field(key, control, kind = "") {
    control.id ||= ownId("field");
    return h("p", { class: `hc-field ${kind}`.trim() }, w("label", key, { for: control.id }), control);
  }

  /** Return a choice among values, labelled by `textOf`. */
  select(values, textOf, onchange) {
    return h("select", { onchange }, ...values.map((value) => w("option", () => textOf(value), { value })));
  }

  retranslateAll() {
    retranslateAll(this.el);
    this.retranslate();
    this.showView();
  }

  /** Make the elements, once. */
  build() {}

  /** Show the view and its error, if there is one. */
  showView() {
    this.error.textContent = localize(this.view.error);
    this.error.hidden = !this.view.error;
    this.update();
  }

  update() {}

  retranslate() {}

  send(message) {
    this.line.send(message, 0, true);
  }

  /**
   * Render the board of one side in a place, which keeps the old board until then; `own`: values that override its model's. Return whether it
   * was rendered, and not replaced by another request meanwhile.
   */
  async board(place, own = {}, which = "left") {
    const request = place.request = {};
    place.dataset.board = which;
    place.close?.();
    place.close = null;
    this.boarded.add(place);
    await boardView(this.model, which);
    const { render } = await boardCode();
    if (place.request !== request) return false;
    place.replaceChildren();
    place.close = await render({ model: sideModel(this.model, which, own), el: place });
    return true;
  }
}

export async function copyWithNote(text, note) {
  note.textContent = word((await copyText(text)) ? "common.copied" : "common.copy-failed");
}

const FULL_PAGE = 540; // square root of the characters on a full page, times their size in points
const LARGEST_PRINT = 10; // points

/** Print one element of the page alone, in letters that fit one sheet of paper. */
export function printOnly(el) {
  const copy = h("div", { class: `hc-printed ${el.className}` });
  copy.innerHTML = el.innerHTML;
  copy.style.setProperty("--hc-fit", `${Math.min(LARGEST_PRINT, FULL_PAGE / Math.sqrt(el.innerText.length))}pt`);
  document.body.append(copy);
  ROOT.classList.add("hc-printing");
  window.addEventListener("afterprint", () => {
    ROOT.classList.remove("hc-printing");
    copy.remove();
  }, { once: true });
  window.print();
}
