// Short tones, synthesized by the browser; off until a reader switches them on, which is stored.

import { storage, localize, word } from "./page.js";

const SOUND = "hedgekit-sound";
/** The notes of each tone: frequency in Hz, start and end in seconds. */
const TONES = {
  roll: [[392, 0, 0.06], [440, 0.06, 0.12]],
  step: [[523, 0, 0.14]],
  push: [[330, 0, 0.14], [220, 0.08, 0.3]],
  no: [[165, 0, 0.12], [147, 0.12, 0.28]],
  won: [[523, 0, 0.16], [659, 0.13, 0.29], [784, 0.26, 0.42], [1047, 0.39, 0.8]],
};
/** @type {AudioContext | null} */
let audio = null;

export const isSoundOn = () => storage.get(SOUND) === "on";

export function setSound(on) {
  storage.set(SOUND, on ? "on" : "off");
  if (on) play("step");
}

/** Play the tone of a new view if sound is on. @param {View} view @param {View} before */
export function playSound(view, before) {
  const name = isSoundOn() && toneOf(view, before);
  if (name) play(name);
}

/** Play a tone, unless the reader has not touched the page yet. @param {keyof TONES} name */
function play(name) {
  if (navigator.userActivation?.hasBeenActive === false) return;
  audio ??= new AudioContext();
  audio.resume();
  for (const [pitch, begin, end] of TONES[name]) {
    const [now, note, loud] = [audio.currentTime, audio.createOscillator(), audio.createGain()];
    note.type = "triangle";
    note.frequency.value = pitch;
    loud.gain.setValueAtTime(0.0001, now + begin);
    loud.gain.exponentialRampToValueAtTime(0.14, now + begin + 0.015);
    loud.gain.exponentialRampToValueAtTime(0.0001, now + end);
    note.connect(loud).connect(audio.destination);
    note.start(now + begin);
    note.stop(now + end);
  }
}

/** Map pieces to their cells, from the text of a position. @param {string} text */
const places = (text) => new Map([...text.matchAll(/\b([a-i]\d)=((?:[A-I]\d?)+)/g)].flatMap(([, cell, pieces]) => pieces.match(/[A-I]\d/g)?.map((piece) => [piece, cell]) ?? []));

/** Return the tone of a new view; null for none. @param {View} view @param {View} before */
function toneOf(view, before) {
  if (view.refusal ? view.n !== before.n : view.error) return "no";
  if ((view.over && !before.over) || (view.task?.state === "right" && before.task?.state !== "right")) return "won";
  if (view.ply <= before.ply) return null;
  if (before.chance) return "roll";
  const was = places(before.text);
  const moved = [...places(view.text)].filter(([piece, cell]) => was.has(piece) && was.get(piece) !== cell);
  const fell = view.cells.some(({ id, label }) => id === view.last.at(-1) && localize(label).includes(word("cell-black")));
  return fell || moved.length > 1 || view.steps.length ? "push" : "step";
}
