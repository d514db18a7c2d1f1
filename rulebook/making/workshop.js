// The sheet for making a rule. Python turns choices from menus into a rule; code runs in the page's sandbox (sandbox_frame.js), which shows the result
// with this same sheet; a link carries the choices, or code that runs only with the reader's consent.

import { formatNumber, h, storage, listen, localize, renderer, w, word } from "../stage/page.js";
import { Sheet, copyWithNote, ownId, printOnly } from "../boards/sheet.js";
import { figuresOf } from "../choosing/bars.js";
import { decodedFragment, fromBase64Url, toBase64Url } from "../stage/address.js";
import { Box, at, pageHere } from "./sandbox_frame.js";
import { Editor } from "./editor.js";

const USUAL = "usual";
const OWN = "own"; // the reader's own code, among the examples
const KEPT = "hedgekit-code";
const GROUPS = ["open", "not", "idle"];

/** Return whether this is a page of the book, not a notebook. */
const onPage = () => Boolean(document.getElementById("rb-static"));

/** Return the code in a link; "" if it is invalid. @param {string} text */
function codeOf(text) {
  try { return fromBase64Url(text); } catch { return ""; }
}

/** @extends {Sheet<MakeData, MakeView>} */
class Making extends Sheet {
  build() {
    this.note = h("p", { class: "hc-quiet", role: "status" });
    this.makeResult();
    const plain = !this.data.runs && !this.data.given;
    if (plain) this.el.append(...this.menus(), this.error);
    if (plain) this.el.append(this.result, ...this.coding());
    else this.el.append(this.error, this.result);
    if (this.data.runs) this.listen();
    if (!plain) return;
    this.closers.push(listen(window, { hashchange: () => this.follow() }), () => this.box?.close());
    this.follow();
  }

  // ---- without code ----------------------------------------------------------------------------------------------

  menus() {
    this.choices = Object.entries(this.data.menus).map(([question, answers]) => {
      const choice = this.select([USUAL, ...answers], (answer) => word(answer === USUAL ? USUAL : `${question}-${answer}`));
      choice.dataset.question = question;
      return choice;
    });
    this.title = h("input", { type: "text", maxlength: 60, autocomplete: "off", onkeydown: (event) => { if (event.key === "Enter") this.make(); } });
    this.link = this.button("share", () => copyWithNote(this.address(), this.note));
    this.link.hidden = !onPage(); // a notebook has no address to share
    return [
      w("h3", "menus"), w("p", "menus-help", { class: "hc-quiet" }),
      h("div", { class: "hc-menus" }, ...this.choices.map((choice) => this.field(`ask-${choice.dataset.question}`, choice))),
      h("div", { class: "hc-bar" }, this.field("title", this.title), this.button("make", () => this.make(), "is-main"), this.link), this.note,
    ];
  }

  chosen() {
    return Object.fromEntries(this.choices.filter(({ value }) => value !== USUAL).map(({ dataset, value }) => [dataset.question, value]));
  }

  make() {
    this.stopping = this.sent = true;
    this.send({ do: "make", chosen: this.chosen(), name: this.title.value });
  }

  address() {
    const menus = Object.entries(this.chosen()).map(([question, answer]) => `${question}.${answer}`).join("~");
    return `${location.href.split("#")[0]}#menus=${menus}&name=${encodeURIComponent(this.title.value)}`;
  }

  /** Follow the address: choices from the menus, or code, which is shown but not run. */
  follow() {
    const asked = decodedFragment(location.hash);
    if (asked.has("menus")) {
      const answers = new Map(asked.get("menus").split("~").map((one) => /** @type {[string, string]} */ (one.split("."))));
      for (const choice of this.choices) {
        choice.value = answers.get(choice.dataset.question) ?? USUAL;
        if (choice.selectedIndex < 0) choice.value = USUAL;
      }
      this.title.value = asked.get("name") ?? "";
      this.make();
    }
    const code = asked.has("rule") ? codeOf(asked.get("rule")) : "";
    if (code && this.elsewhere) this.elsewhere.href = this.elsewhere.href.split("#")[0] + location.hash; // the static site shows it
    if (code && this.editor) {
      this.give(code);
      this.ask.hidden = false;
      this.run.disabled = true;
      const show = () => { this.ask.scrollIntoView({ block: "center" }); this.ask.focus({ preventScroll: true }); };
      requestAnimationFrame(() => requestAnimationFrame(show)); // after layout
    }
  }

  // ---- with code -------------------------------------------------------------------------------------------------

  coding() {
    const head = w("h3", "code");
    if (!pageHere()) {
      const served = onPage();
      const site = document.querySelector("link[rel=alternate][data-static-site]")?.getAttribute("href");
      this.shown = h("pre", { class: "hc-shown" });
      if (served && site) this.elsewhere = w("a", "code-open", { href: `${site.replace(/\/?$/, "/")}18-make.html` });
      return [head, w("p", served ? "code-served" : "code-lab", { class: "hc-quiet" }), ...(this.elsewhere ? [h("p", {}, this.elsewhere)] : []), this.shown];
    }
    const label = w("p", "editor", { id: ownId("code"), class: "hc-quiet" });
    const help = w("p", "editor-keys", { id: ownId("keys"), class: "hc-quiet" });
    this.editor = new Editor(at(pageHere().editor), { label, help, said: () => word("editor-deleted") });
    this.editor.el.retranslate = () => this.editor.retranslate();
    this.closers.push(() => this.editor.close());
    this.ask = h("div", { class: "hc-card hc-friend", role: "group", tabindex: -1, hidden: true }, w("p", "friend"),
      h("div", { class: "hc-bar" }, this.button("friend-run", () => { this.answered(); this.runCode(); }, "is-main"), this.button("friend-no", () => { this.answered(); this.give(this.mine); history.replaceState(null, "", location.pathname + location.search); })));
    const named = { [OWN]: "example-own", "": "example-menus" };
    this.examples = this.select([OWN, "", ...Object.keys(this.data.examples)], (example) => word(named[example] ?? `ask-${example}`), () => this.begin());
    this.own = this.examples.options[0];
    this.run = this.button("run", () => this.runCode(), "is-main");
    this.halt = this.button("halt", () => this.stopBox());
    this.halt.hidden = true;
    this.state = h("p", { class: "hc-quiet", role: "status" });
    this.place = h("div");
    this.given = new Set();
    this.mine = storage.get(KEPT) ?? "";
    this.give(this.mine || (Object.values(this.data.examples)[1] ?? ""));
    this.examples.value = this.mine ? OWN : Object.keys(this.data.examples)[1] ?? "";
    this.own.hidden = !this.mine;
    const keep = () => this.keep();
    this.closers.push(listen(window, { pagehide: keep }), listen(document, { visibilitychange: keep }), listen(this.editor.el, { focusout: keep }));
    return [head, w("p", "code-help", { class: "hc-quiet" }), this.ask, h("div", { class: "hc-bar" }, this.field("example", this.examples)),
      label, this.editor.el, help,
      h("div", { class: "hc-bar" }, this.run, this.halt, this.button("share", () => copyWithNote(`${location.href.split("#")[0]}#rule=${toBase64Url(this.editor.text)}`, this.state))), this.state, this.place];
  }

  begin() {
    const chosen = this.examples.value;
    this.give(chosen === OWN ? this.mine : this.data.examples[chosen] ?? this.view.code);
    this.examples.value = chosen;
  }

  /** Put a text into the editor, keeping the reader's own code, which can be chosen again. @param {string} text */
  give(text) {
    this.keep();
    this.editor.text = text;
    if (text !== this.mine) this.given.add(text);
  }

  /** Keep the reader's own code in this browser. */
  keep() {
    const { text } = this.editor;
    if (!text.trim() || text === this.mine || this.given.has(text)) return;
    this.mine = text;
    this.own.hidden = false;
    this.examples.value = OWN;
    storage.set(KEPT, text);
  }

  answered() {
    this.ask.hidden = true;
    this.run.disabled = false;
  }

  runCode() {
    this.keep();
    const report = (what, why = "") => {
      this.state.textContent = what === "done" ? "" : what === "broken" ? word("no-box", { why }) : word(what);
      const ended = what === "broken" || what === "flood";
      this.halt.hidden = what === "done" || ended;
      if (ended) this.closeBox();
      if (what === "done" && this.place.getBoundingClientRect().top > 0.8 * innerHeight) this.place.scrollIntoView();
    };
    const { slot } = /** @type {HTMLElement} */ (this.el.closest("[data-slot]")).dataset;
    this.box ??= new Box(this.place, { slot, title: word("what"), report });
    this.box.run(this.editor.text);
  }

  closeBox() {
    this.box?.close();
    this.box = null;
  }

  stopBox() {
    this.closeBox();
    this.halt.hidden = true;
    this.state.textContent = word("halted");
  }

  /** In the sandbox: run the code sent by the page. */
  listen() {
    const runCode = (event) => {
      this.stopping = true; // otherwise the previous rule's games go on, and their answer replaces the message about this one
      this.send({ do: "write", code: event.detail });
    };
    this.closers.push(listen(window, { "hedgekit:code": runCode }));
  }

  // ---- the result ------------------------------------------------------------------------------------------------

  makeResult() {
    this.name = h("h3");
    this.sentence = h("p");
    this.goes = h("div");
    this.boardPlace = h("div");
    this.players = this.select(this.data.seats, String, () => this.send({ do: "seats", players: Number(this.players.value) }));
    this.stop = this.button("stop", () => { this.stopping = true; this.send({ do: "stop" }); });
    this.again = this.button("more", () => this.start(true));
    this.progress = h("progress", { max: 1, value: 0, "aria-label": () => word("progress") });
    this.count = h("p", { class: "hc-quiet" });
    this.figures = h("table", { class: "hc-figures" });
    this.rules = h("div", { class: "hc-rules" });
    this.result = h("section", { class: "hc-made", hidden: true }, this.name, this.sentence,
      w("h4", "goes"), this.goes,
      w("h4", "board"), h("div", { class: "hc-bar" }, this.field("players", this.players)), this.boardPlace,
      w("h4", "figures"), w("p", "figures-help", { class: "hc-quiet" }), this.progress, this.count, this.figures,
      h("div", { class: "hc-bar" }, this.again, this.stop),
      h("details", {}, w("summary", "sheet"), this.button("print", () => printOnly(this.rules)), this.rules));
  }

  start(many = false) {
    [this.stopping, this.asked] = [false, null];
    this.send({ do: "start", many });
  }

  update() {
    const { view } = this;
    this.result.hidden = view.rule === null;
    if (this.shown) this.shown.textContent = view.code;
    if (view.error) this.stopping = true;
    if (view.rule === null) return;
    this.name.textContent = `${view.rule} · ${localize(view.title)}`;
    this.sentence.textContent = localize(view.sentence);
    this.players.value = String(view.players);
    this.goes.replaceChildren(h("p", { class: "hc-good" }, word("goes-well", { count: view.goes.well })), ...GROUPS.filter((group) => view.goes.listed[group].length).map((group) =>
      h("details", { open: "" }, h("summary", {}, word(`goes-${group}`)), h("ul", {}, ...view.goes.listed[group].map((one) => h("li", {}, localize(one)))))));
    if (this.rulesSeen !== view.sheet) this.rules.innerHTML = this.rulesSeen = view.sheet;
    if (!this.boardPlace.dataset.board) this.board(this.boardPlace, { keep: false }); // not kept, since other pages do not know the rule
    this.showRun(view.run);
    if (this.sent && !view.error) this.result.scrollIntoView(); // it is below the menus
    this.sent = false;
  }

  /** @param {RunView | null} run */
  showRun(run) {
    const running = Boolean(run) && !run.over;
    this.stop.hidden = !running;
    this.again.disabled = running;
    this.progress.hidden = !run;
    this.count.textContent = run ? word("progress-of", { done: formatNumber(run.done), total: formatNumber(run.total) }) : "";
    this.progress.value = run ? run.done / run.total : 0;
    this.figures.replaceChildren(...figuresOf(run ? localize(run.figures) : [], [word("base"), localize(this.view.title), word("difference")], 5000));
    if (!run && !this.view.error && this.began !== this.rulesSeen) {
      this.began = this.rulesSeen; // a new rule: simulate some games at once
      this.start();
    } else if (running && !this.stopping && run.done !== this.asked) {
      this.asked = run.done;
      setTimeout(() => !this.stopping && this.send({ do: "more" }), 30); // after painting
    }
  }
}

export const render = renderer(Making);
