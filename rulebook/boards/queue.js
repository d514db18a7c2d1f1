// Part of board.js: what a reader does while a message is on its way.

/**
 * It waits for the answer, and is meant for what is seen then: the last thing he did, since who clicks again and again means it once. Of two
 * cells both are kept, the piece and where it goes; the same cell twice is one click too many.
 */
export class Waiting {
  /** @type {{ act: () => void, cell: string | null }[]} */
  deeds = [];

  /** @param {() => void} act @param {string | null} cell the one that was pointed at, if it was one */
  add(act, cell = null) {
    const last = this.deeds.at(-1);
    const pair = cell !== null && last && last.cell !== null && last.cell !== cell;
    this.deeds = pair ? [last, { act, cell }] : [{ act, cell }];
  }

  /** All that waits, in its order; nothing waits any more. */
  take() {
    const { deeds } = this;
    this.deeds = [];
    return deeds.map(({ act }) => act);
  }
}
