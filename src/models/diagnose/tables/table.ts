/** Diagnoses a table of sines and cosines that is added to embeddings. */

import { cannotTell, type Diagnosis, diagnosisOf } from "../findings/diagnosis.ts";
import { type Draft, draft } from "../findings/findings.ts";
import { type Precision, type Print, precisionOf } from "../findings/precision.ts";
import {
  pairsOf,
  type Sinusoid,
  type Sinusoidal,
  shortSpec,
  sinusoidsOf,
  tableBases,
  tableFrequencies,
} from "../findings/sinusoids.ts";
import type { Matrix } from "../input/read.ts";
import { type Explanation, explain } from "../rotations/explain.ts";
import { type Fit, fitFrequencies, mayBe } from "../rotations/free-fit.ts";
import { startsIn } from "../rotations/free-positions.ts";
import { type Claim, lengthOf, type Phases } from "../rotations/phases.ts";
import { diagnoseByChannel } from "./by-channel.ts";

export interface TableInput {
  readonly matrix: Matrix;
  readonly positions: Float64Array;
  /** Whether positions are counted from 0 for lack of others. */
  readonly assumed: boolean;
  readonly expected?: Sinusoidal | undefined;
  readonly print: Print;
}

/** An explanation with the convention it is of. */
export interface ExplainedTable extends Explanation {
  readonly spec: Sinusoidal;
  readonly models: readonly string[];
  readonly outputScale: number | "inverse-sqrt";
  /** Whether the cosine of each pair stands before its sine. */
  readonly isFlipped: boolean;
}

const SUBJECT = "The table";

export function diagnoseTable(input: TableInput): Diagnosis {
  const precision = precisionOf([input.matrix.values], input.print);
  const found = explainTable(input, precision);
  if (found === undefined)
    return (
      diagnoseByChannel(input.matrix, input.positions, precision, SUBJECT) ??
      cannotTell(SUBJECT, "no convention that is known here makes these numbers")
    );
  const { claim, change, confidence, models } = found;
  const faults: Draft[] = [...found.faults];
  if (precision.type === "bfloat16" || precision.type === "float16")
    faults.push(roundedCache(precision.type));
  if (change.recipe && change.round === undefined) faults.push(draft("float32-recipe"));
  return diagnosisOf({ is: claim.is, models, faults, confidence, subject: SUBJECT });
}

export const roundedCache = (type: "bfloat16" | "float16"): Draft =>
  draft(
    "cache-rounded",
    ["bits", type === "bfloat16" ? 8 : 11, "bits"],
    ["largest rounding", type === "bfloat16" ? 2 ** -9 : 2 ** -12],
  );

const layouts = ["interleaved", "halves", "flipped-halves", "flipped-interleaved"] as const;
type Layout = (typeof layouts)[number];

/** The simplest explanation among all layouts. */
export const explainTable = (input: TableInput, precision: Precision): ExplainedTable | undefined =>
  explanationsOf(input, precision)[0];

/** The explanations of all layouts, the simplest first: of an odd width, the last column belongs to a pair or does not. */
export function explanationsOf(input: TableInput, precision: Precision): ExplainedTable[] {
  const { columns } = input.matrix;
  if (columns < 2) return [];
  const counts = columns % 2 === 0 ? [columns / 2] : [Math.ceil(columns / 2), Math.floor(columns / 2)];
  const all: ExplainedTable[] = [];
  for (const layout of layouts) {
    for (const pairs of counts) {
      const found = explainLayout(input, precision, { layout, pairs });
      if (found !== undefined) all.push(found);
    }
    if (all.some(({ cost }) => cost < PLAIN)) break;
  }
  return all.sort((a, b) => a.cost - b.cost);
}

/** No other layout explains a table better than a convention without a fault. */
const PLAIN = 0.3;

interface Arranged {
  readonly layout: Layout;
  readonly pairs: number;
}

function explainLayout(
  input: TableInput,
  precision: Precision,
  arranged: Arranged,
): ExplainedTable | undefined {
  const phases = phasesOf(input, precision, arranged);
  const fit = fitFrequencies(phases);
  const { columns } = input.matrix;
  const bases = [...new Set([...tableBases, ...shifted(fit.bases, columns), ...fit.bases])].filter(
    (base) => base > 1.001 && base < 1e9,
  );
  const size = factorIn(phases, columns, input.expected);
  const layout = arranged.layout === "flipped-interleaved" ? "interleaved" : arranged.layout;
  const sinusoids = sinusoidsOf(columns, bases, { layout, outputScale: 1 }).filter(
    ({ spec }) => pairsOf(spec) === arranged.pairs,
  );
  const claims = sinusoids.flatMap((sinusoid, index) =>
    claimsOf(sinusoid, {
      input,
      phases,
      size,
      fit,
      index,
      flipped: arranged.layout === "flipped-interleaved",
    }),
  );
  const measured = claims
    .map(({ claim }) => claim)
    .filter((claim) => mayBe(claim.frequencies, fit, claim.spread));
  const offsets = startsIn(
    phases,
    (input.assumed ? measured : claims.map(({ claim }) => claim)).slice(0, 12),
  );
  const search = { judgesFactor: false, turns: false, offsets, assumed: input.assumed };
  const found = explain(
    phases,
    claims.map(({ claim }) => claim),
    search,
  );
  if (found === undefined) return undefined;
  const { sinusoid } = claims.find(({ claim }) => claim === found.claim)!;
  const { faults } = size;
  return {
    ...found,
    faults: [...found.faults, ...faults],
    spec: sinusoid.spec,
    models: modelsOf(sinusoid, size),
    outputScale: size.outputScale,
    isFlipped: arranged.layout === "flipped-interleaved",
  };
}

/** The bases for exponents that end at 1. */
const shifted = (bases: readonly number[], width: number) =>
  width < 4 ? [] : bases.slice(0, 3).map((base) => Number((base ** (1 - 2 / width)).toPrecision(3)));

const modelsOf = ({ models }: Sinusoid, { outputScale }: Size) =>
  models.filter((name) => (name === "x-transformers") === (outputScale === "inverse-sqrt"));

/** Sines and cosines of a layout, for the pairs that have both. */
function phasesOf(
  { matrix, positions }: TableInput,
  { errorOf }: Precision,
  { layout, pairs }: Arranged,
): Phases {
  const { rows, columns, values } = matrix;
  const step = layout.endsWith("interleaved") ? 2 : 1;
  const second = step === 2 ? 1 : pairs;
  const whole = Math.min(pairs, Math.floor((columns - second - 1) / step) + 1);
  const size = rows * whole;
  const [cos, sin, error] = [new Float64Array(size), new Float64Array(size), new Float64Array(size)];
  const isFlipped = layout.startsWith("flipped");
  for (let row = 0; row < rows; row++) {
    const isPadding = values.subarray(row * columns, (row + 1) * columns).every((value) => value === 0);
    for (let pair = 0; pair < whole; pair++) {
      const [a, b] = [values[row * columns + pair * step]!, values[row * columns + pair * step + second]!];
      const to = row * whole + pair;
      sin[to] = isFlipped ? b : a;
      cos[to] = isFlipped ? a : b;
      error[to] = isPadding ? Infinity : Math.max(errorOf(a), errorOf(b));
    }
  }
  return { rows, pairs: whole, cos, sin, error, positions: [positions] };
}

interface Size {
  readonly factor: number;
  readonly outputScale: number | "inverse-sqrt";
  readonly faults: readonly Draft[];
}

/** The factor of the entries: 1, √d or 1/√d, or as measured. */
function factorIn(phases: Phases, width: number, expected: Sinusoidal | undefined): Size {
  const { length, error } = lengthOf(phases);
  const is = (value: number) => Math.abs(length - value) <= error + 1e-9;
  const root = Math.sqrt(width);
  if (is(1)) return { factor: 1, outputScale: 1, faults: [] };
  if (is(1 / root)) return { factor: 1 / root, outputScale: "inverse-sqrt", faults: [] };
  const given = expected?.outputScale;
  if (typeof given === "number" && is(given)) return { factor: given, outputScale: given, faults: [] };
  const evidence: [string, number] = ["factor of the table", length];
  if (is(root)) return { factor: root, outputScale: 1, faults: [draft("scale-on-table", evidence)] };
  return { factor: length, outputScale: Number(length.toPrecision(4)), faults: [] };
}

interface Making {
  readonly input: TableInput;
  readonly phases: Phases;
  readonly size: Size;
  readonly fit: Fit;
  readonly index: number;
  readonly flipped: boolean;
}

interface TableClaim {
  readonly claim: Claim;
  readonly sinusoid: Sinusoid;
}

function claimsOf(sinusoid: Sinusoid, { input, phases, size, fit, index, flipped }: Making): TableClaim[] {
  const { expected, assumed } = input;
  const spec = { ...sinusoid.spec, outputScale: size.outputScale };
  const faults = expected === undefined ? [] : differences(sinusoid.spec, expected, flipped);
  if (expected === undefined && flipped) faults.push(draft("sin-cos-exchanged"));
  const frequencies = tableFrequencies(sinusoid.spec).slice(0, phases.pairs);
  const known = tableBases.includes(spec.base) ? 0 : 0.2;
  const cost = faults.length + known + index / 2000 + (size.factor === 1 ? 0 : 0.05);
  const start = expected?.start ?? 0;
  const off = spec.base === fit.bases.at(-1) ? { spread: fit.spread } : {};
  const plain = { is: shortSpec(spec), frequencies, factor: size.factor, faults, cost, ...off };
  const own = { claim: { ...plain, ...(assumed ? { start } : {}) }, sinusoid };
  if (!assumed || expected !== undefined || !sinusoid.models.includes("fairseq")) return [own];
  const padded = { ...plain, is: { preset: "fairseq", dModel: spec.dModel }, start: 2, cost: cost + 0.1 };
  return [own, { claim: padded, sinusoid: { ...sinusoid, models: ["fairseq"] } }];
}

/** What differs from the expected convention. */
function differences(spec: Sinusoidal, expected: Sinusoidal, flipped: boolean): Draft[] {
  const found: Draft[] = [];
  const plain = (layout: string) => layout.replace("flipped-", "");
  if (plain(spec.layout) !== plain(expected.layout)) found.push(draft("wrong-layout"));
  const isFlipped = flipped || spec.layout.startsWith("flipped");
  if (isFlipped !== expected.layout.startsWith("flipped")) found.push(draft("sin-cos-exchanged"));
  if (spec.base !== expected.base)
    found.push(draft("wrong-base", ["base", spec.base], ["expected", expected.base]));
  const divides = (one: Sinusoidal) => (one.divisor === "pairs" ? pairsOf(one) : one.dModel / 2) - one.shift;
  if (divides(spec) !== divides(expected))
    found.push(
      draft("wrong-divisor", ["divisor", divides(spec), "pairs"], ["expected", divides(expected), "pairs"]),
    );
  return found;
}
