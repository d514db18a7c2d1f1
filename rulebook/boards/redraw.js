// Part of board.js: a new picture in place of an old one. Most of it is as it was, and stays: what is put into a page is styled, laid out and
// painted anew, the squares, words and symbols of a whole board for one piece that moved.

import { turnPicture } from "./motion.js";

/** Elements of one kind whose attributes say the same. @param {any} old @param {any} now */
const alike = (old, now) => old.nodeType === 1 && old.cloneNode(false).isEqualNode(now.cloneNode(false));

/** What of an element's parts can stay: for each new part the old one that is the same, or becomes it. @param {Node[]} gone @param {Node[]} come */
function paired(gone, come) {
  const left = new Set(gone);
  const found = new Map();
  for (const fits of [(one, now) => one.isEqualNode(now), alike]) {
    for (const now of come) {
      const old = found.has(now) ? null : [...left].find((one) => fits(one, now));
      if (!old) continue;
      found.set(now, old);
      left.delete(old);
    }
  }
  return { found, left };
}

/** Make an element what another is, whose parts it takes over where they differ. @param {Node} old @param {Node} now */
export function renew(old, now) {
  const [before, after] = [[...old.childNodes], [...now.childNodes]];
  const most = Math.min(before.length, after.length);
  let [start, end] = [0, 0];
  while (start < most && before[start].isEqualNode(after[start])) start += 1;
  while (end < most - start && before.at(-1 - end).isEqualNode(after.at(-1 - end))) end += 1;
  const come = after.slice(start, after.length - end);
  const { found, left } = paired(before.slice(start, before.length - end), come);
  for (const one of left) old.removeChild(one);
  let next = before[before.length - end] ?? null;
  for (const one of come.reverse()) {
    const stays = found.get(one);
    if (stays) renew(stays, one);
    const here = stays ?? one;
    if (here.parentNode !== old || here.nextSibling !== next) old.insertBefore(here, next);
    next = here;
  }
}

/**
 * Show a picture in a place, `turned` as it is to be seen; returns it. What was done to the one before is undone: a piece in the hand, one that
 * travels, a way that is lit.
 * @param {HTMLElement} place @param {string} svg @param {boolean} turned @param {number[]} box @returns {any}
 */
export function redrawn(place, svg, turned, box) {
  const fresh = document.createElement("div"); // no template: the box for readers' code cleans what is put into an element
  // The only markup that is injected: our own Python drew and escaped it.
  fresh.innerHTML = svg;
  const [old, now] = [place.firstElementChild, /** @type {Element} */ (fresh.firstElementChild)];
  turnPicture(now, turned, box);
  if (!old) return place.appendChild(now);
  for (const motion of old.getAnimations({ subtree: true })) motion.cancel();
  for (const one of old.querySelectorAll("[style]")) one.removeAttribute("style");
  for (const one of old.querySelectorAll(".is-on")) one.classList.remove("is-on");
  if (alike(old, now)) {
    renew(old, now);
    return old;
  }
  old.replaceWith(now);
  return now;
}
