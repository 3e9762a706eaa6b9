/** Tables with one mistake each, and whether `diagnose` names it. */
import { diagnose, type ToDiagnose } from "posenc/diagnose";
import { checkSpec, load, type Spec } from "posenc/full";
import { differ, otherMistakes } from "./other-mistakes.ts";
import type { Random } from "./random.ts";
import { type Rows, rowsOf, twice } from "./rows.ts";
import { type Case, rotarySpec } from "./specs.ts";

const pe = await load();

type Change = (random: Random, spec: Spec) => { given: object; name: string | null } | undefined;

const LENGTH = 24;

const cacheOf = (spec: Spec, isHalves: boolean | undefined = undefined, from = 0) => {
  const made = pe.rotaryTable(spec as never, { start: from, length: LENGTH });
  const pairs = made.cos.length / LENGTH;
  const [cos, sin] = [rowsOf(made.cos, pairs), rowsOf(made.sin, pairs)];
  return isHalves === undefined ? { cos, sin } : { cos: twice(cos, isHalves), sin: twice(sin, isHalves) };
};

const positions = Array.from({ length: LENGTH }, (_, k) => k);
const vectors = (spec: Spec, change: object) => {
  const { headDim } = checkSpec(spec as never) as unknown as { headDim: number };
  const before = Float32Array.from({ length: LENGTH * headDim }, (_, k) => Math.sin(k * k + 1));
  const after = pe.rotate(before, { ...(spec as object), heads: 1, ...change } as never) as Float32Array;
  return { before: rowsOf(before, headDim), after: rowsOf(after, headDim), positions };
};

/** One mistake each with a rotation, and the name of its finding. */
const changes: Readonly<Record<string, Change>> = {
  "another pairing in a cache": (_, spec) => {
    const isHalves = (spec as { pairing: string }).pairing === "halves";
    return { given: cacheOf(spec, !isHalves), name: "wrong-pairing" };
  },
  "another pairing of vectors": (_, spec) => {
    const pairing = (spec as { pairing: string }).pairing === "halves" ? "interleaved" : "halves";
    return { given: vectors(spec, { pairing, positions }), name: "wrong-pairing" };
  },
  "another base": (random, spec) => {
    const own = spec as { base: number };
    const other = { ...spec, base: own.base * random.pick([0.1, 0.5, 2, 50]) } as Spec;
    return differ(spec, other) ? { given: cacheOf(other), name: "wrong-base" } : undefined;
  },
  "no scaling": (_, spec) => {
    const { scaling } = spec as unknown as { scaling: { type: string } };
    if (["none", "yarn", "proportional"].includes(scaling.type)) return undefined;
    const plain = { ...spec, scaling: { type: "none" } } as unknown as Spec;
    return differ(spec, plain) ? { given: cacheOf(plain), name: "scaling-missing" } : undefined;
  },
  "positions off by one": (_, spec) => ({
    given: { ...cacheOf(spec, undefined, 1), positions },
    name: "position-offset",
  }),
  "sines negative": (_, spec) => {
    const { cos, sin } = cacheOf(spec);
    return { given: { cos, sin: sin.map((row) => row.map((value) => -value)) }, name: "rotation-reversed" };
  },
  "rows of zeros": (_, spec) => {
    const { cos, sin } = cacheOf(spec);
    const zero = (rows: Rows) => rows.map((row, k) => (k < LENGTH - 3 ? row : row.map(() => 0)));
    return { given: { cos: zero(cos), sin: zero(sin) }, name: "rows-zero" };
  },
  "one entry off": (random, spec) => {
    const { cos, sin } = cacheOf(spec);
    cos[random.below(LENGTH)]![random.below(cos[0]!.length)]! += 0.01;
    return { given: { cos, sin }, name: "values-differ" };
  },
  "not a number": (random, spec) => {
    const { cos, sin } = cacheOf(spec);
    sin[random.below(LENGTH)]![random.below(sin[0]!.length)] = Number.NaN;
    return { given: { cos, sin }, name: "not-a-number" };
  },
};

/** Slips of the line that computes angles. */
const angles: Readonly<Record<string, (p: number, f: number) => number>> = {
  degrees: (p, f) => (p * f * Math.PI) / 180,
  turns: (p, f) => (p * f) / (2 * Math.PI),
  "integer-division": (p, f) => Math.floor(p * f),
  multiplied: (p, f) => p / f,
  "position-normalised": (p, f) => (p / LENGTH) * f,
};

/** A rotation with a slip, as a cache, as one part of it, or as a change of vectors. */
const ofAngles: Maker = (random) => {
  const name = random.pick(Object.keys(angles));
  const spec = rotarySpec(random);
  const frequencies = [...pe.frequencies(spec as never)];
  if (frequencies.some((f) => f === 0)) return undefined;
  const factor = pe.rotaryTable(spec as never, { length: 1 }).cos[0]!;
  const of = (wave: (angle: number) => number): Rows =>
    positions.map((p) => frequencies.map((f) => Math.fround(factor * wave(angles[name]!(p, f)))));
  const [cos, sin] = [of(Math.cos), of(Math.sin)];
  const isHalves = (spec as { pairing: string }).pairing === "halves";
  const given = random.pick([
    { cos, sin },
    { cos: twice(cos, isHalves), sin: twice(sin, isHalves) },
    { cos },
    { sin },
    { table: cos.map((row, k) => [...row, ...sin[k]!]) },
  ]);
  return { spec, given: given as unknown as ToDiagnose, says: name, name };
};

const sinusoid = (d: number, of: (p: number, i: number, c: number) => number) => ({
  table: Array.from({ length: LENGTH }, (_, p) =>
    Array.from({ length: d }, (_, c) => Math.fround(of(p, c >> 1, c))),
  ),
});

const wave = (c: number, phase: number) => (c % 2 === 0 ? Math.sin(phase) : Math.cos(phase));

/** Mistakes of a table with d channels and a base. */
export const slips: Readonly<Record<string, (d: number, base: number) => object>> = {
  degrees: (d, b) => sinusoid(d, (p, i, c) => wave(c, ((p / b ** ((2 * i) / d)) * Math.PI) / 180)),
  "integer-division": (d, b) => sinusoid(d, (p, i, c) => wave(c, Math.floor(p / b ** ((2 * i) / d)))),
  "exponent-integer": (d) => sinusoid(d, (p, _, c) => wave(c, p)),
  "exponent-doubled": (d, b) => sinusoid(d, (p, i, c) => wave(c, p / b ** ((4 * i) / d))),
  "exponent-halved": (d, b) => sinusoid(d, (p, i, c) => wave(c, p / b ** (i / d))),
  "angle-by-channel": (d, b) => sinusoid(d, (p, _, c) => wave(c, p / b ** (c / d))),
  multiplied: (d, b) => sinusoid(d, (p, i, c) => wave(c, p * b ** ((2 * i) / d))),
  "all-sines": (d, b) => sinusoid(d, (p, i) => Math.sin(p / b ** ((2 * i) / d))),
  "all-cosines": (d, b) => sinusoid(d, (p, i) => Math.cos(p / b ** ((2 * i) / d))),
  "sine-of-sine": (d, b) =>
    sinusoid(d, (p, i, c) =>
      c % 2 === 0 ? Math.sin(p / b ** ((2 * i) / d)) : Math.cos(Math.sin(p / b ** ((2 * i) / d))),
    ),
  "position-normalised": (d, b) => sinusoid(d, (p, i, c) => wave(c, p / LENGTH / b ** ((2 * i) / d))),
  "positions-constant": (d, b) => sinusoid(d, (_, i, c) => wave(c, 3 / b ** ((2 * i) / d))),
  "scale-on-table": (d, b) => sinusoid(d, (p, i, c) => Math.sqrt(d) * wave(c, p / b ** ((2 * i) / d))),
  "wrong-scale": (d, b) => sinusoid(d, (p, i, c) => 0.3 * wave(c, p / b ** ((2 * i) / d))),
  "positions-scaled": (d, b) => sinusoid(d, (p, i, c) => wave(c, (3 * p) / b ** ((2 * i) / d))),
};

export interface WrongCase extends Case {
  /** The name of the finding; null if any name will do. */
  readonly name: string | null;
}

export function wrongCase(random: Random): WrongCase {
  for (;;) {
    const made = random.pick([ofTable, ofRotation, ofAngles, ofOthers, ofOthers])(random);
    if (made !== undefined) return made;
  }
}

type Maker = (random: Random) => WrongCase | undefined;

const ofTable: Maker = (random) => {
  const name = random.pick(Object.keys(slips));
  const [d, base] = [random.pick([16, 32, 64]), random.pick([10_000, 1000, 50_000])];
  const given = slips[name]!(d, base) as unknown as ToDiagnose;
  return { spec: { method: "sinusoidal", dModel: d, base }, given, says: name, name };
};

const ofRotation: Maker = (random) => {
  const says = random.pick(Object.keys(changes));
  const spec = rotarySpec(random);
  const made = changes[says]!(random, spec);
  return made && { spec, given: made.given as unknown as ToDiagnose, says, name: made.name };
};

const ofOthers: Maker = (random) => {
  const name = random.pick(Object.keys(otherMistakes));
  const made = otherMistakes[name]!(random);
  return made && { spec: made.spec, given: made.given as unknown as ToDiagnose, says: name, name };
};

/** `named`; `found` by another name; `unknown`, so that nothing is called right; or `passed`. */
export type Answer = "named" | "found" | "unknown" | "passed";

export function answerTo({ spec, given, name }: WrongCase): Answer {
  const { findings, is, comparison } = diagnose(given, spec === undefined ? {} : { expected: spec });
  if (findings.some((finding) => finding.name === name)) return "named";
  if (findings.some(({ severity }) => severity === "fault")) return "found";
  return is === null && comparison?.equal !== true ? "unknown" : "passed";
}
