// Part of the desk's widgets: messages to Python and their answers.

import { Connection } from "../stage/connection.js";

const WAITING = 8; // queued messages, at most

/** A queue of messages to Python, sent one at a time, with their files. */
export class Messages {
  constructor(model, { onBusy, onLost }) {
    this.waiting = [];
    this.line = new Connection(model, { onThinking: onBusy, onLost });
  }

  /** Send a message in its turn; `after` is called when its answer arrives, before it is shown. */
  ask(message, buffers = [], after = undefined) {
    if (this.line.pending) {
      this.waiting = [...this.waiting, [message, buffers, after]].slice(-WAITING);
      return;
    }
    this.after = after;
    this.line.send(message, undefined, false, buffers);
  }

  /** Handle a view; a busy one only means that Python has started, so the message is not lost however long it takes. */
  onView(view) {
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
