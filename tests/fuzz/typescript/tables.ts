/** Right tables of random conventions, stored in every way, and tables with one mistake: what `diagnose` must say of them. */
import { diagnose, type ToDiagnose } from "posenc/diagnose";
import { checkSpec, load, type Spec } from "posenc/full";
import type { Random } from "./random.ts";

const pe = await load();

/** Rows of numbers, the spec that they are of, and how they are stored. */
export interface Case {
  readonly spec: Spec;
  readonly given: ToDiagnose;
  readonly says: string;
}

type Rows = number[][];

const rowsOf = (values: ArrayLike<number>, width: number): Rows =>
  Array.from({ length: values.length / width }, (_, row) =>
    Array.from({ length: width }, (_, column) => values[row * width + column]!),
  );

const logarithmic = (random: Random, from: number, to: number) =>
  Number((from * (to / from) ** random.next()).toPrecision(random.pick([1, 2, 5])));

function scalingFor(random: Random, pairs: number): object {
  const factor = random.pick([2, 4, 8, 16, 32]);
  const originalLength = random.pick([2048, 4096, 8192, 32_768]);
  return random.pick<object>([
    { type: "none" },
    { type: "none" },
    { type: "linear", factor },
    { type: "ntk", factor },
    { type: "yarn", factor, originalLength, truncate: random.chance(0.5) },
    { type: "llama3", factor, originalLength },
    ...(pairs > 1 ? [{ type: "proportional", partialRotaryFactor: 0.5 }] : []),
  ]);
}

function rotarySpec(random: Random): Spec {
  const headDim = random.pick([16, 32, 64, 80, 96, 128]);
  const rotaryDim = random.chance(0.2) ? headDim / 2 : headDim;
  const base = random.chance(0.5)
    ? random.pick([10_000, 500_000, 1_000_000])
    : logarithmic(random, 1000, 1e7);
  const pairing = random.pick(["halves", "interleaved"] as const);
  const scaling = scalingFor(random, rotaryDim / 2);
  return { method: "rope", headDim, rotaryDim, base, pairing, scaling } as Spec;
}

function additiveSpec(random: Random): Spec {
  const dModel = random.pick([8, 16, 32, 33, 64, 96]);
  const base = random.chance(0.6) ? 10_000 : logarithmic(random, 200, 1e6);
  const layout = random.pick(["interleaved", "halves", "flipped-halves"] as const);
  const odd = dModel % 2 === 0 ? {} : { oddWidth: random.pick(["truncate", "zero"]) };
  const scale = random.chance(0.2) ? { outputScale: "inverse-sqrt" } : {};
  return { method: "sinusoidal", dModel, base, layout, shift: random.below(2), ...odd, ...scale } as Spec;
}

const short = new DataView(new ArrayBuffer(4));

/** The nearest bfloat16, ties to even. */
function bfloat16(x: number): number {
  short.setFloat32(0, x);
  const bits = short.getUint32(0);
  short.setUint32(0, (bits + 0x7fff + ((bits >>> 16) & 1)) & 0xffff0000);
  return short.getFloat32(0);
}

const precisions: readonly { says: string; of: (x: number) => number }[] = [
  { says: "float32", of: (x) => x },
  { says: "float32", of: (x) => x },
  { says: "bfloat16", of: bfloat16 },
  ...[4, 5, 6, 7].map((digits) => ({
    says: `${digits} decimals`,
    of: (x: number) => Number(x.toFixed(digits)),
  })),
  ...[5, 6, 7].map((digits) => ({
    says: `${digits} digits`,
    of: (x: number) => Number(x.toPrecision(digits)),
  })),
];

const twice = (rows: Rows, isHalves: boolean): Rows =>
  rows.map((row) => (isHalves ? [...row, ...row] : row.flatMap((value) => [value, value])));

const turned = (rows: Rows): Rows => rows[0]!.map((_, column) => rows.map((row) => row[column]!));

function stored(random: Random, spec: Spec, start: number, length: number): { given: object; says: string } {
  const resolved = checkSpec(spec as never) as unknown as {
    method: string;
    pairing?: string;
    dModel: number;
  };
  if (resolved.method !== "rope") {
    const table = rowsOf(pe.encode(spec as never, { start, length } as never), resolved.dModel);
    return random.chance(0.15) && length !== resolved.dModel
      ? { given: { table: turned(table) }, says: "transposed" }
      : { given: { table: random.chance(0.1) ? [table] : table }, says: "a table" };
  }
  const made = pe.rotaryTable(spec as never, { start, length });
  const pairs = made.cos.length / length;
  const [cos, sin] = [rowsOf(made.cos, pairs), rowsOf(made.sin, pairs)];
  const isHalves = resolved.pairing === "halves";
  const side = cos.map((row, k) => [...row, ...sin[k]!]);
  const parts = cos.map((row, k) => row.flatMap((value, pair) => [value, sin[k]![pair]!]));
  return random.pick([
    { given: { cos, sin }, says: "one column for each pair" },
    { given: { cos: twice(cos, isHalves), sin: twice(sin, isHalves) }, says: "each number twice" },
    {
      given: { cos: [twice(cos, isHalves)], sin: [twice(sin, isHalves)] },
      says: "each number twice, a batch of 1",
    },
    { given: { table: side }, says: "cosines beside sines" },
    { given: { table: parts }, says: "complex numbers" },
  ]);
}

const cut = (value: unknown, of: (x: number) => number): unknown =>
  Array.isArray(value) ? value.map((each) => cut(each, of)) : of(value as number);

export function rightCase(random: Random): Case {
  const spec = random.chance(0.6) ? rotarySpec(random) : additiveSpec(random);
  const start = random.pick([0, 0, 0, random.below(64), random.below(20_000), random.below(200_000)]);
  const length = 4 + random.below(28);
  const { given, says } = stored(random, spec, start, length);
  const { says: precision, of } = random.pick(precisions);
  const numbers = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, cut(value, of)]));
  return {
    spec,
    given: numbers as unknown as ToDiagnose,
    says: `${says}, ${precision}, from ${start}, ${length} rows`,
  };
}

/** What is wrong with the answers to a right table, and whether its name has the same numbers if nothing is expected. */
export function answerToRight({ spec, given, says }: Case): { fault?: string; isNamed: boolean } {
  const [against, named] = [diagnose(given, { expected: spec }), diagnose(given)];
  const isNamed = named.comparison?.equal === true && named.is !== null;
  for (const { findings, comparison, verdict } of [against, named]) {
    const hasFault = findings.some(({ severity }) => severity === "fault");
    const isUnequal = comparison === against.comparison && comparison?.equal !== true;
    if (!hasFault && !isUnequal) continue;
    const expected = comparison === against.comparison ? ", expected" : "";
    return { fault: `${JSON.stringify(spec)} as ${says}${expected}: ${verdict}`, isNamed };
  }
  return { isNamed };
}

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

/** One mistake each, with the name of its finding; null if any name will do. */
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
    const base = own.base * random.pick([0.1, 0.5, 2, 50]);
    return { given: cacheOf({ ...spec, base } as Spec), name: "wrong-base" };
  },
  "no scaling": (_, spec) => {
    const { scaling } = spec as unknown as { scaling: { type: string } };
    if (["none", "yarn", "proportional"].includes(scaling.type)) return undefined;
    return {
      given: cacheOf({ ...spec, scaling: { type: "none" } } as unknown as Spec),
      name: "scaling-missing",
    };
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
  /** The name of the finding. */
  readonly name: string | null;
}

export function wrongCase(random: Random): WrongCase {
  for (;;) {
    if (random.chance(0.4)) {
      const name = random.pick(Object.keys(slips));
      const [d, base] = [random.pick([16, 32, 64]), random.pick([10_000, 1000, 50_000])];
      const given = slips[name]!(d, base) as unknown as ToDiagnose;
      return { spec: { method: "sinusoidal", dModel: d, base }, given, says: name, name };
    }
    const says = random.pick(Object.keys(changes));
    const spec = rotarySpec(random);
    const made = changes[says]!(random, spec);
    if (made !== undefined)
      return { spec, given: made.given as unknown as ToDiagnose, says, name: made.name };
  }
}

/** `named`, `found` by another name, or `passed`. */
export function answerTo({ spec, given, name }: WrongCase): "named" | "found" | "passed" {
  const { findings } = diagnose(given, { expected: spec });
  if (findings.some((finding) => finding.name === name)) return "named";
  return findings.some(({ severity }) => severity === "fault") ? "found" : "passed";
}
