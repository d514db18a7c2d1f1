/** The model of a widget with anywidget's interface, and state that only Python writes. */
export class Model {
  constructor(state) {
    this.state = state;
    this.listeners = new Map();
  }

  get(key) { return this.state[key]; }
  set(key, value) { this.take({ [key]: value }); }

  on(names, listener) {
    for (const name of names.split(" ")) this.listeners.set(name, (this.listeners.get(name) ?? new Set()).add(listener));
  }

  off(names, listener) {
    for (const name of names.split(" ")) this.listeners.get(name)?.delete(listener);
  }

  emit(name, ...values) {
    for (const listener of Array.from(this.listeners.get(name) ?? [])) listener(...values);
  }

  take(state) {
    Object.assign(this.state, state);
    for (const key of Object.keys(state)) this.emit(`change:${key}`, state[key]);
    this.emit("change");
  }
}

/** Return whether two values of plain data are deeply equal. @param {any} one @param {any} other */
export function isEqual(one, other) {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || !one || !other) return false;
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => isEqual(one[key], other[key]));
}
