// Part of board.js: the tools below a board: undo, navigation in the game, and rarely used tools.

import { turnsOf } from "../stage/records.js";
import { h, nextLanguage, nextTheme, s, setLanguage, setTheme, word, wordButton } from "../stage/page.js";
import { setSound, isSoundOn } from "../stage/sound.js";

const ICONS = {
  undo: "M9 7L4 12l5 5M4 12h10a6 6 0 0 1 0 12h-2", redo: "M19 7l5 5-5 5M24 12H14a6 6 0 0 0 0 12h2",
  first: "M7 7v14M21 7l-9 7 9 7z", back: "M18 7l-9 7 9 7z", forward: "M10 7l9 7-9 7z", last: "M21 7v14M7 7l9 7-9 7z",
  pause: "M10 7v14M18 7v14", resume: "M10 6l11 8-11 8z", restart: "M22 9a9 9 0 1 0 1 7M23 4v6h-6", "new-game": "M14 6v16M6 14h16",
  "turn-board": "M6 10h12v12H6zM12 5c6-1 11 3 11 9M20 11l3 3 3-3", advice: "M10 20h8M11 24h6M14 4a8 8 0 0 0-4 14v2h8v-2a8 8 0 0 0-4-14zM14 12v8M11 12l3 2 3-2",
  "advice-stop": "M8 8h12v12H8z", "chances-show": "M4 9h20v10H4zM13 9v10M19 9v10", trial: "M8 23V5M8 19c0-6 12-3 12-10M16 12l4-4 4 4",
  sound: "M5 11v6h4l5 4V7l-5 4zM18 10a6 6 0 0 1 0 8M21 7a10 10 0 0 1 0 14",
  "theme-light": "M14 9a5 5 0 1 0 .1 0M14 3v2M14 23v2M3 14h2M23 14h2M6 6l2 2M20 20l2 2M22 6l-2 2M8 20l-2 2", "theme-dark": "M21 17A9 9 0 1 1 12 6a7 7 0 0 0 9 11z",
};

/**
 * The tools in order: the key of the word and icon, the action, and a function that returns the state: `disabled`, `hidden`, `kept` (invisible
 * in its place), `pressed`, and `key` if word and icon have changed.
 * @type {[string, (board: any) => void, (board: any) => object][]}
 */
const TOOLS = [
  ["undo", (board) => board.undo(), ({ view }) => ({ disabled: !view.can.undo })],
  ["pause", (board) => board.pause(!board.paused), ({ view, paused }) => ({ hidden: view.seats.every((seat) => seat === "reader"), key: paused ? "resume" : "pause" })],
  ["new-game", (board) => board.newGame.open(), ({ view }) => ({ hidden: view.task !== null, kept: view.trial })], // a board with a task offers no new game
  ["redo", (board) => board.send({ do: "redo" }), ({ view }) => ({ disabled: !view.can.redo })],
  ["first", (board) => board.go(() => 0), ({ view }) => ({ disabled: view.ply === 0 })],
  ["back", (board) => board.go((ply) => ply - 1), ({ view }) => ({ disabled: view.ply === 0 })],
  ["forward", (board) => board.go((ply) => ply + 1), ({ view }) => ({ disabled: view.ply === view.end })],
  ["last", (board) => board.go(() => board.view.end), ({ view }) => ({ disabled: view.ply === view.end })],
  ["advice", (board) => board.search.toggleAdvice(), (board) => ({
    disabled: !board.mayPlay(), kept: Boolean(board.view.task?.todo), // advice would give the answer away
    key: board.search.current?.what === "hint" ? "advice-stop" : "advice",
  })],
  ["chances-show", (board) => board.send({ do: "chances", on: !board.view.chances }), ({ view: { chances } }) => ({ pressed: chances !== null, key: chances ? "chances-hide" : "chances-show" })],
  ["trial", (board) => board.send({ do: board.view.trial ? "leave" : "trial" }, true), ({ view: { trial, over } }) => ({
    disabled: Boolean(over) && !trial, pressed: trial, key: trial ? "trial-back" : "trial",
  })],
  ["restart", (board) => board.restart(), ({ view }) => ({ disabled: view.end === 0 })],
  ["turn-board", (board) => board.turnByHand(), ({ view }) => ({ hidden: !view.turns })],
  ["sound", (board) => { setSound(!isSoundOn()); board.panel.tools.draw(); }, () => ({ pressed: isSoundOn() })],
  ["theme-light", () => setTheme(nextTheme()), () => ({ key: `theme-${nextTheme()}` })],
];

/** Return a button with an icon and a word; its `show(state)` updates only what has changed. */
function iconButton(name, onclick) {
  const [path, label] = [s("path"), h("span")];
  const button = h("button", { type: "button", class: "hk-icon", onclick }, s("svg", { viewBox: "0 0 28 28", "aria-hidden": "true" }, path), label);
  button.show = ({ key = name, disabled = false, hidden = false, kept = false, pressed = null }) => {
    Object.assign(button, { disabled, hidden, ariaPressed: pressed });
    button.classList.toggle("is-kept", kept);
    if (button.title === word(key)) return;
    path.setAttribute("d", ICONS[key] ?? ICONS[name]);
    label.textContent = button.ariaLabel = button.title = word(key);
  };
  return button;
}

export class Tools {
  constructor(board) {
    /** @type {{ view: View } & Record<string, any>} */
    this.board = board;
    this.buttons = TOOLS.map(([name, act]) => iconButton(name, () => act(board)));
    this.lang = h("button", {
      type: "button", class: "hk-button hk-lang", lang: nextLanguage, "aria-label": () => WORDS[nextLanguage()]["language-label"], onclick: () => setLanguage(nextLanguage()),
    }, () => LANGUAGES[nextLanguage()]);
    this.count = h("span", { class: "hk-count" });
    this.more = wordButton("tools-more", () => this.showMore(!board.el.classList.contains("is-more")), "hk-icon");
    this.more.ariaExpanded = "false";
    const [undo, pause, game, redo, first, back, forward, last, ...others] = this.buttons;
    const global = h("span", { class: "hk-set hk-global" }, others.pop(), this.lang);
    this.el = h("div", { class: "hk-tools" }, undo, pause, game, this.more,
      h("div", { class: "hk-further" }, redo, h("span", { class: "hk-set" }, first, back, this.count, forward, last), ...others, global));
  }

  /** Show or hide the other tools, the record and the texts. */
  showMore(open) {
    const { board } = this;
    board.el.classList.toggle("is-more", open);
    this.more.ariaExpanded = String(open);
    board.panel.refit(); // long narrations are shown or hidden, too
  }

  draw() {
    const { view } = this.board;
    if (!view?.cells) return; // the connection may be lost before the first view
    TOOLS.forEach(([, , state], k) => this.buttons[k].show(state(this.board)));
    const [turn, turns] = [turnsOf(view.record, view.ply), turnsOf(view.record, view.end)];
    this.count.textContent = `${turn} / ${turns}`;
    this.count.title = word("move-count", { turn, turns });
  }
}
