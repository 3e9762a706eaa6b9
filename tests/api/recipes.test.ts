/** Whole models: attention of each kind of layer, made from a config.json alone, against programs that follow published code. */
import { load, modelPositions, positionIds, type Segment } from "posenc/full";
import { describe, expect, test } from "vitest";
import { fixture } from "./harness/fixture.ts";
import { known } from "./harness/known.ts";
import { queryFactorAt } from "./harness/query-factor.ts";

const pe = await load();

type Model = ReturnType<typeof modelPositions>;
type Layer = Model["layers"][number];

interface Kind {
  tokens: {
    /** Runs of text: the position of the first token, and the number of tokens. */
    spans?: [number, number][];
    segments?: Segment[];
    start?: number;
    /** The key at the position of the first query. */
    first: number;
    queries: number;
  };
  causal: boolean;
  seed: number;
  /** Of the queries. */
  factor: number;
  /** (queries, heads, valueDim), in units of 10^-12. */
  output: number[];
}

interface Recipe {
  name: string;
  config: object;
  /** The kind of each layer. */
  layers: string;
  kinds: Record<string, Kind>;
}

const recipes: Recipe[] = fixture("recipes").models;
const cases = recipes.map((recipe) => [recipe.name, recipe] as const);
const runs = recipes.flatMap((recipe) =>
  Object.keys(recipe.kinds).map((kind) => [recipe.name, kind, recipe] as const),
);

/** The generator of the fixtures: multiples of 2^-23 from −1 to 1, which are floats. */
function numbersOf(seed: number) {
  let state = seed;
  return (count: number, factor = 1): Float32Array<ArrayBuffer> =>
    Float32Array.from({ length: count }, () => {
      state = (Math.imul(1664525, state) + 1013904223) >>> 0;
      return factor * ((state >>> 8) / 2 ** 23 - 1);
    });
}

/** A list of positions for each axis. */
function positionsOf({ rule, first }: Model["positionIds"], { spans, segments, start }: Kind["tokens"]) {
  if (spans === undefined) {
    const from = start === undefined ? {} : { start };
    return positionIds({ rule: rule as "grid", segments: segments!, ...from }).positions;
  }
  expect(rule).toBe("text");
  const runs = spans.map(([from, length]) => positionIds({ start: from + first!, length }).positions);
  return [Float64Array.from(runs.flatMap((run) => [...run]))];
}

interface Sizes {
  heads: number;
  headDim: number;
  positions: readonly Float64Array[];
}

function rotated(x: Float32Array, { rotary }: Layer, sizes: Sizes): Float32Array {
  if (rotary === null) return x;
  if (rotary === "unknown" || rotary.pairing === null) throw new Error("the rotation is not known");
  const { heads, positions } = sizes;
  const { method: _method, version: _version, ...spec } = rotary;
  const options = { ...spec, pairing: rotary.pairing, heads };
  return pe.rotate(x, { ...options, positions: positions.length > 1 ? positions : positions[0]! });
}

/** The largest factor of queries. */
const scaled = (layer: Layer, positions: Float64Array): number =>
  queryFactorAt(known(layer.queryScale), positions.at(-1)!);

/** The longest vector of each head. */
function longest(x: Float32Array, width: number): number {
  let most = 0;
  for (let i = 0; i < x.length; i += width) most = Math.max(most, Math.hypot(...x.subarray(i, i + width)));
  return most;
}

/** The bias by relative position, and the mask of chunks, as options of `attention`. */
function scoresOf(layer: Layer, keys: Float64Array, { first, queries }: Kind["tokens"], heads: number) {
  const { softmaxScale } = layer;
  const [bias, window] = [known(layer.bias), known(layer.window)];
  const options: { relativeBias?: Float32Array; mask?: Uint8Array; window?: object } = {};
  if (bias !== null) {
    if (bias.spec?.method !== "alibi") throw new Error("the bias needs a table");
    const shape = { heads, queries, keys: keys.length, offset: first };
    const vectors = pe.bias({ method: "alibi" }, { ...shape, as: "vector" });
    options.relativeBias = bias.scaled ? vectors.map((x) => x * Number(softmaxScale)) : vectors;
  }
  if (window !== null && "chunk" in window) {
    const chunkOf = (key: number) => Math.floor(keys[key]! / window.chunk);
    options.mask = Uint8Array.from({ length: queries * keys.length }, (_, i) =>
      Number(chunkOf(first + Math.floor(i / keys.length)) === chunkOf(i % keys.length)),
    );
  } else if (window !== null) {
    // `window` counts tokens, so that there may be no gaps.
    expect(keys.at(-1)! - keys[0]! + 1).toBe(keys.length);
    options.window = window;
  }
  return options;
}

const valueDim = 4;

/** The output of a layer, and what it may be off by. */
function run(model: Model, layer: Layer, { tokens, causal, seed, factor }: Kind) {
  expect(layer.causal === "images" || layer.causal).toBe(causal); // the texts have no image
  const { heads, keyHeads, headDim, softmaxScale, sinks } = layer;
  const [softcap, queryScale] = [known(layer.softcap), known(layer.queryScale)];
  if (heads === null || headDim === null || typeof softmaxScale !== "number")
    throw new Error("a size is not known");
  const kvHeads = keyHeads ?? heads;
  const { first, queries } = tokens;
  const axes = positionsOf(model.positionIds, tokens);
  const keys = axes[0]!.length;
  const own = axes.map((axis) => axis.slice(first, first + queries));
  const make = numbersOf(seed);
  const q = make(queries * heads * headDim, factor);
  const k = make(keys * kvHeads * headDim);
  const v = make(keys * kvHeads * valueDim);
  const turnedQ = rotated(q, layer, { heads, headDim, positions: own });
  const turnedK = rotated(k, layer, { heads: kvHeads, headDim, positions: axes });
  const shape = { q: turnedQ, k: turnedK, v, heads, kvHeads, headDim, queries, keys };
  const scores = {
    ...{ causal, offset: first, scale: softmaxScale, precise: true },
    ...(softcap === null ? {} : { softcap }),
    ...(queryScale === null ? {} : { queryScale: { ...queryScale, positions: own[0]! } }),
    ...scoresOf(layer, axes[0]!, tokens, heads),
  };
  const { output } = pe.attention({ ...shape, ...scores, ...(sinks ? { sinks: make(heads, 4) } : {}) });
  const product =
    softmaxScale * scaled(layer, own[0]!) * longest(turnedQ, headDim) * longest(turnedK, headDim);
  return { output, tolerance: toleranceOf(product, layer.bias === null ? 0 : keys) };
}

/**
 * Rotations are off by 1.75 · 2^-24 of the lengths of query and key, their scales by 2^-24 each, and a bias by 2^-24 of
 * itself; slopes are at most 1. Scores that are off by δ change each weight by a factor of at most e^2δ, and values are at
 * most 1. The output is rounded itself: 3 · 2^-24.
 */
const toleranceOf = (product: number, bias: number) => 2 ** -24 * (2 * (5.5 * product + bias) + 3);

describe.each(cases)("%s", (_, { config, layers, kinds }) => {
  const model = modelPositions(config);
  const names = layers.split(" ");

  test("all fields are understood, and the layers are of the published kinds", () => {
    expect([model.unknown, model.notes]).toEqual([[], []]);
    expect(model.layers.length).toBe(names.length);
    expect(new Set(names)).toEqual(new Set(Object.keys(kinds)));
    const found = names.map((_name, i) => JSON.stringify(model.layers[i]));
    for (const [i, name] of names.entries()) expect(found.indexOf(found[i]!)).toBe(names.indexOf(name));
  });
});

test.each(runs)("%s, %s layers: the output of attention", (_, kind, { config, layers, kinds }) => {
  const model = modelPositions(config);
  const layer = model.layers[layers.split(" ").indexOf(kind)]!;
  const expected = kinds[kind]!.output;
  const { output, tolerance } = run(model, layer, kinds[kind]!);
  expect(output.length).toBe(expected.length);
  const errors = expected.map((value, i) => Math.abs(output[i]! - value / 1e12));
  expect(Math.max(...errors)).toBeLessThan(tolerance);
});
