// What readers wish for tonight as the fragment of an address: "players=5&minutes=45&mood=mean&box=1", and "set=9+13" of what was sent.

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
