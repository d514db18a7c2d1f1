/* Rank the passages of the book for a query: words weigh by rarity (Okapi BM25), headings weigh more, and inflected forms
   and compounds weigh less than exact matches. Pure functions, so that tests can run in node. */
function hkRanking(book, language) { // eslint-disable-line no-unused-vars
  "use strict";
  const words = (text) => hkRanking.parts(hkRanking.plain(text)).filter((_, k) => k % 2);
  const HEADING = 4; // weight of a word in a heading, relative to the text
  const ASKED = 2; // weight of a search word given for the passage
  const counted = (text) => words(text).reduce((all, word) => all.set(word, (all.get(word) ?? 0) + 1), new Map());
  /* Clauses, and the pages and variants that explain them, rank before examples and remarks; the race ranks before other games. */
  const prior = (entry) =>
    (/^(?:rule|variant|page)-/.test(entry.place) ? 1 : 0.8) * (entry.stem.startsWith("01") ? 1.8 : /^(?:00|1[2-8])/.test(entry.stem) ? 0.6 : 1);
  const small = new Set(words(book.small?.[language] ?? ""));
  const passages = book.entries.map((entry) => {
    const [heading, text, asked] = [entry.heading, entry.text, entry.asked].map((by) => counted(by?.[language] ?? ""));
    const headingWords = [...heading.keys()].filter((word) => !small.has(word) && !/\d/.test(word)).length;
    const length = [...text.values()].reduce((sum, many) => sum + many, 12);
    return { entry, heading, headingWords, text, asked, prior: prior(entry), length: Math.sqrt(length) };
  });
  const vocabulary = [...new Set(passages.flatMap(({ heading, text, asked }) => [...heading.keys(), ...text.keys(), ...asked.keys()]))];

  /* How well a word of the book matches a typed one: exactly, as its beginning, another form, or part of a compound. */
  function similarity(word, typed) {
    if (word === typed) return 1;
    if (typed.length < 3 || /\d/.test(typed)) return 0;
    if (word.startsWith(typed)) return 0.8;
    let same = 0;
    while (same < word.length && word[same] === typed[same]) same++;
    if (same >= 4 && same >= 0.7 * Math.max(word.length, typed.length)) return 0.7;
    if (same === word.length && same >= 5) return 0.5;
    return typed.length >= 4 && word.includes(typed) ? 0.5 : 0;
  }
  const matches = (typed) => vocabulary.map((word) => [word, similarity(word, typed)]).filter(([, worth]) => worth);
  const umlaut = (typed) => typed.replace(/([aou])e/g, "$1");

  /* Map the words of the book that a typed word may stand for to their weights: as typed, with "ue" for "ü", or as two words. */
  function candidates(typed) {
    const found = new Map(matches(typed));
    if (!found.size) matches(umlaut(typed)).forEach(([word, worth]) => found.set(word, worth));
    for (let k = 4; !found.size && k <= typed.length - 4; k++) {
      const halves = [typed.slice(0, k), typed.slice(k)].map(matches);
      if (halves.every((half) => half.length)) halves.flat().forEach(([word, worth]) => found.set(word, 0.5 * worth));
    }
    return found;
  }

  return function (typed) {
    const all = new Map();
    let whole = 0;
    for (const one of new Set(words(typed))) {
      const found = candidates(one);
      const worths = passages.map(({ heading, text, asked }) => {
        let [inHeading, inAsked, inText] = [0, 0, 0];
        for (const [word, worth] of found) {
          if (heading.has(word)) inHeading = Math.max(inHeading, worth);
          if (asked.has(word)) inAsked = Math.max(inAsked, worth);
          if (text.has(word)) inText = Math.max(inText, worth * (1 + Math.log(text.get(word)) / 2));
        }
        return [inHeading, inAsked, inText];
      });
      const many = worths.filter((some) => some.some(Boolean)).length;
      const rare = Math.log(1 + (passages.length - many + 0.5) / (many + 0.5)) * (small.has(one) ? 0.1 : 1);
      whole += many ? rare : 0;
      worths.forEach(([inHeading, inAsked, inText], k) => {
        if (!inHeading && !inAsked && !inText) return;
        const hit = all.get(k) ?? { worth: 0, share: 0, titled: 0, marked: new Set() };
        const { headingWords, length } = passages[k];
        hit.worth += rare * ((HEADING * inHeading) / Math.sqrt(headingWords || 1) + ASKED * inAsked + (4 * inText) / length);
        hit.titled += inHeading && !small.has(one) ? 1 : 0;
        hit.share += rare * Math.max(inHeading, inAsked, Math.min(1, inText));
        found.forEach((_, word) => hit.marked.add(word));
        all.set(k, hit);
      });
    }
    return [...all]
      .map(([k, { worth, share, titled, marked }]) => {
        const { entry, prior, headingWords } = passages[k];
        const named = titled && titled >= headingWords ? 1.3 : 1; // the query has the whole heading
        return { entry, marked, share: share / whole, worth: worth * prior * named * (share / whole) ** 2 };
      })
      .filter(({ share }) => share > 0.4)
      .sort((a, b) => b.worth - a.worth);
  };
}
hkRanking.parts = (text) => text.split(/(\p{L}+|\d+(?:[.,]\d+)*)/gu); // words are at odd indices
hkRanking.plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/ß/g, "ss");
