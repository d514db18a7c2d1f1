// The sheet of tonight: three questions on a few lines, three sets of variants. What is asked for stands in the page's address, so that
// a link or a reload brings it back; which sets fit is asked of Python.

import { copyText, h, say, word } from "../stage/page.js";
import { Sheet, ownId, pageAt, printOnly } from "../boards/sheet.js";
import { wishOf, writtenWish } from "./addresses.js";

/** @extends {Sheet<TonightData, TonightView>} */
class Tonight extends Sheet {
  build() {
    const { data } = this;
    const chips = (name, values, keyOf) => {
      const group = h("div", { class: "hc-chips", role: "radiogroup" });
      const inputs = values.map((value) => {
        const input = h("input", { type: "radio", name: ownId(name), value: String(value), onchange: () => this.ask() });
        const text = h("span");
        this.spoken.push(() => { text.textContent = keyOf ? word(keyOf(value)) : String(value); });
        group.append(h("label", { class: "hc-chip" }, input, text));
        return input;
      });
      const shared = inputs[0].name;
      for (const input of inputs) input.name = shared;
      const lead = this.words("span", `ask-${name}`, { id: ownId("ask") });
      group.setAttribute("aria-labelledby", lead.id);
      return { inputs, row: h("div", { class: "hc-ask-row" }, lead, group) };
    };
    this.asked = {
      players: chips("players", data.seats, null), minutes: chips("minutes", data.minutes, (value) => `minutes-${value}`),
      mood: chips("mood", data.moods, (value) => `mood-${value}`),
    };
    this.box = h("input", { type: "checkbox", onchange: () => this.ask() });
    this.cards = h("ol", { class: "hc-sets", "aria-live": "polite" });
    this.none = this.words("p", "none", { hidden: true });
    this.error = h("p", { class: "hc-no", role: "alert", hidden: true });
    this.title = null; // of the set that is played below
    const heading = h("h3");
    this.spoken.push(() => { heading.textContent = this.title ? say(this.title) : ""; });
    this.place = h("div");
    this.played = h("div", { class: "hc-played", hidden: true }, heading, this.place);
    this.paper = h("div", { class: "hc-rulepage" });
    this.sheet = this.label(h("dialog", { class: "hc-paper" }, h("div", { class: "hc-bar" }, this.button("print", () => printOnly(this.paper), "is-main"), this.button("close", () => this.sheet.close())), this.paper), "sheet");
    this.el.append(h("div", { class: "hc-asked" }, ...Object.values(this.asked).map(({ row }) => row),
      h("label", { class: "hc-check" }, this.box, this.words("span", "box"))), this.error, this.none, this.cards, this.played, this.sheet);
    const follow = () => this.follow();
    window.addEventListener("hashchange", follow);
    this.closers.push(() => window.removeEventListener("hashchange", follow));
    this.follow();
  }

  /** What the address asks for. */
  follow() {
    const wish = wishOf(location.hash, this.data);
    if (!wish) return;
    this.sent = wish.set ?? null;
    const now = this.view.wish;
    if (["players", "minutes", "mood", "box"].some((key) => wish[key] !== now[key])) this.send({ do: "suggest", players: wish.players, minutes: wish.minutes, mood: wish.mood, box: wish.box });
    else this.update();
  }

  ask() {
    const value = (name) => this.asked[name].inputs.find(({ checked }) => checked).value;
    const wish = { players: Number(value("players")), minutes: Number(value("minutes")), mood: value("mood"), box: this.box.checked };
    this.sent = null;
    history.replaceState(history.state, "", `#${writtenWish(wish)}`);
    this.send({ do: "suggest", ...wish });
  }

  update() {
    const { view } = this;
    this.showError(this.error);
    for (const name of ["players", "minutes", "mood"]) for (const input of this.asked[name].inputs) input.checked = input.value === String(view.wish[name]);
    this.box.checked = view.wish.box;
    this.none.hidden = view.sets.length > 0;
    const key = JSON.stringify([view.sets.map(({ rules }) => rules), view.wish.mood, this.sent, document.documentElement.lang]);
    if (key !== this.shown) this.cards.replaceChildren(...view.sets.map((one, which) => this.card(one, which)));
    this.shown = key;
    if (view.page && this.printing) {
      this.printing = false;
      this.paper.innerHTML = view.page;
      this.sheet.showModal();
    }
    if (view.playing && this.playing) this.show();
  }

  /** @param {SetView} one @param {number} which */
  card(one, which) {
    const { view } = this;
    const button = (key, onclick, kind = "") => h("button", { type: "button", class: `hc-button ${kind}`.trim(), onclick, "aria-label": `${word(key)}: ${say(one.title)}` }, word(key));
    const note = h("p", { class: "hc-quiet", role: "status" });
    const time = h("p", { class: "hc-time" }, word(one.fits ? "about-minutes" : "too-long", { n: one.minutes }));
    if (one.needed.length) time.append(" ", word("needed", { what: one.needed.map(say).join("; ") }));
    return h("li", { class: `hc-card hc-set${this.sent === one.key ? " is-sent" : ""}`, "data-set": one.key },
      h("h3", {}, say(one.title)), h("p", { class: "hc-why" }, say(one.why)), time,
      h("div", { class: "hc-bar" }, button("play", () => this.play(which), "is-main"), button("sheet", () => this.print(which)), button("send", () => this.share(one, note))),
      note, h("div", { class: "hc-more-row" }, h("a", { href: pageAt(`16-table.ipynb#rules=${one.key}&players=${view.wish.players}`) }, word("own")), h("details", {}, h("summary", {}, word("how")), h("p", {}, h("code", {}, one.rules)), h("ul", {}, ...one.about.map((line) => h("li", {}, say(line)))))));
  }

  print(which) {
    this.printing = true;
    this.send({ do: "page", which });
  }

  play(which) {
    this.playing = true;
    this.title = this.view.sets[which].title;
    this.send({ do: "play", which });
  }

  /** The board of the set comes below, and into sight. */
  async show() {
    this.playing = false;
    this.played.hidden = false;
    this.speakAll();
    await this.board("left", this.place);
    this.played.scrollIntoView({ block: "start", behavior: "instant" });
  }

  /** By what the device shares with, else by the clipboard. @param {SetView} one */
  async share(one, note) {
    const url = `${location.href.split("#")[0]}#${writtenWish({ ...this.view.wish, set: one.key })}`;
    if (navigator.share) {
      try {
        await navigator.share({ title: say(one.title), text: say(one.why), url });
        return;
      } catch (error) {
        if (error.name === "AbortError") return;
      }
    }
    note.textContent = word((await copyText(url)) ? "sent" : "common.copy-failed", { url });
  }
}

export function render({ model, el }) {
  const sheet = new Tonight(model, el);
  return () => sheet.close();
}
