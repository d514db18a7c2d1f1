// Plays on a board and tells what else moved: run in a page by test_still.py. Everything is measured before and after each click, as a browser
// excuses shifts that an input brings about; what a browser calls a shift is told as well.

const PARTS = ["stage", "host", "room", "card", "die", "panel", "acts", "ways", "tools", "texts"];

/** Where everything lasting is: its place on the page and its size. A button is known by its word, as its place is its own. */
function places(board, asked) {
  const found = new Map();
  const put = (name, el) => {
    if (!el?.checkVisibility({ visibilityProperty: true }) || !el.offsetWidth) return;
    const { x, y, width, height } = el.getBoundingClientRect();
    found.set(name, [x + scrollX, y + scrollY, width, height].map(Math.round).join(" "));
  };
  for (const part of PARTS) put(part, board.querySelector(`.hk-${part}`));
  put("board", board);
  put("cell", board.querySelector(".hk-cell"));
  // A sentence may be longer than the one before it, where it begins is fixed; what a task asks further follows its answer.
  for (const part of asked ? ["asked", "words > .hk-prompt"] : ["words > .hk-prompt"]) {
    const place = board.querySelector(`.hk-${part}:not(.hk-offstage)`)?.getBoundingClientRect();
    if (place?.width) found.set(part, `${Math.round(place.x + scrollX)} ${Math.round(place.y + scrollY)}`);
  }
  for (const button of board.querySelectorAll(".hk-ways button, .hk-ways a")) put(`“${button.textContent}”`, button);
  for (const button of board.querySelectorAll(".hk-tools button")) put(button.querySelector("path")?.getAttribute("d") ?? button.className, button);
  return found;
}

/** What a reader may click on now. */
function seen(board) {
  const all = (selector) => [...board.querySelectorAll(selector)].filter((el) => !el.disabled && el.checkVisibility());
  return {
    now: [board.dataset.answer, board.dataset.ply, board.querySelector(".is-chosen")?.dataset.cell, board.querySelector(".hk-choices").textContent].join(),
    chosen: all(".hk-cell.is-chosen").length > 0, may: all(".hk-cell.is-may"), to: all(".hk-cell.is-to"),
    choices: all(".hk-choices button"), deeds: all(".hk-deeds button:not(.hk-way-4)"), die: all(".hk-die.is-waiting"), cells: all(".hk-cell"),
  };
}

const frames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));

/** @param {HTMLElement} board @param {{ plies: number, seed: number, asked: boolean }} how */
async function plays(board, { plies, seed, asked }) {
  let state = seed;
  const chance = (many) => {
    state = (state * 48271) % 2147483647;
    return state % many;
  };
  const any = (list) => list[chance(list.length)];
  // With twenty other boards on the page each click costs a browser far more; that they would be pushed, the size of this one tells.
  const others = [...document.querySelectorAll("[data-slot]")].filter((slot) => !slot.contains(board));
  for (const slot of others) slot.style.display = "none";
  board.scrollIntoView({ block: "start", behavior: "instant" });
  await frames();
  const moved = [];
  const watch = new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) {
      const what = sources.map(({ node, previousRect, currentRect }) => [node?.className ?? node?.nodeName, JSON.stringify([previousRect, currentRect])]);
      moved.push(`shift of ${value.toFixed(5)}: ${what}`);
    }
  });
  watch.observe({ type: "layout-shift" });
  const done = new Set();
  let played = 0;
  let clicks = 0;
  let { ply } = board.dataset;
  const counts = () => {
    if (board.dataset.ply !== ply) played += 1;
    ({ ply } = board.dataset);
  };
  let before = places(board, asked);
  for (; clicks < plies * 2 && played < plies; clicks += 1) {
    const see = seen(board);
    const fresh = see.deeds.filter((deed) => !done.has(deed.textContent));
    let thing = any([...see.choices, ...(see.chosen ? see.to : see.may.length ? see.may : see.to)]) ?? see.die[0];
    let patience = thing ? 10_000 : 1000; // for what is answered, however busy the machine is
    if (clicks % 5 === 3 && fresh.length) {
      thing = any(fresh);
      done.add(thing.textContent);
      patience = 250;
    } else if (clicks % 6 === 1 && !see.chosen) {
      thing = any(see.cells);
      patience = 250; // it may mean nothing
    }
    thing?.click();
    if (!thing && board.dataset.step === "over") break;
    const waited = performance.now();
    while (seen(board).now === see.now && performance.now() - waited < patience) await frames();
    await frames();
    counts();
    const after = places(board, asked);
    for (const [name, place] of before) {
      if (after.has(name) && after.get(name) !== place) moved.push(`${name}: ${place} to ${after.get(name)} by ${thing?.dataset.cell ?? thing?.textContent}`);
    }
    before = after;
  }
  await frames();
  counts();
  for (const { value } of watch.takeRecords()) moved.push(`shift of ${value}`);
  watch.disconnect();
  for (const slot of others) slot.style.display = "";
  return { played, clicks, moved };
}
