// The box in which code of readers runs: a frame without origin, whose policy lets it reach nothing, with a Python of its own (`sandbox.js`
// of the static site). The page gives it files, the code and how it looks; of what it says only the kind of a message and numbers are used.

import { ROOT, h, language, theme } from "../stage/page.js";

const TALLEST = 12_000; // pixels
const WAIT = 10_000; // ms after which code may have a loop that does not end

/** What the page of the static site tells of its Python; null on any other page. */
export function pageHere() {
  const told = document.getElementById("rb-static");
  const page = told && JSON.parse(told.textContent);
  return page?.python && page.sandbox ? page : null;
}

/** The whole address of a file of the site. @param {string} path */
export const at = (path) => new URL(path, document.baseURI).href;

async function bytes(path) {
  const answer = await fetch(at(path));
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.arrayBuffer();
}

/** All that the frame needs, since it can fetch nothing. */
async function files(page, slot) {
  const { module, wasm, standard, archives, loader, lock } = page.python;
  const wanted = { wasm, standard, loader, module, worker: page.worker, stub: page.slots[slot] };
  const names = Object.keys(wanted);
  const [found, packages, codes] = await Promise.all([
    Promise.all(names.map((name) => bytes(wanted[name]))), Promise.all(archives.map(bytes)), Promise.all(page.codes.map(bytes)),
  ]);
  return { ...Object.fromEntries(names.map((name, k) => [name, found[k]])), packages, codes, lock };
}

export class Box {
  /**
   * @param {HTMLElement} place
   * @param {{slot: string, title: string, told: (what: "starting" | "running" | "long" | "done" | "broken" | "flood", why?: string) => void}} own
   */
  constructor(place, { slot, title, told }) {
    this.page = pageHere();
    this.told = told;
    this.code = null;
    this.frame = h("iframe", { class: "hc-box", sandbox: "allow-scripts allow-modals", src: at(this.page.sandbox), title });
    this.hear = (event) => { if (event.source === this.frame.contentWindow && event.origin === "null") this.heard(event.data, slot); };
    this.look = () => this.say({ type: "look", lang: language(), theme: theme() });
    window.addEventListener("message", this.hear);
    window.addEventListener("hedgekit:lang", this.look);
    this.watch = new MutationObserver(this.look);
    this.watch.observe(ROOT, { attributeFilter: ["data-theme"] });
    place.replaceChildren(this.frame);
    told("starting");
  }

  say(message, transfer = []) {
    this.frame.contentWindow?.postMessage(message, "*", transfer); // a frame without origin has no other name
  }

  async heard(message, slot) {
    if (message?.type === "there") {
      try {
        this.say({ type: "start", files: await files(this.page, slot) });
        this.look();
      } catch (error) {
        this.told("broken", String(error));
      }
    } else if (message?.type === "alive") {
      this.alive = true;
      this.give();
    } else if (message?.type === "asked") this.wait();
    else if (message?.type === "done") {
      clearTimeout(this.timer);
      this.told("done");
    } else if (message?.type === "broken" || message?.type === "flood") {
      clearTimeout(this.timer);
      this.told(message.type, String(message.why).slice(0, 200));
    } else if (message?.type === "height") this.frame.style.height = `${Math.min(TALLEST, Math.max(0, Number(message.height) || 0))}px`;
  }

  run(code) {
    this.code = code;
    this.give();
  }

  give() {
    if (!this.alive || this.code === null) return;
    this.say({ type: "code", code: this.code });
    this.code = null;
    this.told("running");
    this.wait();
  }

  /** The rule is at work, in its trial or on its board. */
  wait() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.told("long"), WAIT);
  }

  close() {
    clearTimeout(this.timer);
    this.watch.disconnect();
    window.removeEventListener("message", this.hear);
    window.removeEventListener("hedgekit:lang", this.look);
    this.frame.remove();
  }
}
