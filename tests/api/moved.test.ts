/** Caches that move, in classes of transformers: against the keys of small models that computed a text at two places. */
import { type KeyRotation, movable } from "posenc/atlas";
import { load, modelPositions, type RerotateOptions } from "posenc/full";
import { expect, test } from "vitest";
import { fixture } from "./harness/fixture.ts";

const pe = await load();

/** The key of the last token in each layer, and in each indexer. */
interface Keys {
  keys: number[][];
  indexer?: number[][];
}

interface Computed {
  config: { model_type: string };
  before: Keys;
  after: Keys;
}

const {
  from,
  to,
  tokens: length,
  cases,
} = fixture("moved") as {
  from: number;
  to: number;
  tokens: number;
  cases: Computed[];
};

const apart = (key: ArrayLike<number>, other: readonly number[]) =>
  Math.hypot(...other.map((x, i) => x - key[i]!)) / Math.hypot(...other);

// The classes take sines and cosines in float32 of angles that float32 rounded: 311 · 2^-24 rad, and more after three layers.
const most = 2e-4;

function expectMoved(rotation: KeyRotation | null, key: readonly number[], wanted: readonly number[]) {
  if (rotation === null) {
    expect(apart(key, wanted)).toBeLessThan(most);
    return;
  }
  const [fromPositions, toPositions] = [[from + length - 1], [to + length - 1]];
  const options = { heads: 1, from: rotation.from, to: rotation.to, fromPositions, toPositions };
  const moved = pe.rerotate(Float32Array.from(key), options as RerotateOptions);
  expect(apart(moved, wanted)).toBeLessThan(most);
  expect(apart(key, wanted)).toBeGreaterThan(most);
}

test.each(cases.map((one) => [JSON.stringify(one.config), one] as const))(
  "%s",
  (_, { config, before, after }) => {
    const { layers } = movable(config, { from, to, length });
    expect(layers.length).toBe(before.keys.length);
    for (const [layer, { move, rotation, indexerRotation }] of layers.entries()) {
      expect(["exact", "rerotate", "impossible"]).toContain(move);
      if (move === "impossible") continue;
      expectMoved(rotation, before.keys[layer]!, after.keys[layer]!);
      expect(indexerRotation === null).toBe(before.indexer === undefined);
      if (before.indexer !== undefined)
        expectMoved(indexerRotation, before.indexer[layer]!, after.indexer![layer]!);
    }
  },
);

test.each(["opt", "gpt2", "biogpt"])("%s adds learned positions: its keys are others", (type) => {
  const { config, before, after } = cases.find(({ config }) => config.model_type === type)!;
  expect(movable(config, { from, to, length }).layers.map(({ move }) => move)).toEqual(
    new Array(before.keys.length).fill("impossible"),
  );
  expect(apart(before.keys[0]!, after.keys[0]!)).toBeGreaterThan(0.1);
});

test("Hunyuan multiplies keys by learned weights after their rotation: no rotation gives the others", () => {
  const { config, before, after } = cases.find(({ config }) => config.model_type === "hunyuan_v1_dense")!;
  const { layers } = movable(config, { from, to, length });
  expect(layers.map(({ move }) => move)).toEqual(["impossible", "impossible", "impossible"]);
  const { rotary } = modelPositions(config).layers[0]!;
  const [fromPositions, toPositions] = [[from + length - 1], [to + length - 1]];
  const options = { heads: 1, from: rotary, to: rotary, fromPositions, toPositions } as RerotateOptions;
  const moved = pe.rerotate(Float32Array.from(before.keys[0]!), options);
  expect(apart(moved, after.keys[0]!)).toBeGreaterThan(0.1);
});

test("a rule that depends on the length is impossible where the classes' own keys show it", () => {
  const switched = cases.filter(({ config }) => /dynamic|longrope/.test(JSON.stringify(config)));
  expect(switched.length).toBe(2);
  for (const { config } of switched) expect(movable(config, { from, to, length }).move).toBe("impossible");
});

test("small models of 40 types and more", () => {
  expect(new Set(cases.map(({ config }) => config.model_type)).size).toBeGreaterThanOrEqual(40);
});
