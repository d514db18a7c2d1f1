const HEADER = 128; // bytes before the memory in an image

/** Remove the data segments of a module from an image of its memory, or add them again, in place: both are an exclusive or.
 *
 * @param {Uint8Array} wasm a module with one memory, as Pyodide's
 * @param {Uint8Array} image as Pyodide makes it
 */
export function toggleData(wasm, image) {
  const memory = image.subarray(HEADER);
  if (memory.length % 65536) throw new Error(`an image of ${image.length} bytes`);
  let at = 8;
  const leb128 = (signed = false) => {
    let [value, shift, byte] = [0, 0, 128];
    for (; byte & 128; shift += 7) value |= ((byte = wasm[at++]) & 127) << shift;
    return signed && byte & 64 && shift < 32 ? value | (-1 << shift) : value >>> 0;
  };
  while (at < wasm.length) {
    const section = wasm[at++];
    const end = leb128() + at; // in this order: reading the size moves `at`
    if (section === 11) { // data
      for (let segments = leb128(); segments; segments -= 1) {
        const [flags, opcode] = [leb128(), wasm[at++]];
        if (flags !== 0 || opcode !== 0x41) throw new Error("a data segment without a constant offset");
        const offset = leb128(true);
        at += 1; // the end of the expression
        for (let size = leb128(), k = 0; k < size; k += 1) memory[offset + k] ^= wasm[at++];
      }
    }
    at = end;
  }
}

/** Grow the memory of an instance so that an image of so many bytes fits. */
export function growMemory(instance, bytes) {
  const memory = Object.values(instance.exports).find((one) => one instanceof WebAssembly.Memory);
  const missing = Math.ceil((bytes - HEADER - memory.buffer.byteLength) / 65536);
  if (missing > 0) memory.grow(missing);
  return instance;
}
