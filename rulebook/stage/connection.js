// Messages to Python, and the watchdog for a session that has ended.

const LOST_AFTER = 8000; // ms without an answer
const THINKING_AFTER = 150;

/** Has the kernel gone that a widget came from, or was there none? Its host knows it of the layout, which every widget has. */
export function isKernelDead(model) {
  const { comm_live: live, comm } = model.get("layout") ?? {};
  return live === false || comm?.jsServicesComm?.isDisposed === true; // Lab says nothing of a kernel that was shut down
}

/** One message at a time: while one is unanswered the next is dropped, except stepping through the record. */
export class Connection {
  constructor(model, { onThinking, onLost }) {
    this.model = model;
    this.onThinking = onThinking;
    this.onLost = onLost;
    this.pending = null;
    this.slow = false; // is its answer slow to come?
    this.lost = false; // does nobody answer any more?
    this.count = Math.floor(Math.random() * 2 ** 40);
    this.ended = () => { if (isKernelDead(model)) this.lose(); };
    model.on("comm_live_update", this.ended);
  }

  send(message, ply, always = false, buffers = []) {
    if (this.pending && !always) return false;
    this.count += 1;
    const n = this.count;
    this.forget();
    this.pending = { n, message, slow: setTimeout(() => this.think(true), THINKING_AFTER), lost: this.watch() };
    try {
      if (isKernelDead(this.model)) throw new Error("no kernel");
      this.model.send({ ...message, n, ply: message.ply ?? ply }, undefined, buffers);
    } catch {
      this.lose();
    }
    return true;
  }

  watch() {
    return setTimeout(() => {
      // A page that is still starting its Python (the static book) says so on <html>; its queue is no loss.
      if ("hkBooting" in document.documentElement.dataset && this.pending) this.pending.lost = this.watch();
      else this.lose();
    }, LOST_AFTER);
  }

  think(slow) {
    this.slow = slow;
    this.onThinking(slow);
  }

  lose() {
    clearTimeout(this.pending?.slow);
    this.think(false);
    this.become(true);
  }

  become(lost) {
    if (lost === this.lost) return;
    this.lost = lost;
    this.onLost(lost);
  }

  /** A view has come: is it the answer to the last message? */
  answered(n) {
    this.become(false);
    if (this.pending?.n !== n) return;
    this.forget();
    this.think(false);
  }

  /** Wait for the last message no longer. */
  forget() {
    clearTimeout(this.pending?.slow);
    clearTimeout(this.pending?.lost);
    this.pending = null;
  }

  close() {
    this.model.off("comm_live_update", this.ended);
    this.forget();
  }
}
