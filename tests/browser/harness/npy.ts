/** An array file of NumPy, version 1.0, as far as the figures write them: little-endian floats in C order. */
export interface Npy {
  readonly type: "<f4" | "<f8";
  readonly shape: readonly number[];
  readonly values: Float32Array | Float64Array;
}

/** Reads a file by its own header (numpy.lib.format). */
export function readNpy(file: Buffer): Npy {
  if (file.subarray(0, 8).toString("latin1") !== "\x93NUMPY\x01\x00") throw new Error("no .npy file");
  const end = 10 + file.readUInt16LE(8);
  const header = file.subarray(10, end).toString("latin1");
  const [, type] = /'descr': '(<f[48])'/.exec(header) ?? [];
  const [, shape] = /'shape': \(([\d, ]*)\)/.exec(header) ?? [];
  if ((type !== "<f4" && type !== "<f8") || shape === undefined) throw new Error(`unexpected: ${header}`);
  const bytes = Uint8Array.from(file.subarray(end)).buffer;
  return {
    type,
    shape: shape.split(",").filter(Boolean).map(Number),
    values: type === "<f4" ? new Float32Array(bytes) : new Float64Array(bytes),
  };
}
