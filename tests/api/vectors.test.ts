/** The published reference vectors: complete, and the numbers that the package computes by other means. */
import { checkSpec, load, presets, type ResolvedSpec, type RotateOptions } from "posenc/full";
import { describe, expect, test } from "vitest";
import { nearest, ulps } from "./harness/fixture.ts";
import { type Case, readVectors, vectors } from "./harness/vectors-file.ts";

const pe = await load();
const names = Object.keys(presets);

describe("files", () => {
  test("have each preset once", () => {
    expect(vectors.map(({ preset }) => preset).sort()).toEqual([...names].sort());
  });

  test.each(names)("%s cites its source, and gives its specs in full", (name) => {
    const file = readVectors(name);
    const { title, source, spec } = presets[name as keyof typeof presets];
    expect(file).toMatchObject({ preset: name, title, source, method: spec.method });
    expect(file.cases.length).toBeGreaterThan(0);
    for (const { given, spec } of file.cases) expect(spec).toEqual(checkSpec(given));
  });
});

/** Entries are rounded correctly at integer positions, and within 6e-8 elsewhere. */
function expectEntry(value: number, digits: string, isExact: boolean): void {
  if (isExact) expect(value).toBe(nearest(digits));
  else expect(Math.abs(value - Number(digits))).toBeLessThanOrEqual(6e-8);
}

function expectMatrix(
  { columns, values }: Case,
  table: Float32Array,
  isExact: (row: number) => boolean,
): void {
  const width = table.length / values.length;
  for (const [row, line] of values.entries()) {
    for (const [j, digits] of line.entries()) {
      expectEntry(table[row * width + columns[j]]!, digits, isExact(row));
    }
  }
}

function expectTable({ given, spec, ...points }: Case): void {
  const { positions } = points;
  const options = spec.method === "learned" ? { positions, table: learnedTable(spec) } : { positions };
  const table = pe.encode(given, options);
  expectMatrix({ given, spec, ...points }, table, (row) => Number.isInteger(positions[row]));
}

/** The rule that the file states. */
const learnedTable = ({ dModel, maxLength }: ResolvedSpec<"learned">) =>
  Float32Array.from(
    { length: maxLength * dModel },
    (_, at) => Math.floor(at / dModel) + (at % dModel) / 1024,
  );

function expectGrid({ given, spec, rows, ...points }: Case): void {
  const whole = pe.encode(given);
  const { dModel } = spec as ResolvedSpec<"grid">;
  const chosen = Float32Array.from(
    rows.flatMap((row: number) => [...whole.subarray(row * dModel, (row + 1) * dModel)]),
  );
  expectMatrix({ given, spec, ...points }, chosen, () => true);
}

function expectRotary({ given, positions, pairs, frequencies, ...values }: Case): void {
  expect(pe.attentionFactor(given)).toBe(Number(values.attentionFactor));
  expect([...pe.frequencies(given)]).toEqual(frequencies.map(Number));
  const { cos, sin } = pe.rotaryTable(given, { positions });
  for (const i of positions.keys()) {
    for (const [j, pair] of pairs.entries()) {
      const at = i * frequencies.length + pair;
      expect([cos[at], sin[at]]).toEqual([nearest(values.cosines[i][j]), nearest(values.sines[i][j])]);
    }
  }
}

/** Rotating a 1 in a pair's first channel gives its cosine there and its sine in the second channel. */
function expectPairing({ given, spec, pairs, channels, cosines, sines }: Case): void {
  const { headDim } = spec as ResolvedSpec<"rope">;
  for (const [j, [first, second]] of channels.entries()) {
    const x = new Float32Array(headDim);
    x[first] = 1;
    const expected = new Float32Array(headDim);
    expected[second] = nearest(sines[1][j]);
    expected[first] = nearest(cosines[1][j]);
    const rotated = pe.rotate(x, { ...given, heads: 1, start: 1 } as RotateOptions);
    expect(
      rotated.map((value) => value + 0),
      `pair ${pairs[j]}`,
    ).toEqual(expected); // 0 has no sign
  }
}

/** Positions along one axis rotate its own pairs only. */
function expectAxes({ given, spec, axisOfPair, frequencies }: Case): void {
  const { sections } = spec as ResolvedSpec<"rope">;
  for (const axis of (sections ?? []).keys()) {
    const positions = sections!.map((_, other) => [Number(other === axis)]);
    const { sin } = pe.rotaryTable(given, { positions });
    const rotating = [...frequencies.keys()].filter((pair) => sin[pair] !== 0);
    expect(rotating).toEqual([...frequencies.keys()].filter((pair) => axisOfPair[pair] === axis));
  }
}

function expectALiBi({ given, heads: counts, offsets, values }: Case): void {
  for (const [k, heads] of counts.entries()) {
    for (const [j, offset] of offsets.entries()) {
      const biases = pe.bias(given, { heads, queries: 1, keys: 1, offset: -offset });
      for (const [head, bias] of biases.entries()) expect(ulps(bias, values[k][head][j])).toBeLessThan(0.51);
    }
  }
}

function expectBuckets({ given, spec, offsets, buckets }: Case): void {
  const table = Float32Array.from({ length: (spec as ResolvedSpec<"t5">).buckets }, (_, bucket) => bucket);
  const got = offsets.map((offset: number) =>
    pe.bias(given, { heads: 1, queries: 1, keys: 1, offset: -offset, table }).at(0),
  );
  expect(got).toEqual(buckets);
}

describe("the package gives the same numbers", () => {
  test.each(names)("%s", (name) => {
    for (const one of readVectors(name).cases) {
      switch (one.spec.method) {
        case "sinusoidal":
        case "sine":
        case "learned":
          expectTable(one);
          break;
        case "grid":
          expectGrid(one);
          break;
        case "fourier":
          expectMatrix(one, pe.encode(one.given, { points: one.points.flat() }), () => true);
          break;
        case "rope":
          expectRotary(one);
          expectPairing(one);
          expectAxes(one);
          break;
        case "alibi":
          expectALiBi(one);
          break;
        case "t5":
          expectBuckets(one);
          break;
        default:
          expect.unreachable(`${one.spec.method} has vectors that nothing is compared with`);
      }
    }
  });
});
