// Links that carry a game in the address's fragment, which no server sees.

const LINK_LIMIT = 6000; // characters of a record in a link; a longer game is linked by its position

/** Text for a fragment: lines and spaces as ~ and _, the rest as readable as a link allows. */
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

/** A text in letters that addresses leave as they are; the text again, or an error. @param {string} text */
export const toBase64Url = (text) => base64Url(new TextEncoder().encode(text));
export const fromBase64Url = (letters) => textOf(bytesOf(letters));

/** The same of what nobody is to read by looking at an address: an answer is no secret, but it is not told. @param {string} text */
export const obfuscate = (text) => base64Url(mask(new TextEncoder().encode(text)));
export const deobfuscate = (letters) => textOf(mask(bytesOf(letters)));

/** The address that opens this board with its game, and with the score of the games before it. */
export function linkTo(view, href = location.href) {
  if (view.task?.key) return `${href.split("#")[0]}#board=${encodeText(view.name)}&puzzle=${encodeText(view.task.key)}`;
  const game = view.record.length <= LINK_LIMIT
    ? `record=${encodeText(view.record)}`
    : `rules=${encodeText(view.rules)}&position=${encodeText(view.text)}`;
  return `${href.split("#")[0]}#board=${encodeText(view.name)}&${game}${view.games ? `&games=${encodeText(view.games)}` : ""}`;
}

/** The address that opens a board of this page with a task. */
export function taskLink(board, { rules, position, question, answers }, href = location.href) {
  const fields = `rules=${encodeText(rules)}&position=${encodeText(position)}&task=${encodeText(question)}&key=${obfuscate(answers.join("\n"))}`;
  return `${href.split("#")[0]}#board=${encodeText(board)}&${fields}`;
}

/** The fields of a fragment, as they are written there. @param {string} hash @returns {Map<string, string>} */
export const fragmentFields = (hash) => new Map(hash.replace(/^#/, "").split("&").map((field) => /** @type {[string, string]} */ (field.split(/=(.*)/s, 2))).filter(([, value]) => value !== undefined));

/** The same, decoded; none where that cannot be. @param {string} hash @returns {Map<string, string>} */
export function decodedFragment(hash) {
  try {
    return new Map([...fragmentFields(hash)].map(([name, value]) => [decodeURIComponent(name), decodeURIComponent(value)]));
  } catch {
    return new Map();
  }
}

/**
 * {board, text, games} of an address's fragment, or {board, task}, or {board, puzzle}; text is null if it cannot be read; null if the fragment is none of ours.
 */
export function parseLink(hash) {
  const fields = fragmentFields(hash);
  if (!fields.has("board")) return null;
  try {
    const board = decodeText(fields.get("board"));
    const bytesOf = (name) => (fields.has(name) ? decodeText(fields.get(name)) : null);
    const [record, rules, position, question] = [bytesOf("record"), bytesOf("rules"), bytesOf("position"), bytesOf("task")];
    if (question !== null) {
      const answers = fields.has("key") ? deobfuscate(fields.get("key")).split("\n") : null;
      return rules && position && answers ? { board, task: { rules, position, question, answers } } : { board, text: null };
    }
    if (bytesOf("puzzle")) return { board, puzzle: bytesOf("puzzle") };
    if (record === null && position === null) return null;
    return { board, text: record ?? (rules === null ? position : `${rules}\n${position}`), games: bytesOf("games") ?? "" };
  } catch {
    return { board: fields.get("board"), text: null };
  }
}

/** The address of a chapter's place, given as notebooks have it: the pages of the static site are HTML. @param {string} link */
export const pageUrl = (link) => (location.pathname.endsWith(".ipynb") ? link : link.replace(".ipynb", ".html"));

/** Where the page has the engine as WebAssembly, which it may run beside it in a worker: none in JupyterLab and on Binder, where a reader's Python is his own. */
export function engineUrls() {
  const { worker, module } = /** @type {HTMLElement | null} */ (document.querySelector("meta[name=hk-engine]"))?.dataset ?? {};
  return worker && module ? { worker: new URL(worker, document.baseURI).href, module: new URL(module, document.baseURI).href } : null;
}
