// Part of host.js on pages of the server: the WebSocket to the server that answers for the boards of the page (page_socket.py). It opens with
// the first message of the page, and again after it was lost; to the page it behaves like the worker of the static book.

const OPEN_TIMEOUT = 4000, PING_AFTER = 3000; // ms that a socket may take to open; without an answer until a ping, and again until the socket is closed
const RETRY = 3, RETRY_LATE = 30, MANY = 100; // seconds between attempts to connect, at most; and after MANY attempts
const BLOCKED = 3; // attempts, after which a server that is ready but opens no socket must be behind something that blocks WebSockets
const MAX_TRIES = 2; // times that a message is sent to new boards
const SAME_NOTICE = { 401: 403, 404: 500, 504: 502 }; // a status -> another one with the same notice
const PAGE_LEFT = 4000; // close code of a page that is left

const pause = (seconds) => new Promise((go) => { setTimeout(go, 1000 * seconds); });
const cellOf = (slot) => slot.split(".")[0];

export class PageSocket {
  /**
   * @param {{ address: string, ready: string, chapter: string }} remote
   * @param {{ receive: (message: any) => void, renew: (slot: string, again?: object) => object | null | false, notice: (why: string | null, seconds?: number) => void,
   *   booting: (on: boolean) => void }} page
   *   renew: returns the message that restores a board which the server no longer has (false: the board was shown afresh, drop its messages);
   *   notice: shows what is wrong (null: nothing), and the seconds until the next attempt; booting: whether the page waits for the server
   */
  constructor(remote, page) {
    this.remote = remote;
    this.page = page;
    this.key = ""; // identifies the session when the page reconnects
    this.socket = null;
    this.count = 0; // the sequence number of the last message
    this.queue = []; // unanswered messages, those already sent in front
    this.sent = 0; // number of messages in the queue that are sent
    this.waited = 0; // the sequence number of the last message that waited for the socket
    this.boards = new Map(); // slot -> whether the server has its board; only boards it has had
    this.renewals = new Map(); // slot -> the unanswered message that restores its board
    this.silence = 0; // the timer of an overdue answer
    addEventListener("pagehide", () => this.leave());
    addEventListener("pageshow", () => this.work()); // the page may come back from the browser's cache
  }

  postMessage({ slot, content, buffers }) {
    this.queue.push({ slot, content, buffers, count: (this.count += 2), tries: 0 });
    this.work();
  }

  async work() {
    if (this.working) return;
    this.working = true;
    try {
      while (this.queue.length && !(this.socket && this.sent === this.queue.length)) {
        await this.connect();
        while (this.socket && this.sent < this.queue.length) this.send();
      }
    } finally {
      this.working = false;
    }
  }

  /** Send the next message in the queue, after one that restores its board if the server no longer has it. */
  send() {
    let message = this.queue[this.sent];
    const { slot } = message;
    if (!this.boards.get(slot)) {
      const content = this.boards.has(slot) ? this.page.renew(slot, this.renewals.get(slot)) : null;
      this.boards.set(slot, true);
      if (content === false) return this.drop(slot);
      if (content) {
        this.renewals.set(slot, content);
        message = { slot, content, buffers: [], count: message.count - 1, tries: 0, renews: true };
        this.queue.splice(this.sent, 0, message);
      }
    }
    this.sent += 1;
    message.tries += 1;
    this.awaitAnswer();
    this.socket.send(encode(message));
  }

  /** Drop the unsent messages to a board. */
  drop(slot) {
    this.queue = this.queue.filter((one, place) => place < this.sent || one.slot !== slot);
    if (!this.queue.length) this.page.booting(false);
  }

  // ---- the socket --------------------------------------------------------------------------------------------------

  /** Connect, however many attempts that takes. Messages that an earlier socket left unanswered are sent again. */
  async connect() {
    if (this.socket) return;
    this.page.booting(true);
    for (let attempt = 0; !this.socket; attempt += 1) {
      const full = await this.open();
      if (this.socket) break;
      const { why, retryAfter = 0 } = full ? { why: "full", retryAfter: full } : await this.reason(attempt);
      const seconds = full || Math.max(retryAfter, Math.min(1.5 ** attempt / 2, attempt < MANY ? RETRY : RETRY_LATE));
      this.page.notice(why, Math.ceil(seconds));
      await pause(seconds * (1 + Math.random() / 4)); // pages that were cut off together reconnect one by one
    }
    this.page.notice(null);
    this.waited = this.count;
  }

  /** Find out why no socket opens (null: a server that has just started may refuse it), and the seconds until the next attempt that the server asks for. */
  async reason(attempt) {
    try {
      const { ok, status, headers } = await fetch(this.remote.ready, { cache: "no-store", signal: AbortSignal.timeout(PING_AFTER) });
      if (ok) return { why: attempt < BLOCKED ? null : "blocked" };
      return { why: `status-${SAME_NOTICE[status] ?? status}`, retryAfter: Math.min(RETRY_LATE, Number(headers.get("Retry-After")) || 0) };
    } catch ({ name }) {
      return { why: name === "TimeoutError" ? "late-server" : "away" };
    }
  }

  /** Open a socket and identify the page; return 0, or the seconds until the next attempt if the server is full. */
  open() {
    return new Promise((go) => {
      const address = new URL(this.remote.address, location.href);
      address.protocol = address.protocol.replace("http", "ws");
      const socket = new WebSocket(address);
      let timer = 0;
      const wait = (ms) => { clearTimeout(timer); timer = setTimeout(() => socket.close(), ms); };
      // A key is valid once: giving up early after sending it would lose the reader's boards.
      socket.onopen = () => { wait(4 * OPEN_TIMEOUT); socket.send(JSON.stringify({ chapter: this.remote.chapter, key: this.key })); };
      wait(OPEN_TIMEOUT);
      socket.onmessage = ({ data }) => {
        clearTimeout(timer);
        const answer = JSON.parse(data);
        if (answer.type === "opened") {
          Object.assign(this, { socket, key: answer.key, sent: 0 });
          if (answer.new) this.startOver();
          socket.onmessage = (message) => this.receive(message.data);
          socket.onclose = () => this.closed();
        }
        go(answer.seconds ?? 0);
      };
      socket.onclose = () => go(0);
    });
  }

  closed() {
    this.socket = null;
    if (this.queue.length) this.work();
  }

  /** Ping the server if an answer is overdue, and reconnect if it stays silent: a lost network closes no socket. */
  awaitAnswer() {
    clearTimeout(this.silence);
    const { socket } = this;
    if (!this.sent || !socket) return;
    const later = (act) => { this.silence = setTimeout(() => socket === this.socket && act(), PING_AFTER); };
    later(() => {
      socket.send("ping");
      this.page.booting(true);
      later(() => {
        this.hangUp();
        this.closed();
      });
    });
  }

  /** The server has a new session for this page: restore boards as they are used, and drop messages that were tried too often. */
  startOver() {
    this.forget(() => true);
    const queue = this.queue.filter(({ renews }) => !renews);
    this.queue = queue.filter(({ tries }) => tries < MAX_TRIES);
    for (const { slot, content } of queue.filter(({ tries }) => tries >= MAX_TRIES)) this.page.receive({ type: "ended", slot, content, why: "slow" });
    if (!this.queue.length) this.page.booting(false);
  }

  cancel() { this.socket?.send("cancel"); }

  leave() {
    if (!this.socket) return;
    this.hangUp(PAGE_LEFT);
    Object.assign(this, { socket: null, key: "", sent: 0 });
    this.startOver();
  }

  /** Close the socket without listening to what is still under way. */
  hangUp(...code) {
    this.socket.onclose = this.socket.onmessage = null;
    this.socket.close(...code);
  }

  /** Note that the server no longer has the boards in these slots. */
  forget(isForgotten) {
    for (const slot of this.boards.keys()) if (isForgotten(slot)) this.boards.set(slot, false);
  }

  receive(data) {
    if (data !== "pong") {
      const message = JSON.parse(data);
      if (message.type === "handled") this.handled(message);
      if (message.type === "show") this.boards.set(message.slot, true);
      this.page.receive(message);
    }
    // Messages that waited for the socket show as booting until they are answered or the server is known to be at work: others, and those that
    // restore boards, may come before them.
    if (data === "pong" || !(this.queue[0]?.count <= this.waited)) this.page.booting(false);
    this.awaitAnswer();
  }

  handled({ count, ended, slot }) {
    if (this.queue[0]?.count !== count) return;
    const [{ content, renews }] = this.queue.splice(0, 1);
    if (renews) this.renewals.delete(slot);
    this.sent -= 1;
    if (!ended) return;
    this.forget((one) => cellOf(one) === cellOf(slot));
    this.page.receive({ type: "ended", slot, content, why: ended });
  }
}

/** Encode a message: a line with slot and sequence number, then JSON; with files the line also has the size of each part. */
function encode({ slot, count, content, buffers }) {
  const text = JSON.stringify(content);
  if (!buffers.length) return `${slot} ${count}\n${text}`;
  const parts = [new TextEncoder().encode(text), ...buffers];
  return new Blob([`${[slot, count, ...parts.map(({ byteLength }) => byteLength)].join(" ")}\n`, ...parts]);
}
