import content from "../../fixtures/files.json" with { type: "json" };

/** Files that other programs made, and what is in them: see tests/fixtures/generate_files.py. */
export const fixtures = content;

export const bytesOf = (base64: string) => new Uint8Array(Buffer.from(base64, "base64"));

/** The number for each item of a fixture, which has texts for those that JSON lacks. */
export const numbers = (items: readonly (number | string | boolean)[]) =>
  items.map((item) =>
    item === "inf" ? Infinity : item === "-inf" ? -Infinity : item === "nan" ? NaN : Number(item),
  );

/** A source that a test may change. */
export interface CountedSource {
  asked: number;
  size: number;
  slice(from: number, to: number): Uint8Array;
}

/** Counts the bytes that a reader asks for. */
export function counted(bytes: Uint8Array, size = bytes.length): CountedSource {
  return {
    asked: 0,
    size,
    slice(from, to) {
      this.asked += to - from;
      return bytes.slice(from, to);
    },
  };
}

/** Numbers that look random and are the same each time: mulberry32. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
