// Part of board.js: morphs the old picture into the new one. Most nodes stay: inserting a whole board again for one moved piece would cost
// style, layout and paint of all its squares, words and symbols.

import { turnPicture } from "./motion.js";

/** Return whether two elements have the same tag and attributes. @param {any} old @param {any} now */
const isSameTag = (old, now) => old.nodeType === 1 && old.cloneNode(false).isEqualNode(now.cloneNode(false));

/** Map new nodes to the old ones that stay, equal nodes first, and return the old nodes that are left. @param {Node[]} olds @param {Node[]} news */
function pairNodes(olds, news) {
  const left = new Set(olds);
  const found = new Map();
  for (const fits of [(one, now) => one.isEqualNode(now), isSameTag]) {
    for (const now of news) {
      const old = found.has(now) ? null : [...left].find((one) => fits(one, now));
      if (!old) continue;
      found.set(now, old);
      left.delete(old);
    }
  }
  return { found, left };
}

/** Make the children of an element equal to those of another, taking over its nodes where they differ. @param {Node} old @param {Node} now */
export function morph(old, now) {
  const [before, after] = [[...old.childNodes], [...now.childNodes]];
  const most = Math.min(before.length, after.length);
  let [start, end] = [0, 0];
  while (start < most && before[start].isEqualNode(after[start])) start += 1;
  while (end < most - start && before.at(-1 - end).isEqualNode(after.at(-1 - end))) end += 1;
  const news = after.slice(start, after.length - end);
  const { found, left } = pairNodes(before.slice(start, before.length - end), news);
  for (const one of left) old.removeChild(one);
  let next = before[before.length - end] ?? null;
  for (const one of news.reverse()) {
    const stays = found.get(one);
    if (stays) morph(stays, one);
    const here = stays ?? one;
    if (here.parentNode !== old || here.nextSibling !== next) old.insertBefore(here, next);
    next = here;
  }
}

/**
 * Show a picture in a place, `turned` or not; return its element. Drags, animations and highlights of the old picture are undone.
 * @param {HTMLElement} place @param {string} svg @param {boolean} turned @param {number[]} box @returns {any}
 */
export function redraw(place, svg, turned, box) {
  const fresh = document.createElement("div"); // no template: the sandbox for readers' code sanitizes injected markup
  // The only injected markup: our own Python drew and escaped it.
  fresh.innerHTML = svg;
  const [old, now] = [place.firstElementChild, /** @type {Element} */ (fresh.firstElementChild)];
  turnPicture(now, turned, box);
  if (!old) return place.appendChild(now);
  for (const motion of old.getAnimations({ subtree: true })) motion.cancel();
  for (const one of old.querySelectorAll("[style]")) one.removeAttribute("style");
  for (const one of old.querySelectorAll(".is-on")) one.classList.remove("is-on");
  if (isSameTag(old, now)) {
    morph(old, now);
    return old;
  }
  old.replaceWith(now);
  return now;
}
