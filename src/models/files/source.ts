/** Bytes of a file by slices, whatever holds it. Nothing is read that was not asked for. */

import { guarded, wrongType } from "../../api/arguments/check.ts";
import { counted } from "../../api/arguments/counted.ts";
import { failure, memoryText, type PosencError } from "../../api/arguments/errors.ts";

/** A file of which parts can be read, such as an open file in Node. */
export interface ByteSource {
  /** Number of bytes, a whole number. */
  readonly size: number;
  /** The bytes from `from` up to, and without, `to`; both are within the file. */
  readonly slice: (from: number, to: number) => Uint8Array | PromiseLike<Uint8Array>;
}

/** A file: a `Blob` or `File` of a browser, bytes in memory, or a {@link ByteSource}. */
export type FileSource = Blob | Uint8Array | ByteSource;

/** A file whose contents break the rules of their format: cut, or with wrong sizes, offsets or names. */
export const damaged = (sentence: string, value: unknown): PosencError =>
  failure(sentence, { code: "damaged", param: "source", value });

/** A file that may be right, and of which this reader does not read a part. */
export const unread = (sentence: string, value: unknown): PosencError =>
  failure(sentence, { code: "unsupported", param: "source", value });

/** A file, or a part of it, that takes more memory than a reader should. */
export const tooLarge = (sentence: string, bytes: number): PosencError =>
  failure(`${sentence}, ${memoryText(bytes)}`, { code: "memory-limit", param: "source", value: bytes });

/** A checked source: every read is within the file, and gives as many bytes as were asked for. */
export class Bytes {
  readonly size: number;
  readonly #source: FileSource;

  constructor(source: unknown) {
    const isBytes = source instanceof Uint8Array;
    const isObject = typeof source === "object" && source !== null;
    const size = isBytes ? source.length : isObject ? sizeOf(source as ByteSource) : undefined;
    if (size === undefined || !Number.isSafeInteger(size) || size < 0)
      throw wrongType("source", "a Blob, a Uint8Array, or an object with size and slice(from, to)", source);
    this.size = size;
    this.#source = source as FileSource;
  }

  /** @param what The part of the file, for the sentence if the file ends within it. */
  async read(from: number, to: number, what: string): Promise<Uint8Array> {
    if (!(from >= 0 && to >= from && to <= this.size)) throw this.cut(what, to);
    const bytes = from === to ? new Uint8Array(0) : await sliceOf(this.#source, from, to);
    if (bytes.length !== to - from) throw this.cut(what, to);
    return bytes;
  }

  cut(what: string, needed: number): PosencError {
    const text = `the file ends within ${what}: it has ${counted(this.size, "byte")}, and ${countText(needed)} are needed`;
    return damaged(text, this.size);
  }
}

const sizeOf = (source: ByteSource) => guarded("source", source, () => source.size);

async function sliceOf(source: FileSource, from: number, to: number): Promise<Uint8Array> {
  if (source instanceof Uint8Array) return source.subarray(from, to);
  const part: unknown = await source.slice(from, to);
  if (part instanceof Uint8Array) return part;
  if (typeof Blob === "function" && part instanceof Blob) return new Uint8Array(await part.arrayBuffer());
  throw wrongType("source.slice(from, to)", "a Uint8Array", part);
}

export const viewOf = ({ buffer, byteOffset, length }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, length);

/** A count of 64 bits; more than 2^53 is more than any file has. */
export function countAt(view: DataView, at: number, little = true): number {
  const count = Number(view.getBigUint64(at, little));
  return count <= Number.MAX_SAFE_INTEGER ? count : Number.POSITIVE_INFINITY;
}

/** A count in a sentence. */
export const countText = (count: number): string =>
  count === Number.POSITIVE_INFINITY ? "more than 2^53" : `${count}`;

/** Text of UTF-8. */
export function textOf(bytes: Uint8Array, what: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw damaged(`${what} is not text in UTF-8`, bytes.length);
  }
}
