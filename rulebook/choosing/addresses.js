// Part of combine.js and tonight_sheet.js: what is ticked and what is wished for, as the fragment of an address.

/** @typedef {{ variants: number[], options: Record<string, string>, players: number, page: boolean, play: string }} Ticks */

/** The fragment of an address that brings the sheet back to where it is. @param {Ticks} ticks */
export function addressOf({ variants, options, players, page, play }) {
  const fields = [["ticks", variants.join(".")], ["players", String(players)], ...Object.entries(options)];
  if (page) fields.push(["page", "1"]);
  if (play) fields.push(["play", play]);
  return `#${fields.map((field) => field.map(encodeURIComponent).join("=")).join("&")}`;
}

/** What a fragment asks to be ticked; null if it is none of these. @param {string} hash @returns {Ticks | null} */
export function ticksOf(hash) {
  const fields = new Map();
  try {
    for (const field of hash.replace(/^#/, "").split("&")) {
      const [name, ...value] = field.split("=").map(decodeURIComponent);
      fields.set(name, value.join("="));
    }
  } catch {
    return null;
  }
  if (!fields.has("ticks")) return null;
  const variants = fields.get("ticks").split(".").filter((part) => /^\d+$/.test(part)).map(Number);
  const options = Object.fromEntries([...fields].filter(([name]) => /^\d+\.\w+$/.test(name)));
  return { variants, options, players: Number(fields.get("players")) || 4, page: fields.has("page"), play: fields.get("play") ?? "" };
}

/** The rule set that a record begins with: its line, its variants, its players. @param {string} record */
export function rulesOf(record) {
  const [line] = record.split("\n");
  const [, written, players] = /^(\S+)(?: players=(\d+))?/.exec(line) ?? ["", "0", ""];
  const variants = written.replace(/\[[^\]]*\]/g, "").split("+").map(Number).filter((n) => n > 0);
  return { line, variants, players: Number(players) || 4 };
}

// "players=5&minutes=45&mood=mean&box=1", and "set=9+13" of what was sent.

/** @param {{ players: number, minutes: number, mood: string, box: boolean, set?: string | null }} wish */
export function writtenWish({ players, minutes, mood, box, set }) {
  return `players=${players}&minutes=${minutes}&mood=${mood}${box ? "&box=1" : ""}${set ? `&set=${set}` : ""}`;
}

/**
 * The wish of a fragment; null if it is none, or asks for what there is not.
 * @param {string} hash @param {{ seats: number[], minutes: number[], moods: string[] }} known
 */
export function wishOf(hash, known) {
  const fields = new Map(hash.replace(/^#/, "").split("&").map((part) => /** @type {[string, string]} */ (part.split("="))));
  const [players, minutes, mood] = [Number(fields.get("players")), Number(fields.get("minutes")), fields.get("mood") ?? ""];
  if (!known.seats.includes(players) || !known.minutes.includes(minutes) || !known.moods.includes(mood)) return null;
  const set = fields.get("set") ?? "";
  return { players, minutes, mood, box: fields.get("box") === "1", set: /^\d+(\+\d+)*$/.test(set) ? set : null };
}
