// Links that carry a game in the fragment of the address, which no server sees.

const LINK_LIMIT = 6000; // characters of a record in a link; a link to a longer game has its position only

/** Encode a text for a fragment: newlines and spaces as ~ and _, other characters as readable as a link allows. */
export function encodeText(text) {
  const plain = encodeURIComponent(text.trim()).replace(/_/g, "%5F").replace(/~/g, "%7E").replace(/%20/g, "_").replace(/%0A/g, "~");
  return plain.replace(/%3D/g, "=").replace(/%2C/g, ",").replace(/%3A/g, ":").replace(/%40/g, "@");
}

export function decodeText(text) {
  return decodeURIComponent(text.replace(/~/g, "\n").replace(/_/g, " "));
}

const base64Url = (bytes) => btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");
const bytesOf = (letters) => Uint8Array.from(atob(letters.replace(/-/g, "+").replace(/_/g, "/")), (char) => char.charCodeAt(0));
const textOf = (bytes) => new TextDecoder("utf-8", { fatal: true }).decode(bytes);
const mask = (bytes) => bytes.map((byte, at) => byte ^ (91 + 7 * at));

/** Encode a text as URL-safe base64, and decode it (an error for invalid input). @param {string} text */
export const toBase64Url = (text) => base64Url(new TextEncoder().encode(text));
export const fromBase64Url = (letters) => textOf(bytesOf(letters));

/** The same for answers of tasks, which readers should not see in an address by accident. @param {string} text */
export const obfuscate = (text) => base64Url(mask(new TextEncoder().encode(text)));
export const deobfuscate = (letters) => textOf(mask(bytesOf(letters)));

/** Return the address that opens this board with its game and series. */
export function linkTo(view, href = location.href) {
  if (view.task?.key) return `${href.split("#")[0]}#board=${encodeText(view.name)}&puzzle=${encodeText(view.task.key)}`;
  const game = view.record.length <= LINK_LIMIT
    ? `record=${encodeText(view.record)}`
    : `rules=${encodeText(view.rules)}&position=${encodeText(view.text)}`;
  return `${href.split("#")[0]}#board=${encodeText(view.name)}&${game}${view.games ? `&games=${encodeText(view.games)}` : ""}`;
}

/** Return the address that opens a board of this page with a task. */
export function taskLink(board, { rules, position, question, answers }, href = location.href) {
  const fields = `rules=${encodeText(rules)}&position=${encodeText(position)}&task=${encodeText(question)}&key=${obfuscate(answers.join("\n"))}`;
  return `${href.split("#")[0]}#board=${encodeText(board)}&${fields}`;
}

/** Return the fields of a fragment, still encoded. @param {string} hash @returns {Map<string, string>} */
export const fragmentFields = (hash) => new Map(hash.replace(/^#/, "").split("&").map((field) => /** @type {[string, string]} */ (field.split(/=(.*)/s, 2))).filter(([, value]) => value !== undefined));

/** Return the fields of a fragment, decoded; none if that is impossible. @param {string} hash @returns {Map<string, string>} */
export function decodedFragment(hash) {
  try {
    return new Map([...fragmentFields(hash)].map(([name, value]) => [decodeURIComponent(name), decodeURIComponent(value)]));
  } catch {
    return new Map();
  }
}

/**
 * Parse a fragment: return {board, text, games}, {board, task} or {board, puzzle}; text is null if invalid. Null for other fragments.
 */
export function parseLink(hash) {
  const fields = fragmentFields(hash);
  if (!fields.has("board")) return null;
  try {
    const board = decodeText(fields.get("board"));
    const decoded = (name) => (fields.has(name) ? decodeText(fields.get(name)) : null);
    const [record, rules, position, question] = [decoded("record"), decoded("rules"), decoded("position"), decoded("task")];
    if (question !== null) {
      const answers = fields.has("key") ? deobfuscate(fields.get("key")).split("\n") : null;
      return rules && position && answers ? { board, task: { rules, position, question, answers } } : { board, text: null };
    }
    if (decoded("puzzle")) return { board, puzzle: decoded("puzzle") };
    if (record === null && position === null) return null;
    return { board, text: record ?? (rules === null ? position : `${rules}\n${position}`), games: decoded("games") ?? "" };
  } catch {
    return { board: fields.get("board"), text: null };
  }
}

/** Return the address of a page, given as a link between notebooks: the static site has HTML pages. @param {string} link */
export const pageUrl = (link) => (location.pathname.endsWith(".ipynb") ? link : link.replace(".ipynb", ".html"));

/** Return the URLs of the engine (WebAssembly) and its worker; null in JupyterLab and on Binder, where each reader has a Python of their own. */
export function engineUrls() {
  const { worker, module } = /** @type {HTMLElement | null} */ (document.querySelector("meta[name=hk-engine]"))?.dataset ?? {};
  return worker && module ? { worker: new URL(worker, document.baseURI).href, module: new URL(module, document.baseURI).href } : null;
}
