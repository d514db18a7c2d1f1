// Part of board.js: the dialog for a new game: number of players, who they are, pace, and dice.

import { Dialog, h, storage, newId, replaceKeepingFocus, localize, word, wordButton } from "../stage/page.js";
import { playerLetter } from "./scores.js";
import { colourField, applyColours, nameField } from "../stage/people.js";

export const PACES = { slow: 1600, normal: 800, fast: 220 };
const KINDS = ["reader", "random", "greedy", "learned", "lookahead", "master"];
const OPPONENT = "greedy"; // the player at an additional seat

/** The reader's pace and dice, stored for all boards. */
export const preferences = {
  get pace() { return storage.get("hedgekit-pace") in PACES ? storage.get("hedgekit-pace") : "normal"; },
  set pace(name) { storage.set("hedgekit-pace", name); },
  get ownDice() { return storage.get("hedgekit-dice") === "own"; },
  set ownDice(own) { storage.set("hedgekit-dice", own ? "own" : "roll"); },
};

/** Return a labelled checkbox or radio button. */
export function checkbox(type, attributes, on, text) {
  const input = h("input", { type, ...attributes });
  input.checked = on;
  return h("label", { class: "hk-check" }, input, text);
}

export class NewGameDialog extends Dialog {
  open() {
    const { view } = this.board;
    this.title.textContent = word("new-game");
    this.number = h("select", { id: newId("players"), onchange: () => this.drawSeats() },
      ...view.players.map((count) => h("option", { value: count }, String(count))));
    this.number.value = String(view.seats.length);
    this.seats = h("div", { class: "hk-seats" });
    this.chosen = [...view.seats];
    this.options = view.options.map((option) => this.option(option));
    this.pace = h("select", { id: newId("pace") }, ...Object.keys(PACES).map((name) => h("option", { value: name }, word(`pace-${name}`))));
    this.pace.value = preferences.pace;
    const die = (own, key) => checkbox("radio", { name: "dice", value: own ? "own" : "roll" }, preferences.ownDice === own, word(key));
    this.apply = h("button", { value: "apply", class: "hk-button" }, word("apply"));
    this.form.replaceChildren(
      h("p", {}, h("label", { for: this.number.id }, word("players")), this.number),
      h("fieldset", {}, h("legend", {}, word("seats")), this.seats),
      h("fieldset", { hidden: !this.options.length }, h("legend", {}, word("agreed")), ...this.options.map(({ el }) => el)),
      h("p", {}, h("label", { for: this.pace.id }, word("pace")), this.pace),
      h("fieldset", { hidden: !view.throw }, h("legend", {}, word("dice")), die(false, "roll-for-me"), die(true, "roll-myself")),
      h("div", { class: "hk-buttons" }, h("button", { value: "new", class: "hk-button hk-main" }, word("start")), this.apply, wordButton("cancel", () => this.el.close())),
    );
    this.drawSeats();
    this.el.showModal();
  }

  /** Return an option of the game: a checkbox if it has two values, else radio buttons. */
  option({ name, value, values }) {
    const [standard, ...others] = values;
    const [type, shown] = others.length > 1 ? ["radio", values] : ["checkbox", others];
    const el = h("div", {}, ...shown.map((one) => checkbox(type, { name, value: one.value, "data-option": name }, one.value === value, localize(one.means))));
    return { el, word: () => [...el.querySelectorAll("input:checked")].filter((input) => input.value !== standard.value).map((input) => `${name}=${input.value}`).join() };
  }

  /** Return the rules with the chosen options, as text; null for a game without options. */
  rules() {
    if (!this.options.length) return null;
    const chosen = this.options.map((option) => option.word()).filter(Boolean).join(",");
    const game = this.board.view.rules.match(/^\w+/)[0];
    return chosen ? `${game}[${chosen}]` : game;
  }

  /** Redraw after a choice of colour, which changes two seats. */
  onColourChange() {
    applyColours(this.board.el);
    this.drawSeats();
  }

  /** Draw a line for each seat; the choices stay when the number of players changes. */
  drawSeats() {
    const { view } = this.board;
    const count = Number(this.number.value);
    this.apply.hidden = count !== view.seats.length;
    replaceKeepingFocus(this.seats, ...Array.from({ length: count }, (_, i) => {
      const letter = "ABCDEFGHI"[i];
      const select = h("select", { id: newId("seat"), "data-seat": letter, onchange: () => sit(select.value) },
        ...KINDS.map((kind) => h("option", { value: kind }, word(`seat-${kind}`))),
        ...[...new Set(view.seats)].filter((seat) => seat.startsWith("bot:"))
          .map((bot) => h("option", { value: bot }, bot.slice(4))));
      let name = h("span");
      const sit = (seat) => {
        this.chosen[i] = select.value = seat;
        const field = nameField(letter, word("seat-name", { player: letter }), null, seat);
        name.replaceWith(field);
        name = field;
      };
      sit(this.chosen[i] ?? OPPONENT);
      const chip = view.repaints ? colourField(letter, () => this.onColourChange()) : playerLetter(letter);
      return h("div", {}, chip, h("label", { for: select.id, class: "hk-offstage" }, word("seat-label", { player: letter })), select, name);
    }));
  }

  onSubmit(what) {
    preferences.pace = this.pace.value;
    preferences.ownDice = this.form.querySelector("input[name=dice]:checked")?.value === "own";
    const players = Number(this.number.value);
    const seats = this.chosen.slice(0, players);
    this.el.close();
    this.board.wake();
    const rules = this.rules();
    if (what === "new") this.board.send({ do: "new", players, seats, ...(rules && { rules }) }, true);
    else this.board.send({ do: "seats", seats }, true);
    this.board.takeFocus();
  }
}
