// The inside of the sandbox for readers' code (rulebook/making/sandbox_frame.js is the page's side): a frame with an opaque origin that can reach nothing.
// Everything comes in messages from its page: Pyodide, the packages, the code of the sheet. Python runs in a worker under this frame's policy.
// Any page may frame this one, so it protects itself: it runs nothing under the book's own origin, and accepts messages only from the book.
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
  const MOST = { messages: 400, letters: 4_000_000 }; // accepted per second; starting Python takes about a hundred messages
  const WHY = 200; // characters of a reason
  let worker = null;
  let model = null;

  // HTML from the worker may be written by the reader's code, so everything that loads, navigates or resolves a host is removed.
  const ACTIVE = "a, area, base, embed, fencedframe, form, frame, iframe, link, meta, object, portal, script, animate, set";
  const ADDRESSES = ["href", "xlink:href", "src", "srcset", "srcdoc", "action", "formaction", "background", "poster", "data", "ping"];
  const { get: written } = Object.getOwnPropertyDescriptor(Element.prototype, "innerHTML");
  Object.defineProperty(Element.prototype, "innerHTML", {
    get: written,
    set(text) {
      const { body } = new DOMParser().parseFromString(`<body>${text}`, "text/html");
      for (const one of body.querySelectorAll(ACTIVE)) one.remove();
      for (const one of body.querySelectorAll("*")) {
        for (const name of ADDRESSES) if (!one.getAttribute(name)?.startsWith("#")) one.removeAttribute(name);
      }
      this.replaceChildren(...body.childNodes);
    },
  });

  /** The model of the only widget. */
  class Sheet extends Model {
    send(content) {
      out({ type: "asked" });
      worker.postMessage({ type: "message", slot: SLOT, content, buffers: [] });
    }
  }

  /** Return whether the worker sends more than any board would: readers' code can send anything through it. */
  function isFlood(data) {
    if (performance.now() - spent.since > 1000) spent = { since: performance.now(), messages: 0, letters: 0 };
    spent.messages += 1;
    if (data.type !== "progress") spent.letters += JSON.stringify(data).length;
    return spent.messages > MOST.messages || spent.letters > MOST.letters;
  }

  let spent = { since: 0, messages: 0, letters: 0 };

  /** Terminate the worker and tell the page why, once. */
  function end(type, why = "") {
    worker.onmessage = worker.onerror = null;
    worker.terminate();
    out({ type, why: String(why).slice(0, WHY) });
  }

  async function start({ wasm, standard, loader, module, worker: code, stub, packages, codes, lock }) {
    for (const one of codes) (await import(script(one))).default.initialize?.({ model: null });
    const { default: widget } = await import(script(stub));
    worker = new Worker(script(code)); // a module worker cannot start with an opaque origin
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
