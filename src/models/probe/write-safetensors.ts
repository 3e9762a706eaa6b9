/** Writes .safetensors files of float32 tensors. */
export interface Tensor {
  readonly name: string;
  readonly shape: readonly number[];
  readonly values: Float32Array;
}

export function safetensorsOf(tensors: readonly Tensor[]): Uint8Array {
  let offset = 0;
  const entries = tensors.map(({ name, shape, values }) => {
    const data_offsets = [offset, offset + values.byteLength];
    offset += values.byteLength;
    return [name, { dtype: "F32", shape, data_offsets }];
  });
  const text = JSON.stringify({ __metadata__: { format: "pt" }, ...Object.fromEntries(entries) });
  // Tensors begin at a multiple of 8 bytes.
  const header = new TextEncoder().encode(text.padEnd(Math.ceil(text.length / 8) * 8));
  const file = new Uint8Array(8 + header.length + offset);
  const view = new DataView(file.buffer);
  view.setBigUint64(0, BigInt(header.length), true);
  file.set(header, 8);
  let at = 8 + header.length;
  for (const { values } of tensors) {
    for (const value of values) {
      view.setFloat32(at, value, true);
      at += 4;
    }
  }
  return file;
}
