// An extension of JupyterLab and Notebook 7: a saved notebook that is opened without its kernel shows the last picture of a board and one
// sentence, where Lab would say "model not found".  It is written as Lab loads it (a container of one module), so that nothing builds it.
(() => {
  const VIEW = "application/vnd.jupyter.widget-view+json";

  /** Show the output of one of our widgets without its model: its picture, or its name, and how it comes alive. */
  async function still(rendermime, model, node) {
    const told = model.metadata.hedgekit, kept = localStorage.getItem("hedgekit-lang");
    const wanted = [document.documentElement.dataset.lang, kept, ...navigator.languages].map((lang) => String(lang).slice(0, 2));
    const type = ["image/svg+xml", "text/plain"].find((one) => model.data[one]);
    const picture = rendermime.createRenderer(type);
    await picture.renderModel(model);
    for (const drawn of picture.node.querySelectorAll("svg, img")) Object.assign(drawn.style, { maxWidth: "100%", height: "auto" });
    const said = document.createElement("p");
    said.textContent = told[wanted.find((lang) => told[lang]) ?? "en"];
    if (node.firstElementChild) return; // the widget has come meanwhile
    node.replaceChildren(picture.node, said);
    node.classList.remove("jupyter-widgets");
  }

  function watch({ content: { rendermime } }) {
    const create = rendermime.createRenderer.bind(rendermime);
    rendermime.createRenderer = (type) => {
      const renderer = create(type);
      if (type !== VIEW) return renderer;
      const render = renderer.renderModel.bind(renderer);
      renderer.renderModel = async (model) => {
        await render(model); // "model not found", "Loading widget...", or the widget itself, which takes the picture's place when it comes later
        if (model.metadata.hedgekit && !renderer.node.firstElementChild) await still(rendermime, model, renderer.node);
      };
      return renderer;
    };
    return { isDisposed: false, dispose() {} };
  }

  const plugin = { id: "hedgekit:pictures", autoStart: true, activate: (app) => void app.docRegistry.addWidgetExtension("Notebook", { createNew: watch }) };
  (window._JUPYTERLAB ??= {}).hedgekit = { init() {}, get: async () => () => ({ __esModule: true, default: plugin }) };
})();
