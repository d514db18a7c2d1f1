// pair.js: the panel above two boards that show both readings of a question. Python chooses the position and counts games.

import { h, language, listen, lostWord, newId, say, shown, speakAll, w, word } from "../stage/page.js";
import { button, field, rich, tableOf } from "./shared.js";
import { Messages } from "./messages.js";
import { questionIn, saidIn } from "./selection.js";

const ONE = "dk-one"; // while there is one reading, and one board

class Pair {
  constructor(model, el) {
    this.model = model;
    /** @type {ReadingsView} */
    this.view = model.get("_view");
    this.talk = new Messages(model, { onBusy: (on) => this.busy(on), onLost: (on) => { this.note.textContent = on ? word(lostWord()) : ""; } });
    this.note = h("p", { class: "dk-note", role: "status" });
    /** @type {QuestionsData[]} */
    const choices = model.get("choices");
    const named = ({ id, asks, plays }) => [id, say(asks)].filter(Boolean).join(" · ") + (plays ? "" : ` (${word("text-only")})`);
    this.choice = h("select", { id: newId("question"), onchange: () => this.talk.ask({ do: "choose", question: this.choice.value }) }, ...choices.map(({ number, title, questions }) =>
      h("optgroup", { label: () => `${number} · ${say(title)}` }, ...questions.map((one) => w("option", () => named(one), { value: one.id })))));
    this.words = h("p", { class: "dk-question" });
    this.said = h("dl", { class: "dk-said" });
    this.found = h("div", { class: "dk-found" });
    this.go = button("simulate", () => this.talk.ask({ do: "simulate" }), "dk-main");
    this.stop = button("stop", () => { this.stopping = true; });
    this.bar = h("progress", { max: 1, value: 0, "aria-label": () => word("progress") });
    this.result = h("div", { "aria-live": "polite" });
    this.runs = h("div", { class: "dk-runs" }, w("h3", "simulation"), w("p", "simulation-what"),
      h("div", { class: "dk-line-up" }, this.go, this.stop, this.bar), this.result);
    this.el = h("div", { class: "dk-desk dk-pair", lang: language, role: "group", "aria-label": () => word("pair"), "data-hk-keys": "" },
      h("div", { class: "dk-card" }, field("question", this.choice), this.said, this.words),
      this.note, this.runs, this.found);
    el.append(this.el);
    el.closest(".rb-cells")?.classList.add("dk-pairs"); // :has() of all cells would style the whole page anew with every change
    const followed = () => this.goTo(location.hash);
    const update = () => this.update();
    // A finding at the desk is to be played: on this page, or by a link to it.
    const asked = (/** @type {any} */ event) => this.goTo(event.detail);
    this.closers = [
      listen(model, { "change:_view": update }), listen(window, { "hedgekit:lang": update, "hedgekit:question": asked, hashchange: followed }),
      () => this.talk.close(), () => document.body.classList.remove(ONE),
    ];
    this.update();
    followed();
  }

  /** To the question or clause of an address, if it has one. @param {string} href */
  goTo(href) {
    const question = questionIn(href);
    if (!question) return;
    this.asked = { question, said: saidIn(href) };
    this.showSaid();
    if (question !== this.view.question) this.talk.ask({ do: "choose", question });
    this.el.scrollIntoView({ block: "start" });
    this.choice.focus({ preventScroll: true });
  }

  busy(on) {
    this.el.setAttribute("aria-busy", String(Boolean(on)));
  }

  update() {
    this.view = this.model.get("_view");
    this.talk.heard(this.view);
    this.busy(this.view.busy);
    if (this.view.busy) return;
    speakAll(this.el);
    this.note.textContent = say(this.view.error);
    this.showChoice();
    this.words.replaceChildren(...rich(say(this.view.words)));
    this.words.hidden = !this.view.words;
    this.showSaid();
    this.showFound();
    this.showRun();
  }

  /** The sentences of the finding that led here. */
  showSaid() {
    const said = this.asked?.question === this.view.question ? this.asked.said : [];
    this.said.replaceChildren(...said.flatMap(([name, text]) => [h("dt", {}, name === "mine" ? word("mine") : name.toUpperCase()), h("dd", {}, text)]));
    this.said.hidden = !said.length;
  }

  showChoice() {
    const { question } = this.view;
    this.clause?.remove();
    this.clause = [...this.choice.options].some((one) => one.value === question) ? null : h("option", { value: question }, word("play-clause", { clause: question }));
    if (this.clause) this.choice.prepend(this.clause);
    this.choice.value = question;
  }

  showFound() {
    const { parting, readings, played } = this.view;
    this.runs.hidden = !readings.length;
    document.body.classList.toggle(ONE, !readings.length);
    if (!readings.length) return this.found.replaceChildren(h("p", {}, word("no-switch")));
    const sides = readings.map(({ rules, says }, k) => h("div", { class: "dk-reading" },
      h("h4", {}, word(k ? "right" : "left"), ...(rules ? [" · ", h("code", {}, rules)] : [])), says ? h("p", {}, ...rich(say(says))) : null,
      ...(parting ? this.side(parting, parting.sides[k]) : [])));
    const move = parting?.move === "-" ? word("pass") : parting?.move;
    const lead = parting ? word(`parting-${parting.kind}`, { move, ply: parting.ply, seed: parting.seed }) : word("parting-none");
    const tools = parting?.move
      ? [h("div", { class: "dk-buttons" }, played ? button("play-back", () => this.talk.ask({ do: "back" })) : h("button", { type: "button", class: "dk-button", onclick: () => this.talk.ask({ do: "play" }) }, word("play-both", { move })))]
      : parting ? [h("div", { class: "dk-buttons" }, button("play-back", () => this.talk.ask({ do: "back" })))] : [];
    this.found.replaceChildren(h("h3", {}, word("parting")), h("p", {}, lead), h("div", { class: "dk-two" }, ...sides), ...tools);
    return undefined;
  }

  /** What a reading does where the other does not. @param {PartingView} parting @param {DiffersView} side */
  side(parting, { only, many, told, then, standing }) {
    const parts = [];
    const allowed = () => parts.push(h("p", {}, many ? word("only-here", { many }) : word("nothing-more")), ...(many
      ? [h("ul", {}, ...only.map(({ move, why }) => h("li", {}, h("code", {}, move), why ? h("span", { class: "dk-line" }, ` ${word("other-says")} ${say(why)}`) : null)))]
      : []));
    if (parting.kind === "moves") allowed();
    if (told) parts.push(h("p", {}, `${word("then")} ${say(told)}`));
    if (then) parts.push(h("p", {}, `${word("asked-next")} ${say(then)}`));
    if (then && many) allowed();
    if (standing) {
      const scores = Object.entries(standing.scores).map(([seat, score]) => `${seat} ${score}`).join(", ");
      parts.push(h("p", {}, word(standing.over ? "series-over" : "series-on", { games: standing.games, scores })));
    }
    return parts;
  }

  // ---- many games ----------------------------------------------------------------------------------------------

  showRun() {
    const { run } = this.view;
    const going = Boolean(run && !run.done);
    this.stop.hidden = this.bar.hidden = !going;
    this.go.disabled = going;
    if (!run) return this.result.replaceChildren();
    this.bar.max = run.wanted;
    this.bar.value = run.played;
    this.result.setAttribute("aria-busy", String(going));
    this.result.replaceChildren(...this.told(run));
    if (going && !this.talk.line.pending) {
      // The page asks for slice after slice, so that it can stop, and Python never keeps it waiting.
      const message = { do: this.stopping ? "stop" : "more" };
      this.stopping = false;
      setTimeout(() => this.talk.ask(message), 0);
    }
    return undefined;
  }

  /** What came of the games. @param {CountingView} run */
  told(run) {
    const number = (value, digits = 1) => value.toLocaleString(language(), { maximumFractionDigits: digits, minimumFractionDigits: digits });
    const percent = (value) => value.toLocaleString(language(), { style: "percent", maximumFractionDigits: 0 });
    const cell = ([mean, low, high], show) => (low === null ? show(mean) : `${show(mean)} (${show(low)} – ${show(high)})`);
    const seats = Object.keys(run.sides[0].wins);
    const lengthName = word(`length-${run.unit}`);
    const rows = [[lengthName, ...run.sides.map((side) => cell(side.length, number))],
      ...seats.map((seat) => [word("wins", { seat }), ...run.sides.map((side) => cell(side.wins[seat], percent))])];
    if (run.sides.some((side) => side.nobody[0] > 0.0005)) rows.push([word("wins-nobody"), ...run.sides.map((side) => cell(side.nobody, percent))]);
    const table = tableOf(["measure", "left", "right"], rows, word("simulation"));
    const parts = [h("p", {}, word("run-played", { played: run.played, wanted: run.wanted })), table];
    if (run.difference) {
      const [apart, low, high] = run.difference;
      const key = low > 0 ? "longer" : high < 0 ? "shorter" : "no-difference";
      const [small, large] = key === "shorter" ? [-high, -low] : [low, high];
      parts.push(h("p", { class: "dk-difference" }, word(key, { apart: number(Math.abs(apart)), low: number(small), high: number(large) })));
    }
    return parts;
  }
}

export const render = shown(Pair);
