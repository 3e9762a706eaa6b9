/** A small transformer in float64, straight from the formulas, whose layers use positions as a recipe says. Its cached keys. */
import type { ConfigLayer, LayerPositions, ModelPositions } from "posenc/full";
import { known } from "./known.ts";
import { queryFactorAt } from "./query-factor.ts";

/** Channels between layers. */
const width = 8;

/** A number from −1 to 1 that depends on all of these. */
function noise(...of: number[]): number {
  let state = 17;
  for (const value of of) state = Math.imul(state ^ (value + 0x9e37), 0x85ebca6b) ^ (state >>> 13);
  state = Math.imul(state ^ (state >>> 15), 0xc2b2ae35);
  return ((state ^ (state >>> 16)) >>> 0) / 2 ** 31 - 1;
}

/** A random matrix times a vector. */
const mapped = (x: readonly number[], rows: number, seed: number): number[] =>
  Array.from({ length: rows }, (_, i) => x.reduce((sum, value, j) => sum + noise(seed, i, j) * value, 0));

function normalised(x: readonly number[]): number[] {
  const size = Math.sqrt(x.reduce((sum, value) => sum + value * value, 0) / x.length);
  return x.map((value) => value / size);
}

type Scaling = ConfigLayer["scaling"];

const plain = (base: number, pairs: number) => Array.from({ length: pairs }, (_, i) => base ** (-i / pairs));

/** Radians per position, and the factor of cosines and sines, in a text of this many tokens. */
function rotationOf({ base, rotaryDim, scaling }: ConfigLayer, tokens: number): [number[], number] {
  const pairs = rotaryDim / 2;
  const f = plain(base, pairs);
  switch (scaling.type) {
    case "none":
      return [f, 1];
    case "linear":
      return [f.map((each) => each / scaling.factor), 1];
    case "dynamic": {
      const n = Math.max(tokens, scaling.originalLength);
      const growth = (scaling.factor * n) / scaling.originalLength - (scaling.factor - 1);
      return [plain(base * growth ** (rotaryDim / (rotaryDim - 2)), pairs), 1];
    }
    case "llama3":
      return [f.map((each) => each * llama3(each, scaling)), 1];
    case "longrope": {
      const divisors = tokens > scaling.originalLength ? scaling.longFactor : scaling.shortFactor;
      const own = tokens > scaling.originalLength ? undefined : scaling.shortAttentionFactor;
      const usual = Math.sqrt(1 + Math.log(scaling.factor) / Math.log(scaling.originalLength));
      return [f.map((each, i) => each / divisors[i]!), own ?? scaling.attentionFactor ?? usual];
    }
    case "yarn":
      return [
        yarn(f, base, rotaryDim, scaling),
        scaling.attentionFactor ?? 0.1 * Math.log(scaling.factor) + 1,
      ];
    case "proportional": {
      const turning = Math.floor(scaling.partialRotaryFactor * pairs);
      return [f.map((each, i) => (i < turning ? each / scaling.factor : 0)), 1];
    }
    default:
      throw new Error(`no formula for ${scaling.type}`);
  }
}

type Of<T extends Scaling["type"]> = Extract<Scaling, { type: T }>;

function llama3(f: number, { factor, originalLength, lowFreqFactor, highFreqFactor }: Of<"llama3">): number {
  const wavelength = (2 * Math.PI) / f;
  if (wavelength < originalLength / highFreqFactor) return 1;
  if (wavelength > originalLength / lowFreqFactor) return 1 / factor;
  const smooth = (originalLength / wavelength - lowFreqFactor) / (highFreqFactor - lowFreqFactor);
  return (1 - smooth) / factor + smooth;
}

function yarn(f: readonly number[], base: number, d: number, scaling: Of<"yarn">): number[] {
  const end = (turns: number) =>
    (d * Math.log(scaling.originalLength / (turns * 2 * Math.PI))) / (2 * Math.log(base));
  const ends = [end(scaling.betaFast), end(scaling.betaSlow)] as const;
  const low = Math.max(scaling.truncate ? Math.floor(ends[0]) : ends[0], 0);
  const high = Math.min(scaling.truncate ? Math.ceil(ends[1]) : ends[1], d - 1);
  return f.map((each, i) => {
    const slow = Math.min(Math.max((i - low) / (high - low), 0), 1);
    return (each / scaling.factor) * slow + each * (1 - slow);
  });
}

/** The two channels of a pair. */
export const channelsOf = (spec: ConfigLayer, pair: number): [number, number] => {
  const { rotaryDim, rotaryOffset, pairing } = spec;
  const first = pairing === "halves" ? pair : 2 * pair;
  return [rotaryOffset + first, rotaryOffset + first + (pairing === "halves" ? rotaryDim / 2 : 1)];
};

function rotated(x: readonly number[], position: number, spec: ConfigLayer, tokens: number): number[] {
  const [f, factor] = rotationOf(spec, tokens);
  const out = [...x];
  const sign = spec.direction === "backward" ? -1 : 1;
  for (const [pair, each] of f.entries()) {
    const [a, b] = channelsOf(spec, pair);
    const [cos, sin] = [factor * Math.cos(position * each), sign * factor * Math.sin(position * each)];
    out[a] = x[a]! * cos - x[b]! * sin;
    out[b] = x[a]! * sin + x[b]! * cos;
  }
  return out;
}

function isSeen(layer: LayerPositions, query: number, key: number): boolean {
  const { causal } = layer;
  const window = known(layer.window);
  if (causal !== false && key > query) return false;
  if (window === null) return true;
  if ("square" in window) throw new Error("a text has no squares");
  if ("chunk" in window) return Math.floor(query / window.chunk) === Math.floor(key / window.chunk);
  return query - key <= window.before && key - query <= window.after;
}

const added = (model: ModelPositions, position: number, channel: number): number =>
  known(model.added) === null || known(model.added)?.kind === "convolution"
    ? 0
    : known(model.added)?.kind === "learned"
      ? noise(90, position, channel)
      : Math.sin(position / 10 ** channel);

/** The layer's output without positions: a state that decays, as in recurrent layers. */
function recurrent(states: readonly number[][], seed: number): number[][] {
  let state = new Array<number>(width).fill(0);
  return states.map((x) => {
    state = mapped(normalised(x), width, seed).map((value, i) => 0.7 * state[i]! + Math.tanh(value));
    return x.map((value, i) => value + state[i]!);
  });
}

const isRecurrent = ({ kind, rotary, bias }: LayerPositions) =>
  rotary === null && bias === null && /mamba|linear|conv|recurrent/.test(kind);

/**
 * Runs `tokens` tokens at positions first, first + 1, … through the layers.
 * @returns for each layer the keys of all tokens as a cache has them; empty for layers without keys
 */
export function cachedKeys(model: ModelPositions, first: number, tokens: number): number[][][] {
  let states = Array.from({ length: tokens }, (_, t) =>
    Array.from({ length: width }, (_, i) => noise(91, t, i) + added(model, first + t, i)),
  );
  return model.layers.map((layer, depth) => {
    const seed = 4 * depth;
    if (isRecurrent(layer)) {
      states = recurrent(states, seed);
      return [];
    }
    const { rotary, queryScale } = layer;
    const headDim = layer.headDim ?? 64;
    const spec = rotary === "unknown" ? null : rotary;
    const turned = (x: number[], t: number) =>
      spec === null ? x : rotated(x, first + t, spec, first + tokens);
    const inputs = states.map(normalised);
    const keys = inputs.map((x, t) => turned(mapped(x, headDim, seed), t));
    const queries = inputs.map((x, t) => {
      const factor = queryFactorAt(known(queryScale), first + t);
      return turned(mapped(x, headDim, seed + 1), t).map((value) => value * factor);
    });
    const values = inputs.map((x) => mapped(x, width, seed + 2));
    states = states.map((x, t) => {
      const weights = keys.map((key, s) => {
        if (!isSeen(layer, first + t, first + s)) return 0;
        const bias = layer.bias === null ? 0 : noise(92, t - s);
        return Math.exp(key.reduce((sum, value, i) => sum + value * queries[t]![i]!, 0) / headDim + bias);
      });
      const sum = weights.reduce((total, weight) => total + weight, layer.sinks ? 1 : 0);
      return x.map((value, i) => value + weights.reduce((all, w, s) => all + (w / sum) * values[s]![i]!, 0));
    });
    return keys;
  });
}
