// Messages to Python, and a watchdog for sessions that have ended.

const LOST_AFTER = 8000; // ms without an answer
const THINKING_AFTER = 150;

/** Return whether the kernel of a widget has gone or never existed, according to the widget's layout. */
export function isKernelDead(model) {
  const { comm_live: live, comm } = model.get("layout") ?? {};
  return live === false || comm?.jsServicesComm?.isDisposed === true; // JupyterLab does not report a kernel that was shut down
}

/** A connection with one pending message: another message is dropped unless it is sent with `always`. */
export class Connection {
  constructor(model, { onThinking, onLost }) {
    this.model = model;
    this.onThinking = onThinking;
    this.onLost = onLost;
    this.pending = null;
    this.slow = false; // whether the answer is slow
    this.lost = false; // whether the session has ended
    this.count = Math.floor(Math.random() * 2 ** 40);
    this.ended = () => { if (isKernelDead(model)) this.lose(); };
    model.on("comm_live_update", this.ended);
  }

  send(message, ply, always = false, buffers = []) {
    if (this.pending && !always) return false;
    this.count += 1;
    const n = this.count;
    this.forget();
    this.pending = { n, message, slow: setTimeout(() => this.setSlow(true), THINKING_AFTER), lost: this.startWatchdog() };
    try {
      if (isKernelDead(this.model)) throw new Error("no kernel");
      this.model.send({ ...message, n, ply: message.ply ?? ply }, undefined, buffers);
    } catch {
      this.lose();
    }
    return true;
  }

  startWatchdog() {
    return setTimeout(() => {
      // A static page that is still starting its Python, as <html> says, queues messages.
      if ("hkBooting" in document.documentElement.dataset && this.pending) this.pending.lost = this.startWatchdog();
      else this.lose();
    }, LOST_AFTER);
  }

  setSlow(slow) {
    this.slow = slow;
    this.onThinking(slow);
  }

  lose() {
    clearTimeout(this.pending?.slow);
    this.setSlow(false);
    this.setLost(true);
  }

  setLost(lost) {
    if (lost === this.lost) return;
    this.lost = lost;
    this.onLost(lost);
  }

  /** A view has arrived: if it answers the pending message, nothing is pending any more. */
  answered(n) {
    this.setLost(false);
    if (this.pending?.n !== n) return;
    this.forget();
    this.setSlow(false);
  }

  /** Drop the pending message and its timers. */
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
