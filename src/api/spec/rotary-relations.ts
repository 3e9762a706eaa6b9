/** What the fields of rotary specs owe to each other. */
import type { Conflict, Resolved } from "./rules.ts";
import { mostDivisors, type scaling } from "./scaling.ts";

interface Turned {
  headDim: number;
  rotaryDim: number;
}

interface Rope extends Turned {
  base: number;
  scaling: Resolved<{ scaling: typeof scaling }>["scaling"];
  sections?: readonly number[];
  interleavedSections: boolean;
  restartSections: boolean;
}

export function rotaryWidth({ headDim, rotaryDim }: Turned): Conflict | undefined {
  if (rotaryDim <= headDim) return undefined;
  return { param: "rotaryDim", value: rotaryDim, expected: `at most headDim, ${headDim}`, instead: headDim };
}

export function sections({ rotaryDim, ...rope }: Rope): Conflict | undefined {
  if (rope.sections === undefined) {
    for (const param of ["interleavedSections", "restartSections"] as const) {
      if (rope[param])
        return { param, value: true, expected: "false where there are no sections", instead: false };
    }
    return undefined;
  }
  const sum = rope.sections.reduce((a, b) => a + b);
  if (sum !== rotaryDim / 2) {
    const expected = `the pairs of each axis, ${rotaryDim / 2} together; they are ${sum}`;
    return { param: "sections", value: rope.sections, expected };
  }
  if (!rope.restartSections || (rope.scaling.type === "none" && !rope.interleavedSections)) return undefined;
  const expected = "false where sections are interleaved or frequencies scaled";
  return { param: "restartSections", value: true, expected, instead: false };
}

/** Where a rule's formula would divide by zero. */
export function scalable({ rotaryDim, base, scaling }: Rope): Conflict | undefined {
  const { type } = scaling;
  if ((type === "ntk" || type === "dynamic") && rotaryDim === 2) {
    const expected = `another rule than "${type}" where rotaryDim is 2, as its exponent is d/(d − 2)`;
    return { param: "scaling", value: type, expected, instead: { type: "none" } };
  }
  if (type === "yarn" && base === 1) {
    return {
      param: "base",
      value: base,
      expected: "more than 1 for YaRN, which divides by ln base",
      instead: 10000,
    };
  }
  if (type === "yarn" && scaling.betaFast < scaling.betaSlow) {
    const expected = `at most betaFast, ${scaling.betaFast}`;
    return { param: "scaling.betaSlow", value: scaling.betaSlow, expected, instead: scaling.betaFast };
  }
  if (type === "llama3" && scaling.lowFreqFactor >= scaling.highFreqFactor) {
    const expected = `less than highFreqFactor, ${scaling.highFreqFactor}`;
    return { param: "scaling.lowFreqFactor", value: scaling.lowFreqFactor, expected, instead: 0 };
  }
  if (type === "longrope" && scaling.originalLength === 1) {
    const expected = "more than 1 for LongRoPE, which divides by its logarithm";
    return { param: "scaling.originalLength", value: 1, expected, instead: 4096 };
  }
  return undefined;
}

/** LongRoPE has a divisor for each pair. */
export function divisors({ rotaryDim, scaling }: Rope): Conflict | undefined {
  if (scaling.type !== "longrope") return undefined;
  const pairs = rotaryDim / 2;
  if (pairs > mostDivisors) {
    const expected = `another rule than "longrope" where rotaryDim is over ${2 * mostDivisors}`;
    return { param: "scaling", value: "longrope", expected, instead: { type: "none" } };
  }
  for (const name of ["shortFactor", "longFactor"] as const) {
    const value = scaling[name];
    if (value.length === pairs) continue;
    const expected = `${pairs} numbers, one for each pair; they are ${value.length}`;
    return { param: `scaling.${name}`, value, expected, instead: Array.from({ length: pairs }, () => 1) };
  }
  return undefined;
}
