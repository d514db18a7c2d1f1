// Shared by the sheets: what stands around one, boards inside it, and following the page's language.

import { Connection } from "../stage/connection.js";
import { ROOT, copyText, h, language, listen, lostKey, newId, nextTheme, localize, setLanguage, setTheme, retranslateAll, w, word } from "../stage/page.js";

const NOT_HERE = new Set(["asks", "ownDice", "language", "show"]); // what only table mode tells a board, or a notebook

/** A model as a board of the book expects one, for the board at one side of a sheet; `own`: what the sheet says otherwise of it. */
function side(model, which, own) {
  return {
    get: (key) => (key in own ? own[key] : key === "layout" ? model.get(key) : key === "name" ? model.get(`_${which}`).name : NOT_HERE.has(key) ? undefined : model.get(`_${which}`)),
    on: (_event, listener) => model.on(`change:_${which}`, listener),
    off: (_event, listener) => model.off(`change:_${which}`, listener),
    send: (message) => model.send({ do: "board", which, message }),
  };
}

/** What changed in the view comes as a patch, and may be here before the board that it speaks of. */
function there(model, which) {
  return new Promise((resolve) => {
    const look = () => {
      if (!model.get(`_${which}`)?.cells) return;
      model.off(`change:_${which}`, look);
      resolve();
    };
    model.on(`change:_${which}`, look);
    look();
  });
}

/** The code of all boards comes by a widget of its own. */
function boards() {
  if (globalThis[BOARDS]) return Promise.resolve(globalThis[BOARDS]);
  return new Promise((resolve) => globalThis.addEventListener(BOARDS, () => resolve(globalThis[BOARDS]), { once: true }));
}

/** An id that no other sheet or board of the page has: each module counts its own. */
export const ownId = (what) => newId(`${KEY}-${what}`);

/** Once a page: the style that all sheets share. */
function prepareSheets() {
  const id = "hedgekit-sheets";
  if (document.getElementById(id)) return;
  document.head.append(h("style", { id }, COMMON));
}

/**
 * A sheet: subclasses build themselves in `build`, show the view in `update` and all words in `speak`.
 * @template D what it knows from the start
 * @template {SheetView} V what it shows
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
      this.renew();
    };
    this.closers.push(listen(model, { "change:_view": changed }), listen(window, { "hedgekit:lang": () => this.retranslateAll() }));
    this.retranslateAll();
  }

  /** Language and theme, for pages without a header that has them. */
  tools() {
    const languages = Object.keys(WORDS).map((lang) => h("button", { type: "button", class: "hc-button", lang, onclick: () => setLanguage(lang) }, LANGUAGES[lang]));
    const dark = h("button", { type: "button", class: "hc-button", "aria-label": () => word("common.theme"), onclick: () => setTheme(nextTheme()) }, "◐");
    return h("div", { class: "hc-global" }, ...languages, dark);
  }

  button(said, onclick, kind = "") {
    return w("button", said, { type: "button", class: `hc-button ${kind}`.trim(), onclick });
  }

  /** A labelled control. */
  field(key, control, kind = "") {
    control.id ||= ownId("field");
    return h("p", { class: `hc-field ${kind}`.trim() }, w("label", key, { for: control.id }), control);
  }

  /** A choice among values; `textOf` says one of them. */
  select(values, textOf, onchange) {
    return h("select", { onchange }, ...values.map((value) => w("option", () => textOf(value), { value })));
  }

  retranslateAll() {
    retranslateAll(this.el);
    this.retranslate();
    this.renew();
  }

  /** Make its elements, once. */
  build() {}

  /** Show the view, with what could not be done, if anything. */
  renew() {
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
   * Put the board of one side into a place, where the one before is still seen until it comes. `own`: what its model says otherwise.
   * Has it come, and not another that was asked for meanwhile?
   */
  async board(place, own = {}, which = "left") {
    const asked = place.asked = {};
    place.dataset.board = which;
    place.close?.();
    place.close = null;
    this.boarded.add(place);
    await there(this.model, which);
    const { render } = await boards();
    if (place.asked !== asked) return false;
    place.replaceChildren();
    place.close = await render({ model: side(this.model, which, own), el: place });
    return true;
  }
}

export async function copied(text, note) {
  note.textContent = word((await copyText(text)) ? "common.copied" : "common.copy-failed");
}

const FULL_PAGE = 540; // of the letters that fill one, times the square of their size in points
const LARGEST_PRINT = 10; // points

/** Print one element of the page, and nothing else of it: in letters as small as a page asks for. */
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
