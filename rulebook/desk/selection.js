// Part of the desk's widgets: filtering and stepping through findings, links to boards, inline markup. Pure functions.

/** @typedef {Record<string, DecisionView>} Decided the decisions, by the id of a finding */
/** @typedef {{ classes: string[], inner?: boolean, standing?: string, changes?: string, variant?: string, sought?: string, language?: string }} Looks */

/** Return the class of a finding, or the one it was given. @param {FindingView} finding @param {Decided} decided */
export const classOf = (finding, decided) => decided[finding.id]?.klass ?? finding.klass;

const MARKS_OF_LETTERS = /\p{M}/gu;
/** Return a text normalized for searching: lower case, without accents. @param {string} text */
const normalized = (text) => text.normalize("NFD").replace(MARKS_OF_LETTERS, "").toLowerCase();

/** Return whether the words or the note of a finding contain a text. @param {FindingView} finding @param {string} sought @param {string} language */
function mentions({ a, b, note }, sought, language) {
  return !sought.trim() || normalized([a?.text, b?.text, note[language]].join(" ")).includes(normalized(sought.trim()));
}

/** Return whether a finding has a status: "open", "decided", "apart" (conflicting), a decision, or "" for any. @param {DecisionView | undefined} decision @param {string} standing */
function hasStatus(decision, standing) {
  if (!decision) return ["", "open"].includes(standing);
  return ["", "decided", decision.value].includes(standing) || (standing === "apart" && Boolean(decision.other));
}

/** Return the indices of the findings that pass the filters. @param {FindingView[]} findings @param {Decided} decided @param {Looks} looks */
export function filterFindings(findings, decided, { classes, inner = true, standing = "", changes = "", variant = "", sought = "", language = "" }) {
  const passes = (one) => classes.includes(classOf(one, decided)) && (inner || !one.inner)
    && (changes === "" || one.changes === changes) && (variant === "" || String(one.variant) === variant) && hasStatus(decided[one.id], standing)
    && mentions(one, sought, language);
  return findings.flatMap((one, place) => (passes(one) ? [place] : []));
}

/** Return the current finding if still listed, otherwise the next one, otherwise the first; -1 for none. @param {number[]} list @param {number} current */
export function keepPosition(list, current) {
  if (current >= 0 && list.includes(current)) return current;
  return list.find((place) => place >= current) ?? list[0] ?? -1;
}

/** Return the finding `by` steps further in the list, cyclically. @param {number[]} list @param {number} current @param {number} by */
export const stepFrom = (list, current, by) => list[(list.indexOf(current) + by + list.length) % list.length];

/** Return the next undecided finding in the list, cyclically; undefined for none. @param {number[]} list @param {number} current @param {FindingView[]} findings @param {Decided} decided */
export function nextOpen(list, current, findings, decided) {
  return [...list.filter((place) => place > current), ...list.filter((place) => place < current)].find((place) => !decided[findings[place].id]);
}

const MARKS = { "**": "strong", "*": "em", "`": "code" };

/** Split a text with **bold**, *italics* and `code`, the only markup, into [element name or null, text]. @param {string} text @returns {[string | null, string][]} */
export function spans(text) {
  return text.split(/(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`)/).filter(Boolean).map((part) => {
    const mark = /^(\*\*|\*|`).+\1$/s.exec(part)?.[1];
    return mark ? [MARKS[mark], part.slice(mark.length, -mark.length)] : [null, part];
  });
}

// ---- URLs of boards, in the served book and on the static site

const CHAPTER = "12-desk"; // the chapter with both readings
const READINGS = "readings"; // and its page with the boards
const QUESTION = /^\d+[-.][a-z0-9]+$/;

/** Return whether a page is served, so that chapters are notebooks. @param {string} pathname */
const isServed = (pathname) => pathname.endsWith(".ipynb");

/** Return the URL of a clause with its boards, or of the chapter without a clause. @param {string} pathname @param {{ chapter: string, clause: string }} play @param {number | null} variant */
export function clauseUrl(pathname, { chapter, clause }, variant) {
  const place = clause ? `#rule-${clause}` : "";
  if (isServed(pathname)) return `${chapter}.ipynb${variant ? `?variant=${variant}` : ""}${place}`;
  return `${variant ? `variant-${variant}` : chapter}.html${place}`;
}

/** Return the URL of both readings of a question, with the sentences of a finding. @param {string} pathname @param {string} question @param {[string, string][]} sentences */
export function readingsUrl(pathname, question, sentences = []) {
  const page = isServed(pathname) ? `${CHAPTER}.ipynb?page=${READINGS}` : `${CHAPTER}-${READINGS}.html`;
  return `${page}#question=${question}${sentences.map((pair) => `&${pair.map(encodeURIComponent).join("=")}`).join("")}`;
}

/** Return the parameters in the fragment of a URL. @param {string} href */
const fragment = (href) => new URLSearchParams(href.replace(/^[^#]*#?/, ""));

/** Return the sentences in a URL, by their text. @param {string} hash @returns {[string, string][]} */
export function sentencesIn(hash) {
  return ["a", "b", "mine"].map((name) => /** @type {[string, string]} */ ([name, fragment(hash).get(name) ?? ""])).filter(([, text]) => text);
}

/** Return the question in a URL; "" for none. @param {string} hash */
export function questionIn(hash) {
  const asked = fragment(hash).get("question") ?? "";
  return QUESTION.test(asked) ? asked : "";
}
