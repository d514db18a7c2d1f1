// Names of those who play, by the letters of their seats: kept by this browser for every board and for the table, sent nowhere.

import { h, kept, word } from "./page.js";

const KEPT = "hedgekit-names";

/** @returns {Record<string, string>} */
function names() {
  try {
    return JSON.parse(kept.get(KEPT)) ?? {};
  } catch {
    return {};
  }
}

/** The name of whoever sits there; empty for nobody's. @param {string} letter @param {string} [seat] who plays: a person, if it is not said */
export function nameOf(letter, seat = "reader") {
  return seat === "reader" ? String(names()[letter] ?? "") : "";
}

/** A field for the name of a seat. */
export function nameField(letter, onchange) {
  const field = h("input", { type: "text", class: "hk-name", maxlength: 16, autocomplete: "off", "aria-label": word("seat-name", { player: letter }), placeholder: word("seat-name", { player: letter }),
    oninput: () => { kept.set(KEPT, JSON.stringify({ ...names(), [letter]: field.value.trim() })); onchange?.(); } });
  field.value = nameOf(letter);
  return field;
}
