import { type ImageTextIdsOptions, load, type PositionRule, positionIds, type Segment } from "posenc/full";
import * as alone from "posenc/spec";
import { describe, expect, expectTypeOf, test } from "vitest";
import { expectError } from "./harness/expect-error.ts";
import { fixture } from "./harness/fixture.ts";

const { sequences, grids, centres } = fixture("tokens");
const pe = await load();

interface Case {
  options: { rule: "qwen-2-vl"; segments: Segment[] };
  positions: number[][];
  delta: number;
}

/** The lists of a result as plain numbers; text has one. */
const plain = (positions: Float64Array | readonly Float64Array[]): number[][] =>
  (positions instanceof Float64Array ? [positions] : positions).map((list) => [...list]);

const named = (cases: Case[]) => cases.map((row) => [JSON.stringify(row.options), row] as const);

describe("positions of the published programs", () => {
  test.each(named(sequences))("%s", (_, { options, positions, delta }) => {
    const result = positionIds(options);
    expect(plain(result.positions)).toEqual(positions);
    expect(result.delta).toBe(delta);
    expect(result.next).toBe(result.count + delta);
  });

  test.each(named(grids))("%s", (_, { options, positions }) => {
    expect(plain(positionIds(options).positions)).toEqual(positions);
  });

  test("DINOv3's are angles, which differ by a few roundings of doubles", () => {
    const { positions } = positionIds(centres.options as Case["options"]);
    for (const [axis, list] of plain(positions).entries()) {
      for (const [i, angle] of list.entries()) expect(angle).toBeCloseTo(Number(centres.angles[axis][i]), 14);
    }
  });

  test("a long video of Qwen2.5-VL, as transformers 5.2.0 printed it in its issue 45381", () => {
    const video = { video: [84, 24, 32], secondsPerGrid: 1 };
    const segments: Segment[] = [{ text: 15 }, video, { text: 10 }];
    const { positions } = positionIds({ rule: "qwen-2.5-vl", segments, tokensPerSecond: 4 });
    const ends = positions.map((list) => [...[15, 15 + 16127, 15 + 16128].map((i) => list[i]), list.at(-1)]);
    expect(ends).toEqual([
      [15, 347, 348, 357],
      [15, 26, 348, 357],
      [15, 30, 348, 357],
    ]);
  });

  test("frames of Qwen2.5-VL have times in float32: 5 · 0.08 s · 25 is below 10", () => {
    const segments: Segment[] = [{ video: [6, 2, 2], secondsPerGrid: 0.08 }];
    const { positions } = positionIds({ rule: "qwen-2.5-vl", segments, tokensPerSecond: 25 });
    expect(plain(positions)[0]).toEqual([0, 2, 4, 6, 8, 9]);
  });

  test("packed sequences begin anew, and the next token continues the last of them", () => {
    const { positions, ...next } = positionIds({ boundaries: [0, 3, 5], start: 2 });
    expect([...positions]).toEqual([2, 3, 4, 2, 3]);
    expect(next).toMatchObject({ count: 2, next: 4, delta: 2 });
  });

  test("text goes on after the largest position of a long video, not after its longer side", () => {
    const segments = [{ video: [6, 4, 4] }, { text: 1 }];
    expect(plain(positionIds({ rule: "qwen-2-vl", segments }).positions).map((list) => list.at(-1))).toEqual([
      6, 6, 6,
    ]);
  });
});

describe("tokens in parts have the positions of the whole", () => {
  const segments: Segment[] = [
    { text: 5 },
    { image: [1, 8, 4] },
    { text: 4 },
    { video: [6, 4, 4] },
    { text: 3 },
  ];
  const before: Segment[] = [{ text: 5 }, { image: [1, 8, 4] }, { text: 1 }];
  const rest: Segment[] = [{ text: 3 }, { video: [6, 4, 4] }, { text: 3 }];

  test("M-RoPE, cut within text", () => {
    const rule = "qwen-2-vl";
    const whole = positionIds({ rule, segments });
    const first = positionIds({ rule, segments: before });
    const second = positionIds({ rule, segments: rest, after: first });
    const joined = plain(first.positions).map((list, axis) => [...list, ...second.positions[axis]!]);
    expect(joined).toEqual(plain(whole.positions));
    const { positions: _, ...numbers } = whole;
    expect(second).toMatchObject(numbers);
  });

  test("each cut of text with padding", () => {
    const mask = [0, 0, 1, 1, 1, 0, 1, 1];
    const whole = positionIds({ mask });
    for (let cut = 0; cut <= mask.length; cut++) {
      const first = positionIds({ mask: mask.slice(0, cut) });
      const second = positionIds({ mask: mask.slice(cut), after: first });
      expect([...first.positions, ...second.positions]).toEqual([...whole.positions]);
      expect(second).toMatchObject({ count: whole.count, next: whole.next, delta: whole.delta });
    }
  });

  test("a token that is decoded has its number plus delta", () => {
    const { count, delta } = positionIds({ rule: "qwen-2-vl", segments });
    const longer: Segment[] = [...segments, { text: 1 }];
    const last = positionIds({ rule: "qwen-2-vl", segments: longer }).positions.map((list) => list.at(-1));
    expect(last).toEqual([count + delta, count + delta, count + delta]);
  });

  test("a start moves all positions", () => {
    const moved = positionIds({ rule: "qwen-3-vl", segments: before, start: 100 });
    const plainly = positionIds({ rule: "qwen-3-vl", segments: before });
    expect(plain(moved.positions)).toEqual(plain(plainly.positions).map((list) => list.map((p) => p + 100)));
    expect(moved.delta).toBe(plainly.delta + 100);
  });
});

test("rotate takes them: text alone is rotated as without axes", () => {
  const sections = [4, 6, 6];
  const spec = { headDim: 32, pairing: "halves", sections } as const;
  const { positions } = positionIds({ rule: "qwen-2-vl", segments: [{ text: 3 }, { image: [1, 4, 4] }] });
  const x = Float32Array.from({ length: 7 * 32 }, (_, i) => Math.sin(i));
  const turned = pe.rotate(x, { ...spec, heads: 1, positions });
  const words = pe.rotate(x.slice(0, 3 * 32), { headDim: 32, pairing: "halves", heads: 1 });
  expect(turned.slice(0, 3 * 32)).toEqual(words);
  const text = positionIds({ length: 7 }).positions;
  expect(pe.rotate(x, { headDim: 32, pairing: "halves", heads: 1, positions: text })).toEqual(
    pe.rotate(x, { headDim: 32, pairing: "halves", heads: 1 }),
  );
});

test("posenc/spec has it without a module", () => {
  expect(alone.positionIds({ length: 2 }).positions).toEqual(Float64Array.of(0, 1));
});

test("no tokens have no positions", () => {
  expect(positionIds({ length: 0 })).toEqual({ positions: new Float64Array(), count: 0, next: 0, delta: 0 });
  expect(positionIds({ boundaries: [] }).positions).toEqual(new Float64Array());
  const { positions } = positionIds({ rule: "glm-4v", segments: [] });
  expect(positions).toEqual([new Float64Array(), new Float64Array(), new Float64Array()]);
  expect(positionIds({ rule: "flux-2", segments: [] }).positions.length).toBe(4);
});

describe("wrong options", () => {
  type Kind = typeof TypeError | typeof RangeError;
  const image: Segment = { image: [1, 4, 4] };
  const video = { video: [2, 4, 4] };
  const wrong: [options: unknown, kind: Kind, code: string, param: string][] = [
    [undefined, TypeError, "type", "options"],
    [{}, TypeError, "missing", "length"],
    [{ rule: "qwen2-vl" }, RangeError, "range", "rule"],
    [{ rule: 5 }, TypeError, "type", "rule"],
    [{ length: 1.5 }, RangeError, "range", "length"],
    [{ length: 2 ** 28 }, RangeError, "memory-limit", "length"],
    [{ length: 2, segments: [] }, TypeError, "unknown-option", "segments"],
    [{ length: 2, mask: [1, 1] }, TypeError, "conflict", "mask"],
    [{ length: 2, start: 0.5 }, RangeError, "range", "start"],
    [{ length: 2, start: 2 ** 53 }, RangeError, "range", "start"],
    [{ length: 2, start: 1, after: { next: 2, count: 2 } }, TypeError, "conflict", "start"],
    [{ length: 2, after: { next: 2 } }, TypeError, "missing", "after.count"],
    [{ mask: [0, 2] }, RangeError, "range", "mask[1]"],
    [{ mask: [true] }, TypeError, "type", "mask[0]"],
    [{ mask: "011" }, TypeError, "type", "mask"],
    [{ boundaries: [1, 2] }, RangeError, "range", "boundaries[0]"],
    [{ boundaries: [0, 4, 3] }, RangeError, "range", "boundaries[2]"],
    [{ boundaries: [0, 1.5] }, RangeError, "range", "boundaries[1]"],
    [{ boundaries: [0, 2 ** 40] }, RangeError, "memory-limit", "boundaries"],
    [{ boundaries: [0, 4], after: { next: 1, count: 1 } }, TypeError, "conflict", "after"],
    [{ rule: "qwen-2-vl" }, TypeError, "missing", "segments"],
    [{ rule: "qwen-2-vl", segments: image }, TypeError, "type", "segments"],
    [{ rule: "qwen-2-vl", segments: [5] }, TypeError, "type", "segments[0]"],
    [{ rule: "qwen-2-vl", segments: [{}] }, TypeError, "missing", "segments[0]"],
    [{ rule: "qwen-2-vl", segments: [{ text: 1, ...image }] }, TypeError, "conflict", "segments[0]"],
    [{ rule: "qwen-2-vl", segments: [{ text: -1 }] }, RangeError, "range", "segments[0].text"],
    [{ rule: "qwen-2-vl", segments: [{ text: 2 ** 27 }] }, RangeError, "memory-limit", "segments"],
    [{ rule: "qwen-2-vl", segments: [{ image: [4] }] }, RangeError, "length", "segments[0].image"],
    [{ rule: "qwen-2-vl", segments: [{ video: [4, 4] }] }, RangeError, "length", "segments[0].video"],
    [{ rule: "qwen-2-vl", segments: [{ image: [4, 0] }] }, RangeError, "range", "segments[0].image[1]"],
    [{ rule: "qwen-2-vl", segments: [{ image: [1, 3, 4] }] }, RangeError, "range", "segments[0].image"],
    [{ rule: "qwen-2-vl", segments: [{ ...image, time: 1 }] }, TypeError, "unknown-option", "time"],
    [{ rule: "qwen-2-vl", segments: [image], mask: [1, 1, 1] }, RangeError, "length", "mask"],
    [{ rule: "qwen-2-vl", segments: [image], spatialMerge: 0 }, RangeError, "range", "spatialMerge"],
    [
      { rule: "qwen-2-vl", segments: [image], tokensPerSecond: 2 },
      TypeError,
      "unknown-option",
      "tokensPerSecond",
    ],
    [{ rule: "qwen-2.5-vl", segments: [video] }, TypeError, "missing", "tokensPerSecond"],
    [
      { rule: "qwen-2.5-vl", segments: [{ ...video, secondsPerGrid: -1 }], tokensPerSecond: 2 },
      RangeError,
      "range",
      "segments[0].secondsPerGrid",
    ],
    [
      { rule: "qwen-2.5-vl", segments: [{ ...video, secondsPerGrid: 1e9 }], tokensPerSecond: 1e9 },
      RangeError,
      "range",
      "segments[0].secondsPerGrid",
    ],
    [{ rule: "qwen-3-vl", segments: [video] }, TypeError, "missing", "segments[0].frameText"],
    [
      { rule: "qwen-3-vl", segments: [{ ...video, frameText: [1] }] },
      RangeError,
      "length",
      "segments[0].frameText",
    ],
    [{ rule: "ernie-4.5-vl", segments: [{ video: [3, 4, 4] }] }, RangeError, "range", "segments[0].video"],
    [{ rule: "wan", segments: [{ text: 3 }] }, RangeError, "unsupported", "segments[0].text"],
    [{ rule: "flux", segments: [{ image: [2, 4, 4] }] }, RangeError, "range", "segments[0].image"],
    [{ rule: "flux", segments: [], start: 1 }, TypeError, "unknown-option", "start"],
    [{ rule: "z-image", segments: [image, image] }, RangeError, "unsupported", "segments[1]"],
    [{ rule: "grid", segments: [image], scale: [1] }, RangeError, "length", "scale"],
    [{ rule: "grid", segments: [image], scale: "2" }, TypeError, "type", "scale"],
    [{ rule: "grid", segments: [image], centred: 1 }, TypeError, "type", "centred"],
  ];
  test.each(wrong)("%j", (options, kind, code, param) => {
    expectError(() => positionIds(options as ImageTextIdsOptions), kind, code as "range", param);
  });

  test("an error of a rule names the rule and its options", () => {
    const given = { rule: "flux", segments: [], mask: [] } as never;
    expect(() => positionIds(given)).toThrow('unknown option "mask" of flux; allowed are rule, segments');
  });

  test("a list that claims to be too long is refused before it is copied", () => {
    const endless = new Proxy([], { get: (_, key) => (key === "length" ? 2 ** 50 : 0) });
    expectError(() => positionIds({ mask: endless }), RangeError, "memory-limit", "mask");
    expectError(() => positionIds({ boundaries: endless }), RangeError, "memory-limit", "boundaries");
    const oneMore = new Proxy([], { get: (_, key) => (key === "length" ? 2 ** 20 + 1 : 0) });
    for (const segments of [endless, oneMore])
      expectError(() => positionIds({ rule: "flux", segments }), RangeError, "range", "segments.length");
  });

  test("a list that throws is an error with a name", () => {
    const throwing = new Proxy([], {
      get() {
        throw new Error("no");
      },
    });
    expectError(() => positionIds({ mask: throwing }), TypeError, "unreadable", "mask");
    expectError(() => positionIds({ rule: "flux", segments: throwing }), TypeError, "unreadable", "segments");
  });
});

test("types: text has one list, other rules a list for each axis, and grids have no next token", () => {
  expectTypeOf(positionIds({ length: 2 }).positions).toEqualTypeOf<Float64Array<ArrayBuffer>>();
  const { positions } = positionIds({ rule: "qwen-2-vl", segments: [] });
  expectTypeOf(positions).toEqualTypeOf<Float64Array<ArrayBuffer>[]>();
  expectTypeOf(positionIds({ rule: "flux", segments: [] })).not.toHaveProperty("next");
  expectTypeOf<"qwen-2-vl">().toExtend<PositionRule>();
});
