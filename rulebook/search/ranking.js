/* Which passages of the book answer what a reader types: each word counts by how rare it is (Okapi's BM25), headings
   count more, and a form of a word or a compound counts less than the word itself. Pure, so that tests run it in node. */
function hkRanking(book, language) { // eslint-disable-line no-unused-vars
  "use strict";
  const words = (text) => hkRanking.parts(hkRanking.plain(text)).filter((_, k) => k % 2);
  const HEADING = 4; // what a word in a heading is worth, against one in the text
  const ASKED = 2; // and one that readers ask for the passage by
  const counted = (text) => words(text).reduce((all, word) => all.set(word, (all.get(word) ?? 0) + 1), new Map());
  /* A clause, or the page or variant that explains it, answers before examples and remarks, the race before other games. */
  const prior = (entry) =>
    (/^(?:rule|variant|page)-/.test(entry.place) ? 1 : 0.8) * (entry.stem.startsWith("01") ? 1.8 : /^(?:00|1[2-8])/.test(entry.stem) ? 0.6 : 1);
  const small = new Set(words(book.small?.[language] ?? ""));
  const passages = book.entries.map((entry) => {
    const [heading, text, asked] = [entry.heading, entry.text, entry.asked].map((by) => counted(by?.[language] ?? ""));
    const weighty = [...heading.keys()].filter((word) => !small.has(word) && !/\d/.test(word)).length;
    const length = [...text.values()].reduce((sum, many) => sum + many, 12);
    return { entry, heading, weighty, text, asked, prior: prior(entry), length: Math.sqrt(length) };
  });
  const vocabulary = [...new Set(passages.flatMap(({ heading, text, asked }) => [...heading.keys(), ...text.keys(), ...asked.keys()]))];

  /* How nearly a word of the book is the one that is typed: itself, its beginning, another form, part of a compound. */
  function near(word, typed) {
    if (word === typed) return 1;
    if (typed.length < 3 || /\d/.test(typed)) return 0;
    if (word.startsWith(typed)) return 0.8;
    let same = 0;
    while (same < word.length && word[same] === typed[same]) same++;
    if (same >= 4 && same >= 0.7 * Math.max(word.length, typed.length)) return 0.7;
    if (same === word.length && same >= 5) return 0.5;
    return typed.length >= 4 && word.includes(typed) ? 0.5 : 0;
  }
  const close = (typed) => vocabulary.map((word) => [word, near(word, typed)]).filter(([, worth]) => worth);
  const umlaut = (typed) => typed.replace(/([aou])e/g, "$1");

  /* The words of the book that what is typed may stand for: as it is, with "ue" for "ü", as two words. */
  function meant(typed) {
    const found = new Map(close(typed));
    if (!found.size) close(umlaut(typed)).forEach(([word, worth]) => found.set(word, worth));
    for (let k = 4; !found.size && k <= typed.length - 4; k++) {
      const halves = [typed.slice(0, k), typed.slice(k)].map(close);
      if (halves.every((half) => half.length)) halves.flat().forEach(([word, worth]) => found.set(word, 0.5 * worth));
    }
    return found;
  }

  return function (typed) {
    const all = new Map();
    let whole = 0;
    for (const one of new Set(words(typed))) {
      const found = meant(one);
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
        const { weighty, length } = passages[k];
        hit.worth += rare * ((HEADING * inHeading) / Math.sqrt(weighty || 1) + ASKED * inAsked + (4 * inText) / length);
        hit.titled += inHeading && !small.has(one) ? 1 : 0;
        hit.share += rare * Math.max(inHeading, inAsked, Math.min(1, inText));
        found.forEach((_, word) => hit.marked.add(word));
        all.set(k, hit);
      });
    }
    return [...all]
      .map(([k, { worth, share, titled, marked }]) => {
        const { entry, prior, weighty } = passages[k];
        const named = titled && titled >= weighty ? 1.3 : 1; // the whole heading was typed
        return { entry, marked, share: share / whole, worth: worth * prior * named * (share / whole) ** 2 };
      })
      .filter(({ share }) => share > 0.4)
      .sort((a, b) => b.worth - a.worth);
  };
}
hkRanking.parts = (text) => text.split(/(\p{L}+|\d+(?:[.,]\d+)*)/gu); // words stand at the odd places
hkRanking.plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/ß/g, "ss");
