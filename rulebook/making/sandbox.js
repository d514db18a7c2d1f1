// The inside of the box for readers' code (rulebook/making/box.js is its page's side): a frame without origin that can reach nothing. All it
// has comes by messages of its page: Pyodide, the packages, the code of the sheet. Python runs in a worker, which has this frame's policy.
// Any page may frame this one, so it looks after itself: it runs nothing where it has the origin of the book, and hears the book alone.
/* global Model: model.js */
(() => {
  const place = document.getElementById("box");
  if (self.origin !== "null") return void place.append(Object.assign(document.createElement("a"), { href: "./", textContent: document.title }));
  const BOOK = new URL(location.href).origin;
  const CELLS = ["from rulebook.making import trying\ntrying()"];
  const SLOT = "0.0";
  const out = (message) => parent.postMessage(message, BOOK);
  const url = (data, type) => URL.createObjectURL(new Blob([data], { type }));
  const script = (data) => url(data, "text/javascript");
  const MOST = { messages: 400, letters: 4_000_000 }; // that are heard in a second; starting Python says a hundred things
  const WHY = 200; // letters of a reason
  let worker = null;
  let model = null;

  // What the worker shows may be written by the reader's code: HTML of it brings nothing that loads, leads away or looks up a host.
  const LEADS = "a, area, base, embed, fencedframe, form, frame, iframe, link, meta, object, portal, script, animate, set";
  const ADDRESSES = ["href", "xlink:href", "src", "srcset", "srcdoc", "action", "formaction", "background", "poster", "data", "ping"];
  const { get: written } = Object.getOwnPropertyDescriptor(Element.prototype, "innerHTML");
  Object.defineProperty(Element.prototype, "innerHTML", {
    get: written,
    set(text) {
      const { body } = new DOMParser().parseFromString(`<body>${text}`, "text/html");
      for (const one of body.querySelectorAll(LEADS)) one.remove();
      for (const one of body.querySelectorAll("*")) {
        for (const name of ADDRESSES) if (!one.getAttribute(name)?.startsWith("#")) one.removeAttribute(name);
      }
      this.replaceChildren(...body.childNodes);
    },
  });

  /** The one board of the sheet. */
  class Sheet extends Model {
    send(content) {
      out({ type: "asked" });
      worker.postMessage({ type: "message", slot: SLOT, content, buffers: [] });
    }
  }

  /** Code of readers may say anything through its worker: what is more than a board ever says is not handed on. */
  function isFlood(data) {
    if (performance.now() - spent.since > 1000) spent = { since: performance.now(), messages: 0, letters: 0 };
    spent.messages += 1;
    if (data.type !== "progress") spent.letters += JSON.stringify(data).length;
    return spent.messages > MOST.messages || spent.letters > MOST.letters;
  }

  let spent = { since: 0, messages: 0, letters: 0 };

  /** The worker says no more; its page hears why, once. */
  function end(type, why = "") {
    worker.onmessage = worker.onerror = null;
    worker.terminate();
    out({ type, why: String(why).slice(0, WHY) });
  }

  async function start({ wasm, standard, loader, module, worker: code, stub, packages, codes, lock }) {
    for (const one of codes) (await import(script(one))).default.initialize?.({ model: null });
    const { default: widget } = await import(script(stub));
    worker = new Worker(script(code)); // a module worker cannot begin without an origin
    worker.onerror = (event) => end("broken", event.message ?? "worker");
    worker.onmessage = async ({ data }) => {
      if (isFlood(data)) return end("flood");
      if (data.type === "show") {
        model = new Sheet(data.state);
        await widget.initialize?.({ model });
        await widget.render({ model, el: place });
        out({ type: "alive" });
      } else if (data.type === "update") model.take(data.state);
      else if (data.type === "custom") model.emit("msg:custom", data.content, []);
      else if (data.type === "handled") out({ type: "done" });
      else if (data.type === "failed" || data.type === "stopped") end("broken", data.text);
      return undefined;
    };
    const python = {
      core: "https://box.invalid/", wasm: url(wasm), standard: url(standard), archives: packages.map((one) => url(one)), lazy: {}, lock,
      loader: script(loader), module: url(module), size: wasm.byteLength,
    };
    worker.postMessage({ type: "start", cells: CELLS, python });
    worker.postMessage({ type: "show", slot: SLOT });
  }

  addEventListener("message", ({ data, source, origin }) => {
    if (source !== parent || origin !== BOOK || !data) return;
    if (data.type === "start") start(data.files).catch((error) => out({ type: "broken", why: String(error).slice(0, WHY) }));
    else if (data.type === "code") dispatchEvent(new CustomEvent("hedgekit:code", { detail: data.code }));
    else if (data.type === "look") {
      document.documentElement.dataset.theme = data.theme;
      document.documentElement.dataset.lang = data.lang;
      dispatchEvent(new CustomEvent("hedgekit:lang", { detail: data.lang }));
    }
  });
  new ResizeObserver(() => out({ type: "height", height: document.documentElement.offsetHeight })).observe(document.body);
  out({ type: "there" });
})();
