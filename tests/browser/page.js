// Functions that tests evaluate in a page, each sent alone with those that it calls (`js(name)` of pages.py): first what any reader
// does and sees, then what a single test file needs.

// The visible state, read from the page only.
export const see = board => {
  const cells = (mark) => [...board.querySelectorAll(`.hk-cell.${mark}`)].map((cell) => cell.dataset.cell);
  const top = (cell) => [...board.querySelectorAll(`[data-stack="${cell}"] [data-piece]`)].at(-1)?.dataset.piece ?? "";
  const prompt = board.querySelector(".hk-prompt").textContent;
  const { dataset: focus, className } = document.activeElement;
  return {
    ply: Number(board.dataset.ply), step: board.dataset.step, prompt, turn: prompt.slice(0, 1),
    black: [...board.querySelectorAll(".hk-cell[aria-label*=black]")].map((cell) => cell.dataset.cell),
    may: cells("is-may"), to: cells("is-to"), why: cells("is-why"), chosen: cells("is-chosen"),
    tops: Object.fromEntries(cells("is-may").map((cell) => [cell, top(cell)])),
    stacks: Object.fromEntries([...board.querySelectorAll("[data-stack]")].map((stack) =>
      [stack.dataset.stack, [...stack.querySelectorAll("[data-piece]")].map((piece) => piece.dataset.piece).join("")])),
    moves: [...board.querySelectorAll(".hk-choices [data-move]")].map((button) => button.dataset.move),
    focus: focus.cell ?? focus.move ?? className,
    live: board.querySelector("[aria-live]").textContent,
  };
};

// The same, once the board is at another ply.
export const seeNext = (board, [ply, patience]) => new Promise((done) => {
  const look = () => board.dataset.ply !== String(ply) && (watch.disconnect(), done(see(board)));
  const watch = new MutationObserver(look);
  watch.observe(board, { attributeFilter: ["data-step", "data-ply"] });
  setTimeout(() => done(null), patience);
  look();
});

// Those of these parts of a board that are not completely visible.
export const hidden = (board, parts) => parts.filter((part) => {
  const { left, top, right, bottom } = board.querySelector(part).getBoundingClientRect();
  const out = left < 0 || top < 0 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5;
  return out || right - left < 20 || bottom - top < 16;
});

// Texts below an element that are beyond the window's sides, or covered once scrolled into view.
export const covered = async (root) => {
  const el = root ?? document.body;
  const left = ".hk-offstage, .hc-offstage, .rb-skip, svg, script, style, noscript, option, [aria-hidden=true]";
  const scrolls = (one) => /auto|scroll/.test(getComputedStyle(one).overflow) && (one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1);
  const around = (one) => (one === document.body || !one ? [] : [one, ...around(one.parentElement)]);
  const words = [];
  for (const walker = document.createTreeWalker(el, NodeFilter.SHOW_TEXT); walker.nextNode();) {
    const { data, parentElement: of } = walker.currentNode;
    if (!data.trim() || !of.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || of.closest(left)) continue;
    if (!around(of).some((one) => getComputedStyle(one).clipPath !== "none")) words.push(walker.currentNode);
  }
  return words.filter((node) => {
    const of = node.parentElement;
    const range = document.createRange();
    range.selectNodeContents(node);
    const { top, bottom } = range.getBoundingClientRect();
    if (top < 80 || bottom > innerHeight - 80) of.scrollIntoView({ block: "center", behavior: "instant" });
    const inList = around(of).some(scrolls); // which is scrolled by its reader
    return [...range.getClientRects()].filter(({ width }) => width > 2).some((box) => {
      if (box.left < -1 || box.right > innerWidth + 1) return !inList;
      if (box.bottom > innerHeight - 1 || box.top < 1) return false;
      return [box.left + 2, box.right - 2].some((x) => {
        const there = document.elementFromPoint(x, box.top + box.height / 2);
        const held = there?.closest("label, summary, button, a");
        return there && !there.contains(of) && !of.contains(there) && !held?.contains(of) && !inList;
      });
    });
  }).map(({ data }) => data.trim());
};

// The middle of an element on the screen, scrolled into view if necessary.
export const middle = thing => {
  let box = thing.getBoundingClientRect();
  const covered = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  if (!thing.contains(covered)) thing.scrollIntoView({ block: "center", behavior: "instant" });
  box = thing.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
};

// Scroll to a board: boards out of view are pictures until then.
export const come = name => {
  const [place] = document.querySelectorAll(`[data-slot][data-name="${name}"]:not([data-painted])`);
  for (let shut; (shut = place?.closest("details:not([open])"));) shut.open = true;
  place?.parentElement.parentElement.scrollIntoView();
};

// Whether a message of the board was answered, or the page has something to say about a text or file.
export const isAnswered = ([board, answer, note]) => {
  const now = board.querySelector('.hk-texts .hk-note').textContent;
  return board.dataset.answer !== answer || (now && now !== note);
};

// Wait for a sentence from now on, however soon the next one replaces it.
export const passes = (told, [text, patience]) => {
  told.passed = new Promise((done) => {
    new MutationObserver(() => told.textContent === text && done(true)).observe(told, { childList: true });
    setTimeout(() => done(false), patience);
  });
};

// Record the most pieces seen moving at once from now on.
export const countMotion = board => {
  board.moving = 0;
  const look = () => {
    const running = board.getAnimations({ subtree: true }).filter((one) => one.constructor === Animation);
    board.moving = Math.max(board.moving, running.length);
    requestAnimationFrame(look);
  };
  look();
};

// Wait until an element has been at the same place of the screen for some frames.
export const keepsStill = (thing, frames) => new Promise((done) => {
  let last = "", same = 0;
  const look = () => {
    const now = JSON.stringify(thing.getBoundingClientRect());
    same = now === last ? same + 1 : 0;
    last = now;
    if (same >= frames) done(); else requestAnimationFrame(look);
  };
  look();
});

// Delay and count the page's messages from now on.
export const sendLate = (ms) => {
  const { send } = WebSocket.prototype;
  window.late = 0;
  WebSocket.prototype.send = function (data) { late += 1; setTimeout(() => send.call(this, data), ms); };
};

// Record who works for the reader: the page's messages show whether its browser simulates or searches, or Python has to.
// From then on its worker can be blocked.
export const noteSent = () => {
  const { send } = WebSocket.prototype, { postMessage } = Worker.prototype;
  const deeds = {
    counted: /"do": ?"counted"/, more: /"do": ?"more"/,
    found: /"found": ?\[\[/, think: /"do": ?"think"(?!.*"(found|stop)")/,
  };
  Object.assign(window, { sent: [], blocked: false });
  const note = (text) => sent.push(...Object.keys(deeds).filter((deed) => deeds[deed].test(text)));
  WebSocket.prototype.send = function (data) {
    note(typeof data === "string" ? data : new TextDecoder().decode(data));
    return send.call(this, data);
  };
  Worker.prototype.postMessage = function (message, ...more) {
    if (blocked && message.search) throw new Error("blocked");
    note(JSON.stringify(message));
    return postMessage.call(this, message, ...more);
  };
};

// As soon as a player or the adviser, started with `begin`, looks ahead, press something else.
export const whileThinking = (board, [begin, what, patience]) => new Promise((done, fail) => {
  const [bar, no] = [".hk-pondering", ".hk-no"].map((part) => board.querySelector(part));
  const look = () => {
    if (bar.hidden) return void setTimeout(look);
    clearTimeout(late);
    const { ply } = board.dataset;
    board.querySelector(what).click();
    const seen = () => {
      if (!no.hidden || bar.hidden) done({ said: !no.hidden, ply, after: board.dataset.ply, goesOn: !bar.hidden });
      else setTimeout(seen);
    };
    seen();
  };
  const late = setTimeout(() => fail(new Error("nobody looks ahead")), patience);
  if (begin) board.querySelector(begin).click();
  look();
});

// Make the browser look busy unless told otherwise, so that boards out of view stay pictures.
export const stayBusy = () => {
  const { requestIdleCallback: idle } = window;
  window.isBusy = true;
  window.requestIdleCallback = (go, options) => (options?.timeout || !window.isBusy ? idle(go, options) : 0);
};

// A chapter has dozens of boards drawn by the same code, and axe takes half a second for each: only the first three are
// audited, and those where a test has opened something; the others are emptied meanwhile. Two thirds of axe's time go
// into contrast, which is checked once for each look of a text: colours, background, size. The long runs audit
// everything.
export const audit = (boards, [whole, within]) => {
  const part = within ? document.querySelector(within) : document;
  const opened = "details[open], .hk-no:not([hidden]):not(:empty), .hk-room.is-open";
  const alike = boards.filter((board, index) => !whole && index > 2 && !board.querySelector(opened));
  const content = new Map(alike.map((board) => [board, [...board.childNodes]]));
  for (const board of alike) board.replaceChildren();
  const filled = () => content.forEach((nodes, board) => board.append(...nodes));
  // Rules that are never serious would take a quarter of the time.
  const mild = /^(region|landmark-.*|heading-order|page-has-heading-one|presentation-role-conflict|skip-link)$/;
  const named = axe.getRules().map(({ ruleId }) => ruleId).filter((name) => mild.test(name));
  const off = Object.fromEntries(named.map((name) => [name, { enabled: false }]));
  const run = (context, { rules, ...options }) => axe
    .run(context, { resultTypes: ["violations"], rules: options.runOnly ? {} : { ...off, ...rules }, ...options })
    .then(({ violations }) => violations);
  const isText = (el) => el.matches("input, select, textarea, button")
    || [...el.childNodes].some(({ nodeType, data }) => nodeType === Node.TEXT_NODE && data.trim());
  const ground = (el) => {
    const { backgroundColor, backgroundImage, opacity, position, filter } = getComputedStyle(el);
    const over = position === "absolute" || position === "fixed" ? el.getAttribute("class") : "";
    return [backgroundColor, backgroundImage, opacity, filter, over].join();
  };
  const grounds = new Map();
  const behind = (el) => {
    if (!el) return "";
    if (!grounds.has(el)) {
      const own = ground(el);
      grounds.set(el, behind(el.parentElement) + (own === PLAIN ? "" : `/${own}`));
    }
    return grounds.get(el);
  };
  const PLAIN = "rgba(0, 0, 0, 0),none,1,none,";
  const look = (el) => {
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(el);
    const idle = Boolean(el.closest(":disabled, [aria-disabled=true]"));
    return [color, fontSize, fontWeight, textShadow, idle, behind(el)].join();
  };
  const looks = () => {
    const texts = [...part.querySelectorAll("*")].filter((el) => el.checkVisibility() && isText(el));
    return [...new Map(texts.map((el) => [look(el), el])).values()];
  };
  if (whole) return run(document, {}).finally(filled);
  return run(part, { rules: { "color-contrast": { enabled: false } } })
    .then((found) => run({ include: looks() }, { runOnly: ["color-contrast"] }).then((pale) => [...found, ...pale]))
    .finally(filled);
};

// Show views on a board; return its texts that are cut or covered, and whether it has more than five controls, one
// without a word, or more than one main button.
export const showSentences = async ([key, told, language]) => {
  const views = JSON.parse(told); // playwright takes ten times as long for what it reads itself
  document.documentElement.dataset.lang = language;
  const widget = () => document.querySelector(".hk-board").parentElement.parentElement;
  const place = document.querySelector("[data-shown]") ?? widget();
  place.dataset.shown = "";
  // Other boards would be laid out with each sentence; the space below lets this one be scrolled to the top.
  const others = [...document.querySelectorAll("[data-slot]")].filter((slot) => !slot.contains(place) && !place.contains(slot));
  for (const slot of others) slot.style.display = "none";
  document.body.style.paddingBottom = "200vh";
  const el = document.createElement("div");
  place.replaceChildren(el);
  const model = {
    heard: new Set(), off() {}, send() {}, on: (event, act) => event === "change:_view" && model.heard.add(act),
    get: (what) => ({ name: "shown", keep: false, _view: model.view })[what],
  };
  model.view = views[0];
  const close = globalThis[key].render({ model, el });
  const shown = el.querySelector(".hk-board");
  const room = shown.querySelector(".hk-room");
  const frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  room.scrollIntoView({ block: "start", behavior: "instant" });
  await frame();
  room.scrollIntoView({ block: "start", behavior: "instant" });
  const isSeen = (one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".hk-offstage");
  const cut = () => [...shown.querySelectorAll(":is(.hk-room, .hk-card, .hk-acts, .hk-tools) *")]
    .filter(isSeen)
    .flatMap((one) => [...one.childNodes].filter((node) => node.nodeType === 3 && node.data.trim()))
    .filter((node) => {
      const range = document.createRange();
      range.selectNodeContents(node);
      const within = node.parentElement.closest("button, a, .hk-said, .hk-words, .hk-card, .hk-tools");
      return [...range.getClientRects()].filter(({ width }) => width > 2).some(({ left, right, top, bottom }) =>
        [left + 1, (left + right) / 2, right - 1].some((x) => [top + 3, bottom - 3].some((y) => {
          const there = document.elementFromPoint(x, y);
          return !there || !within.contains(there);
        })));
    }).map(({ data }) => data);
  const problems = [];
  for (const [state, view] of views.entries()) {
    model.view = { ...view, n: state + 1 };
    for (const act of model.heard) act();
    if (!state) await frame();
    room.scrollIntoView({ block: "start", behavior: "instant" }); // browsers keep what stands below it where it was
    const controls = [...shown.querySelectorAll(":is(.hk-ways, .hk-tools) :is(button, a)")].filter(isSeen);
    problems.push(...cut().map((text) => [state, text]));
    const names = controls.map((one) => one.textContent.trim());
    if (names.length > 5 || names.includes("")) problems.push([state, "controls", ...names]);
    const main = controls.filter((one) => one.matches(".hk-main, .is-main"));
    if (main.length > 1) problems.push([state, "main buttons", ...names]);
    if (!shown.querySelector(".hk-all").hidden) problems.push([state, "read all", room.textContent]);
  }
  close();
  return problems;
};

// Scroll until the board exists: Lab draws only cells near the visible ones.
export const scrollTo = name => {
  if (document.querySelector(`.hk-board[data-board="${name}"][data-ply]`)) return true;
  const panel = document.querySelector(".jp-WindowedPanel-outer") ?? document.scrollingElement;
  const before = panel.scrollTop;
  panel.scrollTop += 500;
  if (panel.scrollTop === before) panel.scrollTop = 0;
  return false;
};

// Every displayed board of the page, with what is wrong with its size.
export const boardSizes = async () => {
  const panel = document.querySelector(".jp-WindowedPanel-outer") ?? document.scrollingElement, found = new Map();
  panel.scrollTop = 0;
  for (let before = -1; before !== panel.scrollTop; panel.scrollTop += 400) {
    before = panel.scrollTop;
    await new Promise((done) => setTimeout(done, 200));
    const near = ({ top, bottom, width }) => width && bottom > 0 && top < innerHeight; // Lab estimates what is far away
    const all = [...document.querySelectorAll(".hk-board[data-ply]")];
    const boards = all.filter((board) => near(board.getBoundingClientRect()));
    const boxes = boards.map((board) => board.getBoundingClientRect());
    boards.forEach((board, at) => {
      const { left, right, top, bottom } = boxes[at], stage = board.querySelector(".hk-stage").getBoundingClientRect();
      const beside = (b) => b.left > right - 1 || b.right < left + 1 || b.top > bottom - 1 || b.bottom < top + 1;
      const apart = boxes.every((box, i) => i === at || beside(box));
      const wrong = !apart || stage.width < 200 || stage.left < left - 1 || stage.right > right + 1;
      found.set(board, board.dataset.board + (wrong ? `: ${[left, right, top, bottom, stage.width]}` : ""));
    });
  }
  panel.scrollTop = 0;
  return [...found.keys()].filter((board) => !board.closest(".lm-mod-hidden")).map((board) => found.get(board)).sort();
};

// Record every layout shift that the browser reports, even before first paint: distance, whether a click or key of the
// reader's excuses it, what has moved.
export const watchShifts = () => {
  window.shifts = [];
  const name = ({ node }) => `${node?.parentElement?.className ?? ""} > ${node?.className ?? node?.nodeName}`;
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) window.shifts.push([one.value, one.hadRecentInput, one.sources.map(name).join()]);
  }).observe({ type: "layout-shift", buffered: document.readyState === "loading" });
};

// Overlapping buttons of a board: when there are too many, their row must scroll.
export const overlapping = board => [...board.querySelectorAll('.hk-acts button')].filter((one) => one.checkVisibility())
  .map((one) => [one.textContent, one.getBoundingClientRect()])
  .flatMap(([name, a], at, all) => all.slice(at + 1)
    .filter(([, b]) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1)
    .map(([other]) => `${name} / ${other}`));

// The words to read: not those in the picture, or for screen readers only.
export const readable = () => [...document.querySelectorAll("main *:not(script, style, option)")]
  .filter((one) => one.checkVisibility() && !one.closest("svg, .hk-offstage, dialog"))
  .flatMap((one) => [...one.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ data }) => data))
  .join(" ").split(/\s+/).filter(Boolean);

// Record what is seen after a move, so that a slow machine misses nothing: the marked step, frames around lines, and
// whether steps are being shown.
export const watchSteps = board => {
  const stage = board.querySelector('.hk-stage');
  window.seen = [];
  new MutationObserver(() => {
    const step = board.querySelector('.hk-steps [aria-current]')?.textContent ?? '';
    const seen = [step, stage.querySelectorAll('.hk-picture .may').length, stage.classList.contains('is-telling')];
    if (step && String(seen) !== String(window.seen.at(-1))) window.seen.push(seen);
  }).observe(board, { attributes: true, childList: true, subtree: true });
};

export const touchSizes = board => [...board.querySelectorAll("button, summary, select, textarea, .hk-cell, label.hk-check")]
  .filter((el) => el.checkVisibility() && !el.closest(".hk-offstage"))
  .map((el) => [el, el.getBoundingClientRect()])
  .map(([el, box]) => [el.getAttribute("aria-label") ?? el.textContent.slice(0, 30), box.width, box.height]);

// What is wider than its place in a dialog, including the chosen options of lists.
export const cutInDialog = (dialog) => {
  const pen = document.createElement("canvas").getContext("2d");
  return [...dialog.querySelectorAll("h2, legend, label, button, .hk-seats > div > select")].filter((one) => {
    pen.font = getComputedStyle(one).font;
    const chosen = one.selectedOptions ? pen.measureText(one.selectedOptions[0].textContent).width + 24 : 0;
    return Math.max(one.scrollWidth, chosen) > one.clientWidth + 1 && !one.matches(".hk-offstage");
  }).map((one) => one.textContent);
};

export const isBack = ([piece, x, y]) => {
  const box = [...document.querySelectorAll(piece)].at(-1).getBoundingClientRect();
  return Math.hypot(box.x - x, box.y - y) < 6;
};

// A host like Jupyter: a model with what Python sends; the page's messages wait in `outbox`. Some notebooks show nothing
// hidden, and so not the carriers of the code.
export const host = async ([carrier, stub, state, hidden]) => {
  const load = (source) => import(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
  const listeners = new Map();
  const emit = (name, ...values) => { new Set(listeners.get(name)).forEach((one) => one(...values)); };
  const model = {
    state,
    get: (key) => model.state[key],
    set(key, value) { model.state = { ...model.state, [key]: value }; emit(`change:${key}`, value); },
    on: (name, one) => listeners.set(name, (listeners.get(name) ?? new Set()).add(one)),
    off: (name, one) => listeners.get(name)?.delete(one),
    send: (content) => { window.outbox.push(content); },
  };
  const hear = ({ method, content, state: whole }) => {
    if (method === "custom") emit("msg:custom", content, []);
    else for (const [key, value] of Object.entries(whole)) model.set(key, value);
  };
  Object.assign(window, { model, hear, outbox: [] });
  if (hidden) (await load(carrier)).default.initialize({ model });
  const { default: widget } = await load(stub);
  await widget.initialize({ model });
  const shown = widget.render({ model, el: document.body.appendChild(document.createElement("div")) });
  if (hidden) await shown;
};

// Those of these prompts that do not fit a board's card; the second value of each is whether buttons are below it.
export const unfitting = (board, questions) => {
  // One copy of the card's text area for each prompt, all at once: the page is laid out only once.
  const rooms = (room, texts, fill) => {
    const { width, height } = room.getBoundingClientRect();
    const all = texts.map((text) => {
      const one = room.cloneNode(true);
      const size = { boxSizing: "border-box", width: `${width}px`, height: `${height}px` };
      Object.assign(one.style, { position: "absolute", visibility: "hidden", ...size });
      fill(one, text);
      return one;
    });
    room.after(...all);
    return all;
  };
  const [words, choices] = ["words", "choices"].map((name) => board.querySelector(`.hk-${name}`));
  const before = [...choices.childNodes];
  const pass = Object.assign(document.createElement("button"), { className: "hk-button hk-main", textContent: "–" });
  const cut = [true, false].flatMap((pressed) => {
    choices.replaceChildren(...(pressed ? [pass] : []));
    const asked = questions.filter(([, below]) => below === pressed).map(([question]) => question);
    const fill = (card, question) => { card.querySelector(".hk-prompt").textContent = question; };
    const cards = rooms(words, asked, fill);
    const long = asked.filter((_, at) => {
      const { scrollHeight, clientHeight, scrollWidth, clientWidth } = cards[at];
      return scrollHeight > clientHeight + 1 || scrollWidth > clientWidth;
    });
    for (const card of cards) card.remove();
    return long;
  });
  choices.replaceChildren(...before);
  return cut;
};

export const cutOff = () => {
  const cut = [];
  for (const el of document.body.querySelectorAll("*")) {
    const style = getComputedStyle(el);
    const box = el.getBoundingClientRect();
    if (el.ownerSVGElement || box.width < 2 || box.height < 2 || style.visibility !== "visible") continue;
    const says = `${el.tagName}.${el.className}: ${(el.textContent || "").trim().slice(0, 60)}`;
    if (/hidden|clip/.test(style.overflowX) && el.scrollWidth > el.clientWidth + 1) cut.push(says);
    if (el.tagName === "BUTTON" && el.scrollWidth > el.clientWidth + 1) cut.push(says);
  }
  if (document.documentElement.scrollWidth > innerWidth) cut.push(`page: ${document.documentElement.scrollWidth}`);
  return [...new Set(cut)];
};

// The looks of a chosen element and of another next to it: background, text colour, frame. With transparency the
// system's colour shows through.
export const looks = (one) => {
  const { backgroundColor, color, outlineColor, outlineStyle } = getComputedStyle(one);
  const ground = backgroundColor.replace(/rgba(.*), [^,]*/, "rgb$1)");
  return [ground, color, outlineStyle === "none" ? "" : outlineColor].join();
};

// The width of the search, and whether the page's title covers the book's.
export const headRoom = () => {
  const seen = (name) => [...document.querySelectorAll(name)].find((one) => one.checkVisibility());
  const [search, home, title] = [".rb-search input", ".rb-home", "main h1"]
    .map((name) => seen(name).getBoundingClientRect());
  return [search.width, home.right > title.left + 1 && title.top < home.bottom - 1];
};

// Record what is redrawn or rewritten on a board from now on.
export const watchRedrawn = board => {
  window.redrawn = [];
  const parts = board.querySelectorAll(".hk-host, .hk-said, .hk-prompt, .hk-choices, .hk-die");
  const watch = new MutationObserver((all) => window.redrawn.push(...all.map(({ target }) => target.className)));
  for (const part of parts) watch.observe(part, { childList: true, characterData: true, subtree: true });
};

// Another tab changes the tournament between a message and its answer.
export const otherTab = () => {
  document.querySelector(".hc-people button").click();
  const texts = JSON.parse(localStorage["hedgekit-tournament"]);
  localStorage["hedgekit-tournament"] = JSON.stringify([...texts, "players: Xenia, Yves"]);
};

// Check for a new edition, and wait until it is used or given up.
export const update = async () => {
  const known = await navigator.serviceWorker.getRegistration();
  await known.update();
  const coming = known.installing ?? known.waiting ?? known.active;
  while (!["activated", "redundant"].includes(coming.state)) {
    await new Promise((go) => coming.addEventListener("statechange", go, { once: true }));
  }
  return coming.state;
};

// The sizes of all files that the browser keeps.
export const keptSizes = async () => {
  const sizes = [];
  for (const name of await caches.keys()) {
    const answers = await (await caches.open(name)).matchAll();
    for (const answer of answers) sizes.push((await answer.arrayBuffer()).byteLength);
  }
  return sizes;
};

// Replace every script that the browser keeps by a foreign one, and put a foreign page into every cache under the hash of
// its content; return the number of scripts and the page's address.
export const poison = async () => {
  const answer = (text, type) => new Response(text, { headers: { "Content-Type": `text/${type}` } });
  const page = "<!doctype html><h1>Poisoned</h1>";
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(page)));
  const path = `parts/own-${Array.from(hash.slice(0, 8), (one) => one.toString(16).padStart(2, "0")).join("")}.html`;
  let count = 0;
  for (const name of [...await caches.keys(), "0 somebody else's"]) {
    const cache = await caches.open(name);
    const kept = [...await cache.keys(), ...document.querySelectorAll("script[src]")].map(({ url, src }) => url ?? src);
    for (const url of kept.filter((one) => /[.]m?js$/.test(one))) {
      await cache.put(url, answer("self.poisoned = true", "javascript"));
      count += 1;
    }
    await cache.put(new URL(path, location), answer(page, "html"));
  }
  return [count, path];
};

// Make a board's cell fail.
export const failCell = () => {
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (message, ...rest) {
    const [cell] = document.querySelector("[data-name=gift]").dataset.slot.split(".");
    if (message.type === "start") message.cells[cell] = "1 / 0\n" + message.cells[cell];
    return post.call(this, message, ...rest);
  };
};

// Messages of a hostile page to the sandbox: each file would leave its mark in the frame that runs it.
export const handOver = attributes => new Promise((loaded) => {
  const frame = document.createElement("iframe");
  Object.entries(attributes).forEach(([name, value]) => frame.setAttribute(name, value));
  const code = new TextEncoder().encode("self.ran = true; export default {};").buffer;
  frame.onload = () => {
    const files = { codes: [code], packages: [], ...Object.fromEntries(
      ["wasm", "standard", "loader", "module", "worker", "stub"].map((name) => [name, code])) };
    frame.contentWindow.postMessage({ type: "start", files }, "*");
    loaded();
  };
  document.body.replaceChildren(frame);
});

// The same way in, used by the frame itself afterwards: if it works, the hostile page's would, too.
export const sameWay = async () => {
  await import(URL.createObjectURL(new Blob(["self.own = true;"], { type: "text/javascript" })));
  return [self.own === true, self.ran === true];
};

// Insert scripts of four kinds into the page; return what the browser refuses.
export const smuggle = () => new Promise((go) => {
  const refused = [];
  setTimeout(() => go(refused), 9000);
  addEventListener("securitypolicyviolation", ({ blockedURI, effectiveDirective }) => {
    if (refused.push(`${effectiveDirective} ${blockedURI}`) === 4) go(refused.sort());
  });
  for (const given of [{ textContent: "window.hacked = 1" }, { src: "https://example.org/evil.js" }])
    document.body.append(Object.assign(document.createElement("script"), given));
  const box = document.body.appendChild(document.createElement("div"));
  box.innerHTML = '<img src="data:," onerror="hacked = 2"><a href="javascript:hacked = 3">x</a>';
  box.lastElementChild.click();
});

// The place of a point of a carrom table on the screen, scrolled into view if wanted.
export const tablePoint = (board, [x, y, scroll]) => {
  const matrix = () => board.querySelector(".board").getScreenCTM();
  const at = () => new DOMPoint(172 + 72 * x, 476 - 72 * y).matrixTransform(matrix());
  if (scroll) window.scrollBy({ top: at().y - 0.4 * innerHeight, behavior: "instant" });
  return [at().x, at().y];
};

// Make the cover's move as soon as its board exists, and record when it was answered.
export const movesFirst = () => new MutationObserver((_, watch) => {
  const cell = document.querySelector(".rb-cover [data-cell=b3].is-may");
  if (cell && !window.clicked) window.clicked = cell.click() ?? true;
  if (!document.querySelector(".rb-cover .is-right")) return;
  window.answered = performance.now();
  watch.disconnect();
}).observe(document, { childList: true, subtree: true, attributes: true });

// Whether these parts of table mode are all in one view.
export const isInView = (parts) => [...document.querySelectorAll(parts)]
  .filter((one) => one.checkVisibility() && one.closest(".hc-flat"))
  .map((one) => one.getBoundingClientRect())
  .every(({ left, top, right, bottom }) => left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight);

// The texts of boards, without sizes, which may still change.
export const saidOf = (boards) => boards.map((board) => [JSON.stringify(board.dataset), board.innerText,
  ...[...board.querySelectorAll("[data-cell]")].map((cell) => cell.ariaLabel)].join("|"));

// Three clicks at once: the first goes to Python, the others come before its answer.
export const atOnce = (board) => {
  board.querySelector(".hk-choices [data-move='-']").click();
  for (const cell of ["b2", "c2"]) board.querySelector(`[data-cell=${cell}]`).click();
};

// Count the notes that are played.
export const countNotes = () => {
  const { createOscillator } = BaseAudioContext.prototype;
  window.notes = 0;
  BaseAudioContext.prototype.createOscillator = function () { window.notes += 1; return createOscillator.call(this); };
};

// The plies of the games that the browser keeps for the free board.
export const keptPlies = () => Object.entries(localStorage).filter(([key]) => key.endsWith(":play"))
  .flatMap(([, games]) => JSON.parse(games).map(({ ply }) => ply));

// The number of visible texts in a language, on boards and in prose.
export const seenIn = (lang) => [...document.querySelectorAll(`main [lang="${lang}"]:not([aria-hidden] *)`)]
  .filter((one) => one.checkVisibility()).length;

// The colours of the printed page.
export const printedIn = () => [...new Set([document.documentElement, document.body,
  ...document.querySelectorAll(".hc-printed, .hc-printed *")].map((one) => getComputedStyle(one))
  .flatMap(({ color, backgroundColor }) => [`ink ${color}`, `paper ${backgroundColor}`]))];

// Controls of a sheet that are too small for a mouse.
export const small = () => [...document.querySelectorAll(".hc :is(button, select, summary)")]
  .filter((one) => one.checkVisibility() && !one.closest(".hk-board") && one.getBoundingClientRect().height < 24)
  .map((one) => one.outerHTML.slice(0, 90));

// The printed parts of a chapter.
export const printed = () => {
  const shown = (selector) => [...document.querySelectorAll(selector)].some((one) => one.checkVisibility());
  const frame = [".rb-nav", ".rb-search", ".rb-tools", ".rb-sequence", ".hk-tools"].filter(shown);
  const paper = getComputedStyle(document.body).backgroundColor;
  return { frame, words: shown("#rule-0\\.5"), board: shown(".hk-board svg"), paper };
};
