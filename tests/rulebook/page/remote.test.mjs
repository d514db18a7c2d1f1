// A page and its process at the server: begun with the first message, and anew when it has ended, without a socket to one that is gone.

import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";

import { Remote } from "../../../rulebook/publish/static/remote.js";

/** A server with processes by name: what it was asked, and what the sockets to it are. */
class Server {
  constructor() {
    this.asked = [];
    this.alive = new Set();
    this.sockets = [];
    this.refused = []; // sockets to processes that had ended
    this.slow = 0; // ms until the question after a process is answered
    this.away = false;
  }

  async fetch(address) {
    this.asked.push(address);
    if (this.away) throw new TypeError("Failed to fetch");
    if (address === "begin") {
      const kernel = `k${this.asked.length}`;
      this.alive.add(kernel);
      return Response.json({ kernel });
    }
    const answer = Response.json({ alive: this.alive.has(address.replace("session/", "")) });
    await new Promise((go) => setTimeout(go, this.slow));
    return answer;
  }

  /** A process ends, and its sockets are closed. */
  kill() {
    this.alive.clear();
    for (const socket of this.open) socket.ends();
  }

  get open() {
    return this.sockets.filter(({ shut }) => !shut);
  }
}

let server;
let page;
let remote;

class Socket {
  constructor(address) {
    this.kernel = /kernels\/(.+)\/channels/u.exec(String(address))[1];
    this.sent = [];
    this.shut = false;
    const there = server.alive.has(this.kernel) && !server.away;
    if (!there) server.refused.push(this.kernel);
    else server.sockets.push(this);
    setTimeout(() => (there ? this.onopen() : this.ends()));
  }

  send(text) {
    this.sent.push(JSON.parse(text).content.data.content);
  }

  /** The process has followed one of its messages. */
  handles(count) {
    this.says({ type: "handled", count });
  }

  says(message) {
    this.onmessage({ data: JSON.stringify({ header: { msg_type: "comm_msg" }, content: { comm_id: "hedgekit-page", data: { method: "custom", content: message } } }) });
  }

  ends() {
    this.shut = true;
    this.onclose?.();
  }

  close() {
    this.ends();
  }
}

const settled = async (holds) => {
  for (let k = 0; k < 400 && !holds(); k += 1) await new Promise((go) => setTimeout(go, 5));
  assert.ok(holds(), String(holds));
};
const say = (what) => remote.postMessage({ type: "message", slot: "1.0", content: { what }, buffers: [] });
const said = (socket) => socket.sent.map(({ content }) => content.what ?? "renewed");

/** What was not answered is not waited for beyond its test. */
function retire() {
  if (!remote) return;
  clearTimeout(remote.silence);
  remote.socket = null;
}

function begin() {
  retire();
  server = new Server();
  page = { notices: [], errors: [], hear() {}, renew: () => ({ renewed: true }), notice: (why) => page.notices.push(why), booting() {} };
  Object.assign(globalThis, { document: { cookie: "_xsrf=1" }, location: { href: "http://book/" }, addEventListener() {}, WebSocket: Socket });
  Object.assign(globalThis, { reportError: (error) => page.errors.push(error) });
  mock.method(globalThis, "fetch", (address) => server.fetch(address));
  remote = new Remote({ begin: "begin", session: "session/", kernels: "/kernels/", leave: "leave/", chapter: "c" }, page);
}

beforeEach(begin);

afterEach(() => {
  retire();
  mock.restoreAll();
  assert.deepEqual(page.errors, []);
});

test("the first message begins a process and asks nothing else", async () => {
  say("a1");
  await settled(() => server.open[0]?.sent.length === 1);
  assert.deepEqual(server.asked, ["begin"]);
  assert.deepEqual(page.notices, [null]);
});

test("a click in the moment in which a process ends opens no socket to it, however long the server takes to say so", async () => {
  for (const slow of [0, 30]) {
    begin();
    say("a1");
    await settled(() => server.open[0]?.sent.length === 1);
    const [before] = server.sockets;
    before.says({ type: "show", slot: "1.0" });
    before.handles(1);
    server.slow = slow;
    server.kill();
    say("a2");
    await settled(() => server.open[0]?.sent.length === 2);
    say("a3");
    await settled(() => server.open[0].sent.length === 3);
    assert.deepEqual(server.refused, []);
    assert.notEqual(server.open[0].kernel, before.kernel);
    assert.deepEqual(said(server.open[0]), ["renewed", "a2", "a3"]);
    assert.equal(server.asked.filter((what) => what === "begin").length, 2);
    await new Promise((go) => setTimeout(go, 2 * slow));
    assert.equal(remote.kernel, server.open[0].kernel, "a late answer about the earlier process takes the new one away");
  }
});

test("a process that ended while nobody was connected is asked after, before a socket is opened", async () => {
  say("a1");
  await settled(() => server.open[0]?.sent.length === 1);
  server.open[0].handles(1);
  server.open[0].ends(); // a cut line: the process is there
  await settled(() => server.asked.length === 2);
  await new Promise((go) => setTimeout(go, 5));
  server.kill();
  say("a2");
  await settled(() => server.open[0]?.sent.length > 0);
  assert.deepEqual(server.refused, []);
});

test("a line that is cut costs a socket, and what was not answered is sent again, in its order and once", async () => {
  say("a1");
  say("a2");
  await settled(() => server.open[0]?.sent.length === 2);
  const [first] = server.sockets;
  first.handles(1);
  first.ends();
  say("a3");
  await settled(() => server.open[0]?.sent.length === 2);
  assert.deepEqual(said(server.open[0]), ["a2", "a3"]);
  assert.equal(server.open[0].kernel, first.kernel);
  server.open[0].handles(2);
  server.open[0].handles(3);
  await settled(() => remote.queue.length === 0);
  assert.equal(remote.sent, 0);
});

test("a server that is away is said to be so, and asked again", async () => {
  say("a1");
  await settled(() => server.open[0]?.sent.length === 1);
  server.open[0].handles(1);
  server.away = true;
  server.open[0].ends();
  await settled(() => page.notices.at(-1) === "away");
  server.away = false;
  say("a2");
  await settled(() => server.open[0]?.sent.length === 1);
  assert.deepEqual(page.notices, [null, "away", null]);
  assert.deepEqual(server.refused, []);
});
