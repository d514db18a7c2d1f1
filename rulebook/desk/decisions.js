// Part of desk.js: the filtered findings, the current one, and the decision about it.

import { h, storage, newId, localize, w, word } from "../stage/page.js";
import { classOf, nextOpen, stepFrom, keepPosition } from "./selection.js";
import { CHANGES, Filters, SIGNS, VALUES, button, check, choice, field, quoted, describe, searchField, statusChoice, conflictParts, playLinks, variantLabel } from "./shared.js";

const PLACE = "hedgekit-desk-place"; // the current finding, for when the user returns from playing it

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
    this.variant = { el: field("report-variant", this.variants), value: "" }; // also before the texts arrive
    this.filters = new Filters({
      inner: this.inner, rowsOnly: this.rowsOnly,
      changes: choice("changes", [["", "all"], ...CHANGES.map((name) => [name, `changes-${name}`])], filter),
      standing: statusChoice(filter), variant: this.variant, sought: searchField(filter),
    }, filter);
    this.bar = h("progress", { max: 1, value: 0, "aria-label": () => word("progress") });
    this.done = h("p", { class: "dk-done", role: "status" });
    this.renew = h("button", { type: "button", class: "dk-button", onclick: () => this.desk.ask({ do: "renew" }) });
    return h("div", { class: "dk-filters" }, this.filters.el, h("div", { class: "dk-progress" }, this.bar, this.done, this.renew));
  }

  makeBox() {
    this.head = h("h3", { id: newId("finding") });
    this.places = h("dl", { class: "dk-places" });
    this.note = h("p", { class: "dk-said" });
    this.verdict = h("p", { class: "dk-told" });
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
    this.decideAll = button("decide-all", () => this.desk.decideAll(this.filtered, this.decision()));
    this.open = button("undecide", () => this.undecide());
    this.openAll = button("undecide-all", () => this.desk.undecideAll(this.filtered));
    this.form = h("form", { class: "dk-form", onsubmit: (event) => { event.preventDefault(); this.submit(); } },
      h("fieldset", {}, w("legend", "decision"), ...Object.entries(this.radios).map(([value, radio]) =>
        h("label", { class: "dk-check" }, radio, h("span", { class: "dk-sign", "aria-hidden": "true" }, VALUES[value]), w("span", `do-${value}`))), this.klass),
      field("reason", this.reason, "dk-wide"), this.known,
      h("div", { class: "dk-buttons" }, w("button", "decide", { type: "submit", class: "dk-button dk-main" }), this.open));
    this.live = h("p", { class: "dk-offstage", "aria-live": "polite" });
    this.box = h("section", { class: "dk-card dk-box", tabindex: "-1", "aria-labelledby": this.head.id },
      h("div", { class: "dk-head" }, this.head, h("div", { class: "dk-buttons" }, this.previous, this.next)),
      this.places, this.note, this.play, this.verdict, this.other, this.form,
      h("div", { class: "dk-buttons" }, this.decideAll, this.openAll, this.back), w("p", "keys", { class: "dk-keys" }));
    return h("div", {}, this.box, this.live);
  }

  // ---- state ---------------------------------------------------------------------------------------------------

  finding(index) {
    return this.desk.texts.findings[index];
  }

  decisionOf(index) {
    return this.desk.view.decided[this.finding(index).id];
  }

  /** Return the class of a finding, or the one it was given. */
  classOf(index) {
    return classOf(this.finding(index), this.desk.view.decided);
  }

  // ---- display -------------------------------------------------------------------------------------------------

  /** Drop the filter for a variant without findings, once the texts have arrived. */
  resetVariant() {
    if (this.desk.restored && !(this.desk.texts?.findings ?? []).some((one) => String(one.variant) === this.variant.value)) this.variant.value = "";
  }

  /** Start with the last finding looked at if the new texts have it, otherwise with the first. */
  begin() {
    const place = storage.get(PLACE);
    this.current = (this.desk.texts?.findings ?? []).findIndex((one) => one.id === place);
    this.resetVariant();
    this.update();
  }

  filter() {
    this.update();
    this.desk.rows.decorate();
    this.desk.storeLooks();
    this.live.textContent = this.head.textContent;
  }

  update() {
    const { texts, view } = this.desk;
    if (!texts?.findings || view.stamp !== texts.stamp) return;
    const all = texts.findings.map((_, index) => index);
    this.list = this.filters.apply(texts.findings, view.decided);
    this.current = keepPosition(this.list, this.current);
    const decided = all.filter((index) => this.decisionOf(index)).length;
    this.bar.max = all.length || 1;
    this.bar.value = decided;
    const apart = all.filter((index) => this.decisionOf(index)?.other).length;
    const done = [word("done", { decided, all: all.length }), view.elsewhere ? word("elsewhere", { many: view.elsewhere }) : "", apart ? word("apart-many", { many: apart }) : ""].filter(Boolean).join(" ");
    if (this.done.textContent !== done) this.done.textContent = done; // announced only when it changes
    this.renew.hidden = !view.fits;
    this.renew.textContent = word("renew", { many: view.fits });
    this.inner.count.textContent = `(${texts.findings.filter(({ inner }) => inner).length})`;
    this.showVariants();
    this.showBox();
  }

  showVariants() {
    const numbers = [...new Set(this.desk.texts.findings.map((one) => String(one.variant)))].sort((a, b) => Number(a) - Number(b));
    const named = (name) => (name === "null" ? word("no-variant") : variantLabel(name, this.desk.texts.ours));
    this.variants.replaceChildren(h("option", { value: "" }, word("all")), ...numbers.map((name) => h("option", { value: name }, named(name))));
    this.variants.value = this.variant.value;
  }

  showBox() {
    const focused = /** @type {HTMLButtonElement} */ (document.activeElement);
    this.fillBox();
    if (this.box.contains(focused) && (focused.disabled || focused.closest("[hidden]"))) this.box.focus({ preventScroll: true }); // so that keys keep working
  }

  fillBox() {
    const index = this.current;
    const some = index >= 0;
    for (const part of [this.form, this.places, this.note, this.verdict, this.other, this.play]) part.hidden = !some;
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
    const where = one.variant === null ? word("no-variant") : one.variant === 0 ? variantLabel(0, this.desk.texts.ours) : word("variant", { number: one.variant });
    this.head.replaceChildren(`${word("finding", { at: this.list.indexOf(index) + 1, all: this.list.length })} · `,
      h("span", { class: `dk-mark is-${klass}` }, h("span", { class: "dk-sign", "aria-hidden": "true" }, SIGNS[klass]), ` ${word(`classes-${klass}`)}`),
      ` · ${word(`kinds-${one.kind}`)}${klass === "meaning" ? ` · ${word(`changes-${one.changes}`)}` : ""} · ${where}${one.inner ? ` · ${word("inner")}` : ""}`);
    this.places.replaceChildren(...["a", "b"].flatMap((side) => [h("dt", {}, side.toUpperCase()), h("dd", { lang: this.desk.texts.spoken[side] }, ...quoted(one[side]))]));
    this.note.textContent = localize(one.note);
    const ways = playLinks(one.play, one.variant);
    this.play.hidden = !ways.length;
    this.play.replaceChildren(...ways);
    const decision = this.decisionOf(index);
    this.open.disabled = !decision;
    this.verdict.hidden = !decision;
    this.verdict.textContent = decision ? describe(decision) : "";
    this.showConflict(decision);
    this.box.dataset.finding = one.id;
    if (this.desk.restored) storage.set(PLACE, one.id);
    this.box.dataset.decided = decision?.value ?? "";
    const key = `${one.id} ${JSON.stringify(decision ?? null)}`;
    if (this.filled !== key) this.fill(key, decision, klass);
    this.known.replaceChildren(...[...new Set(Object.values(this.desk.view.decided).map(({ reason }) => reason).filter(Boolean))].slice(-30).map((reason) => h("option", { value: reason })));
  }

  /** Show a conflicting decision and the choice between both. @param {DecisionView | undefined} decision */
  showConflict(decision) {
    const other = decision?.other;
    this.other.hidden = !other;
    if (!decision || !other) return;
    this.other.replaceChildren(...conflictParts(decision, other, (one) => this.desk.decideOne(this.finding(this.current).id, one)));
  }

  /** Fill the form for a finding; what the user is typing stays until another finding is current. */
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

  // ---- actions -------------------------------------------------------------------------------------------------

  goTo(index) {
    this.current = index;
    if (!this.list.includes(index)) this.list = [...this.list, index].sort((a, b) => a - b);
    this.showBox();
    this.desk.rows.decorate();
    this.announce();
  }

  step(by) {
    if (!this.list.length) return;
    this.current = stepFrom(this.list, this.current, by);
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

  /** Return the decision in the form. */
  decision() {
    const value = Object.keys(this.radios).find((one) => this.radios[one].checked);
    return { value, reason: this.reason.value.trim(), ...(value === "reclass" ? { klass: this.klass.value } : {}) };
  }

  /** The filtered findings. */
  get filtered() {
    return this.list.map((index) => this.finding(index));
  }

  /** Make the current finding undecided; it stays listed. */
  undecide() {
    if (this.current >= 0 && this.decisionOf(this.current)) this.desk.ask({ do: "undecide", ids: [this.finding(this.current).id] });
  }

  undo() {
    if (this.desk.view.undo) this.desk.ask({ do: "undo" });
  }
}
