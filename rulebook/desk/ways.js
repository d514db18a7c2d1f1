// Part of the desk's widgets: addresses of what can be played, in the book as it is served or as a static site. It looks at values only.

const BOARDS = "12-desk"; // the chapter with the boards of both readings,
const READINGS = "readings"; // and its page
const QUESTION = /^\d+[-.][a-z]+$/;

/** Is a page served, so that chapters are notebooks? @param {string} pathname */
const isServed = (pathname) => pathname.endsWith(".ipynb");

/** Where a clause stands with its boards; the chapter where no clause is known. @param {string} pathname @param {{ chapter: string, clause: string }} play @param {number | null} variant */
export function clauseAt(pathname, { chapter, clause }, variant) {
  const place = clause ? `#rule-${clause}` : "";
  if (isServed(pathname)) return `${chapter}.ipynb${variant ? `?variant=${variant}` : ""}${place}`;
  return `${variant ? `variant-${variant}` : chapter}.html${place}`;
}

/** Where both readings of a question are played. @param {string} pathname @param {string} question */
export function readingsAt(pathname, question) {
  const page = isServed(pathname) ? `${BOARDS}.ipynb?page=${READINGS}` : `${BOARDS}-${READINGS}.html`;
  return `${page}#question=${question}`;
}

/** The question that an address asks for; "" for none. @param {string} hash */
export function questionIn(hash) {
  const asked = hash.replace(/^#/, "").split("&").find((part) => part.startsWith("question="))?.slice("question=".length) ?? "";
  return QUESTION.test(asked) ? asked : "";
}
