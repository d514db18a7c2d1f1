// Part of board.js: the picture and, over it, a grid of cells for mouse, touch, keyboard and screen readers.
//
// The picture is hidden from screen readers; the label of each cell says what stands on it. Tab reaches one cell; arrow keys move to the
// others as they are on the screen, also when the board is turned.

import { prefersReducedMotion, h, listen, newId, s, localize, word } from "../stage/page.js";
import { Drag } from "./drag.js";
import { slideDiscs } from "./flick.js";
import { gridRows, tabStop, sizeOf, styleOf, nextCell } from "./layout.js";
import { FRAME, piecePositions, animateMoves, turnPicture } from "./motion.js";
import { movesBetween, cellsAt, cellMarks, actionFor, clearsChoice, framesToShow } from "./pointing.js";
import { redraw } from "./redraw.js";
import { PACES, preferences } from "./new_game.js";

const FINGERTIP = 44; // px

export class Grid {
  constructor(board) {
    /** @type {{ view: View } & Record<string, any>} */
    this.board = board;
    this.chosen = null; // the cell of the chosen piece
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
      click: (event) => this.onClick(event), keydown: (event) => this.onKeyDown(event), pointerdown: (event) => this.onPointerDown(event),
      pointermove: (event) => this.onPointerMove(event), pointerup: (event) => this.onPointerUp(event), pointercancel: () => this.cancelDrag(),
      pointerover: (event) => this.onPointerOver(event), dragstart: (event) => event.preventDefault(), // dragging selected text would take the pointer away
      focusin: (event) => this.onFocusIn(event), focusout: () => this.closeStack(),
      pointerleave: (event) => {
        if (event.pointerType === "touch") return;
        this.closeStack();
        this.highlight(this.chosen);
      },
    });
  }

  // ---- showing -------------------------------------------------------------------------------------------------

  /** @param {View} view @param {View | undefined} before */
  update(view, before) {
    const { pictures, animates } = framesToShow(view, before, this.board.visible && !prefersReducedMotion());
    if (pictures.length) this.playFrames(pictures, view, animates && view.slide);
    if (before && before.n !== view.n && view.slide?.back && this.board.visible && !prefersReducedMotion()) this.slideDiscs(view);
    this.releaseHeld();
    if (clearsChoice(view, before)) this.chosen = null;
    this.build(view); // `retranslate` marks the cells once everything is drawn
  }

  /** Put a dropped piece back after the answer. */
  releaseHeld() {
    this.held?.release();
    this.held = null;
  }

  /** Show pictures one after the other; the last one stays, and discs slide on it if `sliding`. */
  playFrames(pictures, view, sliding) {
    clearTimeout(this.frameTimer);
    const frame = FRAME * PACES[preferences.pace];
    this.restsAt = Date.now() + frame * (pictures.length - 1);
    const next = (step) => {
      this.showFrame(view, step, sliding);
      if (step < view.frames.length) this.frameTimer = setTimeout(next, frame, step + 1);
    };
    next(view.frames.length + 1 - pictures.length);
  }

  /** Show one frame of the last move again, or the current picture. */
  replay(step) {
    clearTimeout(this.frameTimer);
    this.restsAt = 0;
    this.showFrame(this.board.view, step);
  }

  /** Show a frame of the last move, or, after all of them, the current picture. @param {View} view @param {number} step */
  showFrame(view, step, sliding = null) {
    const isNow = step >= view.frames.length;
    this.draw(isNow ? view.svg : view.frames[step], view, sliding);
    this.el.classList.toggle("is-telling", !isNow);
    if (isNow) this.highlight(this.chosen);
    this.board.panel.markStep(isNow ? null : step);
  }

  draw(svg, view, sliding) {
    const places = !sliding && this.board.visible && !prefersReducedMotion() ? piecePositions(this.svg) : null;
    this.svg = redraw(this.picture, svg, this.turned, view.box);
    this.drawn = svg;
    if (this.drag && !this.drag.lift(this.svg)) this.cancelDrag();
    this.closeStack();
    this.sliding = Boolean(sliding);
    if (sliding) this.slideDiscs(view);
    else if (places) animateMoves(this.svg, places, view.last);
  }

  /** @param {View} view */
  slideDiscs(view) {
    const { drawn } = this;
    this.restsAt = Date.now() + slideDiscs(this.svg, view.slide, () => {
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
    this.layoutKey = null;
    this.build(view);
    this.updateMarks();
  }

  /** Build the cells in their order on the screen, only if the layout has changed, which keeps the focus. @param {View} view */
  build(view) {
    const layoutKey = `${this.turned} ${view.cells.map((cell) => [cell.id, cell.x, cell.y]).join(" ")} ${view.box}`;
    if (this.layoutKey === layoutKey) return;
    const [width, height] = sizeOf(view.box, this.turned);
    this.el.style.aspectRatio = `${width} / ${height}`;
    this.el.style.setProperty("--hk-wide", `${width}px`);
    this.el.style.setProperty("--hk-ratio", String(width / height));
    const hadFocus = this.overlay.contains(document.activeElement);
    const rows = gridRows(view, this.turned);
    this.cells = new Map(rows.flat().map((cell) => {
      const el = h("div", { class: `hk-cell ${cell.kind}`.trim(), role: "gridcell", tabindex: "-1", "data-cell": cell.id });
      el.style.cssText = styleOf(cell);
      return [cell.id, { el, ...cell }];
    }));
    this.overlay.replaceChildren(...rows.map((row) => h("div", { role: "row", class: "hk-row" }, ...row.map(({ id }) => this.cells.get(id).el))));
    this.focus = tabStop(rows, this.focus);
    this.cells.get(this.focus)?.el.setAttribute("tabindex", "0");
    if (hadFocus) this.cells.get(this.focus)?.el.focus({ preventScroll: true });
    this.layoutKey = layoutKey;
  }

  /** Mark the possible moves (blue) and the cause of an illegal move (dashed red), on the cells and in their labels. */
  updateMarks() {
    const { view } = this.board;
    const { flick } = this.board;
    const marks = cellMarks(view, { open: this.board.mayPlay(), chosen: this.chosen, aimed: flick.open?.pieces, disc: flick.piece });
    const soft = [...marks.values()].filter(({ aim }) => aim).length > 10; // on many cells the marks are soft
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
    this.highlight(this.chosen);
    const [first] = [...marks].find(([, { may }]) => may) ?? [...marks].find(([, { to }]) => to) ?? [];
    this.offerTabStop(first, marks.get(first)?.may ? ".is-may" : ".is-to");
  }

  /** Let Tab reach a cell where a move begins (or leads), unless it already does or the focus is in the grid. */
  offerTabStop(cell, kind) {
    if (!this.cells.has(cell) || this.cells.get(this.focus)?.el.matches(kind) || this.overlay.contains(document.activeElement)) return;
    this.setTabStop(cell);
  }

  setTabStop(cell) {
    this.cells.get(this.focus)?.el.setAttribute("tabindex", "-1");
    this.focus = cell;
    this.cells.get(cell).el.setAttribute("tabindex", "0");
  }

  /** Highlight the parts of the picture that belong to the chosen cell or to this one, such as the path of a piece. */
  highlight(cell) {
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
    this.updateMarks();
  }

  // ---- playing -------------------------------------------------------------------------------------------------

  cellOf(target) {
    return target.closest?.("[data-cell]")?.dataset.cell ?? null;
  }

  onClick(event) {
    const cell = this.cellOf(event.target);
    if (this.dragged) { // the click at the end of a drag
      this.dragged = false;
      return;
    }
    // The second click of a double click counts for nothing: a chosen piece stays chosen, and one that moved does not move again.
    const isSecond = !this.touched && event.detail > 1 && cell !== null && cell === this.clickedLast;
    this.clickedLast = cell;
    if (isSecond) return;
    if (this.touched && this.onTouch(event)) return;
    if (!cell) return void this.board.flick.onClick(event);
    this.activate(cell);
    if (this.touched) this.openStack(cell);
  }

  /** Finish a move, choose a piece, or ask why it cannot move. */
  activate(cell) {
    const { board } = this;
    board.wake();
    // While its message is pending, activating the same cell again does nothing.
    const key = `${board.view.ply} ${cell}`;
    if (board.busy() && key !== this.activated) board.wait(() => this.activate(cell), cell);
    if (board.busy() || board.flick.activate(cell)) return;
    const action = actionFor(board.mayPlay() ? board.view.moves : [], cell, this.chosen, Boolean(this.stackOn(cell)));
    this.activated = "choose" in action ? null : key;
    if ("play" in action) board.play(action.play);
    else if ("choose" in action) this.choose(action.choose);
    else {
      board.send({ do: "try", path: action.ask });
      this.chosen = null;
    }
  }

  choose(cell) {
    this.chosen = cell;
    this.updateMarks();
    const targets = this.board.view.moves.filter(({ path }) => path[0] === cell).map(({ path }) => path.at(-1));
    this.board.panel.announce(cell ? `${cell}: ${word("chosen")}, ${targets.join(", ")}` : "");
  }

  /** Hit test for cells smaller than a fingertip: activate the nearest marked one, or ask by buttons if several are as near. Return whether one was hit. */
  onTouch({ clientX, clientY }) {
    const { board } = this;
    /** @type {[string, DOMRect][]} */
    const boxes = [...this.cells].filter(([, { el }]) => el.matches(".is-may, .is-to, .is-chosen")).map(([id, { el }]) => [id, el.getBoundingClientRect()]);
    const [cell, ...others] = cellsAt(boxes.filter(([, { width }]) => width < FINGERTIP), clientX, clientY);
    if (!cell || board.view.flick) return false;
    const candidates = new Set([cell, ...others]);
    const at = this.chosen && !candidates.has(this.chosen) ? -1 : 0;
    const moves = board.mayPlay() ? board.view.moves.filter(({ path }) => candidates.has(path.at(at)) && (!at || path[0] === this.chosen)) : [];
    if (others.length && moves.length > 1) board.play(moves);
    else this.activate(cell);
    return true;
  }

  /** Move from one cell to another, after a drag. */
  drop(from, to) {
    const { board } = this;
    if (board.busy()) {
      board.wait(() => this.drop(from, to));
      return;
    }
    const moves = board.mayPlay() ? movesBetween(board.view.moves, from, to) : [];
    if (moves.length) board.play(moves);
    else board.send({ do: "try", path: [from, to] });
  }

  // ---- pointer -------------------------------------------------------------------------------------------------

  onPointerDown(event) {
    this.touched = event.pointerType === "touch";
    if (event.button !== 0 || this.board.flick.startDrag(event, this.overlay) || this.board.view.flick) return;
    const cell = this.cellOf(event.target);
    this.dragged = false;
    this.board.wake();
    if (!cell || !this.cells.get(cell).el.classList.contains("is-may") && event.pointerType !== "mouse") return;
    this.drag = new Drag(this.svg, cell, event);
    if (!this.drag.piece) this.drag = null;
  }

  onPointerMove(event) {
    if (!this.drag || !this.drag.follow(event)) return;
    if (!this.dragged) this.overlay.setPointerCapture?.(event.pointerId);
    this.dragged = true;
    this.closeStack();
    if (this.chosen !== this.drag.from) {
      this.chosen = this.drag.from;
      this.updateMarks();
    }
    const over = this.cellUnder(event);
    for (const [id, { el }] of this.cells) el.classList.toggle("is-over", id === over && el.classList.contains("is-to"));
  }

  onPointerUp(event) {
    const { drag } = this;
    this.drag = null;
    for (const { el } of this.cells.values()) el.classList.remove("is-over");
    if (!drag?.moving) return;
    // The click after a captured pointer goes to the overlay; some systems send none.
    setTimeout(() => { this.dragged = false; }, 50);
    this.chosen = null;
    const to = this.cellUnder(event);
    if (to && to !== drag.from) {
      this.held = drag;
      this.drop(drag.from, to);
    } else drag.release();
    this.updateMarks();
  }

  cancelDrag() {
    this.drag?.release();
    this.drag = null;
    this.dragged = false;
  }

  /** Return the cell under a pointer, which may be captured; null if there is none. */
  cellUnder({ clientX, clientY }) {
    const at = /** @type {Document | ShadowRoot} */ (this.overlay.getRootNode()).elementFromPoint(clientX, clientY);
    return this.overlay.contains(at) ? this.cellOf(at) : null;
  }

  // ---- keyboard ------------------------------------------------------------------------------------------------

  onFocusIn(event) {
    const cell = this.cellOf(event.target);
    if (!cell) return;
    this.setTabStop(cell);
    this.highlight(cell);
    if (event.target.matches(":focus-visible")) this.openStack(cell);
  }

  onKeyDown(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const cell = this.cellOf(event.target);
    if (!cell) return;
    const next = nextCell(this.cells, cell, event.key);
    if (next) this.cells.get(next).el.focus();
    else if (event.key === "Enter" || event.key === " ") this.activate(cell);
    else if (event.key === "Escape" && this.board.flick.dragging) this.board.flick.cancelDrag();
    else if (event.key === "Escape" && (this.chosen || !this.opened.hidden)) {
      this.closeStack();
      this.choose(null);
    } else if (!this.board.shortcut(event.key)) return;
    event.preventDefault();
  }

  // ---- stacks --------------------------------------------------------------------------------------------------

  stackOn(cell) {
    return this.svg.querySelector(`[data-stack="${CSS.escape(cell)}"]:not(:empty)`);
  }

  onPointerOver(event) {
    if (event.pointerType === "touch") return;
    this.closeStack();
    const cell = this.cellOf(event.target);
    this.highlight(cell);
    if (cell) this.hover = setTimeout(() => this.openStack(cell), 350);
  }

  /** Show all pieces of a stack in a popup, large and with their names, top piece first. */
  openStack(cell) {
    this.closeStack();
    const stack = this.stackOn(cell);
    const pieces = [...(stack?.querySelectorAll("[data-piece]") ?? [])];
    if (pieces.length < 2 || this.dragged || "seen" in stack.dataset) return; // pieces side by side are visible anyway
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

  closeStack() {
    clearTimeout(this.hover);
    this.opened.hidden = true;
  }
}
