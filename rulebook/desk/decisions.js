// Part of desk.js: which findings there are to look at, the one that is looked at, and what is decided about it.

import { h, storage, newId, localize, w, word } from "../stage/page.js";
import { classOf, nextOpen, stepped, stillAt } from "./selection.js";
import { CHANGES, Filters, SIGNS, VALUES, button, check, choice, field, placed, saidOf, sought, standings, theirs, waysToPlay } from "./shared.js";

const PLACE = "hedgekit-desk-place"; // the finding that was looked at: its reader may have gone to play it

export class Decisions {
  constructor(desk) {
    /** @type {{ view: DeskView, texts: TextsView } & Record<string, any>} */
    this.desk = desk;
    this.current = -1;
    this.list = [];
    this.el = h("div", {}, this.makeFilters(), this.makeBox());
  }

  makeFilters() {
    const filter = () => this.filter();
    this.inner = check("inner", true, filter, "⟲");
    this.rowsOnly = check("rows-only", false, filter);
    this.variants = h("select", { id: newId("variant"), onchange: () => { this.variant.value = this.variants.value; filter(); } });
    this.variant = { el: field("report-variant", this.variants), value: "" }; // also before the texts are here
    this.filters = new Filters({
      inner: this.inner, rowsOnly: this.rowsOnly,
      changes: choice("changes", [["", "all"], ...CHANGES.map((name) => [name, `changes-${name}`])], filter),
      standing: standings(filter), variant: this.variant, sought: sought(filter),
    }, filter);
    this.bar = h("progress", { max: 1, value: 0, "aria-label": () => word("progress") });
    this.done = h("p", { class: "dk-done", role: "status" });
    this.renew = h("button", { type: "button", class: "dk-button", onclick: () => this.desk.ask({ do: "renew" }) });
    return h("div", { class: "dk-filters" }, this.filters.el, h("div", { class: "dk-progress" }, this.bar, this.done, this.renew));
  }

  makeBox() {
    this.head = h("h3", { id: newId("finding") });
    this.places = h("dl", { class: "dk-places" });
    this.said = h("p", { class: "dk-said" });
    this.told = h("p", { class: "dk-told" });
    this.other = h("p", { class: "dk-other" });
    this.play = h("p", { class: "dk-play" });
    const name = newId("value");
    this.radios = Object.fromEntries(Object.keys(VALUES).map((value) => [value, h("input", { type: "radio", name, value, onchange: () => this.chosen() })]));
    this.klass = h("select", { "aria-label": () => word("new-class") }, ...Object.keys(SIGNS).map((one) => w("option", `classes-${one}`, { value: one })));
    this.known = h("datalist", { id: newId("reasons") });
    this.reason = h("input", { type: "text", id: newId("reason"), maxlength: "2000", list: this.known.id, autocomplete: "off" });
    this.previous = button("previous", () => this.step(-1));
    this.next = button("next", () => this.step(1));
    this.back = button("undo", () => this.undo());
    this.decideAll = button("decide-all", () => this.desk.decideAll(this.listed, this.decision()));
    this.open = button("undecide", () => this.undecide());
    this.openAll = button("undecide-all", () => this.desk.undecideAll(this.listed));
    this.form = h("form", { class: "dk-form", onsubmit: (event) => { event.preventDefault(); this.submit(); } },
      h("fieldset", {}, w("legend", "decision"), ...Object.entries(this.radios).map(([value, radio]) =>
        h("label", { class: "dk-check" }, radio, h("span", { class: "dk-sign", "aria-hidden": "true" }, VALUES[value]), w("span", `do-${value}`))), this.klass),
      field("reason", this.reason, "dk-wide"), this.known,
      h("div", { class: "dk-buttons" }, w("button", "decide", { type: "submit", class: "dk-button dk-main" }), this.open));
    this.live = h("p", { class: "dk-offstage", "aria-live": "polite" });
    this.box = h("section", { class: "dk-card dk-box", tabindex: "-1", "aria-labelledby": this.head.id },
      h("div", { class: "dk-head" }, this.head, h("div", { class: "dk-buttons" }, this.previous, this.next)),
      this.places, this.said, this.play, this.told, this.other, this.form,
      h("div", { class: "dk-buttons" }, this.decideAll, this.openAll, this.back), w("p", "keys", { class: "dk-keys" }));
    return h("div", {}, this.box, this.live);
  }

  // ---- what is so ----------------------------------------------------------------------------------------------

  finding(index) {
    return this.desk.texts.findings[index];
  }

  decisionOf(index) {
    return this.desk.view.decided[this.finding(index).id];
  }

  /** Its class, or the one it was given. */
  classOf(index) {
    return classOf(this.finding(index), this.desk.view.decided);
  }

  // ---- showing -------------------------------------------------------------------------------------------------

  /** No filter for a variant that nothing is found in, once the texts are here. */
  withVariant() {
    if (this.desk.restored && !(this.desk.texts?.findings ?? []).some((one) => String(one.variant) === this.variant.value)) this.variant.value = "";
  }

  /** Other texts: from the finding on that was looked at last, if they have it, else from the first. */
  begin() {
    const place = storage.get(PLACE);
    this.current = (this.desk.texts?.findings ?? []).findIndex((one) => one.id === place);
    this.withVariant();
    this.update();
  }

  filter() {
    this.update();
    this.desk.rows.decorate();
    this.desk.keepLooks();
    this.live.textContent = this.head.textContent;
  }

  update() {
    const { texts, view } = this.desk;
    if (!texts?.findings || view.stamp !== texts.stamp) return;
    const all = texts.findings.map((_, index) => index);
    this.list = this.filters.among(texts.findings, view.decided);
    this.current = stillAt(this.list, this.current);
    const decided = all.filter((index) => this.decisionOf(index)).length;
    this.bar.max = all.length || 1;
    this.bar.value = decided;
    const apart = all.filter((index) => this.decisionOf(index)?.other).length;
    const done = [word("done", { decided, all: all.length }), view.elsewhere ? word("elsewhere", { many: view.elsewhere }) : "", apart ? word("apart-many", { many: apart }) : ""].filter(Boolean).join(" ");
    if (this.done.textContent !== done) this.done.textContent = done; // said once, not at every step
    this.renew.hidden = !view.fits;
    this.renew.textContent = word("renew", { many: view.fits });
    this.inner.count.textContent = `(${texts.findings.filter(({ inner }) => inner).length})`;
    this.showVariants();
    this.showBox();
  }

  showVariants() {
    const numbers = [...new Set(this.desk.texts.findings.map((one) => String(one.variant)))].sort((a, b) => Number(a) - Number(b));
    const named = (name) => (name === "null" ? word("no-variant") : name === "0" ? word("unit-base") : name);
    this.variants.replaceChildren(h("option", { value: "" }, word("all")), ...numbers.map((name) => h("option", { value: name }, named(name))));
    this.variants.value = this.variant.value;
  }

  showBox() {
    const focused = /** @type {HTMLButtonElement} */ (document.activeElement);
    this.fillBox();
    if (this.box.contains(focused) && (focused.disabled || focused.closest("[hidden]"))) this.box.focus({ preventScroll: true }); // keys go on
  }

  fillBox() {
    const index = this.current;
    const some = index >= 0;
    for (const part of [this.form, this.places, this.said, this.told, this.other, this.play]) part.hidden = !some;
    this.previous.disabled = this.next.disabled = this.list.length < 2;
    this.back.disabled = !this.desk.view.undo;
    const decided = this.list.filter((one) => this.decisionOf(one)).length;
    this.decideAll.disabled = decided === this.list.length;
    this.openAll.disabled = !decided;
    if (!some) {
      this.head.textContent = word("no-findings");
      return;
    }
    const one = this.finding(index);
    const klass = this.classOf(index);
    const where = one.variant === null ? word("no-variant") : one.variant === 0 ? word("unit-base") : word("variant", { number: one.variant });
    this.head.replaceChildren(`${word("finding", { at: this.list.indexOf(index) + 1, all: this.list.length })} · `,
      h("span", { class: `dk-mark is-${klass}` }, h("span", { class: "dk-sign", "aria-hidden": "true" }, SIGNS[klass]), ` ${word(`classes-${klass}`)}`),
      ` · ${word(`kinds-${one.kind}`)}${klass === "meaning" ? ` · ${word(`changes-${one.changes}`)}` : ""} · ${where}${one.inner ? ` · ${word("inner")}` : ""}`);
    this.places.replaceChildren(...["a", "b"].flatMap((side) => [h("dt", {}, side.toUpperCase()), h("dd", { lang: this.desk.texts.spoken[side] }, ...placed(one[side]))]));
    this.said.textContent = localize(one.note);
    const ways = waysToPlay(one.play, one.variant);
    this.play.hidden = !ways.length;
    this.play.replaceChildren(...ways);
    const decision = this.decisionOf(index);
    this.open.disabled = !decision;
    this.told.hidden = !decision;
    this.told.textContent = decision ? saidOf(decision) : "";
    this.showOther(decision);
    this.box.dataset.finding = one.id;
    if (this.desk.restored) storage.set(PLACE, one.id);
    this.box.dataset.decided = decision?.value ?? "";
    const key = `${one.id} ${JSON.stringify(decision ?? null)}`;
    if (this.filled !== key) this.fill(key, decision, klass);
    this.known.replaceChildren(...[...new Set(Object.values(this.desk.view.decided).map(({ reason }) => reason).filter(Boolean))].slice(-30).map((reason) => h("option", { value: reason })));
  }

  /** What somebody else decided otherwise, and which of the two is to stand. @param {DecisionView | undefined} decision */
  showOther(decision) {
    const other = decision?.other;
    this.other.hidden = !other;
    if (!decision || !other) return;
    this.other.replaceChildren(...theirs(decision, other, (one) => this.desk.settle(this.finding(this.current).id, one)));
  }

  /** The form as the finding has it; what somebody is typing stays until he leaves the finding. */
  fill(key, decision, klass) {
    this.filled = key;
    for (const [value, radio] of Object.entries(this.radios)) radio.checked = value === (decision?.value ?? "accept");
    this.klass.value = klass;
    this.reason.value = decision?.reason ?? "";
    this.chosen();
  }

  chosen() {
    this.klass.hidden = !this.radios.reclass.checked;
  }

  // ---- doing ---------------------------------------------------------------------------------------------------

  goTo(index) {
    this.current = index;
    if (!this.list.includes(index)) this.list = [...this.list, index].sort((a, b) => a - b);
    this.showBox();
    this.desk.rows.decorate();
    this.announce();
  }

  step(by) {
    if (!this.list.length) return;
    this.current = stepped(this.list, this.current, by);
    this.showBox();
    this.desk.rows.decorate();
    if (!this.box.contains(document.activeElement)) this.box.focus({ preventScroll: true });
    this.announce();
  }

  announce() {
    const one = this.finding(this.current);
    const text = (place) => place?.text ?? word("nothing");
    this.live.textContent = `${this.head.textContent}. A: ${text(one.a)}. B: ${text(one.b)}. ${localize(one.note)}`;
  }

  pick(value) {
    if (this.current < 0) return;
    this.radios[value].checked = true;
    this.chosen();
    (value === "reclass" ? this.klass : this.reason).focus();
  }

  submit() {
    const index = this.current;
    if (index < 0) return;
    this.desk.ask({ do: "decide", ids: [this.finding(index).id], ...this.decision() });
    const next = nextOpen(this.list, index, this.desk.texts.findings, this.desk.view.decided);
    if (next !== undefined) this.goTo(next);
    this.box.focus({ preventScroll: true });
  }

  /** What the form says. */
  decision() {
    const value = Object.keys(this.radios).find((one) => this.radios[one].checked);
    return { value, reason: this.reason.value.trim(), ...(value === "reclass" ? { klass: this.klass.value } : {}) };
  }

  /** The findings that the filters leave. */
  get listed() {
    return this.list.map((index) => this.finding(index));
  }

  /** The finding that is looked at is open again, and stays in sight. */
  undecide() {
    if (this.current >= 0 && this.decisionOf(this.current)) this.desk.ask({ do: "undecide", ids: [this.finding(this.current).id] });
  }

  undo() {
    if (this.desk.view.undo) this.desk.ask({ do: "undo" });
  }
}
