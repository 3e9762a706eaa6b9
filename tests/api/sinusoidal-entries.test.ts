/** Single entries of sinusoidal tables: their digits, and what follows from the formula. */
import { load } from "posenc/full";
import { describe, expect, test } from "vitest";
import { fixture } from "./harness/fixture.ts";
import { paper } from "./harness/plain-encodings.ts";

const pe = await load();
const { tables } = fixture("properties");

describe("single entries to the last digit", () => {
  test.each(tables.entries as [number, number, number, string][])(
    "d = %i, position %i, index %i",
    (dModel, position, column, value) => {
      const entry = pe.encode(paper(dModel), { positions: [position] })[column];
      expect(entry).toBe(Math.fround(Number(value)));
    },
  );

  test("indices 0 and 1 depend on the position only", () => {
    for (const t of [1, 7, 20]) {
      const [first, ...others] = [2, 20, 50, 512].map((dModel) =>
        pe.encode(paper(dModel), { positions: [t] }).slice(0, 2),
      );
      for (const other of others) expect(other).toEqual(first);
    }
  });

  test.each(tables.slowColumns as [number, string][])(
    "column %i of 50 barely changes in 20 positions",
    (column, sine) => {
      expect(pe.encode(paper(50), { positions: [19] })[column]).toBe(Math.fround(Number(sine)));
    },
  );
});

describe("what a table holds", () => {
  test("from one position to the next, every hand rotates by its own angle", () => {
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

  test("an entry is the sine of position times frequency, a column times a row", () => {
    const omega = pe.frequencies({ method: "sine", dModel: 6 });
    const table = pe.encode({ method: "sine", dModel: 6 }, { length: 9 });
    table.forEach((entry, k) => {
      expect(entry).toBeCloseTo(Math.sin(Math.floor(k / 6) * omega[k % 6]!), 7);
    });
  });

  test("pairs run to d/2 − 1; one more would not fit into the row", () => {
    expect(pe.frequencies(paper(512))).toHaveLength(256);
    expect(pe.encode(paper(512), { length: 1 })).toHaveLength(2 * 256);
  });

  test("every fourth column of 128 holds sines only", () => {
    const first = pe.encode(paper(128), { length: 1 }); // position 0: sines are 0 and cosines 1
    const sampled = first.filter((_, column) => column % 4 === 0);
    expect(sampled).toHaveLength(32);
    expect([...sampled]).toEqual(Array(32).fill(0));
    expect(first.filter((_, column) => column % 2 === 1)).toEqual(new Float32Array(64).fill(1));
  });

  test("the exponent of indices 0 and 1 is 0, whatever the base", () => {
    for (const base of [2, 10_000, 1e9]) expect(pe.frequencies({ ...paper(50), base })[0]).toBe(1);
  });

  test("the TensorFlow tutorial has the same entries in halves", () => {
    const rows = { positions: [3] };
    const halves = pe.encode({ preset: "tensorflow-tutorial", dModel: 20 }, rows);
    const pairs = pe.encode(paper(20), rows);
    expect(halves).not.toEqual(pairs);
    pairs.forEach((entry, column) => {
      expect(halves[column % 2 === 0 ? column / 2 : 10 + (column - 1) / 2]).toBe(entry);
    });
  });
});
