// readings_sheet.js: the panel above two boards that show both readings of a question. Python knows where they diverge.

import { h, language, listen, newId, localize, renderer, w, word } from "../stage/page.js";
import { Sheet } from "../boards/sheet.js";
import { button, field, rich, tableOf } from "./shared.js";
import { questionIn, sentencesIn } from "./selection.js";

const SIDES = ["left", "right"];

/** @extends {Sheet<ReadingsData, ReadingsView>} */
class Pair extends Sheet {
  build() {
    const named = ({ id, asks, plays }) => [id, localize(asks)].filter(Boolean).join(" · ") + (plays ? "" : ` (${word("text-only")})`);
    this.choice = h("select", { id: newId("question"), onchange: () => this.send({ do: "choose", question: this.choice.value }) }, ...this.data.choices.map(({ number, title, questions }) =>
      h("optgroup", { label: () => `${number} · ${localize(title)}` }, ...questions.map((one) => w("option", () => named(one), { value: one.id })))));
    this.words = h("p", { class: "dk-question" });
    this.sentences = h("dl", { class: "dk-said" });
    this.found = h("div", { class: "dk-found" });
    this.games = h("div", { class: "dk-desk dk-games" });
    const places = SIDES.map(() => h("div"));
    this.boards = h("div", { class: "dk-boards" }, ...places);
    this.panel = h("div", { class: "dk-desk dk-pair", role: "group", "aria-label": () => word("pair") },
      h("div", { class: "dk-card" }, field("question", this.choice), this.sentences, this.words), this.error, this.found);
    this.el.classList.add("dk-both");
    this.el.append(this.panel, this.boards, this.games);
    places.forEach((place, k) => this.board(place, { keep: false, awake: false }, SIDES[k])); // a forced pass waits, too, so that both show the same position
    const onHash = () => this.goTo(location.hash);
    // Play a finding of the desk: on the same page, or following a link.
    const onQuestion = (/** @type {any} */ event) => this.goTo(event.detail);
    this.closers.push(listen(window, { "hedgekit:question": onQuestion, hashchange: onHash }));
    queueMicrotask(onHash); // once the element is in the page
  }

  /** Go to the question or clause of a URL, if it has one. @param {string} href */
  goTo(href) {
    const question = questionIn(href);
    if (!question) return;
    this.linked = { question, sentences: sentencesIn(href) };
    this.showSentences();
    if (question !== this.view.question) this.send({ do: "choose", question });
    this.el.scrollIntoView({ block: "start" });
    this.choice.focus({ preventScroll: true });
  }

  update() {
    this.showChoice();
    this.words.replaceChildren(...rich(localize(this.view.words)));
    this.words.hidden = !this.view.words;
    this.showSentences();
    this.showFound();
    this.showGames();
  }

  /** Show the sentences of the finding that linked here. */
  showSentences() {
    const sentences = this.linked?.question === this.view.question ? this.linked.sentences : [];
    this.sentences.replaceChildren(...sentences.flatMap(([name, text]) => [h("dt", {}, name === "mine" ? word("mine") : name.toUpperCase()), h("dd", {}, text)]));
    this.sentences.hidden = !sentences.length;
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
    this.boards.classList.toggle("is-one", !readings.length);
    if (!readings.length) return this.found.replaceChildren(h("p", {}, word("no-switch")));
    const sides = readings.map(({ rules, text }, k) => h("div", { class: "dk-reading" },
      h("h4", {}, word(k ? "right" : "left"), ...(rules ? [" · ", h("code", {}, rules)] : [])), text ? h("p", {}, ...rich(localize(text))) : null,
      ...(parting ? this.side(parting, parting.sides[k]) : [])));
    const move = parting?.move === "-" ? word("pass") : parting?.move;
    const lead = parting ? word(`parting-${parting.kind}`, { move, ply: parting.ply, seed: parting.seed }) : word("parting-none");
    const tools = parting?.move
      ? [h("div", { class: "dk-buttons" }, played ? button("play-back", () => this.send({ do: "back" })) : h("button", { type: "button", class: "dk-button", onclick: () => this.send({ do: "play" }) }, word("play-both", { move })))]
      : parting ? [h("div", { class: "dk-buttons" }, button("play-back", () => this.send({ do: "back" })))] : [];
    this.found.replaceChildren(h("h3", {}, word("parting")), h("p", {}, lead), h("div", { class: "dk-two" }, ...sides), ...tools);
    return undefined;
  }

  /** Return the consequences of a reading where the other differs. @param {PartingView} parting @param {DiffersView} side */
  side(parting, { only, many, narration, then, standing }) {
    const parts = [];
    const allowed = () => parts.push(h("p", {}, many ? word("only-here", { many }) : word("nothing-more")), ...(many
      ? [h("ul", {}, ...only.map(({ move, why }) => h("li", {}, h("code", {}, move), why ? h("span", { class: "dk-line" }, ` ${word("other-says")} ${localize(why)}`) : null)))]
      : []));
    if (parting.kind === "moves") allowed();
    if (narration) parts.push(h("p", {}, `${word("then")} ${localize(narration)}`));
    if (then) parts.push(h("p", {}, `${word("asked-next")} ${localize(then)}`));
    if (then && many) allowed();
    if (standing) {
      const scores = Object.entries(standing.scores).map(([seat, score]) => `${seat} ${score}`).join(", ");
      parts.push(h("p", {}, word(standing.over ? "series-over" : "series-on", { games: standing.games, scores })));
    }
    return parts;
  }

  /** Show the statistics of many games under both readings: the difference, and the figures on demand. */
  showGames() {
    const { parting } = this.view;
    if (!parting?.games) return this.games.replaceChildren();
    const number = (value) => value.toLocaleString(language(), { maximumFractionDigits: 1, minimumFractionDigits: 1 });
    const percent = (value) => value.toLocaleString(language(), { style: "percent", maximumFractionDigits: 0 });
    const { played, sides, difference: [apart, low, high] } = parting.games;
    const row = (name, of, show) => [name, ...sides.map((side) => { const [mean, least, most] = of(side); return `${show(mean)} (${show(least)} – ${show(most)})`; })];
    const rows = [row(word(`length-${parting.unit}`), ({ length }) => length, number),
      ...Object.keys(sides[0].wins).map((seat) => row(word("wins", { seat }), ({ wins }) => wins[seat], percent))];
    if (sides.some(({ nobody: [share] }) => share > 0.0005)) rows.push(row(word("wins-nobody"), ({ nobody }) => nobody, percent));
    const key = low > 0 ? "longer" : high < 0 ? "shorter" : "no-difference";
    const [mean, least, most] = (key === "shorter" ? [-apart, -high, -low] : [apart, low, high]).map(number);
    this.games.replaceChildren(h("h3", {}, word("simulation")),
      h("p", {}, word(key, { apart: mean, low: least, high: most })),
      h("details", {}, h("summary", {}, word("simulation-what", { played })), tableOf(["measure", "left", "right"], rows, word("simulation"))));
    return undefined;
  }
}

export const render = renderer(Pair);
