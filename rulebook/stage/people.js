// Names and colours of those who play, by the letters of their seats: kept by this browser for every board and for the table, sent nowhere.

import { h, storage, language, word } from "./page.js";

const KEPT = "hedgekit-names";
const DYED = "hedgekit-colours"; // letter -> the letter of whose colour is his
const LETTERS = [..."ABCDEFGHI"];

/** A computer player has another name than whoever sits there else. */
const storageKey = (letter, seat) => (seat === "reader" ? letter : `${letter} ${seat}`);

/** The name of whoever sits there; empty for nobody's. @param {string} letter @param {string} [seat] who plays: a person, if it is not said */
export function nameOf(letter, seat = "reader") {
  return String(storage.data(KEPT)[storageKey(letter, seat)] ?? "");
}

const ALONE = /(\b[dq]u?e )?(?<![\p{L}\p{N}’'-])([A-I])(?![\p{L}\p{N}-]|[’'](?!s\b))/gu;

/** A sentence with names in place of the letters that stand alone in it; French has *d'Anna*, not *de Anna*. @param {string} text @param {string[]} seats */
export function withNames(text, seats) {
  return text.replace(ALONE, (_, before = "", letter) => {
    const name = nameOf(letter, seats[LETTERS.indexOf(letter)]);
    return /^[aeiouyàâéèêëîïôûœ]/i.test(name) && language() === "fr" ? before.replace("e ", "’") + name : before + (name || letter);
  });
}

/** A field for the name of a seat; `label` says which. */
export function nameField(letter, label, onchange, seat = "reader") {
  const keep = () => {
    storage.set(KEPT, JSON.stringify({ ...storage.data(KEPT), [storageKey(letter, seat)]: field.value.trim() }));
    onchange?.();
  };
  const field = h("input", { type: "text", class: "hk-name", "data-key": `name ${letter}`, maxlength: 16, autocomplete: "off", "aria-label": label, placeholder: label.split(" ")[0], oninput: keep });
  field.value = nameOf(letter, seat);
  return field;
}

/** The letter of whose colour is his, for each: whatever is kept, it is the letter of a seat. */
function colours() {
  const chosen = storage.data(DYED);
  return Object.fromEntries(LETTERS.map((letter) => [letter, LETTERS.includes(chosen[letter]) ? chosen[letter] : letter]));
}

/** Give a board the colours that were chosen; `on`: may it have them? @param {HTMLElement} el */
export function applyColours(el, on = true) {
  for (const [letter, chosen] of Object.entries(colours())) {
    const colour = on ? chosen : letter;
    for (const [name, from] of [["ring", "seat"], ["on", "ink"]]) {
      if (colour === letter) el.style.removeProperty(`--hk-${name}-${letter}`);
      else el.style.setProperty(`--hk-${name}-${letter}`, `var(--hk-${from}-${colour})`);
    }
  }
}

/** The letter of a seat, which opens the list of colours; whoever had the one that is chosen gets his instead. */
export function colourField(letter, onchange) {
  const choose = () => {
    const all = colours();
    const other = LETTERS.find((one) => all[one] === field.value);
    storage.set(DYED, JSON.stringify({ ...all, [other]: all[letter], [letter]: field.value }));
    onchange();
  };
  const field = h("select", { "data-key": `colour ${letter}`, "aria-label": word("seat-colour", { player: letter }), onchange: choose }, ...LETTERS.map((one) => h("option", { value: one }, word(`colour-${one}`))));
  field.value = colours()[letter];
  return h("span", { class: `hk-letter hk-letter-${letter} hk-dye` }, letter, field);
}
