/** A float32 array as a .npy file of version 1.0. Source: numpy.lib.format. */
export function npyOf(values: Float32Array, shape: readonly number[]): Uint8Array<ArrayBuffer> {
  const size = `${shape.join(", ")}${shape.length === 1 ? "," : ""}`;
  const text = `{'descr': '<f4', 'fortran_order': False, 'shape': (${size}), }`;
  const start = 10; // magic, version, and the length of what follows
  const length = Math.ceil((start + text.length + 1) / 64) * 64;
  const file = new Uint8Array(length + 4 * values.length);
  file.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, (length - start) & 255, (length - start) >> 8]);
  file.set(new TextEncoder().encode(`${text.padEnd(length - start - 1)}\n`), start);
  const view = new DataView(file.buffer);
  values.forEach((value, i) => {
    view.setFloat32(length + 4 * i, value, true);
  });
  return file;
}
