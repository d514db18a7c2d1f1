// Part of board.js: what leaves the page and what it keeps. Messages to Python, the watchdog for a session that has ended, the game
// kept by the browser, and links that carry a game in the address's fragment (which no server sees).

import { ROOT, h, kept } from "./page.js";

const LOST_AFTER = 8000; // ms without an answer
const THINKING_AFTER = 150;
const MOST_KEPT = 4; // games of one board
const LINK_LIMIT = 6000; // characters of a record in a link; a longer game is linked by its position

/** One message at a time: while one is unanswered the next is dropped, except stepping through the record. */
export class Line {
  constructor(model, { onThinking, onLost }) {
    this.model = model;
    this.onThinking = onThinking;
    this.onLost = onLost;
    this.pending = null;
    this.count = Math.floor(Math.random() * 2 ** 40);
  }

  send(message, ply, always = false) {
    if (this.pending && !always) return false;
    this.count += 1;
    const n = this.count;
    clearTimeout(this.pending?.slow);
    clearTimeout(this.pending?.lost);
    this.pending = { n, slow: setTimeout(() => this.onThinking(true), THINKING_AFTER), lost: this.watch() };
    try {
      this.model.send({ ...message, n, ply: message.ply ?? ply });
    } catch {
      this.lose();
    }
    return true;
  }

  watch() {
    return setTimeout(() => {
      // A page that is still starting its Python (the static book) says so on <html>; its queue is no loss.
      if ("hkBooting" in ROOT.dataset && this.pending) this.pending.lost = this.watch();
      else this.lose();
    }, LOST_AFTER);
  }

  lose() {
    this.onThinking(false);
    this.onLost(true);
  }

  /** A view has come: is it the answer to the last message? */
  answered(n) {
    this.onLost(false);
    if (!this.pending || this.pending.n !== n) return;
    clearTimeout(this.pending.slow);
    clearTimeout(this.pending.lost);
    this.pending = null;
    this.onThinking(false);
  }

  close() {
    clearTimeout(this.pending?.slow);
    clearTimeout(this.pending?.lost);
  }
}

/** The games left on one board, kept under the page's path and the board's name: the latest first, a few older ones behind it. */
export class Keeper {
  constructor(name) {
    this.key = `hedgekit-game:${location.pathname}:${name}`;
    this.mine = false; // is the first of them the game on the board?
  }

  read() {
    try {
      const found = [JSON.parse(kept.get(this.key))].flat();
      return found.filter((game) => game && typeof game.record === "string" && Number.isInteger(game.ply)).slice(0, MOST_KEPT);
    } catch {
      return [];
    }
  }

  /** Keep the game on the board, in the place of what it was before and in front of the others. */
  write(view) {
    const game = { record: view.record, ply: view.ply, seats: view.seats, games: view.games, time: Date.now() };
    const others = this.read().slice(this.mine ? 1 : 0);
    this.put([game, ...others.filter(({ record }) => !game.record.startsWith(record))]);
    this.mine = true;
  }

  /** This one goes on: it is the game on the board from now on. */
  take(game) {
    this.put([game, ...this.read().filter(({ record }) => record !== game.record)]);
    this.mine = true;
  }

  forget(game) {
    this.put(this.read().filter(({ record }) => record !== game.record));
  }

  put(games) {
    if (games.length) kept.set(this.key, JSON.stringify(games.slice(0, MOST_KEPT)));
    else kept.remove(this.key);
  }
}

/** Text for a fragment: lines and spaces as ~ and _, the rest as readable as a link allows. */
function packed(text) {
  const plain = encodeURIComponent(text.trim()).replace(/_/g, "%5F").replace(/~/g, "%7E").replace(/%20/g, "_").replace(/%0A/g, "~");
  return plain.replace(/%3D/g, "=").replace(/%2C/g, ",").replace(/%3A/g, ":").replace(/%40/g, "@");
}

function unpacked(text) {
  return decodeURIComponent(text.replace(/~/g, "\n").replace(/_/g, " "));
}

/** The address that opens this board with its game, and with the score of the games before it. */
export function linkOf(view) {
  const game = view.record.length <= LINK_LIMIT
    ? `record=${packed(view.record)}`
    : `rules=${packed(view.rules)}&position=${packed(view.text)}`;
  return `${location.href.split("#")[0]}#board=${packed(view.name)}&${game}${view.games ? `&games=${packed(view.games)}` : ""}`;
}

/** The address that opens a board of this page with a task. */
export function taskLink(board, { rules, position, question, answers }) {
  const fields = `rules=${packed(rules)}&position=${packed(position)}&task=${packed(question)}&answer=${packed(answers.join("\n"))}`;
  return `${location.href.split("#")[0]}#board=${packed(board)}&${fields}`;
}

/**
 * {board, text, games} of an address's fragment, or {board, task}; text is null if it cannot be read; null if the fragment is none of ours.
 */
export function linked(hash) {
  const fields = new Map();
  for (const part of hash.replace(/^#/, "").split("&")) {
    const cut = part.indexOf("=");
    if (cut > 0) fields.set(part.slice(0, cut), part.slice(cut + 1));
  }
  if (!fields.has("board")) return null;
  try {
    const board = unpacked(fields.get("board"));
    const read = (name) => (fields.has(name) ? unpacked(fields.get(name)) : null);
    const [record, rules, position, question] = [read("record"), read("rules"), read("position"), read("task")];
    if (question !== null) {
      const answers = read("answer")?.split("\n");
      return rules && position && answers ? { board, task: { rules, position, question, answers } } : { board, text: null };
    }
    if (record === null && position === null) return null;
    return { board, text: record ?? (rules === null ? position : `${rules}\n${position}`), games: read("games") ?? "" };
  } catch {
    return { board: fields.get("board"), text: null };
  }
}

export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Without a secure origin there is no clipboard: a selected text field still lets the old command copy.
    const area = h("textarea", { class: "hk-offstage", "aria-hidden": "true", tabindex: "-1" });
    area.value = text;
    document.body.append(area);
    area.select();
    let done = false;
    try { done = document.execCommand("copy"); } catch { /* refused */ }
    area.remove();
    return done;
  }
}
