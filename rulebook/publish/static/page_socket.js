// Part of host.js on served pages: the one socket to the server that answers for this page's boards (page_socket.py). It is opened with the first
// message of the page, and anew when it was lost; to the page it speaks as the worker of the static book does.

const SILENT = 4000, ASKED = 3000; // ms that a socket may take to open; without an answer until the server is asked whether it is there, and for which that is waited for
const AGAIN = 3, LATER = 30, MANY = 100; // seconds between attempts to reach a server that does not answer, and after so many attempts
const BLOCKED = 3; // attempts, after which a server that is there and opens no socket is behind something that lets none through
const TRIES = 2; // times that a message is sent to boards that are new
const SAID = { 401: 403, 404: 500, 504: 502 }; // what is said of one status is said of the other
const LEFT = 4000; // the code with which a page that is left closes its socket

const pause = (seconds) => new Promise((go) => { setTimeout(go, 1000 * seconds); });
const cellOf = (slot) => slot.split(".")[0];

export class Link {
  /**
   * @param {{ address: string, ready: string, chapter: string }} at
   * @param {{ hear: (message: any) => void, renew: (slot: string, again?: object) => object | null | false, notice: (why: string | null, seconds?: number) => void,
   *   booting: (on: boolean) => void }} page
   *   renew: what brings a board that the server gave up back to where it was (false: it is shown again, and what was to be sent to it is not);
   *   notice: what is the matter (null: nothing any more), and for how long; booting: whoever waits for an answer waits for the server
   */
  constructor(at, page) {
    this.at = at;
    this.page = page;
    this.key = ""; // by which the server knows this page again
    this.socket = null;
    this.count = 0;
    this.queue = []; // what is to be sent; what has been sent and is not yet answered stays in front
    this.sent = 0; // how many of the queue
    this.waited = 0; // the count of the last message that waited for the socket
    this.boards = new Map(); // slots whose boards the server has (true), or had
    this.renewals = new Map(); // what brings boards back, until it is answered: till then they show what is new
    this.silence = 0; // the timer of what is not answered
    addEventListener("pagehide", () => this.leave());
    addEventListener("pageshow", () => this.work()); // the page may come back from the browser's memory
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

  /** Send the next of the queue; a board that the server gave up is brought back first. */
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
    this.listen();
    this.socket.send(packed(message));
  }

  /** Forget what was to be sent to a board. */
  drop(slot) {
    this.queue = this.queue.filter((one, place) => place < this.sent || one.slot !== slot);
    if (!this.queue.length) this.page.booting(false);
  }

  // ---- the socket --------------------------------------------------------------------------------------------------

  /** Have a socket. What an earlier one did not bring an answer to is sent again. */
  async connect() {
    if (this.socket) return;
    this.page.booting(true);
    for (let times = 0; !this.socket; times += 1) {
      const full = await this.opened();
      if (this.socket) break;
      const { why, wanted = 0 } = full ? { why: "full", wanted: full } : await this.reason(times);
      const seconds = full || Math.max(wanted, Math.min(1.5 ** times / 2, times < MANY ? AGAIN : LATER));
      this.page.notice(why, Math.ceil(seconds));
      await pause(seconds * (1 + Math.random() / 4)); // not all at once
    }
    this.page.notice(null);
    this.waited = this.count;
  }

  /** Why is there no socket (null: it may be refused by a server that has just begun), and after how many seconds does the server want to be asked? */
  async reason(times) {
    try {
      const { ok, status, headers } = await fetch(this.at.ready, { cache: "no-store", signal: AbortSignal.timeout(ASKED) });
      if (ok) return { why: times < BLOCKED ? null : "blocked" };
      return { why: `status-${SAID[status] ?? status}`, wanted: Math.min(LATER, Number(headers.get("Retry-After")) || 0) };
    } catch ({ name }) {
      return { why: name === "TimeoutError" ? "late-server" : "away" };
    }
  }

  /** Open a socket and say which page this is: 0, or the seconds after which to ask again because there is no place. */
  opened() {
    return new Promise((go) => {
      const address = new URL(this.at.address, location.href);
      address.protocol = address.protocol.replace("http", "ws");
      const socket = new WebSocket(address);
      let patience = 0;
      const wait = (ms) => { clearTimeout(patience); patience = setTimeout(() => socket.close(), ms); };
      socket.onopen = () => { wait(4 * SILENT); socket.send(JSON.stringify({ chapter: this.at.chapter, key: this.key })); }; // a key is good once: who left now would lose his boards
      wait(SILENT);
      socket.onmessage = ({ data }) => {
        clearTimeout(patience);
        const said = JSON.parse(data);
        if (said.type === "opened") {
          Object.assign(this, { socket, key: said.key, sent: 0 });
          if (said.new) this.lose();
          socket.onmessage = (message) => this.heard(message.data);
          socket.onclose = () => this.closed();
        }
        go(said.seconds ?? 0);
      };
      socket.onclose = () => go(0);
    });
  }

  closed() {
    this.socket = null;
    if (this.queue.length) this.work();
  }

  /** Ask whether the server is there if an answer is due and does not come: the network may have been lost without a word. */
  listen() {
    clearTimeout(this.silence);
    const { socket } = this;
    if (!this.sent || !socket) return;
    const later = (act) => { this.silence = setTimeout(() => socket === this.socket && act(), ASKED); };
    later(() => {
      socket.send("ping");
      this.page.booting(true);
      later(() => {
        this.hangUp();
        this.closed();
      });
    });
  }

  /** The server has nothing of this page: what has been tried too often on new boards is not tried again. */
  lose() {
    this.giveUp(() => true);
    const left = this.queue.filter(({ renews }) => !renews);
    this.queue = left.filter(({ tries }) => tries < TRIES);
    for (const { slot, content } of left.filter(({ tries }) => tries >= TRIES)) this.page.hear({ type: "ended", slot, content, why: "slow" });
    if (!this.queue.length) this.page.booting(false);
  }

  cancel() { this.socket?.send("cancel"); }

  leave() {
    if (!this.socket) return;
    this.hangUp(LEFT);
    Object.assign(this, { socket: null, key: "", sent: 0 });
    this.lose();
  }

  /** Close the socket; an answer under way is not heard any more. */
  hangUp(...code) {
    this.socket.onclose = this.socket.onmessage = null;
    this.socket.close(...code);
  }

  giveUp(those) {
    for (const slot of this.boards.keys()) if (those(slot)) this.boards.set(slot, false);
  }

  heard(data) {
    if (data !== "pong") {
      const message = JSON.parse(data);
      if (message.type === "handled") this.handled(message);
      if (message.type === "show") this.boards.set(message.slot, true);
      this.page.hear(message);
    }
    // Who waited for the socket waits until he is answered, or the server takes its time: others, and what brings boards back, may come before him.
    if (data === "pong" || !(this.queue[0]?.count <= this.waited)) this.page.booting(false);
    this.listen();
  }

  handled({ count, ended, slot }) {
    if (this.queue[0]?.count !== count) return;
    const [{ content, renews }] = this.queue.splice(0, 1);
    if (renews) this.renewals.delete(slot);
    this.sent -= 1;
    if (!ended) return;
    this.giveUp((one) => cellOf(one) === cellOf(slot));
    this.page.hear({ type: "ended", slot, content, why: ended });
  }
}

/** A message: a line that says which board and which message of the page, then JSON; with files, how long each part is, and the parts. */
function packed({ slot, count, content, buffers }) {
  const text = JSON.stringify(content);
  if (!buffers.length) return `${slot} ${count}\n${text}`;
  const parts = [new TextEncoder().encode(text), ...buffers];
  return new Blob([`${[slot, count, ...parts.map(({ byteLength }) => byteLength)].join(" ")}\n`, ...parts]);
}
