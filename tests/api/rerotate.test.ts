/** Rotated keys at other positions and in other encodings, against independent numbers and against `rotate`. */
import { load, type RerotateOptions } from "posenc/full";
import { describe, expect, test } from "vitest";
import { random } from "./harness/each-call.ts";
import { fixture } from "./harness/fixture.ts";

const pe = await load();
const { moves } = fixture("rerotation");
const unit = 2 ** -24;

interface Fields extends Record<string, unknown> {
  method?: string;
  rotaryDim: number;
  base: number;
  scaling: { type: string };
  sections?: number[];
}
type Position = number | number[];
interface Move {
  name: string;
  headDim: number;
  pairing: string;
  from: Fields;
  fromPosition: Position;
  to: Fields;
  toPosition: Position;
  keys: number[];
  output: string[];
}

/** "default" is the fixtures' word for no scaling, which xPos does not have either. */
const specOf = ({ scaling, ...fields }: Fields, headDim: number, pairing: string): object => ({
  ...fields,
  ...(scaling.type === "default" ? {} : { scaling }),
  headDim,
  pairing,
});

/** The worst pair, in units of 2^-24 of its norm. */
function worstPair(got: Float32Array, exact: ArrayLike<number>, pairing: string, pairs: number): number {
  let worst = 0;
  for (let i = 0; i < pairs; i++) {
    const [a, b] = pairing === "halves" ? [i, i + pairs] : [2 * i, 2 * i + 1];
    const off = Math.hypot(got[a]! - exact[a]!, got[b]! - exact[b]!);
    worst = Math.max(worst, off / Math.hypot(exact[a]!, exact[b]!) / unit);
  }
  return worst;
}

const listed = (position: Position) =>
  typeof position === "number" ? [position] : position.map((axis) => [axis]);

describe("places and directions", () => {
  const keys = Float32Array.from({ length: 2 * 12 }, (_, i) => Math.cos(i));
  const last = { headDim: 12, rotaryDim: 8, rotaryOffset: 4, pairing: "interleaved" } as const;
  const backward = { ...last, direction: "backward" } as const;
  const at = (positions: number[], spec: object) =>
    pe.rotate(keys, { heads: 1, positions, ...spec } as never);

  test.each([
    ["last channels", last, last],
    ["backward", backward, backward],
    ["from forward to backward", last, backward],
    ["from backward to another base", backward, { ...last, base: 500000 }],
  ] as const)("%s", (_, from, to) => {
    const moved = pe.rerotate(at([7, 4097], from), {
      heads: 1,
      from,
      fromPositions: [7, 4097],
      to,
      toPositions: [100000, 3],
    });
    const expected = at([100000, 3], to);
    // 4.5001 · 2^-24 of a pair's norm, which is at most √2.
    for (const [i, value] of moved.entries())
      expect(Math.abs(value - expected[i]!)).toBeLessThan(6.37 * unit);
    for (const head of [0, 12]) expect(moved.subarray(head, head + 4)).toEqual(keys.subarray(head, head + 4));
  });

  test("refuses encodings that rotate other channels", () => {
    const options = { heads: 1, from: last, fromPositions: [0, 1], toPositions: [0, 1] };
    expect(() => pe.rerotate(keys, { ...options, to: { ...last, rotaryOffset: 2 } })).toThrow(
      "rotaryOffset must be the same in from and to; got 4 and 2",
    );
  });
});

describe("rerotation.json", () => {
  test.each(moves as Move[])("$name", ({ headDim, pairing, from, to, keys, output, ...at }) => {
    const options = {
      heads: 1,
      from: specOf(from, headDim, pairing),
      fromPositions: listed(at.fromPosition),
      to: specOf(to, headDim, pairing),
      toPositions: listed(at.toPosition),
    };
    const got = pe.rerotate(Float32Array.from(keys), options as RerotateOptions);
    const exact = output.map(Number);
    expect(worstPair(got, exact, pairing, from.rotaryDim / 2)).toBeLessThanOrEqual(1.0001);
    expect([...got.slice(from.rotaryDim)]).toEqual(exact.slice(from.rotaryDim));
  });
});

describe("keys from rotate", () => {
  const rope = { headDim: 4, pairing: "halves" } as const;

  test("become those of rotate at every position from 0 to 10^6, in one call", () => {
    const count = 10 ** 6 + 1;
    const keys = Float32Array.from({ length: 4 * count }, (_, i) => Math.sin(i) + 1.5);
    const fromPositions = Int32Array.from({ length: count }, (_, t) => t);
    const toPositions = fromPositions.map((t) => (t * 7919) % count); // in another order
    const cached = pe.rotate(keys, { ...rope, heads: 1, positions: fromPositions });
    pe.rerotate(cached, { heads: 1, from: rope, fromPositions, toPositions, out: cached });
    const expected = pe.rotate(keys, { ...rope, heads: 1, positions: toPositions });
    let worst = 0;
    for (let t = 0; t < count; t++)
      for (let a = 4 * t; a < 4 * t + 2; a++) {
        const [dx, dy] = [cached[a]! - expected[a]!, cached[a + 2]! - expected[a + 2]!];
        const square = (dx * dx + dy * dy) / (keys[a]! ** 2 + keys[a + 2]! ** 2);
        if (square > worst) worst = square;
      }
    expect(Math.sqrt(worst)).toBeLessThanOrEqual(4.5001 * unit); // two calls of rotate, 1.75 each, and one of rerotate
    expect(worst).toBeGreaterThan(0);
  });

  test("keep their scores with queries that move as far", () => {
    const preset = { preset: "llama-3.1" } as const;
    const [q, k] = [random(128), random(128).map((x) => 1 - x)];
    const inner = (a: Float32Array, b: Float32Array) => a.reduce((sum, x, i) => sum + x * b[i]!, 0);
    const at = (x: Float32Array, start: number) => pe.rotate(x, { ...preset, heads: 1, start });
    const moved = pe.rerotate(at(k, 100_000), {
      ...{ heads: 1, from: preset, fromPositions: [100_000], toPositions: [64] },
    });
    const [before, after] = [inner(at(q, 100_007), at(k, 100_000)), inner(at(q, 71), moved)];
    const bound = 10 * unit * Math.hypot(...q) * Math.hypot(...k); // errors of q twice, of k twice and of its move
    expect(Math.abs(before - after)).toBeLessThanOrEqual(bound);
  });

  test("of the float32 recipe become those of the exact encoding, and of the recipe elsewhere", () => {
    const recipe = { ...rope, base: 500, precision: "float32" } as const;
    const keys = random(400).map((x) => x + 1.5);
    const positions = Float64Array.from({ length: 100 }, (_, t) => t * 7919);
    const toPositions = positions.map((p) => 3 * p + 1);
    const cached = pe.rotate(keys, { ...recipe, heads: 1, positions });
    for (const to of [rope, { ...rope, base: 500 }, recipe]) {
      const got = pe.rerotate(cached, { heads: 1, from: recipe, fromPositions: positions, to, toPositions });
      const expected = pe.rotate(keys, { ...to, heads: 1, positions: toPositions });
      for (let t = 0; t < 100; t++) {
        const head = (of: Float32Array) => of.subarray(4 * t, 4 * t + 4);
        // The bound is 4.5001; `expected`, whose norm is taken, is off itself.
        expect(worstPair(head(got), head(expected), "halves", 2)).toBeLessThanOrEqual(4.6);
      }
    }
  });
});

describe("heads and tokens", () => {
  const from = { headDim: 8, rotaryDim: 6, pairing: "interleaved" } as const;
  const keys = random(3 * 2 * 8);
  const positions = { fromPositions: [5, 0, 70000], toPositions: [1.5, -3, 7] };

  test("each head of a token is rotated by its positions", () => {
    const got = pe.rerotate(keys, { heads: 2, from, ...positions });
    for (const token of [0, 1, 2])
      for (const head of [0, 1]) {
        const at = (2 * token + head) * 8;
        const one = {
          fromPositions: [positions.fromPositions[token]!],
          toPositions: [positions.toPositions[token]!],
        };
        expect(got.slice(at, at + 8)).toEqual(
          pe.rerotate(keys.slice(at, at + 8), { heads: 1, from, ...one }),
        );
      }
  });

  test("`to` is `from` unless given, and nothing changes where both positions are the same", () => {
    const got = pe.rerotate(keys, { heads: 2, from, ...positions });
    expect(pe.rerotate(keys, { heads: 2, from, to: { ...from }, ...positions })).toEqual(got);
    const { fromPositions } = positions;
    expect(pe.rerotate(keys, { heads: 2, from, fromPositions, toPositions: fromPositions })).toEqual(keys);
  });

  test("the result may go to keys itself, to out, and to any part of keys", () => {
    const options = { heads: 2, from, ...positions };
    const expected = pe.rerotate(keys, options);
    for (const shift of [0, 1, 5, 48]) {
      const buffer = new Float32Array(96);
      buffer.set(keys);
      const over = buffer.subarray(shift, shift + 48);
      expect(pe.rerotate(buffer.subarray(0, 48), { ...options, out: over })).toBe(over);
      expect(over).toEqual(expected);
    }
  });

  test("a list of positions is for all axes, or there is one for each", () => {
    const video = { headDim: 6, pairing: "halves", sections: [1, 1, 1] } as const;
    const key = random(12);
    const [before, after] = [
      [3, 900],
      [1, 2],
    ];
    const axes = (list: number[]) => [list, list, list];
    const one = pe.rerotate(key, { heads: 1, from: video, fromPositions: before, toPositions: after });
    const each = { fromPositions: axes(before), toPositions: axes(after) };
    expect(pe.rerotate(key, { heads: 1, from: video, ...each })).toEqual(one);
  });

  test("infinities and NaN stay in their pair", () => {
    const bad = Float32Array.of(Number.NaN, 1, 2, 3, Number.POSITIVE_INFINITY, 5, 6, 7);
    const spec = { headDim: 8, pairing: "halves" } as const;
    const got = pe.rerotate(bad, { heads: 1, from: spec, fromPositions: [1], toPositions: [2] });
    expect(Number.isNaN(got[0]) && Number.isNaN(got[4])).toBe(true);
    for (const c of [1, 2, 3, 5, 6, 7]) expect(Number.isFinite(got[c])).toBe(true);
  });
});
