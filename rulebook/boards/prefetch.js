// Part of board.js: what Python will answer to a message, which it said before the message was sent (prefetch.py).

import { applyPatch } from "../stage/patch.js";
import { isEqual } from "../stage/model.js";

/** @typedef {{ v: number, answers: Record<string, any> }} Ahead what each message makes of the view of this version */

/**
 * The view that a message will be answered with; null if that was not said, or of another view.
 * @param {Ahead | null | undefined} ahead @param {View} view @param {{ ply?: number } & Record<string, any>} message @returns {View | null}
 */
export function foreseen(ahead, view, { ply = view.ply, n: _n, ...deed }) {
  if (!ahead || ahead.v !== view.v || ply !== view.ply) return null;
  const patch = ahead.answers[JSON.stringify(deed)];
  return patch ? applyPatch(view, patch) : null;
}

/** Is a view that came the one that is shown already? @param {View} view @param {View} shown */
export const isShown = (view, shown) => isEqual({ ...view, n: 0, v: 0 }, { ...shown, n: 0, v: 0 });
