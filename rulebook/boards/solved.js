// Part of puzzles.js: which puzzles were solved, and which comes next.

/** The names of the puzzles that were solved here. @param {string | null} text @returns {Set<string>} */
export function solvedOf(text) {
  try {
    const names = JSON.parse(text ?? "[]");
    return new Set(Array.isArray(names) ? names.filter((name) => typeof name === "string") : []);
  } catch {
    return new Set();
  }
}

/** The puzzle to go on with: the next one that is not solved, else the next one; null if there is no other. @param {string[]} names @param {Set<string>} solved @param {string} now */
export function following(names, solved, now = "") {
  const at = names.indexOf(now);
  const others = [...names.slice(at + 1), ...names.slice(0, Math.max(at, 0))];
  return others.find((name) => !solved.has(name)) ?? others[0] ?? null;
}
