// The progress in the lessons kept by the browser: completed lessons, and the current one.

import { storage } from "../stage/page.js";

const KEPT = "hedgekit-course";

/** @returns {{ done: Set<string>, at: string | null }} */
export function remembered() {
  const { done, at } = storage.data(KEPT);
  return { done: new Set(Array.isArray(done) ? done : []), at: at ?? null };
}

/** @param {{ done: Set<string>, at: string | null }} memory */
export function remember({ done, at }) {
  storage.set(KEPT, JSON.stringify({ done: [...done], at }));
}
