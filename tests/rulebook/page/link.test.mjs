// A page and the server that answers for its boards: one socket, opened with the first message, and anew when it was lost.

import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";

import { Link } from "../../../rulebook/publish/static/link.js";

let server; // what it has of pages, by key; the sockets to it; whether it is away or full
let page;
let link;

class Socket {
  constructor() {
    this.sent = [];
    if (!server.away) server.sockets.push(this);
    setTimeout(() => (server.away ? this.ends() : this.onopen()));
  }

  send(text) {
    if (text === "ping") return;
    if (!text.startsWith("{")) {
      const [head, content] = text.split("\n");
      this.sent.push({ count: Number(head.split(" ")[1]), ...JSON.parse(content) });
      return;
    }
    if (server.full) this.says({ type: "full", seconds: 0.01 });
    else {
      const known = JSON.parse(text).key;
      const isNew = !server.keys.has(known);
      const key = isNew ? `k${server.sockets.length}` : known;
      server.keys.add(key);
      this.says({ type: "opened", key, new: isNew });
    }
  }

  says(message) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  handles(count, ended = "") {
    this.says({ type: "handled", slot: "1.0", count, ended });
  }

  ends() {
    this.shut = true;
    this.onclose?.();
  }

  close() {
    this.ends();
  }
}

const open = () => server.sockets.filter(({ shut }) => !shut).at(-1);
const settled = async (holds) => {
  for (let k = 0; k < 400 && !holds(); k += 1) await new Promise((go) => setTimeout(go, 5));
  assert.ok(holds(), String(holds));
};
const say = (what, slot = "1.0") => link.postMessage({ type: "message", slot, content: { what }, buffers: [] });
const said = (socket) => socket.sent.map(({ what }) => what ?? "renewed");

beforeEach(() => {
  server = { sockets: [], keys: new Set(), away: false, full: false };
  page = { notices: [], heard: [], hear: (message) => page.heard.push(message), renew: () => ({ renewed: true }), notice: (why) => page.notices.push(why), booting() {} };
  Object.assign(globalThis, { location: { href: "http://book/" }, addEventListener() {}, WebSocket: Socket });
  mock.method(globalThis, "fetch", async () => {
    if (server.away instanceof Error) throw server.away;
    return { ok: server.away === 200, status: server.away, headers: new Headers({ "Retry-After": "0" }) };
  });
  link = new Link({ address: "/boards", ready: "/ready", chapter: "c" }, page);
});

afterEach(() => {
  clearTimeout(link.silence);
  link.socket = null;
  link.queue = [];
  mock.restoreAll();
});

test("a line that is cut costs a socket, and what was not answered is sent again, in its order and once", async () => {
  say("a1");
  say("a2");
  await settled(() => open()?.sent.length === 2);
  const [first] = server.sockets;
  first.handles(2);
  first.ends();
  say("a3");
  await settled(() => open()?.sent.length === 2);
  assert.deepEqual(said(open()), ["a2", "a3"]);
  assert.equal(server.keys.size, 1, "it came back by its key");
  assert.equal(open().sent[0].count, first.sent[1].count, "and says which message it is");
  open().handles(4);
  open().handles(6);
  assert.deepEqual([link.queue.length, link.sent], [0, 0]);
});

test("a board that the server gave up is brought back before the next message to it", async () => {
  say("a1");
  await settled(() => open()?.sent.length === 1);
  open().says({ type: "show", slot: "1.0" });
  open().handles(2);
  server.keys.clear();
  open().ends();
  say("b1", "2.0");
  say("a2");
  await settled(() => open()?.sent.length === 3);
  assert.deepEqual(said(open()), ["b1", "renewed", "a2"]);
  const counts = open().sent.map(({ count }) => count);
  assert.deepEqual(counts, [...counts].sort((a, b) => a - b), "numbers grow, or the server would take a message for one it had");
});

test("what the server stopped is left out, told, and its board brought back with the next message", async () => {
  say("a1");
  await settled(() => open()?.sent.length === 1);
  open().handles(2, "slow");
  assert.deepEqual(page.heard.filter(({ type }) => type === "ended"), [{ type: "ended", slot: "1.0", content: { what: "a1" }, why: "slow" }]);
  say("a2");
  await settled(() => open().sent.length === 3);
  assert.deepEqual(said(open()), ["a1", "renewed", "a2"]);
});

test("a message that ends the server is sent to it twice, and no more", async () => {
  say("deadly");
  for (let times = 1; times <= 2; times += 1) {
    await settled(() => open()?.sent.some(({ what }) => what === "deadly"));
    server.keys.clear();
    open().ends();
  }
  say("a1");
  await settled(() => open()?.sent.some(({ what }) => what === "a1"));
  assert.ok(!said(open()).includes("deadly"));
  assert.equal(page.heard.filter(({ type }) => type === "ended").length, 1);
});

const FOUND = [
  [new TypeError("Failed to fetch"), "away"], [new DOMException("", "TimeoutError"), "late-server"], [401, "status-403"], [403, "status-403"],
  [429, "status-429"], [500, "status-500"], [502, "status-502"], [503, "status-503"], [504, "status-502"], [200, null],
];

test("why there is no connection is said, each in its own words, and the server asked again", async () => {
  const reasons = [];
  for ([server.away] of FOUND) reasons.push((await link.reason(0)).why);
  assert.deepEqual(reasons, FOUND.map(([, why]) => why));
  server.away = 200;
  assert.equal((await link.reason(9)).why, "blocked", "it is there, and opens no socket");
});

test("a server that is away or full is said to be so, and asked again", async () => {
  server.away = new TypeError("Failed to fetch");
  say("a1");
  await settled(() => page.notices.at(-1) === "away");
  server.away = false;
  server.full = true;
  await settled(() => page.notices.at(-1) === "full");
  server.full = false;
  await settled(() => open()?.sent.length === 1);
  assert.equal(page.notices.at(-1), null);
});

test("a page that is left closes its socket, and one that comes back begins anew", async () => {
  say("a1");
  await settled(() => open()?.sent.length === 1);
  open().handles(2);
  link.leave();
  assert.equal(open(), undefined);
  server.sockets[0].says({ type: "custom", slot: "1.0" });
  assert.deepEqual(page.heard.filter(({ type }) => type === "custom"), [], "a change of a board that was given up");
  say("a2");
  await settled(() => open()?.sent.length === 2);
  assert.deepEqual(said(open()), ["renewed", "a2"]);
  assert.equal(server.keys.size, 2);
});
