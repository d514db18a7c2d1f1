// Part of board.js: the picture and, over it, a grid of cells that can be clicked, dragged, touched, focused and heard.
//
// The picture is hidden from screen readers; each cell says what stands on it. One cell at a time can be reached by Tab, the arrow
// keys go to the others as they are seen, also when the board is turned.

import { prefersReducedMotion, h, listen, newId, s, localize, word } from "../stage/page.js";
import { slide } from "./flick.js";
import { laidOut, reached, sizeOf, styleOf, walked } from "./layout.js";
import { Drag, FRAME, placesOf, travel, turnPicture } from "./motion.js";
import { between, fingered, marked, meant, putDown, story } from "./pointing.js";
import { redrawn } from "./redraw.js";
import { PACES, habits } from "./new_game.js";

const FINGERTIP = 44; // px

export class Grid {
  constructor(board) {
    /** @type {{ view: View } & Record<string, any>} */
    this.board = board;
    this.chosen = null; // the cell whose piece is about to move
    this.focus = null; // the cell that Tab reaches
    this.clickedLast = null;
    this.cells = new Map();
    this.picture = h("div", { class: "hk-host" });
    this.overlay = h("div", { class: "hk-grid", role: "grid" });
    this.summary = h("p", { class: "hk-offstage", id: newId("summary") });
    this.help = h("p", { class: "hk-offstage", id: newId("help") });
    this.opened = h("div", { class: "hk-stack", "aria-hidden": "true", hidden: true });
    this.overlay.setAttribute("aria-describedby", `${this.summary.id} ${this.help.id}`);
    this.el = h("div", { class: "hk-stage" }, this.picture, this.overlay, this.opened, this.summary, this.help);
    listen(this.overlay, {
      click: (event) => this.clicked(event), keydown: (event) => this.pressed(event), pointerdown: (event) => this.down(event),
      pointermove: (event) => this.moved(event), pointerup: (event) => this.up(event), pointercancel: () => this.letGo(),
      pointerover: (event) => this.hovered(event), dragstart: (event) => event.preventDefault(), // of selected text, which takes the pointer away
      focusin: (event) => this.focused(event), focusout: () => this.shut(),
      pointerleave: (event) => {
        if (event.pointerType === "touch") return;
        this.shut();
        this.light(this.chosen);
      },
    });
  }

  // ---- showing -------------------------------------------------------------------------------------------------

  /** @param {View} view @param {View | undefined} before */
  update(view, before) {
    const { pictures, tells } = story(view, before, this.board.visible && !prefersReducedMotion());
    if (pictures.length) this.tell(pictures, view, tells && view.slide);
    if (before && before.n !== view.n && view.slide?.back && this.board.visible && !prefersReducedMotion()) this.slide(view);
    this.putBack();
    if (putDown(view, before)) this.chosen = null;
    this.build(view); // marked once all has been drawn (`speak`)
  }

  /** What was dropped on a square goes back: what was asked has its answer. */
  putBack() {
    this.held?.release();
    this.held = null;
  }

  /** Show pictures one after the other; the last one stays, once what slid on it has come to rest. */
  tell(pictures, view, sliding) {
    clearTimeout(this.telling);
    const frame = FRAME * PACES[habits.pace];
    this.restsAt = Date.now() + frame * (pictures.length - 1);
    const next = (step) => {
      this.show(view, step, sliding);
      if (step < view.frames.length) this.telling = setTimeout(next, frame, step + 1);
    };
    next(view.frames.length + 1 - pictures.length);
  }

  /** Show a picture of the story again, or the board as it is now, until something else is shown. */
  look(step) {
    clearTimeout(this.telling);
    this.restsAt = 0;
    this.show(this.board.view, step);
  }

  /** Show a picture of the story, or what comes after them all: the board as it is now. @param {View} view @param {number} step */
  show(view, step, sliding = null) {
    const isNow = step >= view.frames.length;
    this.draw(isNow ? view.svg : view.frames[step], view, sliding);
    this.el.classList.toggle("is-telling", !isNow);
    if (isNow) this.light(this.chosen);
    this.board.panel.atStep(isNow ? null : step);
  }

  draw(svg, view, sliding) {
    const places = !sliding && this.board.visible && !prefersReducedMotion() ? placesOf(this.svg) : null;
    this.svg = redrawn(this.picture, svg, this.turned, view.box);
    this.drawn = svg;
    if (this.drag && !this.drag.lift(this.svg)) this.letGo();
    this.shut();
    this.sliding = Boolean(sliding);
    if (sliding) this.slide(view);
    else if (places) travel(this.svg, places, view.last);
  }

  /** @param {View} view */
  slide(view) {
    const { drawn } = this;
    this.restsAt = Date.now() + slide(this.svg, view.slide, () => {
      if (drawn !== this.drawn) return;
      this.sliding = false;
      this.el.classList.remove("is-telling");
      this.board.flick.show();
    });
    this.el.classList.add("is-telling");
  }

  turn(turned) {
    this.turned = turned;
    this.el.classList.toggle("hk-upwards", turned);
    const view = this.board.view;
    if (!view || !this.svg) return;
    turnPicture(this.svg, turned, view.box);
    this.built = null;
    this.build(view);
    this.marks();
  }

  /** Cells in the order in which they are seen; made anew only when there are others, so that the focus stays. @param {View} view */
  build(view) {
    const shape = `${this.turned} ${view.cells.map((cell) => [cell.id, cell.x, cell.y]).join(" ")} ${view.box}`;
    if (this.built === shape) return;
    const [width, height] = sizeOf(view.box, this.turned);
    this.el.style.aspectRatio = `${width} / ${height}`;
    this.el.style.setProperty("--hk-wide", `${width}px`);
    this.el.style.setProperty("--hk-ratio", String(width / height));
    const hadFocus = this.overlay.contains(document.activeElement);
    const rows = laidOut(view, this.turned);
    this.cells = new Map(rows.flat().map((cell) => {
      const el = h("div", { class: `hk-cell ${cell.kind}`.trim(), role: "gridcell", tabindex: "-1", "data-cell": cell.id });
      el.style.cssText = styleOf(cell);
      return [cell.id, { el, ...cell }];
    }));
    this.overlay.replaceChildren(...rows.map((row) => h("div", { role: "row", class: "hk-row" }, ...row.map(({ id }) => this.cells.get(id).el))));
    this.focus = reached(rows, this.focus);
    this.cells.get(this.focus)?.el.setAttribute("tabindex", "0");
    if (hadFocus) this.cells.get(this.focus)?.el.focus({ preventScroll: true });
    this.built = shape;
  }

  /** What may be done (blue) and what stood in the way (dashed red), on the cells and in their names. */
  marks() {
    const { view } = this.board;
    const { flick } = this.board;
    const marks = marked(view, { open: this.board.mayPlay(), chosen: this.chosen, aimed: flick.open?.pieces, disc: flick.piece });
    const soft = [...marks.values()].filter(({ aim }) => aim).length > 10; // many squares take a piece
    for (const cell of view.cells) {
      const { el } = this.cells.get(cell.id);
      const { may, chosen, to, aim, why } = marks.get(cell.id);
      const classes = { "is-may": may, "is-chosen": chosen, "is-to": to, "is-soft": aim && soft, "is-full": to && Boolean(this.stackOn(cell.id)), "is-why": why };
      for (const [name, on] of Object.entries(classes)) el.classList.toggle(name, on);
      const words = [localize(cell.label)];
      if (chosen) words.push(word("chosen"));
      else if (may) words.push(localize(view.marks.may));
      if (to) words.push(localize(view.marks.to));
      if (why) words.push(word("is-cause"));
      const label = words.join(", ");
      if (el.ariaLabel !== label) el.ariaLabel = label;
      el.ariaSelected = chosen ? "true" : null;
    }
    this.light(this.chosen);
    const [first] = [...marks].find(([, { may }]) => may) ?? [...marks].find(([, { to }]) => to) ?? [];
    this.stopFirst(first, marks.get(first)?.may ? ".is-may" : ".is-to");
  }

  /** Whoever comes to the board by keys comes to a piece that can move, or to a square to place one on; who is there already stays. */
  stopFirst(cell, kind) {
    if (!this.cells.has(cell) || this.cells.get(this.focus)?.el.matches(kind) || this.overlay.contains(document.activeElement)) return;
    this.stopAt(cell);
  }

  /** The cell that Tab reaches. */
  stopAt(cell) {
    this.cells.get(this.focus)?.el.setAttribute("tabindex", "-1");
    this.focus = cell;
    this.cells.get(cell).el.setAttribute("tabindex", "0");
  }

  /** Parts of the picture that belong to a choice (the lines of a piece, its way) are lit while it is made or pointed at. */
  light(cell) {
    for (const part of this.svg.querySelectorAll("[data-when]")) {
      const cells = part.dataset.when.split(" ");
      part.classList.toggle("is-on", cells.includes(this.chosen) || cells.includes(cell));
    }
  }

  retranslate() {
    const { view } = this.board;
    this.overlay.setAttribute("aria-label", `${word("board")}: ${localize(view.title)}`);
    this.summary.textContent = localize(view.summary);
    this.help.textContent = word(view.flick ? "flick-help" : "board-help");
    this.marks();
  }

  // ---- playing -------------------------------------------------------------------------------------------------

  cellOf(target) {
    return target.closest?.("[data-cell]")?.dataset.cell ?? null;
  }

  clicked(event) {
    const cell = this.cellOf(event.target);
    if (this.dragged) { // the click that ends a drag
      this.dragged = false;
      return;
    }
    // Who clicks twice means it once: a hedgehog just chosen stays chosen, and what just went is not asked to go again.
    const again = !this.touched && event.detail > 1 && cell !== null && cell === this.clickedLast;
    this.clickedLast = cell;
    if (again) return;
    if (this.touched && this.finger(event)) return;
    if (!cell) return void this.board.flick.pointed(event);
    this.act(cell);
    if (this.touched) this.open(cell);
  }

  /** A cell was pointed at: finish a move, choose a piece, or ask why it cannot be moved. */
  act(cell) {
    const { board } = this;
    board.wake();
    // A second click on the cell that has just been asked about is one click too many, unless the answer is seen ahead.
    const asked = `${board.view.ply} ${cell}`;
    if (board.busy() && asked !== this.acted) board.wait(() => this.act(cell), cell);
    if (board.busy() || board.flick.act(cell)) return;
    const deed = meant(board.mayPlay() ? board.view.moves : [], cell, this.chosen, Boolean(this.stackOn(cell)));
    this.acted = "choose" in deed ? null : asked;
    if ("play" in deed) board.play(deed.play);
    else if ("choose" in deed) this.choose(deed.choose);
    else {
      board.send({ do: "try", path: deed.ask });
      this.chosen = null;
    }
  }

  choose(cell) {
    this.chosen = cell;
    this.marks();
    const targets = this.board.view.moves.filter(({ path }) => path[0] === cell).map(({ path }) => path.at(-1));
    this.board.panel.announce(cell ? `${cell}: ${word("chosen")}, ${targets.join(", ")}` : "");
  }

  /** Where squares are smaller than a fingertip the nearest that may be meant is; where two are as near, buttons ask. Was it so? */
  finger({ clientX, clientY }) {
    const { board } = this;
    /** @type {[string, DOMRect][]} */
    const boxes = [...this.cells].filter(([, { el }]) => el.matches(".is-may, .is-to, .is-chosen")).map(([id, { el }]) => [id, el.getBoundingClientRect()]);
    const [cell, ...others] = fingered(boxes.filter(([, { width }]) => width < FINGERTIP), clientX, clientY);
    if (!cell || board.view.flick) return false;
    const meant = new Set([cell, ...others]);
    const at = this.chosen && !meant.has(this.chosen) ? -1 : 0;
    const moves = board.mayPlay() ? board.view.moves.filter(({ path }) => meant.has(path.at(at)) && (!at || path[0] === this.chosen)) : [];
    if (others.length && moves.length > 1) board.play(moves);
    else this.act(cell);
    return true;
  }

  /** From one cell to another at once, by dragging. */
  carry(from, to) {
    const { board } = this;
    if (board.busy()) {
      board.wait(() => this.carry(from, to));
      return;
    }
    const there = board.mayPlay() ? between(board.view.moves, from, to) : [];
    if (there.length) board.play(there);
    else board.send({ do: "try", path: [from, to] });
  }

  // ---- pointer -------------------------------------------------------------------------------------------------

  down(event) {
    this.touched = event.pointerType === "touch";
    if (event.button !== 0 || this.board.flick.begin(event, this.overlay) || this.board.view.flick) return;
    const cell = this.cellOf(event.target);
    this.dragged = false;
    this.board.wake();
    if (!cell || !this.cells.get(cell).el.classList.contains("is-may") && event.pointerType !== "mouse") return;
    this.drag = new Drag(this.svg, cell, event);
    if (!this.drag.piece) this.drag = null;
  }

  moved(event) {
    if (!this.drag || !this.drag.follow(event)) return;
    if (!this.dragged) this.overlay.setPointerCapture?.(event.pointerId);
    this.dragged = true;
    this.shut();
    if (this.chosen !== this.drag.from) {
      this.chosen = this.drag.from;
      this.marks();
    }
    const over = this.under(event);
    for (const [id, { el }] of this.cells) el.classList.toggle("is-over", id === over && el.classList.contains("is-to"));
  }

  up(event) {
    const { drag } = this;
    this.drag = null;
    for (const { el } of this.cells.values()) el.classList.remove("is-over");
    if (!drag?.moving) return;
    // The click that follows a captured pointer goes to the overlay; on some systems there is none.
    setTimeout(() => { this.dragged = false; }, 50);
    this.chosen = null;
    const to = this.under(event);
    if (to && to !== drag.from) {
      this.held = drag;
      this.carry(drag.from, to);
    } else drag.release();
    this.marks();
  }

  letGo() {
    this.drag?.release();
    this.drag = null;
    this.dragged = false;
  }

  /** The cell under a pointer, which may be captured; null for none. */
  under({ clientX, clientY }) {
    const at = /** @type {Document | ShadowRoot} */ (this.overlay.getRootNode()).elementFromPoint(clientX, clientY);
    return this.overlay.contains(at) ? this.cellOf(at) : null;
  }

  // ---- keyboard ------------------------------------------------------------------------------------------------

  focused(event) {
    const cell = this.cellOf(event.target);
    if (!cell) return;
    this.stopAt(cell);
    this.light(cell);
    if (event.target.matches(":focus-visible")) this.open(cell);
  }

  pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const cell = this.cellOf(event.target);
    if (!cell) return;
    const there = walked(this.cells, cell, event.key);
    if (there) this.cells.get(there).el.focus();
    else if (event.key === "Enter" || event.key === " ") this.act(cell);
    else if (event.key === "Escape" && this.board.flick.dragging) this.board.flick.stop();
    else if (event.key === "Escape" && (this.chosen || !this.opened.hidden)) {
      this.shut();
      this.choose(null);
    } else if (!this.board.shortcut(event.key)) return;
    event.preventDefault();
  }

  // ---- stacks --------------------------------------------------------------------------------------------------

  stackOn(cell) {
    return this.svg.querySelector(`[data-stack="${CSS.escape(cell)}"]:not(:empty)`);
  }

  hovered(event) {
    if (event.pointerType === "touch") return;
    this.shut();
    const cell = this.cellOf(event.target);
    this.light(cell);
    if (cell) this.hover = setTimeout(() => this.open(cell), 350);
  }

  /** Show all pieces of a stack, large and with their names, top piece first. */
  open(cell) {
    this.shut();
    const stack = this.stackOn(cell);
    const pieces = [...(stack?.querySelectorAll("[data-piece]") ?? [])];
    if (pieces.length < 2 || this.dragged || "seen" in stack.dataset) return; // side by side, all are seen anyway
    const prefix = this.svg.querySelector("defs > [id]")?.id.replace(/-[^-]*$/, "");
    this.opened.replaceChildren(
      h("p", {}, word("stack-title", { square: cell })),
      ...pieces.reverse().map((piece) => {
        const letter = s("g", { class: piece.getAttribute("class") });
        const looks = piece.dataset.look?.split(" ").map((name) => s("use", { href: `#${prefix}-${name}` }));
        letter.append(...(looks ?? piece.cloneNode(true).childNodes));
        const svg = s("svg", { viewBox: "-29 -29 58 60", class: "hk-picture" }, letter);
        return h("div", { class: "hk-one" }, svg, h("span", {}, piece.dataset.name ?? piece.dataset.piece));
      }),
    );
    this.opened.hidden = false;
    const at = this.cells.get(cell).el;
    const [stage, mine] = [this.el.clientWidth, this.opened.offsetWidth];
    const left = at.offsetLeft + at.offsetWidth / 2 - mine / 2;
    this.opened.style.left = `${Math.max(4, Math.min(stage - mine - 4, left))}px`;
    const above = at.offsetTop - this.opened.offsetHeight - 6;
    this.opened.style.top = `${above > 0 ? above : at.offsetTop + at.offsetHeight + 6}px`;
  }

  shut() {
    clearTimeout(this.hover);
    this.opened.hidden = true;
  }
}
