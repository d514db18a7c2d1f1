// The sandbox for readers' code: a frame with an opaque origin and a policy that blocks all requests, with its own Python (`sandbox.js` of the
// static site). The page sends it files, code and appearance; of its messages only the type, numbers and a short reason are used.

import { ROOT, h, language, theme } from "../stage/page.js";

const TALLEST = 12_000; // pixels
const WAIT = 10_000; // ms after which the code may be in an endless loop

/** Return the page's data about its Python; null unless this is a page of the static site. */
export function pageHere() {
  const data = document.getElementById("rb-static");
  const page = data && JSON.parse(data.textContent);
  return page?.python && page.sandbox ? page : null;
}

/** Return the absolute address of a file of the site. @param {string} path */
export const at = (path) => new URL(path, document.baseURI).href;

async function bytes(path) {
  const answer = await fetch(at(path));
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.arrayBuffer();
}

/** Fetch everything the frame needs, since it cannot fetch itself. */
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
   * @param {{slot: string, title: string, report: (what: "starting" | "running" | "long" | "done" | "broken" | "flood", why?: string) => void}} own
   */
  constructor(place, { slot, title, report }) {
    this.page = pageHere();
    this.report = report;
    this.code = null;
    this.frame = h("iframe", { class: "hc-box", sandbox: "allow-scripts allow-modals", src: at(this.page.sandbox), title });
    this.onMessage = (event) => { if (event.source === this.frame.contentWindow && event.origin === "null") this.handle(event.data, slot); };
    this.sendAppearance = () => this.post({ type: "look", lang: language(), theme: theme() });
    window.addEventListener("message", this.onMessage);
    window.addEventListener("hedgekit:lang", this.sendAppearance);
    this.watch = new MutationObserver(this.sendAppearance);
    this.watch.observe(ROOT, { attributeFilter: ["data-theme"] });
    place.replaceChildren(this.frame);
    report("starting");
  }

  post(message, transfer = []) {
    this.frame.contentWindow?.postMessage(message, "*", transfer); // an opaque origin has no name
  }

  async handle(message, slot) {
    if (message?.type === "there") {
      try {
        this.post({ type: "start", files: await files(this.page, slot) });
        this.sendAppearance();
      } catch (error) {
        this.report("broken", String(error));
      }
    } else if (message?.type === "alive") {
      this.alive = true;
      this.sendCode();
    } else if (message?.type === "asked") this.wait();
    else if (message?.type === "done") {
      clearTimeout(this.timer);
      this.report("done");
    } else if (message?.type === "broken" || message?.type === "flood") {
      clearTimeout(this.timer);
      this.report(message.type, String(message.why).slice(0, 200));
    } else if (message?.type === "height") this.frame.style.height = `${Math.min(TALLEST, Math.max(0, Number(message.height) || 0))}px`;
  }

  run(code) {
    this.code = code;
    this.sendCode();
  }

  sendCode() {
    if (!this.alive || this.code === null) return;
    this.post({ type: "code", code: this.code });
    this.code = null;
    this.report("running");
    this.wait();
  }

  /** Start the timer for a running rule, in its trial or on its board. */
  wait() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.report("long"), WAIT);
  }

  close() {
    clearTimeout(this.timer);
    this.watch.disconnect();
    window.removeEventListener("message", this.onMessage);
    window.removeEventListener("hedgekit:lang", this.sendAppearance);
    this.frame.remove();
  }
}
