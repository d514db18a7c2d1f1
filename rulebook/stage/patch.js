// Applies patches (patches.py) to the views in a model. A patch from another version than the model's means that one was lost: then the whole view
// is requested.

const ASK_AGAIN = 2000; // ms
const watched = new WeakSet();

/** Return a value with a patch applied; unchanged parts stay the same objects. */
export function applyPatch(old, patch) {
  if ("is" in patch) return patch.is;
  if ("cut" in patch) {
    if (typeof old === "string") return patch.cut.reduce((text, [at, many, instead]) => text.slice(0, at) + instead + text.slice(at + many), old);
    const list = [...old];
    for (const [at, many, instead] of patch.cut) list.splice(at, many, ...instead);
    return list;
  }
  const changed = Array.isArray(old) ? [...old] : { ...old };
  for (const key of patch.gone ?? []) delete changed[key];
  for (const [key, inner] of Object.entries(patch.in)) changed[key] = applyPatch(old[key], inner);
  return changed;
}

/** Apply the patches of a model from now on, once for each model. (A frozen page has no model.) */
export function watch(model) {
  if (!model || watched.has(model)) return;
  watched.add(model);
  let asked = -Infinity;
  model.on("msg:custom", (content) => {
    if (!content?.patch) return;
    const old = model.get(content.of);
    const version = old?.v ?? 0;
    if (version >= content.to) return; // late: the view already includes it
    if (version === content.from) {
      model.set(content.of, { ...applyPatch(old, content.patch), v: content.to });
    } else if (performance.now() - asked > ASK_AGAIN) {
      asked = performance.now();
      model.send({ do: "whole" });
    }
  });
}
