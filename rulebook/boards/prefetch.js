// Part of board.js: prefetched answers to messages (prefetch.py).

import { applyPatch } from "../stage/patch.js";
import { isEqual } from "../stage/model.js";

/** @typedef {{ v: number, answers: Record<string, any> }} Ahead message -> patch of the view of version v */

/**
 * Return the view that answers a message; null if it was not prefetched for the present view.
 * @param {Ahead | null | undefined} ahead @param {View} view @param {{ ply?: number } & Record<string, any>} message @returns {View | null}
 */
export function prefetchedView(ahead, view, { ply = view.ply, n: _n, ...rest }) {
  if (!ahead || ahead.v !== view.v || ply !== view.ply) return null;
  const patch = ahead.answers[JSON.stringify(rest)];
  return patch ? applyPatch(view, patch) : null;
}

/** Return whether two views are the same but for numbers and versions. @param {View} view @param {View} shown */
export const isSameView = (view, shown) => isEqual({ ...view, n: 0, v: 0 }, { ...shown, n: 0, v: 0 });
