// What changed comes as patches (patches.py): they make the whole anew, which everything else reads from the model as if it had come
// whole. A patch that does not begin with the version that is here was lost on the way, or others before it were: the whole is asked for.

const ASK_AGAIN = 2000; // ms
const watched = new WeakSet();

/** A value with a patch applied; what did not change stays the same object. */
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

/** Take over the patches that a model gets; once a model, however often it is shown. (A frozen page begins its code without one.) */
export function watch(model) {
  if (!model || watched.has(model)) return;
  watched.add(model);
  let asked = -Infinity;
  model.on("msg:custom", (content) => {
    if (!content?.patch) return;
    const old = model.get(content.of);
    const version = old?.v ?? 0;
    if (version >= content.to) return; // it came late: the whole has it already
    if (version === content.from) {
      model.set(content.of, { ...applyPatch(old, content.patch), v: content.to });
    } else if (performance.now() - asked > ASK_AGAIN) {
      asked = performance.now();
      model.send({ do: "whole" });
    }
  });
}
