const HEADER = 128; // bytes before the memory in an image

/** Change an image of a module's memory to what it has beside the module's own data, or back: both take the other away.
 *
 * @param {Uint8Array} wasm a module with one memory, as Pyodide's is
 * @param {Uint8Array} image as Pyodide makes it
 */
export function withoutData(wasm, image) {
  const memory = image.subarray(HEADER);
  if (memory.length % 65536) throw new Error(`an image of ${image.length} bytes`);
  let at = 8;
  const number = (signed = false) => {
    let [value, shift, byte] = [0, 0, 128];
    for (; byte & 128; shift += 7) value |= ((byte = wasm[at++]) & 127) << shift;
    return signed && byte & 64 && shift < 32 ? value | (-1 << shift) : value >>> 0;
  };
  while (at < wasm.length) {
    const section = wasm[at++];
    const end = number() + at; // in this order: the size is read before it counts
    if (section === 11) {
      for (let many = number(); many; many -= 1) {
        const [kind, code] = [number(), wasm[at++]];
        if (kind !== 0 || code !== 0x41) throw new Error("data that is not at a place of its own");
        const place = number(true);
        at += 1; // the end of where it is
        for (let size = number(), k = 0; k < size; k += 1) memory[place + k] ^= wasm[at++];
      }
    }
    at = end;
  }
}

/** Let the memory of an instance have room for an image of so many bytes, which is laid over what there is. */
export function withRoom(instance, bytes) {
  const memory = Object.values(instance.exports).find((one) => one instanceof WebAssembly.Memory);
  const missing = Math.ceil((bytes - HEADER - memory.buffer.byteLength) / 65536);
  if (missing > 0) memory.grow(missing);
  return instance;
}
