// Names of those who play, by the letters of their seats: kept by this browser for every board and for the table, sent nowhere.

import { h, kept } from "./page.js";

const KEPT = "hedgekit-names";
const LETTERS = "ABCDEFGHI";

/** A computer player has another name than whoever sits there else. */
const keyOf = (letter, seat) => (seat === "reader" ? letter : `${letter} ${seat}`);

/** The name of whoever sits there; empty for nobody's. @param {string} letter @param {string} [seat] who plays: a person, if it is not said */
export function nameOf(letter, seat = "reader") {
  return String(kept.data(KEPT)[keyOf(letter, seat)] ?? "");
}

/** A sentence with names in place of the letters that stand alone in it. @param {string} text @param {string[]} seats */
export function named(text, seats) {
  return text.replace(/(?<![\p{L}\p{N}’'-])[A-I](?![\p{L}\p{N}’'-])/gu, (letter) => nameOf(letter, seats[LETTERS.indexOf(letter)]) || letter);
}

/** A field for the name of a seat; `label` says which. */
export function nameField(letter, label, onchange, seat = "reader") {
  const keep = () => {
    kept.set(KEPT, JSON.stringify({ ...kept.data(KEPT), [keyOf(letter, seat)]: field.value.trim() }));
    onchange?.();
  };
  const field = h("input", { type: "text", class: "hk-name", maxlength: 16, autocomplete: "off", "aria-label": label, placeholder: label, oninput: keep });
  field.value = nameOf(letter, seat);
  return field;
}
