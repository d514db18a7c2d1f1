// Links, games kept by a browser, and the connection to Python: what leaves the page must come back unchanged.

import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";

import { linkTo, parseLink, taskLink } from "../../../rulebook/stage/address.js";
import { gamesOf, gamesWith, gamesWithout, rowsOf, turnsOf } from "../../../rulebook/stage/records.js";
import { Connection } from "../../../rulebook/stage/connection.js";
import { Messages } from "../../../rulebook/desk/messages.js";

const HERE = "https://book.example/chapter.html#old";
const hash = (href) => href.slice(href.indexOf("#"));

test("a link restores board, record and series, with all characters that are special in addresses", () => {
  const view = { name: "play_2", record: "1+7[six=may] players=3\n3 e4-f4 ~&#%@é_\n5 -", games: "A:3,B:0 tie", rules: "1", text: "" };
  assert.deepEqual(parseLink(hash(linkTo(view, HERE))), { board: "play_2", text: view.record, games: view.games });
});

test("a link replaces the address's fragment, and leaves out a series that has not started", () => {
  const link = linkTo({ name: "play", record: "0", games: "", rules: "0", text: "" }, HERE);
  assert.equal(link, "https://book.example/chapter.html#board=play&record=0");
});

test("a game too long for an address is linked by its position", () => {
  const view = { name: "play", record: "0 players=2\n".padEnd(6001, "5 e4-f4 "), rules: "0 players=2", text: "e4=A1 turn=A", games: "" };
  assert.deepEqual(parseLink(hash(linkTo(view, HERE))), { board: "play", text: "0 players=2\ne4=A1 turn=A", games: "" });
});

test("a task is restored with its text and all its answers", () => {
  const task = { rules: "0", position: "a1=A1", question: "Qui passe ?\n« Moi »", answers: ["a1-b1", "a1-b1 - 3"] };
  assert.deepEqual(parseLink(hash(taskLink("play", task, HERE))), { board: "play", task });
});

test("a foreign fragment is ignored, a broken one of ours is a bad link", () => {
  for (const other of ["", "#", "#chapter-3", "#board=play", "#x=1&y=2"]) assert.equal(parseLink(other), null, other);
  assert.deepEqual(parseLink("#board=play&record=%E0%A4%A"), { board: "play", text: null });
  assert.deepEqual(parseLink("#board=play&task=q&rules=0"), { board: "play", text: null }, "a task without a position or an answer");
});

test("only games are read from a browser's storage, at most four, whatever else is there", () => {
  const game = (record, id = record) => ({ id, record, ply: 1 });
  for (const none of [null, {}, game("a")]) assert.deepEqual(gamesOf(none), []);
  assert.deepEqual(gamesOf([null, 5, { id: "b", record: 5, ply: 1 }, { id: "c", record: "0" }, { record: "0", ply: 1 }, { ...game("d"), seats: ["reader", 5] }, { ...game("e"), games: 7 }, game("a")]), [game("a")]);
  assert.equal(gamesOf(["a", "b", "c", "d", "e"].map((one) => game(one))).length, 4);
});

test("a continued game replaces its earlier state; another game is kept after it, even one with the same moves in another tab", () => {
  const [mine, theirs] = ["m", "t"].map((id) => ({ id, record: "0 players=2\nplace: a1 a2", ply: 2 }));
  const now = { ...mine, record: "0 players=2\nplace: a1 a2 a3", ply: 3 };
  assert.deepEqual(gamesWith(now, [theirs, mine]), [now, theirs]);
  assert.deepEqual(gamesWith(now, [theirs]), [now, theirs]);
  const elsewhere = { id: "m", record: "0 players=3\nplace: a6 a5", ply: 2 };
  assert.deepEqual(gamesWith(elsewhere, [theirs, mine]), [elsewhere, theirs], "its reader went back and on another way");
  assert.deepEqual(gamesWithout(mine, [theirs, mine]), [theirs]);
});

test("four games are kept, and the oldest is dropped", () => {
  const games = ["a", "b", "c", "d"].map((id) => ({ id, record: "0", ply: 1 }));
  assert.deepEqual(gamesWith({ id: "e", record: "0", ply: 1 }, games).map(({ id }) => id), ["e", "a", "b", "c"]);
});

// ---- the connection ------------------------------------------------------------------------------------------------

beforeEach(() => {
  mock.timers.enable({ apis: ["setTimeout"] });
  globalThis.document = { documentElement: { dataset: {} } }; // where a page says that its Python is still starting
});
afterEach(() => mock.timers.reset());

const ALIVE = { get() {}, on() {}, off() {} }; // what a widget's model has besides

function line() {
  const told = [];
  const sent = [];
  const on = { onThinking: (one) => told.push(`thinking ${one}`), onLost: (one) => told.push(`lost ${one}`) };
  return { told, sent, on, model: { ...ALIVE, send: (message) => sent.push(message) } };
}

test("one message at a time: while it is unanswered others are dropped, except steps through the record", () => {
  const { sent, on, model } = line();
  const one = new Connection(model, on);
  assert.equal(one.send({ do: "play" }, 4), true);
  assert.equal(one.send({ do: "play" }, 4), false);
  assert.equal(one.send({ do: "go", ply: 2 }, 4, true), true);
  assert.deepEqual(sent.map(({ do: deed, ply }) => [deed, ply]), [["play", 4], ["go", 2]]);
  assert.equal(sent[1].n, sent[0].n + 1);
});

test("only the answer to the last message ends the waiting, as an older one may still arrive", () => {
  const { sent, on, model } = line();
  const one = new Connection(model, on);
  one.send({ do: "a" }, 0);
  one.send({ do: "b" }, 0, true);
  one.answered(sent[0].n);
  assert.ok(one.pending);
  one.answered(sent[1].n);
  assert.equal(one.pending, null);
});

test("a slow answer shows that the board is thinking, a missing one that it is lost; a late one recovers it", () => {
  const { told, sent, on, model } = line();
  const one = new Connection(model, on);
  one.send({ do: "play" }, 0);
  mock.timers.tick(149);
  assert.deepEqual(told, []);
  mock.timers.tick(1);
  assert.deepEqual(told, ["thinking true"]);
  mock.timers.tick(8000);
  assert.deepEqual(told, ["thinking true", "thinking false", "lost true"]);
  one.answered(sent[0].n);
  assert.deepEqual(told.slice(3), ["lost false", "thinking false"]);
});

test("nothing is lost while the page still starts Python", () => {
  const { told, on, model } = line();
  document.documentElement.dataset.hkBooting = "";
  new Connection(model, on).send({ do: "play" }, 0);
  mock.timers.tick(30_000);
  assert.deepEqual(told, ["thinking true"]);
  delete document.documentElement.dataset.hkBooting;
  mock.timers.tick(8000);
  assert.equal(told.at(-1), "lost true");
});

test("a closed channel is reported at once", () => {
  const { told, on } = line();
  new Connection({ ...ALIVE, send() { throw new Error("closed"); } }, on).send({ do: "play" }, 0);
  assert.deepEqual(told, ["thinking false", "lost true"]);
});

test("a removed board waits for nothing", () => {
  const { told, on, model } = line();
  const one = new Connection(model, on);
  one.send({ do: "play" }, 0);
  one.close();
  mock.timers.tick(20_000);
  assert.deepEqual(told, []);
});

// ---- the desk's connection -----------------------------------------------------------------------------------------

function talk() {
  const sent = [];
  const lost = [];
  const one = new Messages({ ...ALIVE, send: (message, _callbacks, buffers) => sent.push([message, buffers]) }, { onBusy() {}, onLost: (on) => lost.push(on) });
  return { sent, lost, one, answer: (more = {}) => one.onView({ n: sent.at(-1)[0].n, ...more }) };
}

test("the desk drops no messages: they are queued in order, each with its files", () => {
  const { sent, one, answer } = talk();
  one.ask({ do: "collate" }, ["file"]);
  one.ask({ do: "decide" });
  one.ask({ do: "translation" }, ["other"]);
  assert.deepEqual(sent.map(([message, buffers]) => [message.do, buffers]), [["collate", ["file"]]]);
  answer();
  answer();
  assert.deepEqual(sent.map(([message, buffers]) => [message.do, buffers]), [["collate", ["file"]], ["decide", []], ["translation", ["other"]]]);
});

test("a busy desk is never lost, and nothing else is sent meanwhile", () => {
  const { sent, lost, one, answer } = talk();
  one.ask({ do: "collate" });
  one.ask({ do: "decide" });
  one.onView({ busy: true, n: 0 });
  mock.timers.tick(600_000);
  assert.deepEqual([sent.length, lost], [1, []]);
  answer();
  assert.equal(sent.length, 2);
});

test("at most eight messages wait: the oldest is dropped, so that a held key ends", () => {
  const { sent, one, answer } = talk();
  for (let k = 0; k < 12; k += 1) one.ask({ do: "step", k });
  for (let k = 0; k < 12; k += 1) answer();
  assert.deepEqual(sent.map(([{ k }]) => k), [0, 4, 5, 6, 7, 8, 9, 10, 11]);
});

test("a record is rows of words with their plies; sealed parts are hidden", () => {
  const record = "7 players=3\nseed=4\nA: ?mfxg5ka a2\nB: 2 any a1-a2 C: -";
  assert.deepEqual(rowsOf(record).map(({ label, words }) => [label, ...words.map(({ text, ply }) => `${text} ${ply}`)]),
    [["A", "? 1", "a2 2"], ["B", "2 3", "any 4", "a1-a2 5"], ["C", "- 6"]]);
  assert.deepEqual(rowsOf("0 players=2\nseed=1"), []);
});

test("counters count turns: a player's consecutive plies are one, and so is every placed hedgehog", () => {
  const record = "0 players=2\nseed=4\nplace: a1 a2\nA: 2 a1-a2 a2-b2\nB: 5 a5-a6 -\nA: 6";
  assert.deepEqual([0, 1, 2, 3, 5, 6, 8, 9].map((ply) => turnsOf(record, ply)), [0, 1, 2, 3, 3, 4, 4, 5]);
  assert.equal(turnsOf(record, 99), 5, "no more than there are");
  assert.equal(turnsOf("hekla players=2\nA: A2@c4 B: B3@c2", 2), 2, "labels may stand in one line");
  assert.equal(turnsOf("0 players=2\na1=A1 turn=A step=sideways\nA: b3-b4 d3-e3", 2), 1, "a task begins in the middle of a turn");
});
