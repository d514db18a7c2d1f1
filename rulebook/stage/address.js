// Links that carry a game in the address's fragment, which no server sees.

const LINK_LIMIT = 6000; // characters of a record in a link; a longer game is linked by its position

/** Text for a fragment: lines and spaces as ~ and _, the rest as readable as a link allows. */
export function packed(text) {
  const plain = encodeURIComponent(text.trim()).replace(/_/g, "%5F").replace(/~/g, "%7E").replace(/%20/g, "_").replace(/%0A/g, "~");
  return plain.replace(/%3D/g, "=").replace(/%2C/g, ",").replace(/%3A/g, ":").replace(/%40/g, "@");
}

export function unpacked(text) {
  return decodeURIComponent(text.replace(/~/g, "\n").replace(/_/g, " "));
}

const written = (bytes) => btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");
const read = (letters) => Uint8Array.from(atob(letters.replace(/-/g, "+").replace(/_/g, "/")), (char) => char.charCodeAt(0));
const textOf = (bytes) => new TextDecoder("utf-8", { fatal: true }).decode(bytes);
const veil = (bytes) => bytes.map((byte, at) => byte ^ (91 + 7 * at));

/** A text in letters that addresses leave as they are; the text again, or an error. @param {string} text */
export const inLetters = (text) => written(new TextEncoder().encode(text));
export const fromLetters = (letters) => textOf(read(letters));

/** The same of what nobody is to read by looking at an address: an answer is no secret, but it is not told. @param {string} text */
export const veiled = (text) => written(veil(new TextEncoder().encode(text)));
export const unveiled = (letters) => textOf(veil(read(letters)));

/** The address that opens this board with its game, and with the score of the games before it. */
export function linkOf(view, href = location.href) {
  if (view.task?.key) return `${href.split("#")[0]}#board=${packed(view.name)}&puzzle=${packed(view.task.key)}`;
  const game = view.record.length <= LINK_LIMIT
    ? `record=${packed(view.record)}`
    : `rules=${packed(view.rules)}&position=${packed(view.text)}`;
  return `${href.split("#")[0]}#board=${packed(view.name)}&${game}${view.games ? `&games=${packed(view.games)}` : ""}`;
}

/** The address that opens a board of this page with a task. */
export function taskLink(board, { rules, position, question, answers }, href = location.href) {
  const fields = `rules=${packed(rules)}&position=${packed(position)}&task=${packed(question)}&key=${veiled(answers.join("\n"))}`;
  return `${href.split("#")[0]}#board=${packed(board)}&${fields}`;
}

/** The fields of a fragment, as they are written there. @param {string} hash @returns {Map<string, string>} */
export const fieldsOf = (hash) => new Map(hash.replace(/^#/, "").split("&").map((field) => /** @type {[string, string]} */ (field.split(/=(.*)/s, 2))).filter(([, value]) => value !== undefined));

/** The same, decoded; none where that cannot be. @param {string} hash @returns {Map<string, string>} */
export function decodedFields(hash) {
  try {
    return new Map([...fieldsOf(hash)].map(([name, value]) => [decodeURIComponent(name), decodeURIComponent(value)]));
  } catch {
    return new Map();
  }
}

/**
 * {board, text, games} of an address's fragment, or {board, task}, or {board, puzzle}; text is null if it cannot be read; null if the fragment is none of ours.
 */
export function linked(hash) {
  const fields = fieldsOf(hash);
  if (!fields.has("board")) return null;
  try {
    const board = unpacked(fields.get("board"));
    const read = (name) => (fields.has(name) ? unpacked(fields.get(name)) : null);
    const [record, rules, position, question] = [read("record"), read("rules"), read("position"), read("task")];
    if (question !== null) {
      const answers = fields.has("key") ? unveiled(fields.get("key")).split("\n") : null;
      return rules && position && answers ? { board, task: { rules, position, question, answers } } : { board, text: null };
    }
    if (read("puzzle")) return { board, puzzle: read("puzzle") };
    if (record === null && position === null) return null;
    return { board, text: record ?? (rules === null ? position : `${rules}\n${position}`), games: read("games") ?? "" };
  } catch {
    return { board: fields.get("board"), text: null };
  }
}

/** The address of a chapter's place, given as notebooks have it: the pages of the static site are HTML. @param {string} link */
export const pageAt = (link) => (location.pathname.endsWith(".ipynb") ? link : link.replace(".ipynb", ".html"));

/** Where the page has the engine as WebAssembly, which it may run beside it in a worker: none in JupyterLab and on Binder, where a reader's Python is his own. */
export function engineHere() {
  const { worker, module } = /** @type {HTMLElement | null} */ (document.querySelector("meta[name=hk-engine]"))?.dataset ?? {};
  return worker && module ? { worker: new URL(worker, document.baseURI).href, module: new URL(module, document.baseURI).href } : null;
}
