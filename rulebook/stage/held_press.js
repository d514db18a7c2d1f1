// A press that outlives a repaint. What a button leads to may come while it is held down, and so may another player's move: the picture is drawn
// anew, and where the button that went down is gone when the pointer comes up, browsers make no click of it.

/** What a button is to its reader: its words, and the move it stands for. */
const identityOf = (button) => [button.textContent, button.getAttribute("aria-label"), button.dataset.move].join("\n");

export class HeldPresses {
  /** @param {(x: number, y: number) => Element | null} at what is at a point of the window */
  constructor(at) {
    this.at = at;
    /** @type {{ button: HTMLElement, sign: string } | null} */
    this.held = null;
  }

  /** A finger's tap is looked for where it ends anyway. */
  down({ target, button, pointerType }) {
    const held = button === 0 && pointerType !== "touch" ? target.closest?.("button") : null;
    this.held = held ? { button: held, sign: identityOf(held) } : null;
  }

  /** Up again: the button that is there now, and is the same to its reader, is what he pressed. */
  up({ clientX, clientY }) {
    const { held } = this;
    this.held = null;
    if (!held || held.button.isConnected) return;
    const now = /** @type {HTMLButtonElement | null | undefined} */ (this.at(clientX, clientY)?.closest("button"));
    if (now && !now.disabled && identityOf(now) === held.sign) now.click();
  }
}

/** Once a page, whatever widgets are on it. */
export function keepHeldPresses() {
  const page = /** @type {any} */ (globalThis);
  if (page.hedgekitPresses) return;
  const presses = page.hedgekitPresses = new HeldPresses((x, y) => document.elementFromPoint(x, y));
  addEventListener("pointerdown", (event) => presses.down(event), true);
  addEventListener("pointerup", (event) => presses.up(event), true);
  addEventListener("pointercancel", () => { presses.held = null; }, true);
}
