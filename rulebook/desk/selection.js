// Part of the desk's widgets: which findings are looked at, where they are played, what a text says. It looks at values only.

/** @typedef {Record<string, DecisionView>} Decided the decisions, by the id of a finding */
/** @typedef {{ classes: string[], inner?: boolean, standing?: string, changes?: string, variant?: string, sought?: string, language?: string }} Looks */

/** The class of a finding, or the one it was given. @param {FindingView} finding @param {Decided} decided */
export const classOf = (finding, decided) => decided[finding.id]?.klass ?? finding.klass;

const MARKS_OF_LETTERS = /\p{M}/gu;
/** As it is sought: without capitals and accents. @param {string} text */
const plain = (text) => text.normalize("NFD").replace(MARKS_OF_LETTERS, "").toLowerCase();

/** Is a text in the words of a finding, or in what is said of it? @param {FindingView} finding @param {string} sought @param {string} language */
function says({ a, b, note }, sought, language) {
  return !sought.trim() || plain([a?.text, b?.text, note[language]].join(" ")).includes(plain(sought.trim()));
}

/** Does a finding stand so: "open", "decided", "apart", or decided as said? "" for any. @param {DecisionView | undefined} decision @param {string} standing */
function standsSo(decision, standing) {
  if (!decision) return ["", "open"].includes(standing);
  return ["", "decided", decision.value].includes(standing) || (standing === "apart" && Boolean(decision.other));
}

/** The places of the findings that pass the filters. @param {FindingView[]} findings @param {Decided} decided @param {Looks} looks */
export function lookedAt(findings, decided, { classes, inner = true, standing = "", changes = "", variant = "", sought = "", language = "" }) {
  const passes = (one) => classes.includes(classOf(one, decided)) && (inner || !one.inner)
    && (changes === "" || one.changes === changes) && (variant === "" || String(one.variant) === variant) && standsSo(decided[one.id], standing)
    && says(one, sought, language);
  return findings.flatMap((one, place) => (passes(one) ? [place] : []));
}

/** The finding to look at now: the same if it is still there, else the next one in its place, else the first; -1 for none. @param {number[]} list @param {number} current */
export function stillAt(list, current) {
  if (current >= 0 && list.includes(current)) return current;
  return list.find((place) => place >= current) ?? list[0] ?? -1;
}

/** So many on in the list, round and round. @param {number[]} list @param {number} current @param {number} by */
export const stepped = (list, current, by) => list[(list.indexOf(current) + by + list.length) % list.length];

/** The next one in the list that nobody has decided, from the beginning again after the last; undefined for none. @param {number[]} list @param {number} current @param {FindingView[]} findings @param {Decided} decided */
export function nextOpen(list, current, findings, decided) {
  return [...list.filter((place) => place > current), ...list.filter((place) => place < current)].find((place) => !decided[findings[place].id]);
}

const MARKS = { "**": "strong", "*": "em", "`": "code" };

/** Parts of a text with **bold**, *italics* and `code`, as the book's texts have them: [name of an element or null, what is in it]; nothing else is markup. @param {string} text @returns {[string | null, string][]} */
export function spans(text) {
  return text.split(/(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`)/).filter(Boolean).map((part) => {
    const mark = /^(\*\*|\*|`).+\1$/s.exec(part)?.[1];
    return mark ? [MARKS[mark], part.slice(mark.length, -mark.length)] : [null, part];
  });
}

// ---- addresses of what can be played, in the book as it is served or as a static site

const CHAPTER = "12-desk"; // the chapter with the boards of both readings,
const READINGS = "readings"; // and its page
const QUESTION = /^\d+[-.][a-z0-9]+$/;

/** Is a page served, so that chapters are notebooks? @param {string} pathname */
const isServed = (pathname) => pathname.endsWith(".ipynb");

/** Where a clause stands with its boards; the chapter where no clause is known. @param {string} pathname @param {{ chapter: string, clause: string }} play @param {number | null} variant */
export function clauseAt(pathname, { chapter, clause }, variant) {
  const place = clause ? `#rule-${clause}` : "";
  if (isServed(pathname)) return `${chapter}.ipynb${variant ? `?variant=${variant}` : ""}${place}`;
  return `${variant ? `variant-${variant}` : chapter}.html${place}`;
}

/** Where both readings of a question are played, with the sentences of a finding. @param {string} pathname @param {string} question @param {[string, string][]} said */
export function readingsAt(pathname, question, said = []) {
  const page = isServed(pathname) ? `${CHAPTER}.ipynb?page=${READINGS}` : `${CHAPTER}-${READINGS}.html`;
  return `${page}#question=${question}${said.map((pair) => `&${pair.map(encodeURIComponent).join("=")}`).join("")}`;
}

/** What an address says after its "#". @param {string} href */
const fragment = (href) => new URLSearchParams(href.replace(/^[^#]*#?/, ""));

/** The sentences that came with an address, by the text that has them. @param {string} hash @returns {[string, string][]} */
export function saidIn(hash) {
  return ["a", "b", "mine"].map((name) => /** @type {[string, string]} */ ([name, fragment(hash).get(name) ?? ""])).filter(([, text]) => text);
}

/** The question that an address asks for; "" for none. @param {string} hash */
export function questionIn(hash) {
  const asked = fragment(hash).get("question") ?? "";
  return QUESTION.test(asked) ? asked : "";
}
