/**
 * Random numbers with names. The name is enough to make the same numbers in any language, with 32-bit integers
 * only.
 */

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** FNV-1a, 32 bits, of the UTF-8 bytes of a text. Source: Fowler, Noll, Vo, draft-eastlake-fnv. */
export function fnv1a(text: string): number {
  let hash = FNV_OFFSET;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, FNV_PRIME);
  return hash >>> 0;
}

/** Mixes every bit of a 32-bit word into every other. Source: Appleby, MurmurHash3, fmix32. */
export function fmix32(word: number): number {
  let h = word;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** 2^32 divided by the golden ratio: consecutive counters land far apart. */
const GOLDEN = 0x9e3779b9;

/**
 * The first `length` entries of a named stream, uniform in [−1, 1) on a grid of 2^-23, so exact in float32. Entry i is
 * `(fmix32(fnv1a(name) + (i + 1) · 0x9E3779B9) >> 8) / 2^23 − 1`.
 */
export function uniforms(name: string, length: number): Float64Array {
  const key = fnv1a(name);
  const values = new Float64Array(length);
  for (let i = 0; i < length; i++) values[i] = (fmix32(key + Math.imul(i + 1, GOLDEN)) >>> 8) / 2 ** 23 - 1;
  return values;
}

/** The random numbers of a name, uniform in [−1, 1): the same name always gives the same numbers. */
export type Sample = (name: string, count: number) => Float32Array<ArrayBuffer>;

/** Samples the numbers of a seed; the numbers of each name are made once. */
export function sampleOf(seed: number): Sample {
  const sampled = new Map<string, Float32Array<ArrayBuffer>>();
  return (name, count) => {
    const known = sampled.get(name);
    if (known?.length === count) return known;
    const values = Float32Array.from(uniforms(`${seed}/${name}`, count));
    sampled.set(name, values);
    return values;
  };
}
