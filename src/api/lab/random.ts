/**
 * Random numbers with a counter: Philox4x32-10 (Salmon, Moraes, Dror, Shaw 2011), the same as in the kernels. A number
 * depends only on the seed and on its place, so that any batch can be made without the earlier batches.
 *
 * The first word of the counter says what the numbers are for: 3 initial weights, 4 training, 5 evaluation. Two purposes
 * never share a number.
 */
export const streams = { training: 4, evaluation: 5 } as const;

const lower = (a: number, b: number) => Math.imul(a, b) >>> 0;

/** The upper 32 bits of a product. */
const upper = (a: number, b: number) =>
  Math.floor(((a >>> 16) * b + Math.floor(((a & 0xffff) * b) / 0x10000)) / 0x10000);

/** The four words of a counter. */
export function philox(counter: readonly number[], seed: Seed): number[] {
  let [a, b, c, d] = counter as [number, number, number, number];
  let { low, high } = seed;
  for (let round = 0; round < 10; round++) {
    // No arrays: a step of training draws hundreds of these numbers.
    const first = (upper(c, 0xcd9e8d57) ^ b ^ low) >>> 0;
    const third = (upper(a, 0xd2511f53) ^ d ^ high) >>> 0;
    b = lower(c, 0xcd9e8d57);
    d = lower(a, 0xd2511f53);
    a = first;
    c = third;
    low = (low + 0x9e3779b9) >>> 0;
    high = (high + 0xbb67ae85) >>> 0;
  }
  return [a, b, c, d];
}

/** A seed as two words. */
export interface Seed {
  readonly low: number;
  readonly high: number;
}

export const seedOf = (value: number): Seed => ({ low: value >>> 0, high: Math.floor(value / 2 ** 32) });

/** The numbers of one place: of counters `[stream, first, second, 0]`, `[stream, first, second, 1]`, … */
export class Random {
  readonly #seed: Seed;
  readonly #place: readonly number[];
  #block = 0;
  #words: number[] = [];

  constructor(seed: Seed, stream: number, first: number, second: number) {
    this.#seed = seed;
    this.#place = [stream, first, second];
  }

  /** An integer from 0 to count − 1: ⌊word · count / 2^32⌋. `count` is at most 2^20. */
  below(count: number): number {
    if (this.#words.length === 0) this.#words = philox([...this.#place, this.#block++], this.#seed);
    return Math.floor((this.#words.shift()! * count) / 2 ** 32);
  }
}
