/** Writes .gguf files, version 3, of float32 tensors. Format: ggml-org/ggml, docs/gguf.md. */
import type { Tensor } from "./write-safetensors.ts";

/** A key of the file's metadata and its value. A list has items of one type. */
export type GgufEntry = readonly [
  type: "integer" | "signed" | "float" | "boolean" | "text",
  key: string,
  value: number | boolean | string | readonly (number | boolean | string)[],
];

/** The format's numbers for types: uint32, int32, float32, bool, string. */
const types = { integer: 4, signed: 5, float: 6, boolean: 7, text: 8 } as const;
const list = 9;
const float32Tensor = 0;
/** Tensors begin at a multiple of this number of bytes: the format's default. */
const alignment = 32;
const aligned = (size: number): number => Math.ceil(size / alignment) * alignment;

export function ggufOf(metadata: readonly GgufEntry[], tensors: readonly Tensor[]): Uint8Array {
  const header = new Header();
  header.bytes.push(0x47, 0x47, 0x55, 0x46); // GGUF
  header.integer(3);
  header.count(tensors.length);
  header.count(metadata.length);
  for (const entry of metadata) header.entry(entry);
  let offset = 0;
  for (const { name, shape, values } of tensors) {
    header.text(name);
    header.integer(shape.length);
    // The format names the fastest axis first.
    for (const size of [...shape].reverse()) header.count(size);
    header.integer(float32Tensor);
    header.count(offset);
    offset += aligned(values.byteLength);
  }
  const start = aligned(header.bytes.length);
  const file = new Uint8Array(start + offset);
  file.set(header.bytes);
  const view = new DataView(file.buffer);
  let at = start;
  for (const { values } of tensors) {
    for (const [i, value] of values.entries()) view.setFloat32(at + 4 * i, value, true);
    at += aligned(values.byteLength);
  }
  return file;
}

/** The bytes before the tensors, little-endian. */
class Header {
  readonly bytes: number[] = [];
  readonly #view = new DataView(new ArrayBuffer(8));

  #add(count: number): void {
    for (let i = 0; i < count; i++) this.bytes.push(this.#view.getUint8(i));
  }

  integer(value: number): void {
    this.#view.setUint32(0, value, true);
    this.#add(4);
  }

  count(value: number): void {
    this.#view.setBigUint64(0, BigInt(value), true);
    this.#add(8);
  }

  text(value: string): void {
    const bytes = new TextEncoder().encode(value);
    this.count(bytes.length);
    for (const byte of bytes) this.bytes.push(byte);
  }

  entry([type, key, value]: GgufEntry): void {
    this.text(key);
    if (Array.isArray(value)) {
      this.integer(list);
      this.integer(types[type]);
      this.count(value.length);
      for (const item of value) this.#value(type, item);
    } else {
      this.integer(types[type]);
      this.#value(type, value);
    }
  }

  #value(type: keyof typeof types, value: unknown): void {
    if (type === "text") this.text(String(value));
    else if (type === "integer" || type === "signed") this.integer(Number(value));
    else if (type === "boolean") this.bytes.push(Number(value));
    else {
      this.#view.setFloat32(0, Number(value), true);
      this.#add(4);
    }
  }
}
