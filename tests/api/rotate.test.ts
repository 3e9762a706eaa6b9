/** Rotations against independent numbers. */
import { load, type RotateOptions } from "posenc/full";
import { describe, expect, test } from "vitest";
import { fixture } from "./harness/fixture.ts";

const pe = await load();
const { rotations, scores, xpos, gradients, permutations, sections, axial, orders, places } =
  fixture("rotation");

interface Pair {
  first: number;
  second: number;
}
function pairsOf(pairing: string, rotaryDim: number): Pair[] {
  return Array.from({ length: rotaryDim / 2 }, (_, i) =>
    pairing === "halves" ? { first: i, second: i + rotaryDim / 2 } : { first: 2 * i, second: 2 * i + 1 },
  );
}

/** 1.75 · 2^-24 of each pair's norm, times the factor; 2.75 with xPos's scales. */
function expectPairs(got: Float32Array, output: string[], pairing: string, rotaryDim: number, most = 1.76) {
  const exact = output.map(Number);
  for (const { first, second } of pairsOf(pairing, rotaryDim)) {
    const norm = Math.hypot(exact[first]!, exact[second]!);
    const error = Math.hypot(got[first]! - exact[first]!, got[second]! - exact[second]!);
    expect(error).toBeLessThanOrEqual(most * 2 ** -24 * norm);
  }
  for (let c = rotaryDim; c < exact.length; c++) expect(got[c]).toBe(Math.fround(exact[c]!));
}

const inner = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, i) => sum + value * b[i]!, 0);

describe("vectors", () => {
  test.each(
    rotations as { name: string; input: number[]; results: { position: number; output: string[] }[] }[],
  )("$name", ({ name: _, input, results, ...fields }) => {
    const {
      source: __,
      scaling,
      ...more
    } = fields as Record<string, unknown> & { scaling: { type: string } };
    const spec = { ...more, ...(scaling.type === "default" ? {} : { scaling }) };
    const x = Float32Array.from(input);
    for (const { position, output } of results) {
      const options = { heads: 1, start: position, ...spec } as unknown as RotateOptions;
      const { pairing, rotaryDim } = more as { pairing: string; rotaryDim: number };
      expectPairs(pe.rotate(x, options), output, pairing, rotaryDim);
    }
    expect(x).toEqual(Float32Array.from(input));
  });

  test.each(scores.records as { pairing: "halves"; query: number; key: number; score: string }[])(
    "the score of query $query and key $key, $pairing",
    ({ pairing, query, key, score }) => {
      const rotated = (values: number[], start: number) =>
        pe.rotate(Float32Array.from(values), { heads: 1, headDim: 8, pairing, start });
      const [q, k] = [rotated(scores.query, query), rotated(scores.key, key)];
      const bound = 3.5 * 2 ** -24 * Math.hypot(...scores.query) * Math.hypot(...scores.key);
      expect(Math.abs(inner(q, k) - Number(score))).toBeLessThan(bound);
    },
  );

  test.each(xpos.records as { query: number; key: number; rotatedQuery: string[]; rotatedKey: string[] }[])(
    "xPos, query $query and key $key",
    ({ query, key, rotatedQuery, rotatedKey }) => {
      const fields = { method: "xpos", heads: 1, headDim: 8, pairing: "interleaved" } as const;
      const q = pe.rotate(Float32Array.from(xpos.query), { ...fields, start: query, side: "query" });
      const k = pe.rotate(Float32Array.from(xpos.key), { ...fields, start: key, side: "key" });
      for (const [got, expected] of [
        [q, rotatedQuery],
        [k, rotatedKey],
      ] as const)
        for (const [c, digits] of expected.entries())
          expect(Math.abs(got[c]! - Number(digits))).toBeLessThan(2.76 * 2 ** -24 * 12);
    },
  );

  test.each(
    gradients as {
      name: string;
      method: string;
      rotaryDim: number;
      pairing: string;
      scaling: { type: string };
      position: number;
      gradient: number[];
      output: string[];
    }[],
  )("the gradient of $name", ({ name: _, scaling, position, gradient, output, ...fields }) => {
    const rule = scaling.type === "default" ? {} : { scaling };
    const options = {
      ...fields,
      ...rule,
      heads: 1,
      start: position,
      gradient: true,
    } as unknown as RotateOptions;
    const got = pe.rotate(Float32Array.from(gradient), options);
    expectPairs(got, output, fields.pairing, fields.rotaryDim, fields.method === "xpos" ? 2.76 : 1.76);
  });

  test.each(
    sections as {
      name: string;
      base: number;
      sections: number[];
      interleavedSections: boolean;
      ids: number[];
      input: number[];
      output: string[];
    }[],
  )("$name", ({ base, sections, interleavedSections, ids, input, output }) => {
    const fields = { headDim: 16, pairing: "halves", base, sections, interleavedSections } as const;
    const positions = ids.map((id) => [id]);
    const got = pe.rotate(Float32Array.from(input), { heads: 1, positions, ...fields });
    expectPairs(got, output, "halves", 16);
  });

  test.each(
    axial as {
      name: string;
      axes: string;
      pairing: "halves";
      base: number;
      x: number;
      y: number;
      input: number[];
      output: string[];
    }[],
  )("$name", ({ axes, pairing, base, x, y, input, output }) => {
    const positions = axes === "xy" ? [[x], [y]] : [[y], [x]];
    const fields = { headDim: 8, pairing, base, sections: [2, 2], restartSections: true } as const;
    const got = pe.rotate(Float32Array.from(input), { heads: 1, positions, ...fields });
    expectPairs(got, output, pairing, 8);
  });

  test.each(
    orders as {
      name: string;
      spec: { headDim: number; pairing: "halves" };
      ids: number[];
      input: number[];
      output: string[];
    }[],
  )("$name", ({ spec, ids, input, output }) => {
    const positions = ids.map((id) => [id]);
    const got = pe.rotate(Float32Array.from(input), { heads: 1, positions, ...spec });
    expectPairs(got, output, spec.pairing, 16);
  });

  test.each(
    places as {
      name: string;
      spec: { headDim: number; rotaryDim?: number; rotaryOffset?: number; pairing: "halves" };
      position: number;
      input: number[];
      output: string[];
    }[],
  )("$name: the channels that rotate, and which way", ({ spec, position, input, output }) => {
    const { headDim, rotaryDim = headDim, rotaryOffset = 0, pairing } = spec;
    const x = Float32Array.from(input);
    const got = pe.rotate(x, { heads: 1, start: position, ...spec });
    const end = rotaryOffset + rotaryDim;
    expectPairs(got.subarray(rotaryOffset, end), output.slice(rotaryOffset, end), pairing, rotaryDim);
    expect([...got.subarray(0, rotaryOffset), ...got.subarray(end)]).toEqual([
      ...x.subarray(0, rotaryOffset),
      ...x.subarray(end),
    ]);
    // Attention rotates bit for bit as `rotate` does, and the inverse and the gradient turn back.
    const rotary = { ...spec, start: position };
    const shape = { q: x, k: x, v: x, heads: 1, scores: "raw", scale: 1 } as const;
    const { scores: raw } = pe.attention({ ...shape, headDim, rotary });
    expect(raw).toEqual(pe.attention({ ...shape, q: got, k: got, v: got, headDim }).scores);
    const options = { heads: 1, start: position, ...spec };
    const back = pe.rotate(got, { ...options, inverse: true });
    // 3.5 · 2^-24 of a pair's norm, which is at most 22.
    for (const [i, value] of back.entries()) expect(Math.abs(value - x[i]!)).toBeLessThan(2 ** -17);
    expect(pe.rotate(got, { ...options, gradient: true })).toEqual(back);
  });

  test("a table that turns backward has the sines of the opposite angles, and no −0", () => {
    const spec = { method: "rope", headDim: 8, pairing: "halves" } as const;
    const forward = pe.rotaryTable(spec, { length: 5, start: -2 });
    const backward = pe.rotaryTable({ ...spec, direction: "backward" }, { length: 5, start: -2 });
    expect(backward.cos).toEqual(forward.cos);
    expect([...backward.sin]).toEqual([...forward.sin].map((sine) => 0 - sine));
    expect([...backward.sin].some((sine) => Object.is(sine, -0))).toBe(false);
  });
});

describe("permutePairing", () => {
  test.each(permutations as { headDim: number; rotaryDim: number; halvesFromInterleaved: number[] }[])(
    "of $headDim channels, $rotaryDim of them rotated",
    ({ headDim, rotaryDim, halvesFromInterleaved }) => {
      const x = Float32Array.from({ length: 2 * headDim }, (_, i) => i);
      const got = pe.permutePairing(x, { headDim, rotaryDim, to: "halves" });
      const expected = [0, headDim].flatMap((head) => halvesFromInterleaved.map((from) => head + from));
      expect([...got]).toEqual(expected);
      expect(pe.permutePairing(got, { headDim, rotaryDim, to: "interleaved" })).toEqual(x);
    },
  );

  test("weights (heads · headDim, dModel) move by rows", () => {
    const weights = Float32Array.from({ length: 12 }, (_, i) => i);
    const got = pe.permutePairing(weights, { headDim: 4, to: "halves", columns: 3 });
    expect([...got]).toEqual([0, 1, 2, 6, 7, 8, 3, 4, 5, 9, 10, 11]);
    expect(pe.permutePairing(weights, { headDim: 4, to: "halves", columns: 3, out: weights })).toBe(weights);
    expect(weights).toEqual(got);
  });
});

describe("heads and tokens", () => {
  const x = Float32Array.from({ length: 3 * 2 * 8 }, (_, i) => Math.sin(i));
  const fields = { heads: 2, headDim: 8, rotaryDim: 6, pairing: "interleaved" } as const;

  test("each head of a token is rotated by its position", () => {
    const got = pe.rotate(x, { ...fields, positions: [5, 0, 70000] });
    for (const [token, start] of [5, 0, 70000].entries()) {
      for (const head of [0, 1]) {
        const at = (2 * token + head) * 8;
        const alone = pe.rotate(x.slice(at, at + 8), { ...fields, heads: 1, start });
        expect(got.slice(at, at + 8)).toEqual(alone);
      }
    }
  });

  test("the result may go to x itself, to out, and to any part of x", () => {
    const expected = pe.rotate(x, { ...fields, start: 3 });
    const out = new Float32Array(48);
    expect(pe.rotate(x, { ...fields, start: 3, out })).toBe(out);
    expect(out).toEqual(expected);
    for (const shift of [0, 1, 5, 48]) {
      const buffer = new Float32Array(96);
      buffer.set(x);
      const over = buffer.subarray(shift, shift + 48);
      pe.rotate(buffer.subarray(0, 48), { ...fields, start: 3, out: over });
      expect(over).toEqual(expected);
    }
  });

  test("presets give all fields except the heads", () => {
    const q = Float32Array.from({ length: 2 * 96 }, (_, i) => Math.cos(i));
    const spelled = { headDim: 96, rotaryDim: 24, pairing: "halves" } as const;
    expect(pe.rotate(q, { preset: "gpt-neox", heads: 2, start: 9 })).toEqual(
      pe.rotate(q, { ...spelled, heads: 2, start: 9 }),
    );
  });

  test("infinities and NaN stay in their pair", () => {
    const bad = Float32Array.of(Number.NaN, 1, 2, 3, Number.POSITIVE_INFINITY, 5, 6, 7);
    const got = pe.rotate(bad, { heads: 1, headDim: 8, pairing: "halves", start: 1 });
    expect(Number.isNaN(got[0]) && Number.isNaN(got[4])).toBe(true);
    for (const c of [1, 2, 3, 5, 6, 7]) expect(Number.isFinite(got[c])).toBe(true);
  });
});
