/** Scaling rules whose factor, length and ramp are found in the numbers: linear, YaRN, Llama 3. */

import { attentionFactorOf } from "../../../api/rotary/rule.ts";
import { checkSpec } from "../../../api/spec.ts";
import { frequenciesOf, isPlain, powers, type Scaling, type Unpaired } from "../findings/columns.ts";
import { type Draft, draft, type FindingName } from "../findings/findings.ts";
import { fitFast, mayBe } from "./free-fit.ts";
import { type Claim, claimOf, type RotaryContext, shortOf } from "./phases.ts";

/** Lengths that models are first trained with. */
const lengths = Array.from({ length: 11 }, (_, k) => 2 ** (10 + k));

/** Factors that are tried if slow pairs are not known well enough to measure it. */
const usualFactors = [2, 4, 8, 16, 32, 40, 64];

interface Fitted {
  /** The fields beside factor and length, with their defaults. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Whether the rule has a trained length. */
  readonly hasLength: boolean;
  /** What is tried with every factor and length. */
  readonly flag?: string;
  /** What is tried with the expected factor and length. */
  readonly others?: readonly object[];
}

/** Ends of a ramp, in revolutions over the trained length. */
const ramps = [8, 16, 64, 128].flatMap((betaFast) => [1, 2].map((betaSlow) => ({ betaFast, betaSlow })));

/** Rules that the numbers tell. */
const rules: { readonly [Type in Scaling["type"]]?: Fitted } = {
  linear: { fields: {}, hasLength: false },
  yarn: {
    fields: { attentionFactor: undefined, betaFast: 32, betaSlow: 1, truncate: true },
    hasLength: true,
    flag: "truncate",
    others: [
      ...ramps,
      { betaFast: 32, betaSlow: 2 },
      { betaFast: 32, betaSlow: 4 },
      { betaFast: 1, betaSlow: 32 },
    ],
  },
  llama3: { fields: { lowFreqFactor: 1, highFreqFactor: 4 }, hasLength: true },
};

/** Defaults of fields, which results leave out. */
const defaultsOf = (type: Scaling["type"]) =>
  rules[type]?.fields ?? (type === "proportional" ? { factor: 1 } : {});

/** Claims of scaling rules that agree with the measured frequencies. */
export function scalingClaims(context: RotaryContext): Claim[] {
  const { expected, pairs, length } = context;
  if (pairs < 4 || context.isPlain || (expected !== undefined && expected.rotaryDim !== 2 * pairs)) return [];
  if (expected !== undefined && !canScale(expected)) return [];
  const plain = expected ?? plainSpec(context);
  const { bases, spread } = expected === undefined ? fitted(context) : { bases: [expected.base], spread: 0 };
  return bases.flatMap((base, index) => {
    const spec: Unpaired = { ...plain, base };
    const off = expected === undefined && index === bases.length - 1 ? spread : 0;
    const agrees = (each: Unpaired) => mayBe(frequenciesOf(each), context, off);
    const isPlainLength = length === undefined || Math.abs(length.length - 1) <= length.error;
    const isUnscaled =
      expected === undefined ? mayBe(frequenciesOf(spec), context, off, 1.5) && isPlainLength : agrees(spec);
    if (isUnscaled) return []; // nothing that can be seen is scaled otherwise
    const factors = factorsFor(spec, context);
    const specs =
      expected === undefined
        ? nearestOf(
            [...stillSpecs(spec, context), ...specsOf(spec, withUsual(factors))].filter(agrees),
            context,
          )
        : specsOf(spec, factors).filter(agrees);
    return specs
      .slice(0, MOST_SPECS)
      .flatMap((each) => claimsFor(each, context))
      .map((claim) => (off === 0 ? claim : { ...claim, spread: off, cost: claim.cost + 0.05 }));
  });
}

const withUsual = (factors: readonly number[]) => [...new Set([...factors, ...usualFactors])];

/** The specs whose frequencies are nearest to the measured ones first. */
function nearestOf(specs: readonly Unpaired[], { frequencies, errors }: RotaryContext): Unpaired[] {
  const farOf = (spec: Unpaired) =>
    frequenciesOf(spec).reduce((sum, f, pair) => {
      const off = (Math.abs(frequencies[pair]!) - f) / (errors[pair]! + 1e-6 * f);
      return Number.isFinite(off) ? sum + off * off : sum;
    }, 0);
  return specs
    .map((spec) => ({ spec, far: farOf(spec) }))
    .sort((a, b) => a.far - b.far)
    .map(({ spec }) => spec);
}

function fitted({ frequencies, errors }: RotaryContext) {
  const fit = fitFast(frequencies, errors);
  const bases = fit.bases.filter((base) => base >= LOWEST_BASE);
  return bases.length > 0 ? { bases, spread: fit.spread } : { bases: usualBases, spread: 0 };
}

/** Bases that are tried if no fast pair is known, as in rows that are far apart. */
const usualBases = [10_000, 500_000, 1_000_000, 150_000];

/** The rule that leaves slow pairs alone, if the last pairs are not rotated. */
function stillSpecs(spec: Unpaired, { pairs, frequencies, errors }: RotaryContext): Unpaired[] {
  const isStill = (pair: number) => Math.abs(frequencies[pair]!) <= 2 * errors[pair]!;
  let rotated = pairs;
  while (rotated > 0 && isStill(rotated - 1)) rotated--;
  if (rotated === 0 || rotated === pairs) return [];
  return [{ ...spec, scaling: { type: "proportional", partialRotaryFactor: rotated / pairs, factor: 1 } }];
}

/** More that agree with the measured frequencies are not told apart. */
const MOST_SPECS = 40;

const canScale = ({ scaling, sections, restartSections, frequencyOfPair }: Unpaired) =>
  (isPlain(scaling) || scaling.type in rules) &&
  sections === undefined &&
  !restartSections &&
  frequencyOfPair === undefined;

/** A rotation of all channels; the pairing is not known, and is not said. */
function plainSpec({ pairs, headDim = 2 * pairs }: RotaryContext): Unpaired {
  const spec = checkSpec({ method: "rope", headDim, rotaryDim: 2 * pairs, pairing: "halves" });
  const { pairing: _, ...rest } = spec;
  return rest;
}

/** How much slower the slowest pair is than without scaling; what is expected comes first. */
function factorsFor({ base, scaling }: Unpaired, { pairs, frequencies, errors }: RotaryContext): number[] {
  const given = "factor" in scaling ? [scaling.factor] : [];
  const unscaled = powers(pairs, base, 2 * pairs);
  for (let pair = pairs - 1; pair > pairs / 2; pair--) {
    const f = Math.abs(frequencies[pair]!);
    if (!(errors[pair]! < 0.05 * f)) continue;
    const ratio = unscaled[pair]! / f;
    const measured = [Math.round(ratio), ...[2, 3, 6].map((digits) => Number(ratio.toPrecision(digits)))];
    return [...new Set([...given, ...measured])].filter((s) => s > 1.01 && s <= MOST_FACTOR);
  }
  return [...new Set([...given, ...usualFactors])];
}

/** No model is stretched further. */
const MOST_FACTOR = 256;

/** No known model has a lower base, and with one every pair would be scaled. */
const LOWEST_BASE = 50;

/** Every rule with every factor and length; what is expected comes first. */
function specsOf(spec: Unpaired, factors: readonly number[]): Unpaired[] {
  const { scaling } = spec;
  const of = (rule: object): Unpaired => ({ ...spec, scaling: rule as Scaling });
  const given = "originalLength" in scaling ? [scaling.originalLength] : [];
  return Object.entries(rules).flatMap(([type, { fields, hasLength, flag, others = [] }]) => {
    const isExpected = scaling.type === type;
    const own: Record<string, unknown> = isExpected ? { ...scaling } : { ...fields, type };
    const sizes = hasLength ? [...new Set([...given, ...lengths])] : [undefined];
    const all = factors.flatMap((factor) =>
      sizes.flatMap((originalLength) => {
        const rule = { ...own, factor, ...(originalLength !== undefined && { originalLength }) };
        return flag === undefined ? [of(rule)] : [of(rule), of({ ...rule, [flag]: !own[flag] })];
      }),
    );
    return isExpected ? [...all, ...others.map((other) => of({ ...own, ...other }))] : all;
  });
}

/** A published rule with a usual mistake is tried before a rule whose factor and length no model has. */
const NAMED = 1.15;

function claimsFor(spec: Unpaired, { expected, length }: RotaryContext): Claim[] {
  if (expected === undefined) {
    const named = withFactor(spec, length);
    const { pairing: _, ...is } = shortOf(named);
    return [claimOf(named, { is: { ...is, scaling: shortRule(named.scaling) }, faults: [], cost: NAMED })];
  }
  const difference = differenceOf(spec.scaling, expected.scaling);
  if (difference === undefined) return [];
  const claim = claimOf(spec, { is: shortOf(spec), ...difference });
  // Either rule may have set the factor of cosines and sines.
  const factor = attentionFactorOf(expected);
  return factor === claim.factor ? [claim] : [claim, { ...claim, factor, cost: claim.cost + 0.02 }];
}

/** The rule with the measured attention factor, if it has one and that is not the one of its formula. */
function withFactor(spec: Unpaired, length: RotaryContext["length"]): Unpaired {
  const { scaling } = spec;
  if (!("attentionFactor" in scaling) || length === undefined) return spec;
  if (Math.abs(length.length - attentionFactorOf(spec)) <= length.error) return spec;
  return { ...spec, scaling: { ...scaling, attentionFactor: shortest(length.length, length.error / 2) } };
}

/** The number with the fewest digits within the error of a number. */
function shortest(value: number, error: number): number {
  for (let digits = 3; digits < 15; digits++) {
    const rounded = Number(value.toPrecision(digits));
    if (Math.abs(rounded - value) <= error) return rounded;
  }
  return value;
}

/** A rule without the fields that have their default. */
function shortRule(scaling: Scaling): object {
  const fields: Readonly<Record<string, unknown>> = defaultsOf(scaling.type);
  return Object.fromEntries(
    Object.entries(scaling).filter(([name, value]) => !(name in fields) || value !== fields[name]),
  );
}

/** What is wrong with a rule, if it is not the expected one. */
function differenceOf(found: Scaling, expected: Scaling): { faults: Draft[]; cost: number } | undefined {
  const [now, then] = [numbersIn(found), numbersIn(expected)];
  const factor: [string, number] = ["factor", now.factor ?? 1];
  if (isPlain(expected)) return { faults: [draft("scaling-unexpected", factor)], cost: 1.1 };
  if (found.type !== expected.type) return { faults: [draft("wrong-scaling", factor)], cost: 1.3 };
  const faults: Draft[] = [];
  const change = (name: "factor" | "originalLength" | "betaFast" | "betaSlow", unit = "") =>
    [
      [name, now[name] ?? 0, unit],
      ["expected", then[name] ?? 0, unit],
    ] as const;
  const add = (name: FindingName, [own, due]: ReturnType<typeof change>) => {
    if (own[1] !== due[1]) faults.push(draft(name, [...own], [...due]));
  };
  add("wrong-factor", change("factor"));
  add("wrong-original-length", change("originalLength", "positions"));
  add("wrong-ramp", change("betaFast", "revolutions"));
  add("wrong-ramp", change("betaSlow", "revolutions"));
  if (now.truncate !== then.truncate) faults.push(draft(now.truncate ? "ramp-rounded" : "ramp-not-rounded"));
  return faults.length === 0 ? undefined : { faults, cost: 0.3 + 0.8 * faults.length };
}

const numbersIn = (rule: Scaling) =>
  rule as {
    factor?: number;
    originalLength?: number;
    betaFast?: number;
    betaSlow?: number;
    truncate?: boolean;
  };
