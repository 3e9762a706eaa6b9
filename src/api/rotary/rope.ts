import { baseInFloat32, precision, tokens } from "../spec/dimensions.ts";
import { type Conflict, flag, list, method, number, type Resolved } from "../spec/rules.ts";
import { paired, recipeArea, type Schedule } from "../table/schedule.ts";
import { axesOf, axisOfPairs, picked, restarted } from "./axes.ts";
import { headFields, rotaryWidth } from "./head.ts";
import type { RotaryKernels } from "./kernels.ts";
import { scalable, scaling, scalingKernelsOf } from "./scaling.ts";

const own = {
  /** How the frequencies change for longer texts. */
  scaling,
  /**
   * Number of tokens so far, for `dynamic` and `longrope`. It has an effect if it exceeds their `originalLength`, and is
   * required for tokens from that position on.
   */
  currentLength: number({ ...tokens, from: 0, default: 0 }),
  /**
   * How many pairs are rotated by each axis of a position (time, height, width). Without it, positions are single numbers.
   *
   * @example
   * pe.rotaryTable({ method: "rope", headDim: 6, pairing: "halves", base: 1000, sections: [1, 1, 1] }, { positions: [[1], [2], [3]] }).sin; // Float32Array [0.84147096, 0.19866933, 0.029995501]
   */
  sections: list({ each: { from: 0, to: 32768, integer: true }, least: 2, most: 4, optional: true }),
  /**
   * Pairs alternate between the axes that have pairs left, 0, 1, 2, 0, 1, 2, …, instead of going section by section.
   *
   * @example
   * pe.rotaryTable({ method: "rope", headDim: 8, pairing: "halves", sections: [2, 1, 1], interleavedSections: true }, { positions: [[1], [2], [3]] }).sin; // Float32Array [0.84147096, 0.19866933, 0.029995501, 0.0009999998]
   */
  interleavedSections: flag(false),
  /**
   * The axis that rotates each pair, instead of `sections`: a number from 0 for each of rotaryDim / 2 pairs.
   *
   * @example
   * pe.rotaryTable({ method: "rope", headDim: 6, pairing: "interleaved", base: 1000, axisOfPair: [1, 2, 0] }, { positions: [[1], [2], [3]] }).sin; // Float32Array [0.9092974, 0.29552022, 0.009999833]
   */
  axisOfPair: list({ each: { from: 0, to: 3, integer: true }, least: 1, most: 32768, optional: true }),
  /**
   * The frequencies of every axis start again at 1, and its exponents count only its own pairs.
   *
   * @example
   * pe.rotaryTable({ method: "rope", headDim: 4, pairing: "halves", sections: [1, 1], restartSections: true }, { positions: [[1], [2]] }).sin; // Float32Array [0.84147096, 0.9092974]
   */
  restartSections: flag(false),
  /**
   * The base of each axis, instead of `base`, if sections restart. Cosmos has a larger base for time.
   *
   * @example
   * pe.frequencies({ method: "rope", headDim: 8, pairing: "halves", sections: [2, 2], restartSections: true, baseOfAxis: [10000, 100] }); // Float64Array [1, 0.01, 1, 0.1]
   */
  baseOfAxis: list({ each: { from: 1, to: 1e9 }, least: 1, most: 4, optional: true }),
  /**
   * The frequency that each pair takes, instead of its own: n stands for base^(−2n/rotaryDim), or its scaled value. Pixtral's rows
   * use even n, and its columns odd n.
   *
   * @example
   * pe.rotaryTable({ method: "rope", headDim: 8, pairing: "halves", sections: [2, 2], frequencyOfPair: [0, 2, 1, 3] }, { positions: [[1], [1]] }).sin; // Float32Array [0.84147096, 0.009999833, 0.099833414, 0.0009999998]
   */
  frequencyOfPair: list({
    each: { from: 0, to: 32767, integer: true },
    least: 1,
    most: 32768,
    optional: true,
  }),
  /** `exact`, or the float32 recipe of the frameworks in one of its three forms; see `sinusoidal`. */
  precision,
} as const;

/** With `typeof`, the package's declarations keep the comments of the fields. */
type RopeFields = typeof headFields & typeof own;

/**
 * Rotary position embedding.
 *
 *   (x, y) of pair i <- (x cos a − y sin a, x sin a + y cos a)        a = t · f[i], f[i] = base^(−2i/rotaryDim)
 *
 * Shape     x (tokens, heads, headDim); one frequency for each of rotaryDim / 2 pairs
 * Source    Su et al. 2021, arXiv 2104.09864, section 3.4.2 (interleaved); sections: Wang et al. 2024, arXiv 2409.12191;
 *           axes that restart: Heo et al. 2024, arXiv 2403.13298; frequencies by a list: transformers, pixtral
 *
 * @example
 * pe.rotate(Float32Array.of(1, 1, 0, 0), { heads: 1, headDim: 4, pairing: "halves", start: 1 }); // Float32Array [0.5403023, 0.99995, 0.84147096, 0.009999833]
 */
export const rope = method({
  family: "rotary",
  fields: { ...headFields, ...own } as RopeFields,
  relations: [rotaryWidth, sectioned, listed, restarts, based, picks, scalable, baseInFloat32],
});

export type Rope = Resolved<RopeFields>;

export const ropeKernels: RotaryKernels<Rope> = {
  schedule,
  recipe: (spec) => recipeArea(schedule(spec), spec.precision),
  rotary: {
    attentionFactor: ({ scaling, currentLength }, engine) =>
      scalingKernelsOf(scaling).attentionFactor?.(scaling, engine, currentLength) ?? 1,
    axes: axesOf,
    axisOfPair: axisOfPairs,
    openFrom: ({ scaling, currentLength }) =>
      (currentLength === 0 ? scalingKernelsOf(scaling).fixedUpTo?.(scaling) : undefined) ?? Infinity,
  },
};

function sectioned({ rotaryDim, ...rope }: Rope): Conflict | undefined {
  if (rope.sections === undefined) {
    if (!rope.interleavedSections) return undefined;
    const expected = "false if there are no sections";
    return { param: "interleavedSections", value: true, expected, instead: false };
  }
  const sum = rope.sections.reduce((a, b) => a + b);
  if (sum === rotaryDim / 2) return undefined;
  const expected = `the number of pairs of each axis, with the sum ${rotaryDim / 2}; their sum is ${sum}`;
  return { param: "sections", value: rope.sections, expected };
}

function listed({ rotaryDim, axisOfPair, sections }: Rope): Conflict | undefined {
  if (axisOfPair === undefined) return undefined;
  const isBoth = sections !== undefined;
  if (!isBoth && axisOfPair.length === rotaryDim / 2) return undefined;
  const expected = isBoth ? "left out if there are sections" : `a list of ${rotaryDim / 2} axes`;
  return { param: "axisOfPair", value: axisOfPair, expected };
}

function restarts(rope: Rope): Conflict | undefined {
  if (!rope.restartSections) return undefined;
  const expected =
    rope.sections === undefined && rope.axisOfPair === undefined
      ? "false if there are no sections"
      : rope.scaling.type === scaling.default
        ? undefined
        : "false if frequencies are scaled";
  return expected ? { param: "restartSections", value: true, expected, instead: false } : undefined;
}

function based(rope: Rope): Conflict | undefined {
  const { baseOfAxis, restartSections } = rope;
  if (baseOfAxis === undefined || (restartSections && baseOfAxis.length === axesOf(rope))) return undefined;
  const expected = restartSections
    ? `a list of ${axesOf(rope)} bases`
    : "left out if sections do not restart";
  return { param: "baseOfAxis", value: baseOfAxis, expected };
}

function picks({ rotaryDim, frequencyOfPair, restartSections }: Rope): Conflict | undefined {
  const pairs = rotaryDim / 2;
  if (frequencyOfPair === undefined) return undefined;
  const isList = frequencyOfPair.length === pairs && frequencyOfPair.every((index) => index < pairs);
  if (isList && !restartSections) return undefined;
  const expected = isList ? "left out if sections restart" : `a list of ${pairs} numbers below ${pairs}`;
  return { param: "frequencyOfPair", value: frequencyOfPair, expected };
}

function schedule(spec: Rope): Schedule {
  const { rotaryDim, base, scaling, frequencyOfPair } = spec;
  if (spec.restartSections) return restarted(base, spec);
  const own = scalingKernelsOf(scaling).schedule(scaling, paired(rotaryDim, base), spec.currentLength);
  return frequencyOfPair === undefined ? own : picked(own, frequencyOfPair);
}
