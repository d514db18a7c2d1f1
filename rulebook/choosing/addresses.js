// Part of chooser_sheet.js: what is wished for and what is ticked, as the fragment of an address.

import { decodedFragment } from "../stage/address.js";

/**
 * @typedef {{ players: number, minutes: number, mood: string, box: boolean }} Wish
 * @typedef {{ variants: number[], options: Record<string, string>, players: number, beside: string, page: boolean, play: string }} Ticks
 */

/** The fragment of an address that brings the sheet back to where it is. @param {{ wish: Wish | null, ticks: Ticks | null }} now */
export function addressOf({ wish, ticks }) {
  const fields = [];
  if (ticks) fields.push(["ticks", ticks.variants.join(".")], ["players", String(ticks.players)], ...Object.entries(ticks.options));
  if (ticks && ticks.beside !== "0") fields.push(["beside", ticks.beside]);
  if (ticks?.page) fields.push(["page", "1"]);
  if (ticks?.play) fields.push(["play", ticks.play]);
  if (wish) fields.push([ticks ? "for" : "players", String(wish.players)], ["minutes", String(wish.minutes)], ["mood", wish.mood], ...(wish.box ? [["box", "1"]] : []));
  return `#${fields.map((field) => field.map((part) => encodeURIComponent(part).replaceAll("%2B", "+")).join("=")).join("&")}`;
}

/** What a fragment asks to be ticked, "set=9+13" of what was sent included; null if it is none of these. @param {string} hash @returns {Ticks | null} */
export function ticksOf(hash) {
  const fields = decodedFragment(hash);
  const set = fields.get("set") ?? "";
  const sent = /^\d+(\+\d+)*$/.test(set) ? set.split("+") : null;
  if (!fields.has("ticks") && !sent) return null;
  const variants = (sent ?? fields.get("ticks").split(".")).filter((part) => /^\d+$/.test(part)).map(Number);
  const options = Object.fromEntries([...fields].filter(([name]) => /^\d+\.\w+$/.test(name)));
  return { variants, options, players: Number(fields.get("players")) || 4, beside: fields.get("beside") ?? "0", page: fields.has("page"), play: fields.get("play") ?? "" };
}

/**
 * The wish of a fragment; null if it is none, or asks for what there is not.
 * @param {string} hash @param {{ seats: number[], minutes: number[], moods: string[] }} known @returns {Wish | null}
 */
export function wishOf(hash, known) {
  const fields = decodedFragment(hash);
  const [players, minutes, mood] = [Number(fields.get("for") ?? fields.get("players")), Number(fields.get("minutes")), fields.get("mood") ?? ""];
  if (!known.seats.includes(players) || !known.minutes.includes(minutes) || !known.moods.includes(mood)) return null;
  return { players, minutes, mood, box: fields.get("box") === "1" };
}

/** The rule set that a record begins with: its line, its variants, its players. @param {string} record */
export function rulesOf(record) {
  const [line] = record.split("\n");
  const [, written, players] = /^(\S+)(?: players=(\d+))?/.exec(line) ?? ["", "0", ""];
  const variants = written.replace(/\[[^\]]*\]/g, "").split("+").map(Number).filter((n) => n > 0);
  return { line, variants, players: Number(players) || 4 };
}

/** Where an old link to a sheet that is part of the chooser leads now; null for any other address. @param {string} hash */
export function movedTo(hash) {
  const board = hash.replace(/#board=(tonight|compare-left|compare-right)&/, "#board=combined&");
  return ticksOf(hash) || board.startsWith("#board=combined&") ? `09-tonight.ipynb${board}` : null;
}
