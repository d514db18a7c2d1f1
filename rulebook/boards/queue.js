// Part of board.js: the reader's actions while a message is pending.

/**
 * The queue keeps the latest action only, since repeated clicks mean one; it runs when the answer has been drawn. Two different cells, a piece
 * and its target, are both kept.
 */
export class ActionQueue {
  /** @type {{ act: () => void, cell: string | null }[]} */
  actions = [];

  /** @param {() => void} act @param {string | null} cell the cell that was activated, if any */
  add(act, cell = null) {
    const last = this.actions.at(-1);
    const pair = cell !== null && last && last.cell !== null && last.cell !== cell;
    this.actions = pair ? [last, { act, cell }] : [{ act, cell }];
  }

  /** Empty the queue and return its actions in order. */
  take() {
    const { actions } = this;
    this.actions = [];
    return actions.map(({ act }) => act);
  }
}
