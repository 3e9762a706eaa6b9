import type { Frequencies } from "../../bindings/slots.ts";
import { input } from "../module/areas.ts";
import { step } from "../module/calls.ts";
import { baseInFloat32, precision, tokens } from "../spec/dimensions.ts";
import { type Conflict, flag, list, method, number, type Resolved } from "../spec/rules.ts";
import { paired, recipeArea, type Schedule } from "../table/schedule.ts";
import { headFields, rotaryWidth } from "./head.ts";
import type { RotaryKernels } from "./kernels.ts";
import { scalable, scaling, scalingKernelsOf } from "./scaling.ts";

const own = {
  /** How the frequencies change for longer texts. */
  scaling,
  /**
   * Number of tokens so far, for `dynamic` and `longrope`. It has an effect if it exceeds their `originalLength`. To rotate
   * tokens from that position on, it must be given.
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
   * Every section starts again with frequency 1, and its exponents run over its own pairs.
   *
   * @example
   * pe.rotaryTable({ method: "rope", headDim: 4, pairing: "halves", sections: [1, 1], restartSections: true }, { positions: [[1], [2]] }).sin; // Float32Array [0.84147096, 0.9092974]
   */
  restartSections: flag(false),
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
 * Source    Su et al. 2021, arXiv 2104.09864, section 3.4.2 (adjacent); sections: Wang et al. 2024, arXiv 2409.12191;
 *           axes that restart: Heo et al. 2024, arXiv 2403.13298
 *
 * @example
 * pe.rotate(Float32Array.of(1, 1, 0, 0), { heads: 1, headDim: 4, pairing: "halves", start: 1 }); // Float32Array [0.5403023, 0.99995, 0.84147096, 0.009999833]
 */
export const rope = method({
  family: "rotary",
  fields: { ...headFields, ...own } as RopeFields,
  relations: [rotaryWidth, sectioned, scalable, baseInFloat32],
});

type Rope = Resolved<RopeFields>;

export const ropeKernels: RotaryKernels<Rope> = {
  schedule,
  recipe: (spec) => recipeArea(schedule(spec), spec.precision),
  rotary: {
    attentionFactor: ({ scaling }, engine) =>
      scalingKernelsOf(scaling).attentionFactor?.(scaling, engine) ?? 1,
    axes: ({ sections }) => sections?.length ?? 1,
    axisOfPair,
    openFrom: ({ scaling, currentLength }) =>
      (currentLength === 0 ? scalingKernelsOf(scaling).fixedUpTo?.(scaling) : undefined) ?? Infinity,
  },
};

function sectioned({ rotaryDim, ...rope }: Rope): Conflict | undefined {
  if (rope.sections === undefined) {
    for (const param of ["interleavedSections", "restartSections"] as const) {
      if (rope[param])
        return { param, value: true, expected: "false if there are no sections", instead: false };
    }
    return undefined;
  }
  const sum = rope.sections.reduce((a, b) => a + b);
  if (sum !== rotaryDim / 2) {
    const expected = `the pairs of each axis, ${rotaryDim / 2} together; they are ${sum}`;
    return { param: "sections", value: rope.sections, expected };
  }
  if (!rope.restartSections || (rope.scaling.type === scaling.default && !rope.interleavedSections))
    return undefined;
  const expected = "false if sections are interleaved or frequencies scaled";
  return { param: "restartSections", value: true, expected, instead: false };
}

function schedule({ rotaryDim, base, scaling, sections, ...spec }: Rope): Schedule {
  const plain = paired(rotaryDim, base);
  return spec.restartSections && sections
    ? restarted(base, sections)
    : scalingKernelsOf(scaling).schedule(scaling, plain, spec.currentLength);
}

/** Each section on its own: base^(−i / sections[s]), i = 0 … sections[s] − 1. */
const restarted = (base: number, sections: readonly number[]) => ({
  kind: "restarted",
  pairs: sections.reduce((a, b) => a + b),
  base,
  sections,
  fill: (out: Frequencies) => [
    step("restartedFrequencies", { out, base, sections: input(Uint32Array.from(sections)) }),
  ],
});

/** The axis whose positions rotate each pair. */
function axisOfPair({ rotaryDim, sections, interleavedSections }: Rope): number[] {
  const pairs = rotaryDim / 2;
  if (sections === undefined) return new Array(pairs).fill(0);
  if (!interleavedSections) return sections.flatMap((count, axis) => new Array(count).fill(axis));
  return Array.from({ length: pairs }, (_, pair) => {
    const axis = pair % sections.length;
    return pair < sections.length * sections[axis]! ? axis : 0;
  });
}
