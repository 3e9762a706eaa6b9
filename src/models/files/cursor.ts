/** Reads a header from its start to its end, through a window of the file. */
import { type Bytes, countAt, damaged, textOf, tooLarge, viewOf } from "./source.ts";

/** Headers with the words of a large tokenizer have less than 20 MB. */
const mostRead = 24 * 2 ** 20;
const windowBytes = 2 ** 16;

export class Cursor {
  at: number;
  readonly little: boolean;
  readonly #file: Bytes;
  #window = new Uint8Array(0);
  #start = 0;
  #read = 0;

  constructor(file: Bytes, at: number, little: boolean) {
    this.#file = file;
    this.at = at;
    this.little = little;
  }

  /** Bytes from here to the end of the file. */
  get left(): number {
    return this.#file.size - this.at;
  }

  async take(length: number, what: string): Promise<DataView> {
    return viewOf(await this.#bytes(length, what));
  }

  /** A number of 32 bits. */
  async word(what: string): Promise<number> {
    return (await this.take(4, what)).getUint32(0, this.little);
  }

  /** A number of 64 bits. */
  async count(what: string): Promise<number> {
    return countAt(await this.take(8, what), 0, this.little);
  }

  async text(longest: number, what: string): Promise<string> {
    const length = await this.count(`the length of ${what}`);
    if (length > this.left) throw this.#file.cut(what, this.at + length);
    if (length > longest)
      throw damaged(`${what} says that it has ${length} bytes; at most ${longest} are read`, length);
    return textOf(await this.#bytes(length, what), what);
  }

  /** Passes over texts; within the window without waiting, because a file may have millions. */
  async skipTexts(count: number): Promise<void> {
    for (let i = 0; i < count; i++) {
      const from = this.at - this.#start;
      if (from + 8 > this.#window.length) this.skip(await this.count("the length of a text"), "a text");
      else {
        const length = countAt(viewOf(this.#window), from, this.little);
        this.at += 8;
        this.skip(length, "a text");
      }
    }
  }

  skip(length: number, what: string): void {
    if (!(length <= this.left)) throw this.#file.cut(what, this.at + length);
    this.at += length;
  }

  async #bytes(length: number, what: string): Promise<Uint8Array> {
    const from = this.at;
    if (!(length <= this.left)) throw this.#file.cut(what, from + length);
    if (from < this.#start || from + length > this.#start + this.#window.length) {
      const to = Math.min(this.#file.size, from + Math.max(length, windowBytes));
      this.#read += to - from;
      if (this.#read > mostRead)
        throw tooLarge("at most 24 MiB of a header are read; this one has more than", this.#read);
      this.#window = new Uint8Array(await this.#file.read(from, to, what));
      this.#start = from;
    }
    this.at = from + length;
    return this.#window.subarray(from - this.#start, this.at - this.#start);
  }
}
