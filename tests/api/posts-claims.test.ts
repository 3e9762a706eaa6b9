/** Statements of the posts about single entries, true ones and wrong ones. Titles name the items of the checklist. */
import { load } from "posenc/full";
import { describe, expect, test } from "vitest";
import { paper } from "./harness/encodings-of-posts.ts";

const pe = await load();

describe("what a table holds", () => {
  test("S0.12: from one position to the next, every hand rotates by its own angle", () => {
    const angles = pe.frequencies(paper(32));
    const [now, next] = [41, 42].map((t) => pe.encode(paper(32), { positions: [t] })) as [
      Float32Array,
      Float32Array,
    ];
    angles.forEach((angle, i) => {
      const [s, c] = [now[2 * i]!, now[2 * i + 1]!];
      // Four float entries, each rounded by at most 2^-25, times sines and cosines.
      expect(next[2 * i]).toBeCloseTo(s * Math.cos(angle) + c * Math.sin(angle), 6);
      expect(next[2 * i + 1]).toBeCloseTo(c * Math.cos(angle) - s * Math.sin(angle), 6);
    });
  });

  test("S2.4: an entry is the sine of position times frequency, a column times a row", () => {
    const omega = pe.frequencies({ method: "sine", dModel: 6 });
    const table = pe.encode({ method: "sine", dModel: 6 }, { length: 9 });
    table.forEach((entry, k) => {
      expect(entry).toBeCloseTo(Math.sin(Math.floor(k / 6) * omega[k % 6]!), 7);
    });
  });

  test("E4: pairs run to d/2 − 1; one more would not fit into the row", () => {
    expect(pe.frequencies(paper(512))).toHaveLength(256);
    expect(pe.encode(paper(512), { length: 1 })).toHaveLength(2 * 256);
  });

  test("E6: every fourth column of 128 holds sines only", () => {
    const first = pe.encode(paper(128), { length: 1 }); // position 0: sines are 0 and cosines 1
    const sampled = first.filter((_, column) => column % 4 === 0);
    expect(sampled).toHaveLength(32);
    expect([...sampled]).toEqual(Array(32).fill(0));
    expect(first.filter((_, column) => column % 2 === 1)).toEqual(new Float32Array(64).fill(1));
  });

  test("E12: the exponent of indices 0 and 1 is 0, whatever the base", () => {
    for (const base of [2, 10_000, 1e9]) expect(pe.frequencies({ ...paper(50), base })[0]).toBe(1);
  });

  test("E13: the TensorFlow tutorial has halves where the posts' pictures are interleaved", () => {
    const rows = { positions: [3] };
    const halves = pe.encode({ preset: "tensorflow-tutorial", dModel: 20 }, rows);
    const pairs = pe.encode(paper(20), rows);
    expect(halves).not.toEqual(pairs);
    pairs.forEach((entry, column) => {
      expect(halves[column % 2 === 0 ? column / 2 : 10 + (column - 1) / 2]).toBe(entry);
    });
  });
});
