// Part of chooser_sheet.js: share links, which hold wish and ticked variants in the fragment.

import { decodedFragment } from "../stage/address.js";

/**
 * @typedef {{ players: number, minutes: number, mood: string, box: boolean }} Wish
 * @typedef {{ variants: number[], options: Record<string, string>, players: number, beside: string, page: boolean, play: string }} Ticks
 */

/** Return the fragment that restores the sheet. @param {{ wish: Wish | null, ticks: Ticks | null }} state */
export function addressOf({ wish, ticks }) {
  const fields = [];
  if (ticks) fields.push(["ticks", ticks.variants.join(".")], ["players", String(ticks.players)], ...Object.entries(ticks.options));
  if (ticks && ticks.beside !== "0") fields.push(["beside", ticks.beside]);
  if (ticks?.page) fields.push(["page", "1"]);
  if (ticks?.play) fields.push(["play", ticks.play]);
  if (wish) fields.push([ticks ? "for" : "players", String(wish.players)], ["minutes", String(wish.minutes)], ["mood", wish.mood], ...(wish.box ? [["box", "1"]] : []));
  return `#${fields.map((field) => field.map((part) => encodeURIComponent(part).replaceAll("%2B", "+")).join("=")).join("&")}`;
}

/** Parse the ticked variants of a fragment, also of the form "set=9+13"; null if it has none. @param {string} hash @returns {Ticks | null} */
export function ticksOf(hash) {
  const fields = decodedFragment(hash);
  const set = fields.get("set") ?? "";
  const shared = /^\d+(\+\d+)*$/.test(set) ? set.split("+") : null;
  if (!fields.has("ticks") && !shared) return null;
  const variants = (shared ?? fields.get("ticks").split(".")).filter((part) => /^\d+$/.test(part)).map(Number);
  const options = Object.fromEntries([...fields].filter(([name]) => /^\d+\.\w+$/.test(name)));
  return { variants, options, players: Number(fields.get("players")) || 4, beside: fields.get("beside") ?? "0", page: fields.has("page"), play: fields.get("play") ?? "" };
}

/**
 * Parse the wish of a fragment; null if it has none, or an impossible one.
 * @param {string} hash @param {{ seats: number[], minutes: number[], moods: string[] }} known @returns {Wish | null}
 */
export function wishOf(hash, known) {
  const fields = decodedFragment(hash);
  const [players, minutes, mood] = [Number(fields.get("for") ?? fields.get("players")), Number(fields.get("minutes")), fields.get("mood") ?? ""];
  if (!known.seats.includes(players) || !known.minutes.includes(minutes) || !known.moods.includes(mood)) return null;
  return { players, minutes, mood, box: fields.get("box") === "1" };
}

/** Parse the first line of a record: the line, its variants and players. @param {string} record */
export function rulesOf(record) {
  const [line] = record.split("\n");
  const [, set, players] = /^(\S+)(?: players=(\d+))?/.exec(line) ?? ["", "0", ""];
  const variants = set.replace(/\[[^\]]*\]/g, "").split("+").map(Number).filter((n) => n > 0);
  return { line, variants, players: Number(players) || 4 };
}

/** Return the present address of an old link to a sheet that became part of the chooser; null for other links. @param {string} hash */
export function movedTo(hash) {
  const board = hash.replace(/#board=(tonight|compare-left|compare-right)&/, "#board=combined&");
  return ticksOf(hash) || board.startsWith("#board=combined&") ? `09-tonight.ipynb${board}` : null;
}
