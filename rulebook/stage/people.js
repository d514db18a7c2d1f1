// Names of those who play, by the letters of their seats: kept by this browser for every board and for the table, sent nowhere.

import { h, kept } from "./page.js";

const KEPT = "hedgekit-names";

/** The name of whoever sits there; empty for nobody's. @param {string} letter @param {string} [seat] who plays: a person, if it is not said */
export function nameOf(letter, seat = "reader") {
  return seat === "reader" ? String(kept.data(KEPT)[letter] ?? "") : "";
}

/** A field for the name of a seat; `label` says which. */
export function nameField(letter, label, onchange) {
  const keep = () => {
    kept.set(KEPT, JSON.stringify({ ...kept.data(KEPT), [letter]: field.value.trim() }));
    onchange?.();
  };
  const field = h("input", { type: "text", class: "hk-name", maxlength: 16, autocomplete: "off", "aria-label": label, placeholder: label, oninput: keep });
  field.value = nameOf(letter);
  return field;
}
