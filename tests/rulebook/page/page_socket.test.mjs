// A page's socket to the server of its boards: opened with the first message, and again when it is lost.

import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";

import { PageSocket } from "../../../rulebook/publish/static/page_socket.js";

let server; // what it has of pages, by key; the sockets to it; whether it is away
let page; // what it heard, and was told: why, and for how many seconds
let link;

class Socket {
  constructor() {
    this.sent = [];
    if (!server.away) server.sockets.push(this);
    setTimeout(() => (server.away ? this.close() : this.onopen()));
  }

  send(text) {
    const [head, content] = text.split("\n");
    if (content) this.sent.push({ count: Number(head.split(" ")[1]), what: "renewed", ...JSON.parse(content) });
    if (content || text === "ping") return;
    const { key: known } = JSON.parse(text);
    const key = server.keys.has(known) ? known : `k${server.sockets.length}`;
    this.says({ type: "opened", key, new: key !== known });
    server.keys.add(key);
  }

  says(message) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  handles(count, ended = "") {
    this.says({ type: "handled", slot: "1.0", count, ended });
  }

  close() {
    this.shut = true;
    this.onclose?.();
  }
}

const open = () => server.sockets.filter(({ shut }) => !shut).at(-1);
const settled = async (holds) => {
  for (let k = 0; k < 400 && !holds(); k += 1) await new Promise((go) => setTimeout(go, 5));
  assert.ok(holds(), String(holds));
};
const say = (what, slot = "1.0") => link.postMessage({ type: "message", slot, content: { what }, buffers: [] });
const said = () => open()?.sent.map(({ what }) => what).join(" ");
const hears = (text) => settled(() => said() === text);
const heard = (kind) => page.heard.filter(({ type }) => type === kind);

beforeEach(() => {
  server = { sockets: [], keys: new Set(), away: false };
  page = { notices: [], heard: [], receive: (message) => page.heard.push(message), renew: () => ({}), notice: (...why) => page.notices.push(why), booting() {} };
  Object.assign(globalThis, { location: { href: "http://book/" }, addEventListener() {}, WebSocket: Socket });
  mock.method(globalThis, "fetch", async () => {
    if (server.away instanceof Error) throw server.away;
    return { ok: server.away === 200, status: server.away, headers: new Headers({ "Retry-After": "20" }) };
  });
  link = new PageSocket({ address: "/boards", ready: "/ready", chapter: "c" }, page);
});

afterEach(() => {
  clearTimeout(link.silence);
  Object.assign(link, { socket: null, queue: [] });
  mock.restoreAll();
});

test("a lost connection gets a new socket, and unanswered messages are resent once, in order", async () => {
  say("a1");
  say("a2");
  await hears("a1 a2");
  const [first] = server.sockets;
  first.handles(2);
  first.close();
  say("a3");
  await hears("a2 a3");
  assert.equal(server.keys.size, 1, "it came back by its key");
  assert.equal(open().sent[0].count, first.sent[1].count, "and says which message it is");
  open().handles(4);
  open().handles(6);
  assert.deepEqual([link.queue.length, link.sent], [0, 0]);
});

test("a board that the server released or stopped is restored before the next message to it", async () => {
  say("a1");
  await hears("a1");
  open().handles(2);
  server.keys.clear();
  open().close();
  say("b1", "2.0");
  say("a2");
  await hears("b1 renewed a2");
  const counts = open().sent.map(({ count }) => count);
  assert.deepEqual(counts, counts.toSorted((a, b) => a - b), "numbers grow, or the server would take a message for one it had");
  counts.forEach((count, at) => open().handles(count, at === 2 ? "slow" : ""));
  assert.deepEqual(heard("ended"), [{ type: "ended", slot: "1.0", content: { what: "a2" }, why: "slow" }]);
  say("a3");
  await hears("b1 renewed a2 renewed a3");
});

test("a recreated widget gets no messages meant for the previous one", async () => {
  say("a1");
  await hears("a1");
  open().handles(2);
  server.keys.clear();
  open().close();
  page.renew = () => false;
  say("a2");
  say("b1", "2.0");
  say("a3");
  await hears("b1");
  say("again");
  await hears("b1 again");
});

test("a message that crashes the server is sent twice, reported, and skipped", async () => {
  say("deadly");
  for (const once of ["deadly", "renewed deadly"]) {
    await hears(once);
    server.keys.clear();
    open().close();
  }
  say("a1");
  await hears("renewed a1");
  assert.deepEqual([server.sockets.length, heard("ended").length], [3, 1]);
});

test("the reason for a missing connection is shown, and retries come after growing pauses, or when the server wants", async () => {
  const away = new TypeError("Failed to fetch");
  for (const [found, why, wanted] of [[away, "away"], [new DOMException("", "TimeoutError"), "late-server"], [401, "status-403", 20], [404, "status-500", 20], [429, "status-429", 20], [502, "status-502", 20], [504, "status-502", 20], [200, null]]) {
    server.away = found;
    assert.deepEqual(await link.reason(0).then((said) => [said.why, said.retryAfter]), [why, wanted]);
  }
  assert.equal((await link.reason(9)).why, "blocked", "it is there, and opens no socket");
  server.away = away;
  const waits = setTimeout;
  mock.method(globalThis, "setTimeout", (go, ms = 0) => waits(go, ms / 100));
  say("a1");
  await settled(() => page.notices.length === 7);
  assert.deepEqual(page.notices.map(([why, seconds]) => `${why} ${seconds}`), [1, 1, 2, 2, 3, 3, 3].map((seconds) => `away ${seconds}`));
  server.away = false;
  await hears("a1");
  assert.deepEqual(page.notices.at(-1), [null]);
});

test("a board waits while a silent server is probed, and gets another socket if it is gone", async () => {
  const booting = [];
  page.booting = (on) => booting.push(on);
  const waits = setTimeout;
  mock.method(globalThis, "setTimeout", (go, ms = 0) => waits(go, ms / 100));
  say("a1");
  await hears("a1");
  assert.deepEqual(booting, [true], "it is connected, and has not answered");
  await settled(() => booting.length === 2);
  open().onmessage({ data: "pong" });
  assert.equal(booting.at(-1), false, "it is there, and takes its time");
  await settled(() => server.sockets.length === 2);
  assert.deepEqual(booting.slice(3, 5), [true, true], "asked, and connected anew");
});

test("a board that waited for a socket waits for its own answer, and nobody waits for a dropped message", async () => {
  let booting = false;
  page.booting = (on) => { booting = on; };
  say("a1");
  say("b1", "2.0");
  await hears("a1 b1");
  server.keys.clear();
  open().close();
  await hears("renewed a1 renewed b1");
  for (const count of [1, 2, 3]) {
    open().handles(count);
    assert.ok(booting, `b1 waits, ${count} is answered`);
  }
  say("c1", "3.0");
  await hears("renewed a1 renewed b1 c1");
  open().handles(4);
  assert.equal(booting, false, "c1 has not waited for the socket");
  open().handles(6);
  say("a2");
  for (let times = 1; times < 3; times += 1) {
    await hears(times === 1 ? "renewed a1 renewed b1 c1 a2" : "renewed a2");
    server.keys.clear();
    open().close();
  }
  await settled(() => heard("ended").length === 1);
  assert.equal(booting, false, "a2 is given up");
});
