// Players' names in place of their letters, in sentences of each language only.

import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.document = { documentElement: { dataset: { lang: "en" } } };
globalThis.WORDS = { en: {}, fr: {} };
globalThis.localStorage = { getItem: () => '{"A": "Anna", "B": "Bert", "B greedy": "Otto"}' };
const { withNames } = await import("../../../rulebook/stage/people.js");

test("a single letter becomes a name, but not in a piece or word, or for somebody without a name", () => {
  const said = "A advances A1 past B's hedgehog. C, A-level and A’s turn: B wins.";
  assert.equal(withNames(said, ["reader", "reader"]), "Anna advances A1 past Bert's hedgehog. C, A-level and Anna’s turn: Bert wins.");
});

test("a computer player has its own name", () => {
  assert.equal(withNames("A, B", ["reader", "greedy"]), "Anna, Otto");
  assert.equal(withNames("A, B", ["greedy", "reader"]), "A, Bert");
});

test("French elides vowels before vowels", () => {
  document.documentElement.dataset.lang = "fr";
  assert.equal(withNames("Le tour de A, de B, que A joue, qu’A joue", ["reader", "reader"]), "Le tour d’Anna, de Bert, qu’Anna joue, qu’A joue");
});
