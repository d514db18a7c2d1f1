// Part of the desk's widgets: messages to Python and their answers.

import { Connection } from "../stage/connection.js";

const WAITING = 8; // messages that wait for their turn, at most

/** Messages to Python and their answers: one at a time, in order, with files if there are any. */
export class Messages {
  constructor(model, { onBusy, onLost }) {
    this.waiting = [];
    this.line = new Connection(model, { onThinking: onBusy, onLost });
  }

  /** Send a message in its turn; `after` is called when its answer has come, before that is shown. */
  ask(message, buffers = [], after = undefined) {
    if (this.line.pending) {
      this.waiting = [...this.waiting, [message, buffers, after]].slice(-WAITING);
      return;
    }
    this.after = after;
    this.line.send(message, undefined, false, buffers);
  }

  /** A view has come. One that says busy only tells that Python has begun, and is not lost however long it takes. */
  heard(view) {
    if (view.busy) {
      clearTimeout(this.line.pending?.lost);
      return;
    }
    this.line.answered(view.n);
    if (!this.line.pending) {
      this.after?.();
      this.after = undefined;
    }
    const next = this.line.pending ? null : this.waiting.shift();
    if (next) this.ask(...next);
  }

  close() {
    this.line.close();
  }
}
