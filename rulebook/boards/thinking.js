// Part of board.js: a player who looks ahead, or is asked for advice. He does so in a worker of this page where it has the engine, else in Python, a
// slice for every message; the reader may do meanwhile what he likes, which stops it where the board is another then.

import { engineUrls } from "../stage/address.js";
import { h, word } from "../stage/page.js";
import { cachedKeys, search, stopSearch } from "../stage/browser_search.js";

const PLAYERS = ["lookahead", "master"]; // who looks ahead
let cannot = false; // has this browser turned out not to be able to, or not to be believed?

export class Pondering {
  constructor(board) {
    /** @type {{ view: View } & Record<string, any>} */
    this.board = board;
    this.bar = h("progress", { class: "hk-pondering", max: 1, value: 0, hidden: true });
    /** @type {ThinkingView | null} */
    this.asked = null; // what is being searched for
    this.number = 0;
  }

  /** What a message says that may have somebody look ahead: who searches. */
  by() {
    const { rules } = this.board.view;
    return engineUrls() && !cannot ? { by: "page", known: cachedKeys(rules) } : { by: "parts" };
  }

  /** A step of whoever acts by himself, and the page's part in it. */
  step() {
    const { auto, turn, seats } = this.board.view;
    const looksAhead = auto === "player" && PLAYERS.includes(seats["ABCDEFGHI".indexOf(turn)]);
    return { do: "step", ...(looksAhead ? this.by() : {}) };
  }

  /** Ask for advice, or stop looking for it. */
  advise() {
    if (this.asked?.what === "hint") {
      this.stop();
      this.board.send({ do: "think", number: this.number, stop: true });
    } else this.board.send({ do: "hint", ...this.by() });
  }

  /** @param {View} view */
  update({ thinking }) {
    if (thinking?.number !== this.number) this.begin(thinking);
    else if (this.asked) this.goOn(thinking);
  }

  /** @param {ThinkingView | null} thinking */
  begin(thinking) {
    this.stop();
    this.number = thinking?.number ?? 0;
    this.asked = thinking;
    if (!thinking) return;
    const at = engineUrls();
    if (thinking.question && at) {
      search(thinking.number, thinking.question, at, {
        progress: (part) => this.show(part),
        found: (moves) => this.tell({ found: moves }),
        failed: () => {
          this.giveUp();
          this.tell({});
        },
      });
    }
    this.goOn(thinking);
  }

  /** From now on Python looks ahead. */
  giveUp() {
    if (!cannot) this.board.panel.note("ahead");
    cannot = true;
  }

  /** @param {ThinkingView} thinking */
  goOn(thinking) {
    if (this.asked.question && !thinking.question) this.giveUp(); // Python did not believe what was found here
    this.show(Math.max(thinking.progress, this.bar.value));
    if (!thinking.question || this.answer) this.tell(this.answer ?? {});
  }

  /** Tell Python what was found, or have it search on; once it has answered what it was asked before. */
  tell(answer) {
    const { board } = this;
    this.answer = board.line.send({ do: "think", number: this.number, ...answer }, board.view.ply) ? null : answer;
  }

  /** Look no further; what is found all the same is nobody's. */
  stop() {
    stopSearch(this.number);
    [this.answer, this.asked] = [null, null];
    this.bar.value = 0;
    this.show(null);
  }

  /** @param {number | null} part how much is done; null: nobody looks ahead any more */
  show(part) {
    if (part !== null) this.bar.value = part;
    if (this.bar.hidden === (part === null)) return; // some fifty times a second nothing else is new
    this.bar.hidden = part === null;
    this.bar.setAttribute("aria-label", word("thinking"));
    this.board.panel.busy();
  }
}
