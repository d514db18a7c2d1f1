// Names and colours of the players, by the letters of their seats: stored in this browser for all boards and table mode, and sent nowhere.

import { h, storage, language, word } from "./page.js";

const KEPT = "hedgekit-names";
const DYED = "hedgekit-colours"; // letter -> letter of the seat whose colour it has
const LETTERS = [..."ABCDEFGHI"];

/** Return the key of a name: a computer player's name differs from that of a person at the same seat. */
const storageKey = (letter, seat) => (seat === "reader" ? letter : `${letter} ${seat}`);

/** Return the name of the player at a seat, "" if it has none. @param {string} letter @param {string} [seat] who plays */
export function nameOf(letter, seat = "reader") {
  return String(storage.data(KEPT)[storageKey(letter, seat)] ?? "");
}

const ALONE = /(\b[dq]u?e )?(?<![\p{L}\p{N}’'-])([A-I])(?![\p{L}\p{N}-]|[’'](?!s\b))/gu;

/** Replace single letters in a sentence with names; French elides *de Anna* to *d'Anna*. @param {string} text @param {string[]} seats */
export function withNames(text, seats) {
  return text.replace(ALONE, (_, before = "", letter) => {
    const name = nameOf(letter, seats[LETTERS.indexOf(letter)]);
    return /^[aeiouyàâéèêëîïôûœ]/i.test(name) && language() === "fr" ? before.replace("e ", "’") + name : before + (name || letter);
  });
}

/** Return an input field for the name of a seat. */
export function nameField(letter, label, onchange, seat = "reader") {
  const keep = () => {
    storage.set(KEPT, JSON.stringify({ ...storage.data(KEPT), [storageKey(letter, seat)]: field.value.trim() }));
    onchange?.();
  };
  const field = h("input", { type: "text", class: "hk-name", "data-key": `name ${letter}`, maxlength: 16, autocomplete: "off", "aria-label": label, placeholder: label.split(" ")[0], oninput: keep });
  field.value = nameOf(letter, seat);
  return field;
}

/** Map each letter to the letter of the seat whose colour it has, whatever is stored. */
function colours() {
  const chosen = storage.data(DYED);
  return Object.fromEntries(LETTERS.map((letter) => [letter, LETTERS.includes(chosen[letter]) ? chosen[letter] : letter]));
}

/** Give an element the chosen colours, or the standard ones if not `on`. @param {HTMLElement} el */
export function applyColours(el, on = true) {
  for (const [letter, chosen] of Object.entries(colours())) {
    const colour = on ? chosen : letter;
    for (const [name, from] of [["ring", "seat"], ["on", "ink"]]) {
      if (colour === letter) el.style.removeProperty(`--hk-${name}-${letter}`);
      else el.style.setProperty(`--hk-${name}-${letter}`, `var(--hk-${from}-${colour})`);
    }
  }
}

/** Return the letter of a seat with a list of colours; a choice swaps the colours of two seats. */
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
