// A reader's Python on the server, for a page that was rendered once: begun with the first message of the page, and anew when it has ended
// meanwhile. It speaks as the worker of the static book does; beneath are the messages of Jupyter, all to one comm (reading.py).

const COMM = "hedgekit-page";
const AWAY = 3; // seconds between attempts to reach a server that does not answer
const SILENT = 4, ASKED = 3; // seconds without an answer until the server is asked whether it is there, and for which that is waited for: sooner than a board gives up

/** Without what this cookie says a process is neither begun nor ended. */
const token = () => decodeURIComponent(/(?:^|; )_xsrf=([^;]*)/.exec(document.cookie)?.[1] ?? "");

/** A long message, which comes as a gzip file. */
const unpacked = (data) => new Response(new Blob([data]).stream().pipeThrough(new DecompressionStream("gzip"))).text();

export class Remote {
  /**
   * @param {{ begin: string, session: string, kernels: string, leave: string, chapter: string }} at
   * @param {{ hear: (message: any) => void, renew: (slot: string) => object | null, notice: (why: string | null, seconds?: number) => void,
   *   booting: (on: boolean) => void }} page
   *   renew: what brings a board of an earlier process back to where it was; notice: what is the matter (null: nothing any more), and for how long;
   *   booting: whoever waits for an answer waits for a process
   */
  constructor(at, page) {
    this.at = at;
    this.page = page;
    this.kernel = null;
    this.socket = null;
    this.session = crypto.randomUUID?.() ?? String(Math.random()).slice(2);
    this.count = 0;
    this.queue = []; // what is to be sent; what has been sent and is not yet answered stays in front
    this.sent = 0; // how many of the queue
    this.hearing = Promise.resolve(); // messages are followed in the order in which they came, long ones after unpacking
    this.known = new Set(); // slots that this process has
    this.before = new Set(); // slots that an earlier one had
    this.silence = 0; // the timer of what is not answered
    addEventListener("pagehide", () => this.leave());
  }

  postMessage({ type, slot, content, buffers }) {
    if (type !== "message") return;
    this.queue.push({ slot, content, buffers, count: (this.count += 1) });
    this.work();
  }

  async work() {
    if (this.working) return;
    this.working = true;
    try {
      while (this.queue.length && !(this.socket && this.sent === this.queue.length)) {
        await this.connect();
        while (this.socket && this.sent < this.queue.length) this.send(this.queue[this.sent]);
      }
    } finally {
      this.working = false;
    }
  }

  /** Send the next of the queue; a board that an earlier process had is brought back first. */
  send(message) {
    const { slot } = message;
    if (!this.known.has(slot)) {
      this.known.add(slot);
      const renewed = this.before.has(slot) ? this.page.renew(slot) : null;
      if (renewed) {
        message = { slot, content: renewed, buffers: [], count: (this.count += 1) };
        this.queue.splice(this.sent, 0, message);
      }
    }
    this.sent += 1;
    const { content, buffers, count } = message;
    const header = { msg_id: `${this.session}-${count}`, msg_type: "comm_msg", session: this.session, username: "", date: "", version: "5.3" };
    const data = { method: "custom", content: { chapter: this.at.chapter, slot, content, count } };
    const whole = { channel: "shell", header, parent_header: {}, metadata: {}, content: { comm_id: COMM, data } };
    this.listen();
    if (this.socket.readyState > WebSocket.OPEN) return; // it closes: what was not followed is sent again then
    this.socket.send(buffers.length ? packed(whole, buffers) : JSON.stringify({ ...whole, buffers: [] }));
  }

  // ---- the process and the socket to it ----------------------------------------------------------------------------

  /** Have a socket to a process. What an earlier socket did not bring an answer to is sent again. */
  async connect() {
    if (this.socket) return;
    this.page.booting(true);
    await this.hearing;
    this.sent = 0;
    while (!this.socket) {
      let seconds = await this.begun();
      if (!seconds && !(await this.opened())) seconds = await this.lives();
      if (this.socket) this.page.notice(null);
      else if (seconds) await new Promise((go) => setTimeout(go, 1000 * seconds));
    }
    this.page.booting(false);
  }

  /** Have a process, which the server says is there, or begins: 0, or the seconds after which to ask again. */
  async begun() {
    if (this.kernel) {
      const seconds = await this.lives(0);
      if (this.kernel) return seconds;
    }
    const answer = await fetch(this.at.begin, { method: "POST", headers: { "X-XSRFToken": token() } }).catch(() => null);
    if (answer?.ok) {
      this.kernel = (await answer.json()).kernel;
      return 0;
    }
    const seconds = answer?.status === 503 ? Number(answer.headers.get("Retry-After")) || 10 : 0;
    this.page.notice(seconds ? "full" : "away", seconds);
    return seconds ? seconds * (1 + Math.random() / 4) : AWAY; // not all at once
  }

  /** Is the process still there? No socket is opened to one that has ended. 0, or the seconds after which to go on; `well`: if it is there. */
  async lives(well = AWAY) {
    const { kernel } = this;
    if (!kernel) return 0;
    const signal = AbortSignal.timeout(1000 * ASKED);
    const answer = await fetch(this.at.session + kernel, { cache: "no-store", signal }).then((found) => found.json(), () => null);
    if (kernel !== this.kernel) return 0; // it was left meanwhile, or is known to have ended
    if (!answer) {
      this.page.notice("away");
      return AWAY;
    }
    if (answer.alive) return well;
    this.lose();
    return 0;
  }

  opened() {
    return new Promise((go) => {
      const address = new URL(`${this.at.kernels}${this.kernel}/channels?session_id=${this.session}`, location.href);
      address.protocol = address.protocol.replace("http", "ws");
      const socket = new WebSocket(address);
      socket.binaryType = "arraybuffer";
      socket.onopen = () => {
        this.socket = socket;
        go(true);
      };
      socket.onmessage = ({ data }) => {
        this.hearing = this.hearing.then(async () => this.heard(typeof data === "string" ? data : await unpacked(data))).catch(reportError);
      };
      socket.onclose = () => {
        if (this.socket === socket) this.closed();
        go(false);
      };
    });
  }

  /** The socket is closed: has the process ended? What was not answered is sent again. */
  async closed() {
    this.socket = null;
    await this.hearing;
    if (this.queue.length) this.work();
    else if (this.kernel) this.lives();
  }

  /** Wait for the next answer, if one is due. */
  listen() {
    clearTimeout(this.silence);
    if (this.sent) this.silence = setTimeout(() => this.missed(), 1000 * SILENT);
  }

  /** There is none: Python works at it, or the network was lost. Once that is back, what was said would wait in it for as long again. */
  async missed() {
    const { socket } = this;
    let away = false;
    while (socket && socket === this.socket) {
      const seconds = await this.lives(0);
      if (socket !== this.socket) return;
      if (!seconds && !away && this.kernel) return this.listen();
      if (!seconds) {
        socket.onclose = socket.onmessage = null;
        socket.close();
        this.closed();
        return;
      }
      away = true;
      this.page.booting(true); // till it is connected again
      await new Promise((go) => setTimeout(go, 1000 * seconds));
    }
  }

  lose() {
    this.kernel = null;
    for (const slot of this.known) this.before.add(slot);
    this.known.clear();
  }

  leave() {
    if (!this.kernel) return;
    const form = new FormData();
    form.append("_xsrf", token());
    navigator.sendBeacon(this.at.leave + this.kernel, form);
    this.lose(); // the page may come back from the browser's memory
    this.socket?.close();
    this.socket = null;
  }

  heard(data) {
    const { header, content } = JSON.parse(data);
    if (header.msg_type !== "comm_msg" || content.comm_id !== COMM || content.data.method !== "custom") return;
    const message = content.data.content;
    if (message.type === "handled") {
      if (this.queue[0]?.count !== message.count) return;
      this.queue.shift();
      this.sent -= 1;
    }
    this.listen();
    if (message.type === "show") this.known.add(message.slot);
    this.page.hear(message);
  }
}

/** A message with bytes, as Jupyter has them on a socket without a protocol of its own: how many parts, where each begins, the parts. */
function packed(message, buffers) {
  const parts = [new TextEncoder().encode(JSON.stringify(message)), ...buffers];
  const head = new DataView(new ArrayBuffer(4 * (parts.length + 1)));
  let offset = head.byteLength;
  head.setUint32(0, parts.length);
  for (const [k, part] of parts.entries()) {
    head.setUint32(4 * (k + 1), offset);
    offset += part.byteLength;
  }
  return new Blob([head, ...parts]);
}
