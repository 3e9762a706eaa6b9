/** Rotations by cosines and sines of the caller's. */
import { load } from "posenc/full";
import { describe, expect, test } from "vitest";
import { expectError } from "./harness/expect-error.ts";
import { fixture, nearest } from "./harness/fixture.ts";

const pe = await load();

interface Case {
  name: string;
  shape: {
    heads: number;
    headDim: number;
    pairing: "interleaved";
    rotaryDim?: number;
    rotaryOffset?: number;
  };
  xTimes8: number[];
  cos: string[];
  sin: string[];
  output: string[];
}

const { records } = fixture("angles") as { records: Case[] };
const floats = (digits: string[]) => Float32Array.from(digits, nearest);
const random = (length: number) => Float32Array.from({ length }, (_, i) => Math.sin(i));

describe.each(records)("$name", ({ shape, xTimes8, cos, sin, output }) => {
  const x = Float32Array.from(xTimes8, (value) => value / 8);
  const table = { cos: floats(cos), sin: floats(sin) };
  const turned = pe.rotateBy(x, { ...shape, ...table });

  test("is what the formulas give", () => {
    // Sine and cosine are off by 2^-25 each, and the result is rounded: 1.75 · 2^-24 of the pair's length.
    for (let i = 0; i < x.length; i += 2) {
      const bound = 1.75 * 2 ** -24 * Math.hypot(x[i]!, x[i + 1]!);
      const off = [0, 1].map((j) => turned[i + j]! - Number(output[i + j]));
      expect(Math.hypot(...off)).toBeLessThanOrEqual(bound);
    }
    expect(turned).not.toEqual(x);
  });

  test("turns back", () => {
    const back = pe.rotateBy(turned, { ...shape, ...table, inverse: true });
    // Twice the bound above.
    const longest = Math.max(...x.map((value) => Math.abs(value))) * Math.SQRT2;
    for (const [i, value] of back.entries())
      expect(Math.abs(value - x[i]!)).toBeLessThan(3.5 * 2 ** -24 * longest);
  });
});

describe("by the table of an encoding", () => {
  const spec = { method: "rope", headDim: 8, rotaryDim: 6, rotaryOffset: 2, pairing: "halves" } as const;
  const { method: _, ...head } = spec;
  const x = random(5 * 3 * 8);
  const table = pe.rotaryTable(spec, { length: 5, start: 70_000 });

  test("all bits are those of rotate", () => {
    const rotated = pe.rotate(x, { ...spec, heads: 3, start: 70_000 });
    expect(pe.rotateBy(x, { ...head, heads: 3, ...table })).toEqual(rotated);
  });

  test("a table for each head that repeats it gives the same", () => {
    const each = ({ length }: Float32Array, of: Float32Array) =>
      Float32Array.from({ length: 3 * length }, (_, i) => of[3 * Math.floor(i / 9) + (i % 3)]!);
    const repeated = { cos: each(table.cos, table.cos), sin: each(table.sin, table.sin) };
    const once = pe.rotateBy(x, { ...head, heads: 3, ...table });
    expect(pe.rotateBy(x, { ...head, heads: 3, ...repeated })).toEqual(once);
  });

  test("in place, and attention does not rotate the result once more", () => {
    const q = x.slice();
    expect(pe.rotateBy(q, { ...head, heads: 3, ...table, out: q })).toBe(q);
    const rotated = pe.rotateBy(x, { ...head, heads: 3, ...table });
    const attend = () =>
      pe.attention({ q: rotated, k: x, v: x, heads: 3, headDim: 8, rotary: { pairing: "halves" } });
    expectError(attend, TypeError, "conflict", "q");
  });
});

test("options that others have, too, are checked", () => {
  const wrong = (change: object) => () => {
    const given = { heads: 1, headDim: 2, pairing: "halves", cos: random(1), sin: random(1) } as const;
    pe.rotateBy(random(2), { ...given, ...change });
  };
  expectError(wrong({ heads: undefined }), TypeError, "missing", "heads");
  expectError(wrong({ pairing: undefined }), TypeError, "missing", "pairing");
  expectError(wrong({ rotaryOffset: 2 }), RangeError, "range", "rotaryOffset");
  expectError(wrong({ inverse: 1 }), TypeError, "type", "inverse");
  expectError(wrong({ out: random(3) }), RangeError, "length", "out");
});
