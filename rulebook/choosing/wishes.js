// Part of chooser_sheet.js: three questions, and the suggested sets.

import { h, language, localize, w, word } from "../stage/page.js";
import { ownId } from "../boards/sheet.js";

/** The wish, empty at first, and a card for each suggestion. */
export class Wishes {
  /** @param {any} sheet */
  constructor(sheet) {
    this.sheet = sheet;
    const { data } = sheet;
    const chips = (name, values, textOf) => {
      const shared = ownId(name);
      const inputs = values.map((value) => h("input", { type: "radio", name: shared, value, onchange: () => this.ask() }));
      const labels = inputs.map((input, k) => h("label", { class: "hc-chip" }, input, w("span", () => textOf(values[k]))));
      const lead = w("span", `ask-${name}`, { id: ownId("ask") });
      return { inputs, row: h("div", { class: "hc-ask-row" }, lead, h("div", { class: "hc-chips", role: "radiogroup", "aria-labelledby": lead.id }, ...labels)) };
    };
    this.questions = {
      players: chips("players", data.seats, String), minutes: chips("minutes", data.minutes, (value) => word(`minutes-${value}`)),
      mood: chips("mood", data.moods, (value) => word(`mood-${value}`)),
    };
    this.box = h("input", { type: "checkbox", onchange: () => this.ask() });
    this.hint = w("p", "hint", { class: "hc-quiet" });
    this.none = w("p", "none", { hidden: true });
    this.cards = h("ol", { class: "hc-sets", "aria-live": "polite" });
    this.el = h("div", {}, h("div", { class: "hc-asked" }, ...Object.values(this.questions).map(({ row }) => row),
      h("label", { class: "hc-check" }, this.box, w("span", "box"))), this.hint, this.none, this.cards);
  }

  /** Send the wish once all three questions are answered. */
  ask() {
    const [players, minutes, mood] = Object.values(this.questions).map(({ inputs }) => inputs.find(({ checked }) => checked)?.value);
    if (!players || !minutes || !mood) return;
    this.sheet.touched = true;
    this.sheet.send({ do: "wish", players: Number(players), minutes: Number(minutes), mood, box: this.box.checked });
  }

  /** @param {ChooserView} view */
  show({ wish, sets, chosen: ticked }) {
    for (const name of wish ? Object.keys(this.questions) : []) for (const input of this.questions[name].inputs) input.checked = input.value === String(wish[name]);
    if (wish) this.box.checked = wish.box;
    this.hint.hidden = Boolean(wish);
    this.none.hidden = !wish || sets.length > 0;
    const chosen = ticked.join("+");
    const key = JSON.stringify([sets.map(({ rules }) => rules), wish?.mood, chosen, language()]);
    if (key !== this.cardsKey) this.cards.replaceChildren(...sets.map((one) => this.card(one, one.key === chosen)));
    this.cardsKey = key;
  }

  /** @param {SetView} one @param {boolean} taken */
  card(one, taken) {
    const time = h("p", { class: "hc-time" }, word(one.fits ? "about-minutes" : "too-long", { n: one.minutes }));
    if (one.needed.length) time.append(" ", word("needed", { what: one.needed.map(localize).join("; ") }));
    const take = h("button", { type: "button", class: "hc-button", "aria-pressed": String(taken), "aria-label": `${word("take")}: ${localize(one.title)}`, onclick: () => this.sheet.take({ do: "take", rules: one.rules }) }, word("take"));
    const el = h("li", { class: `hc-card hc-set${taken ? " is-sent" : ""}`, "data-set": one.key });
    el.innerHTML = one.picture;
    el.append(h("h3", {}, localize(one.title)), h("p", { class: "hc-why" }, localize(one.why)), time, h("div", { class: "hc-bar" }, take));
    return el;
  }
}
