// An extension of JupyterLab and Notebook 7: in a saved notebook without a running kernel, a board shows its last picture and a sentence
// instead of "model not found".  Written in the form in which Lab loads it (a container of one module), so it needs no build.
(() => {
  const VIEW = "application/vnd.jupyter.widget-view+json";

  /** Show a widget without its model: its picture or text, and a sentence that says how to run it. */
  async function showStill(rendermime, model, node) {
    const sentences = model.metadata.hedgekit, stored = localStorage.getItem("hedgekit-lang");
    const preferred = [document.documentElement.dataset.lang, stored, ...navigator.languages].map((lang) => String(lang).slice(0, 2));
    const type = ["image/svg+xml", "text/plain"].find((one) => model.data[one]);
    const picture = rendermime.createRenderer(type);
    await picture.renderModel(model);
    for (const image of picture.node.querySelectorAll("svg, img")) Object.assign(image.style, { maxWidth: "100%", height: "auto" });
    const sentence = document.createElement("p");
    sentence.textContent = sentences[preferred.find((lang) => sentences[lang]) ?? "en"];
    if (node.firstElementChild) return; // the widget has come meanwhile
    node.replaceChildren(picture.node, sentence);
    node.classList.remove("jupyter-widgets");
  }

  function watch({ content: { rendermime } }) {
    const create = rendermime.createRenderer.bind(rendermime);
    rendermime.createRenderer = (type) => {
      const renderer = create(type);
      if (type !== VIEW) return renderer;
      const render = renderer.renderModel.bind(renderer);
      renderer.renderModel = async (model) => {
        await render(model); // "model not found", "Loading widget...", or the widget, which replaces the picture if it comes later
        if (model.metadata.hedgekit && !renderer.node.firstElementChild) await showStill(rendermime, model, renderer.node);
      };
      return renderer;
    };
    return { isDisposed: false, dispose() {} };
  }

  const plugin = { id: "hedgekit:pictures", autoStart: true, activate: (app) => void app.docRegistry.addWidgetExtension("Notebook", { createNew: watch }) };
  (window._JUPYTERLAB ??= {}).hedgekit = { init() {}, get: async () => () => ({ __esModule: true, default: plugin }) };
})();
