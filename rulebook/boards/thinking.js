// Part of board.js: background searches, for the move of a player that looks ahead or for advice. They run in a worker of the page if it has the
// engine, else in Python, a slice for each message. The board stays usable meanwhile; a change of the position stops the search.

import { engineUrls } from "../stage/address.js";
import { h, word } from "../stage/page.js";
import { cachedKeys, search, stopSearch } from "../stage/browser_search.js";

const PLAYERS = ["lookahead", "master"]; // players that look ahead
let isUnavailable = false; // whether searching in this browser has failed, or Python rejected a result

export class BackgroundSearch {
  constructor(board) {
    /** @type {{ view: View } & Record<string, any>} */
    this.board = board;
    this.bar = h("progress", { class: "hk-pondering", max: 1, value: 0, hidden: true });
    /** @type {ThinkingView | null} */
    this.current = null; // the search in progress
    this.number = 0;
  }

  /** Return the fields of a message that may start a search: where to search, and the cached data. */
  options() {
    const { rules } = this.board.view;
    return engineUrls() && !isUnavailable ? { by: "page", known: cachedKeys(rules) } : { by: "parts" };
  }

  /** Return the message that requests an automatic move. */
  stepMessage() {
    const { auto, turn, seats } = this.board.view;
    const looksAhead = auto === "player" && PLAYERS.includes(seats["ABCDEFGHI".indexOf(turn)]);
    return { do: "step", ...(looksAhead ? this.options() : {}) };
  }

  /** Request advice, or stop the search for it. */
  toggleAdvice() {
    if (this.current?.what === "hint") {
      this.stop();
      this.board.send({ do: "think", number: this.number, stop: true });
    } else this.board.send({ do: "hint", ...this.options() });
  }

  /** @param {View} view */
  update({ thinking }) {
    if (thinking?.number !== this.number) this.begin(thinking);
    else if (this.current) this.advance(thinking);
  }

  /** @param {ThinkingView | null} thinking */
  begin(thinking) {
    this.stop();
    this.number = thinking?.number ?? 0;
    this.current = thinking;
    if (!thinking) return;
    const at = engineUrls();
    if (thinking.question && at) {
      search(thinking.number, thinking.question, at, {
        progress: (part) => this.showProgress(part),
        found: (moves) => this.report({ found: moves }),
        failed: () => {
          this.fallBack();
          this.report({});
        },
      });
    }
    this.advance(thinking);
  }

  /** Search in Python from now on. */
  fallBack() {
    if (!isUnavailable) this.board.panel.note("ahead");
    isUnavailable = true;
  }

  /** @param {ThinkingView} thinking */
  advance(thinking) {
    if (this.current.question && !thinking.question) this.fallBack(); // Python rejected this browser's result
    this.showProgress(Math.max(thinking.progress, this.bar.value));
    if (!thinking.question || this.unsent) this.report(this.unsent ?? {});
  }

  /** Send Python the result, or request the next slice; if a message is pending, keep it until the answer. */
  report(result) {
    const { board } = this;
    this.unsent = board.line.send({ do: "think", number: this.number, ...result }, board.view.ply) ? null : result;
  }

  /** Stop the search and ignore its result. */
  stop() {
    stopSearch(this.number);
    [this.unsent, this.current] = [null, null];
    this.bar.value = 0;
    this.showProgress(null);
  }

  /** @param {number | null} part completed fraction; null: no search */
  showProgress(part) {
    if (part !== null) this.bar.value = part;
    if (this.bar.hidden === (part === null)) return; // progress comes some fifty times a second
    this.bar.hidden = part === null;
    this.bar.setAttribute("aria-label", word("thinking"));
    this.board.panel.showBusy();
  }
}
