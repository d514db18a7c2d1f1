// A tournament: names, rounds, results, standings. The browser stores a stack of texts; the last is current, and undo removes it. Every
// message carries the current text, and an answer to any other text than the current one is dropped.

import { formatNumber, h, storage, language, listen, replaceKeepingFocus, renderer, w, word } from "../stage/page.js";
import { Sheet, printOnly } from "../boards/sheet.js";
import { chart } from "./bars.js";

const KEPT = "hedgekit-tournament";
const STEPS = 60; // of undo

/** @extends {Sheet<TournamentData, TournamentView>} */
class Tournament extends Sheet {
  build() {
    this.queue = []; // messages, sent one after the other, each with the text that the previous one led to
    this.entered = new Map(); // points of incomplete tables
    this.names = h("input", { type: "text", autocomplete: "off", onkeydown: ({ key }) => { if (key === "Enter") this.join(); } });
    this.boards = h("input", { type: "number", min: 0, max: 60, onchange: () => this.ask({ do: "boards", boards: Number(this.boards.value) }) });
    this.people = h("ul", { class: "hc-people" });
    this.count = h("p", { class: "hc-quiet", role: "status" });
    this.draw = h("button", { type: "button", class: "hc-button is-main", onclick: () => this.ask({ do: "draw" }) });
    this.undo = this.button("undo", () => this.replace(this.texts().slice(0, -1)));
    this.fresh = this.button("fresh", () => this.replace([...this.texts(), ""]));
    this.print = this.button("print", () => printOnly(h("div", {}, h("h2", {}, word("name")), this.standings.cloneNode(true), this.paper())));
    this.rounds = h("div");
    this.standings = h("section");
    this.text = h("textarea", { rows: 6, spellcheck: "false" });
    this.howMany = h("section", { class: "hc-card" });
    this.el.append(h("div", { class: "hc-bar" }, this.field("names", this.names), this.button("join", () => this.join()), this.field("boards", this.boards)), this.people, this.count,
      h("div", { class: "hc-bar" }, this.draw, this.undo, this.print, this.fresh), this.error, this.rounds, this.standings, this.howMany,
      h("details", {}, w("summary", "text"), this.field("text-how", this.text), this.button("take", () => this.ask({ do: "show", text: this.text.value }))));
    this.closers.push(listen(window, { storage: ({ key }) => { if (key === KEPT || key === null) this.ask({ do: "show" }); } }));
    if (this.now()) this.ask({ do: "show" });
  }

  // ---- storage ---------------------------------------------------------------------------------------------------

  /** @returns {string[]} */
  texts() {
    const found = this.inMemory ?? storage.data(KEPT);
    return Array.isArray(found) ? found : [];
  }

  now() {
    return this.texts().at(-1) ?? "";
  }

  /** Store the texts; if the browser stores nothing, they last as long as the page. */
  store(texts) {
    if (!storage.set(KEPT, JSON.stringify(texts.slice(-STEPS)))) this.inMemory = texts;
  }

  replace(texts) {
    this.store(texts);
    this.ask({ do: "show" });
  }

  ask(message) {
    this.queue.push(message);
    if (this.queue.length === 1) this.next();
  }

  next() {
    if (!this.queue.length) return;
    this.before = this.now();
    this.send({ text: this.before, ...this.queue[0] });
  }

  /** Store an answer, unless another tab has changed the tournament meanwhile. */
  receive() {
    const { view } = this;
    const message = this.queue.shift();
    const clash = this.now() !== this.before;
    if (clash || message.do !== "show") this.clash = clash;
    if (clash) this.queue = [{ do: "show" }];
    else if (!view.error && view.text !== this.before) this.store([...this.texts(), view.text]);
    this.next();
  }

  join() {
    this.ask({ do: "join", names: this.names.value.split(/[,;]/).filter((name) => name.trim()) });
    this.names.value = "";
  }

  // ---- showing ---------------------------------------------------------------------------------------------------

  update() {
    const { view } = this;
    if (!this.howMany || !view.players) return;
    if (this.queue.length && !this.line.pending) this.receive();
    if (this.clash) this.error.textContent = word("clash");
    this.error.hidden = !this.error.textContent;
    const here = view.players.filter(({ away }) => !away).length;
    if (this.boards !== document.activeElement) this.boards.value = view.boards || "";
    this.boards.placeholder = word("enough");
    this.people.replaceChildren(...view.players.map((one) => this.person(one)));
    const waits = word("waits", { round: view.rounds.length });
    this.count.textContent = view.players.length ? `${word("here", { here })} ${view.complete ? "" : waits}` : word("begin");
    this.draw.textContent = word("draw", { round: view.rounds.length + 1 });
    this.draw.disabled = here < 2 || !view.complete;
    this.undo.disabled = !this.texts().length;
    this.fresh.disabled = !view.text;
    this.print.disabled = !view.players.length;
    if (this.text !== document.activeElement) this.text.value = view.text;
    this.showRounds();
    this.standings.replaceChildren(...(view.rounds.length ? [h("h3", {}, word("standings")), this.table(), h("p", { class: "hc-quiet" }, word("ties"))] : []));
    this.showHowMany();
  }

  /** @param {PersonView} one */
  person({ name, away }) {
    const label = word(away ? "back" : "leave", { name });
    return h("li", { class: away ? "is-away" : "" }, h("span", {}, name), h("button", { type: "button", class: "hc-button", "aria-label": label, title: label, onclick: () => this.ask(away ? { do: "join", names: [name] } : { do: "leave", name }) }, away ? "+" : "×"));
  }

  /** The latest round is open at first, earlier ones as the reader left them. */
  showRounds() {
    const last = this.view.rounds.length;
    const open = new Set([...this.rounds.querySelectorAll("details")].filter((one) => one.open).map((one) => Number(one.dataset.round)));
    const shut = this.rounds.querySelector(`[data-round="${last}"]:not([open])`);
    replaceKeepingFocus(this.rounds, ...this.view.rounds.map(({ tables, out }, index) => h("details", { class: "hc-card", "data-round": index + 1, open: index + 1 === last ? !shut : open.has(index + 1) && this.drawn === last },
      h("summary", {}, word("round", { round: index + 1 })), h("div", { class: "hc-tables" }, ...tables.map((one, table) => this.seating(one, index + 1, table + 1))),
      h("p", { class: "hc-quiet" }, `${word("first")} ${out.length ? word("out", { names: out.join(", ") }) : ""}`))).reverse());
    this.drawn = last;
  }

  /** A table: points are entered once all are chosen, and removed when one is cleared. @param {Seating} one */
  seating({ players, points }, round, table) {
    const key = `${round}.${table} ${players}`;
    const values = points.length ? [...points] : this.entered.get(key) ?? players.map(() => null);
    const choose = (seat, value) => {
      values[seat] = value === "" ? null : Number(value);
      this.entered.set(key, values);
      if (!values.includes(null)) this.ask({ do: "enter", number: round, table, points: values });
      else if (points.length) this.ask({ do: "enter", number: round, table, points: [] });
    };
    const seats = players.map((name, seat) => h("label", {}, h("span", {}, name), h("select", { "data-key": `${round}.${table}.${seat}`, onchange: ({ target }) => choose(seat, target.value) },
      ...["", ...Array(this.data.most + 1).keys()].map((value) => h("option", { value, selected: value === (values[seat] ?? "") }, value === "" ? "–" : String(value))))));
    return h("fieldset", {}, h("legend", {}, word("table", { table })), ...seats);
  }

  table() {
    const columns = ["place", "player", "points", "games", "won", "met"];
    const met = (mean) => (mean ? mean.toLocaleString(language(), { minimumFractionDigits: 1, maximumFractionDigits: 1 }) : "");
    return h("table", { class: "hc-standings" }, h("thead", {}, h("tr", {}, ...columns.map((key) => h("th", { scope: "col" }, word(key))))),
      h("tbody", {}, ...this.view.standings.map((one) => h("tr", {}, h("td", {}, String(one.place)), h("th", { scope: "row" }, one.name), ...[one.points, one.games, one.won, met(one.met)].map((value) => h("td", {}, String(value)))))));
  }

  /** The latest round to print, with blanks for missing points. */
  paper() {
    const { rounds, players } = this.view;
    const last = rounds.at(-1);
    if (!last) return h("p", {}, players.map(({ name }) => name).join(", "));
    const rows = last.tables.flatMap(({ players: seated, points }, table) => seated.map((name, seat) => h("tr", {}, h("td", {}, seat ? "" : word("table", { table: table + 1 })), h("th", { scope: "row" }, name), h("td", {}, String(points[seat] ?? "_____")))));
    return h("section", {}, h("h3", {}, word("round", { round: rounds.length })), h("table", { class: "hc-standings" }, ...rows), last.out.length ? h("p", {}, word("out", { names: last.out.join(", ") })) : null);
  }

  showHowMany() {
    const { first, points, games } = this.data;
    const rounds = Object.keys(first);
    const [best, ...others] = points.map(formatNumber);
    const bars = { measure: "rounds", values: rounds.map((one) => 100 * first[one]), word: "" };
    this.howMany.replaceChildren(h("h3", {}, word("how-many")), h("p", {}, word("how-found", { games: formatNumber(games), best, others: others.join(", ") })),
      chart(bars, rounds.map((many) => word(many === "1" ? "one-round" : "rounds", { many })), word("how-few", { rounds: rounds.find((one) => first[one] >= 2 / 3) ?? `> ${rounds.at(-1)}` })));
  }
}

export const render = renderer(Tournament);
