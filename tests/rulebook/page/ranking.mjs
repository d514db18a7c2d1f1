// Print the first result of the search for JSON lines [language, query] from standard input, with an index in a file.

import fs from "node:fs";

const [, , code, index] = process.argv;
const hkRanking = new Function(`${fs.readFileSync(code, "utf8")}; return hkRanking;`)();
const book = JSON.parse(fs.readFileSync(index, "utf8"));
const rankings = {};
for (const line of fs.readFileSync(0, "utf8").trim().split("\n")) {
  const [language, typed] = JSON.parse(line);
  const first = (rankings[language] ??= hkRanking(book, language))(typed)[0];
  console.log(JSON.stringify(first ? [first.entry.stem, first.entry.place] : null));
}
