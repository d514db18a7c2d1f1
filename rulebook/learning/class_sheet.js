// Class mode. A teacher chooses and names tasks and gets a link, its QR code and a printout. A class that follows the link gets the tasks and
// a board; this browser keeps what was solved, by task.

import { fragmentFields, parseLink, encodeText, decodeText, deobfuscate, obfuscate } from "../stage/address.js";
import { ROOT, h, storage, listen, rovingTabindex, s, localize, renderer, w, word } from "../stage/page.js";
import { Sheet, copyWithNote, printOnly } from "../boards/sheet.js";

const KEPT = "hedgekit-class";

/** @extends {Sheet<ClassData, ClassView>} */
class ClassRoom extends Sheet {
  build() {
    this.chosen = [];
    this.head = h("h3");
    this.list = h("ol", { class: "hl-strip" });
    this.stopAt = rovingTabindex(this.list);
    this.next = this.button("next", () => this.open(this.view.at + 1), "is-main");
    this.count = h("p", { class: "hc-quiet", role: "status" });
    this.place = h("div", { class: "hl-board" });
    this.room = h("section", { class: "hl-class" }, this.head, this.list, this.place, h("div", { hidden: true }, this.next), this.count);
    this.el.append(this.desk(), this.room, this.error);
    this.closers.push(listen(this.model, { "change:_left": () => this.solved() }), listen(window, { hashchange: () => this.follow() }));
    this.follow();
  }

  // ---- the teacher's desk ------------------------------------------------------------------------------------------

  desk() {
    this.name = h("input", { type: "text", maxlength: 80 });
    const groups = new Map(this.data.tasks.map(({ about }) => [about.en, about]));
    this.group = this.select([...groups.keys()], (group) => localize(groups.get(group)), () => this.offer());
    this.offered = h("ul", { class: "hl-offered", tabindex: 0, onscroll: () => this.picture() });
    this.pictures = new Map();
    this.own = h("input", { type: "text" });
    this.picked = h("ol", { class: "hl-tasks" });
    this.link = h("input", { type: "text", readonly: true, "aria-label": () => word("link"), onfocus: () => this.link.select() });
    this.note = h("p", { class: "hc-quiet", role: "status" });
    this.code = h("div", { class: "hl-code" });
    this.made = h("div", { hidden: true }, h("div", { class: "hc-bar" }, this.link, this.button("copy", () => copyWithNote(this.link.value, this.note)), this.button("print", () => this.send({ do: "page" }))), this.code);
    return this.teacher = h("section", { hidden: true },
      h("div", { class: "hc-bar" }, this.field("name", this.name), this.field("group", this.group)), this.offered,
      h("div", { class: "hc-bar" }, this.field("own", this.own), this.button("add-own", () => this.addOwn())),
      w("h3", "chosen"), this.picked, h("div", { class: "hc-bar" }, this.button("make", () => this.make(), "is-main")), this.note, this.made);
  }

  offer() {
    const tasks = this.data.tasks.filter(({ about }) => about.en === this.group.value);
    this.offered.replaceChildren(...tasks.map((task) => h("li", {}, h("button", { type: "button", class: "hl-offer", "data-task": task.name, onclick: () => this.turn(task.name) },
      h("span", { class: "hl-picture" }), h("span", {}, localize(task.text))))));
    this.mark();
    this.picture();
  }

  /** Request the pictures of the tasks in view, a few at a time. */
  picture() {
    const { top, bottom } = this.offered.getBoundingClientRect();
    const bare = [];
    for (const { firstElementChild: offer } of this.offered.children) {
      const svg = this.pictures.get(offer.dataset.task);
      const at = offer.getBoundingClientRect();
      if (svg) offer.firstElementChild.innerHTML = svg;
      else if (at.bottom > top && at.top < bottom) bare.push(offer.dataset.task);
    }
    if (bare.length && !this.teacher.hidden) this.send({ do: "look", names: bare.slice(0, this.data.most) });
  }

  /** Select or deselect a task. */
  turn(task) {
    const at = this.chosen.indexOf(task);
    if (at >= 0) this.chosen.splice(at, 1);
    else this.chosen.push(task);
    this.made.hidden = true;
    this.note.textContent = "";
    this.mark();
    this.pick();
  }

  /** Mark the selected tasks, and disable the others when the class is full. */
  mark() {
    for (const { firstElementChild: offer } of this.offered.children) {
      const taken = this.chosen.includes(offer.dataset.task);
      offer.setAttribute("aria-pressed", String(taken));
      offer.disabled = !taken && this.chosen.length >= this.data.most;
    }
  }

  addOwn() {
    const task = parseLink(this.own.value.slice(this.own.value.indexOf("#")))?.task;
    this.note.textContent = task ? "" : word("no-task");
    if (!task || this.chosen.length >= this.data.most) return;
    this.own.value = "";
    this.turn(task);
  }

  pick() {
    const textOf = (task) => (typeof task === "string" ? localize(this.data.tasks.find(({ name }) => name === task).text) : task.question);
    this.picked.replaceChildren(...this.chosen.map((task) => h("li", {}, h("span", {}, textOf(task)),
      h("button", { type: "button", class: "hc-button", "aria-label": `${word("remove")}: ${textOf(task)}`, onclick: () => this.turn(task) }, word("remove")))));
  }

  make() {
    if (!this.chosen.length) return void (this.note.textContent = word("none"));
    const here = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
    const near = new URL(location.href);
    if (here && this.data.near) near.hostname = this.data.near;
    this.note.textContent = here ? word(this.data.near ? "near" : "only-here", { host: location.hostname, near: near.host, everywhere: "0.0.0.0" }) : "";
    this.link.value = `${near.href.split("#")[0]}#class=${encodeText(this.name.value.trim() || word("class"))}&set=${obfuscate(JSON.stringify(this.chosen))}`;
    this.made.hidden = false;
    this.send({ do: "take", tasks: this.chosen });
    this.send({ do: "code", address: this.link.value });
  }

  // ---- the class ---------------------------------------------------------------------------------------------------

  /** The tasks of the address; without any the page is the teacher's. */
  follow() {
    const fields = fragmentFields(location.hash);
    this.key = fields.get("set") ?? "";
    let tasks = null;
    try {
      tasks = this.key && JSON.parse(deobfuscate(this.key));
      this.head.textContent = decodeText(fields.get("class") ?? "");
    } catch { /* a link that was cut off: said below */ }
    this.teacher.hidden = Boolean(this.key);
    this.room.hidden = !this.key;
    ROOT.toggleAttribute("data-hl-class", Boolean(this.key));
    if (!this.key) return;
    this.send({ do: "take", tasks: tasks ?? [] });
    this.open(1);
  }

  open(which) {
    this.byKeyboard = this.room.contains(document.activeElement) && document.activeElement.matches(":focus-visible");
    this.opening = which;
    this.send({ do: "open", which });
  }

  done() {
    const done = storage.data(KEPT)[this.key];
    return new Set(Array.isArray(done) ? done : []);
  }

  solved() {
    const view = this.model.get("_left");
    this.wayOn();
    if (view?.task?.state !== "right" || view.name !== `class-${this.view.at}`) return;
    storage.set(KEPT, JSON.stringify({ ...storage.data(KEPT), [this.key]: [...this.done().add(this.view.at)] }));
    this.update();
  }

  /** The next task is offered where this one was done, before the board looks for a way on. */
  wayOn() {
    const { at, questions } = this.view;
    this.next.hidden = this.model.get("_left")?.task?.state !== "right" || at === questions.length;
  }

  update() {
    const { view } = this;
    if (!this.room || !view.questions) return;
    const came = Object.entries(view.pictures ?? {}).filter(([name]) => !this.pictures.has(name));
    for (const [name, svg] of came) this.pictures.set(name, svg);
    if (came.length) this.picture();
    const done = this.key ? this.done() : new Set();
    this.list.replaceChildren(...view.questions.map((question, index) => h("li", { class: done.has(index + 1) ? "is-done" : "" },
      h("button", { type: "button", class: "hc-button", title: localize(question), "aria-current": index + 1 === view.at ? "step" : null, onclick: () => this.open(index + 1) },
        `${done.has(index + 1) ? "✓ " : ""}${index + 1}`, h("span", { class: "hc-offstage" }, `. ${localize(question)}${done.has(index + 1) ? ` (${word("solved")})` : ""}`)))));
    this.stopAt();
    this.wayOn();
    this.count.textContent = view.questions.length ? word("count", { done: done.size, all: view.questions.length }) : "";
    if (view.at && view.at === this.opening) this.show();
    this.code.replaceChildren(...(view.code ? [s("svg", { viewBox: `0 0 ${view.side} ${view.side}`, role: "img", "aria-label": word("code") }, s("rect", { width: view.side, height: view.side, fill: "#fff" }), s("path", { d: view.code, fill: "#000" }))] : []));
    if (view.page && view.page !== this.page) this.print();
    this.page = view.page;
  }

  async show() {
    this.opening = null;
    this.place.style.setProperty("--hk-above", `${Math.ceil(this.place.getBoundingClientRect().top + scrollY) + 8}px`); // one view with what stands above it
    if (!await this.board(this.place)) return;
    this.place.querySelector(".hk-slot").replaceChildren(this.next);
    if (this.byKeyboard) this.place.querySelector(".hk-cell[tabindex='0']")?.focus({ preventScroll: true });
  }

  print() {
    const paper = h("div", {}, h("h2", {}, this.name.value.trim() || word("class")), this.code.cloneNode(true));
    const tasks = h("div");
    tasks.innerHTML = this.view.page;
    paper.append(tasks);
    printOnly(paper);
  }

  retranslate() {
    this.offer();
    this.pick();
  }
}

export const render = renderer(ClassRoom);
