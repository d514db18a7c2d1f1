// Clicks that survive a redraw. While the reader holds a button down, an answer may replace it; browsers then fire no click at pointerup.

/** Return the identity of a button for its reader: its text and its move. */
const identityOf = (button) => [button.textContent, button.getAttribute("aria-label"), button.dataset.move].join("\n");

export class HeldPresses {
  /** @param {(x: number, y: number) => Element | null} at returns the element at a point of the window */
  constructor(at) {
    this.at = at;
    /** @type {{ button: HTMLElement, sign: string } | null} */
    this.held = null;
  }

  /** Note a pressed button, except by touch, whose click goes to where it ends anyway. */
  down({ target, button, pointerType }) {
    const held = button === 0 && pointerType !== "touch" ? target.closest?.("button") : null;
    this.held = held ? { button: held, sign: identityOf(held) } : null;
  }

  /** If the pressed button was replaced by an identical one, click that. */
  up({ clientX, clientY }) {
    const { held } = this;
    this.held = null;
    if (!held || held.button.isConnected) return;
    const now = /** @type {HTMLButtonElement | null | undefined} */ (this.at(clientX, clientY)?.closest("button"));
    if (now && !now.disabled && identityOf(now) === held.sign) now.click();
  }
}

/** Install the listeners, once a page. */
export function keepHeldPresses() {
  const page = /** @type {any} */ (globalThis);
  if (page.hedgekitPresses) return;
  const presses = page.hedgekitPresses = new HeldPresses((x, y) => document.elementFromPoint(x, y));
  addEventListener("pointerdown", (event) => presses.down(event), true);
  addEventListener("pointerup", (event) => presses.up(event), true);
  addEventListener("pointercancel", () => { presses.held = null; }, true);
}
