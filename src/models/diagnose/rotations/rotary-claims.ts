/** Claims about the frequencies of a rotation: what was expected, its usual mistakes, presets, and plain powers of a base. */
import { presets } from "../../../api/presets.ts";
import { axisOfPairs } from "../../../api/rotary/axes.ts";
import { attentionFactorOf } from "../../../api/rotary/rule.ts";
import { checkSpec } from "../../../api/spec.ts";
import { frequenciesOf, isPlain, powers, type Rope, type Scaling } from "../findings/columns.ts";
import { type Draft, draft } from "../findings/findings.ts";
import { fitFast } from "./free-fit.ts";
import { type Claim, claimOf, NO_AXIS, type RotaryContext, shortOf } from "./phases.ts";
import { scalingClaims } from "./scaling-fit.ts";
import { listMistakes, scalingMistakes } from "./scaling-mistakes.ts";
import { slippedClaims } from "./slipped-claims.ts";

/** Bases of published models. */
export const knownBases = [
  10_000, 500_000, 1_000_000, 150_000, 5_000_000, 10_000_000, 100, 1_000, 100_000, 50_000, 160_000, 2_000_000,
  8_000_000, 250_000, 600_000, 25_000, 40_000, 100_000_000,
];

/** All claims for a number of pairs. */
export function rotaryClaims(context: RotaryContext): Claim[] {
  const { expected, pairs } = context;
  const scaled = scalingClaims(context);
  if (expected === undefined) return [...presetClaims(context), ...plainClaims(context), ...scaled];
  return [
    ...scaled,
    ...expectedClaims(expected, context),
    ...variationsOf(expected, pairs, context.headDim).map((claim) => ({ ...claim, cost: claim.cost + 1 })),
    ...slippedClaims(expected, context),
    ...otherBases(expected, context),
    ...presetClaims(context).map((claim) => differing(claim, 1.8)),
    ...plainClaims(context).map((claim) => differing(claim, 1.9)),
  ];
}

const differing = (claim: Claim, cost: number): Claim => ({
  ...claim,
  faults: [...claim.faults, draft("other-convention")],
  cost: claim.cost + cost,
});

function expectedClaims(expected: Rope, { pairs, headDim, expectedName = null }: RotaryContext): Claim[] {
  if (expected.rotaryDim === 2 * pairs) return [claimOf(expected, { is: expectedName, faults: [], cost: 0 })];
  return widthsFor(expected, headDim)
    .map((width) => {
      const frequencies = frequenciesOf(expected, width).slice(0, pairs);
      const faults = [
        draft(
          "wrong-rotary-width",
          ["rotary width", 2 * pairs, "channels"],
          ["expected", expected.rotaryDim, "channels"],
        ),
      ];
      const claim = { is: shortOf(expected), frequencies, factor: attentionFactorOf(expected), faults };
      return { ...claim, cost: width === 2 * pairs ? 0.5 : 0.6 };
    })
    .filter(({ frequencies }) => frequencies.length === pairs);
}

const widthsFor = ({ rotaryDim, headDim }: Rope, given = headDim) =>
  [
    ...new Set([given, rotaryDim, headDim, rotaryDim * 2, rotaryDim / 2, rotaryDim * 4, rotaryDim / 4]),
  ].filter((width) => width >= 4 && width % 2 === 0);

/** The usual mistakes with a spec, each a claim of cost 0 to 0.5. */
function variationsOf(spec: Rope, pairs: number, headDim?: number): Claim[] {
  if (spec.rotaryDim !== 2 * pairs) return [];
  const plain = { is: shortOf(spec), cost: 0 };
  const changed = (change: Partial<Rope>, fault: Draft, cost = 0) =>
    claimOf({ ...spec, ...change }, { ...plain, faults: [fault], cost });
  return [
    ...scalingMistakes(spec).map(([scaling, fault, cost]) => ({
      ...changed({ scaling }, fault, cost),
      factor: attentionFactorOf(spec),
    })),
    ...twiceScaled(spec, plain),
    rotatedTwice(spec, plain),
    ...listMistakes(spec).map(([currentLength, fault]) => changed({ currentLength }, fault)),
    ...widthMistakes(spec, pairs, headDim),
    ...sectionMistakes(spec),
  ];
}

/** A rotation of rotated vectors: all angles, and the factor, twice. */
function rotatedTwice(spec: Rope, plain: Pick<Claim, "is" | "cost">): Claim {
  const once = claimOf(spec, {
    ...plain,
    cost: 0.1,
    faults: [draft("rotated-twice", ["angles", 2, "times"])],
  });
  return { ...once, frequencies: once.frequencies.map((f) => 2 * f), factor: once.factor ** 2 };
}

/** A rule that is applied to its own result. */
function twiceScaled(spec: Rope, plain: Pick<Claim, "is" | "cost">): Claim[] {
  if (isPlain(spec.scaling)) return [];
  const before = frequenciesOf({ ...spec, scaling: { type: "none" } });
  const frequencies = frequenciesOf(spec).map((f, pair) => (f * f) / before[pair]!);
  const factor = "factor" in spec.scaling ? spec.scaling.factor : 1;
  const faults = [draft("scaling-twice", ["factor", factor])];
  return [{ ...plain, frequencies, factor: attentionFactorOf(spec), faults }];
}

/** Exponents that count with another width. */
function widthMistakes(spec: Rope, pairs: number, headDim?: number): Claim[] {
  if (spec.restartSections) return [];
  const base = { is: shortOf(spec), factor: attentionFactorOf(spec), cost: 0.1 };
  const others = widthsFor(spec, headDim).filter((width) => width !== spec.rotaryDim);
  const wide = others.map((width) => {
    const f = frequenciesOf({ ...spec, scaling: plainIfListed(spec.scaling) }, Math.max(width, 2 * pairs));
    const frequencies = width >= 2 * pairs ? f.slice(0, pairs) : powers(pairs, spec.base, width);
    const fault = draft(
      "wrong-rotary-width",
      ["divisor of the exponents", width, "channels"],
      ["expected", spec.rotaryDim, "channels"],
    );
    return { ...base, frequencies, faults: [fault] };
  });
  if (pairs < 2) return wide;
  const last = draft(
    "wrong-divisor",
    ["divisor", 2 * (pairs - 1), "channels"],
    ["expected", 2 * pairs, "channels"],
  );
  const shifted = powers(pairs, spec.base, 2 * (pairs - 1));
  return [...wide, { ...base, frequencies: shifted, faults: [last] }];
}

/** Lists have a divisor for each pair, and no other width. */
const plainIfListed = (scaling: Scaling): Scaling => ("shortFactor" in scaling ? { type: "none" } : scaling);

function sectionMistakes(spec: Rope): Claim[] {
  const { sections } = spec;
  if (sections === undefined) return [];
  const right = axisOfPairs(spec);
  const known = claimOf(spec, { is: shortOf(spec), faults: [], cost: 0 });
  const patterns: number[][] = [
    axisOfPairs({ ...spec, interleavedSections: !spec.interleavedSections }),
    right.map((axis) => (axis === 1 ? 2 : axis === 2 ? 1 : axis)),
    right.map((axis) => sections.length - 1 - axis),
    right.map(() => 0),
    cutSections(spec, right),
    ...doubled(spec),
  ];
  return patterns
    .filter((axes) => axes.length === right.length && axes.some((axis, pair) => axis !== right[pair]))
    .map((axes) => {
      const wrong = axes.filter((axis, pair) => axis !== right[pair]).length;
      const fault = draft("sections-misread", ["pairs with another axis", wrong, "pairs"]);
      return { ...known, axes, faults: [fault] };
    });
}

/** Interleaved sections where the last pairs of the first axis fall to a position that text does not have. */
function cutSections({ sections = [] }: Rope, right: readonly number[]): number[] {
  return right.map((_, pair) => {
    const axis = pair % sections.length;
    return pair < sections.length * sections[axis]! ? axis : NO_AXIS;
  });
}

/** Sections counted in channels of halves: the first half of the pairs has all of them. */
function doubled({ sections = [], rotaryDim }: Rope): number[][] {
  const halved = sections.flatMap((count, axis) => new Array(Math.floor(count / 2)).fill(axis));
  const rest = rotaryDim / 2 - 2 * halved.length;
  return rest === 0 ? [[...halved, ...halved]] : [];
}

/** Other bases than the expected one, with and without its scaling. */
function otherBases(spec: Rope, { pairs, bases, first, ...measured }: RotaryContext): Claim[] {
  if (spec.rotaryDim !== 2 * pairs || spec.restartSections) return [];
  // Rules leave fast pairs alone, which tell the base.
  const fast = isPlain(spec.scaling) ? undefined : fitFast(measured.frequencies, measured.errors);
  const last = fast?.bases.at(-1) ?? bases.at(-1);
  const spread = fast?.spread ?? measured.spread;
  const all = [...new Set([...knownBases, ...bases, ...(fast?.bases ?? [])])].filter(
    (base) => base !== spec.base && base > 1,
  );
  return all.flatMap((base, index) => {
    const cost = 1 + (index < knownBases.length ? 0.2 : 0.3 + index / 1000);
    const wrong = draft("wrong-base", ["base", base], ["expected", spec.base]);
    const is = { is: shortOf({ ...spec, base }) };
    const off = base === last ? { spread } : {};
    const same = { ...claimOf({ ...spec, base }, { ...is, faults: [wrong], cost }), ...off };
    if (isPlain(spec.scaling)) return [same, ...scaledClaims(base, first, { pairs, cost, wrong })];
    const missing = draft("scaling-missing");
    const plain = { ...spec, base, scaling: { type: "none" } as const };
    const unscaled = claimOf(plain, { is: shortOf(plain), faults: [wrong, missing], cost: cost + 0.3 });
    return [same, { ...unscaled, factor: attentionFactorOf(spec) }];
  });
}

/** All frequencies divided by one number, though no scaling was expected. */
function scaledClaims(
  base: number,
  first: number,
  { pairs, cost, wrong }: { pairs: number; cost: number; wrong: Draft },
): Claim[] {
  if (Math.abs(first - 1) < 0.01) return [];
  const factor = niceRatio(1 / first);
  const frequencies = powers(pairs, base, 2 * pairs).map((each) => each / factor);
  const faults = [wrong, draft("wrong-scaling", ["factor", factor])];
  return [{ is: null, frequencies, factor: 1, faults, cost: cost + 0.4 }];
}

const niceRatio = (ratio: number) => Number(ratio.toPrecision(3));

/** The presets that rotate. */
const rotaryPresets = Object.entries(presets).flatMap(([name, { spec }]) =>
  "headDim" in spec ? [[name, checkSpec({ preset: name }) as Rope] as const] : [],
);

function presetClaims({ pairs, headDim, expected }: RotaryContext): Claim[] {
  return rotaryPresets.flatMap(([name, spec]) => {
    if (spec.rotaryDim !== 2 * pairs) return [];
    const cost = headDim === undefined || headDim === spec.headDim ? 0 : 0.02;
    const own = claimOf(spec, { is: name, faults: [], cost });
    if (isPlain(spec.scaling) && spec.sections === undefined) return [own];
    if (expected !== undefined) return [own];
    const long = "shortFactor" in spec.scaling ? [longClaim(name, spec)] : [];
    const wrong = variationsOf(spec, pairs)
      .filter(({ faults }) => faults.every((fault) => distinctive.has(fault.name)))
      .map((claim) => ({ ...claim, is: name, faults: claim.faults.map(noted), cost: claim.cost + 1 }));
    return [own, ...long, ...wrong];
  });
}

/** Mistakes that can be told without an expectation, because no plain model has these numbers. */
const distinctive = new Set([
  "ramp-rounded",
  "ramp-not-rounded",
  "sections-misread",
  "wrong-original-length",
]);

/** Another ramp or length is right for somebody else's model. */
const noted = (fault: Draft): Draft =>
  fault.name === "sections-misread" ? fault : { ...fault, isNote: true };

function longClaim(preset: string, spec: Rope): Claim {
  const { scaling } = spec;
  const currentLength = "originalLength" in scaling ? scaling.originalLength + 1 : 0;
  return claimOf({ ...spec, currentLength }, { is: { preset, currentLength }, faults: [], cost: 0.01 });
}

/** Factors of angles that no rule for long texts has. */
const angleUnits = [
  { name: "degrees", factor: Math.PI / 180 },
  { name: "degrees", factor: 180 / Math.PI },
  { name: "turns", factor: 2 * Math.PI },
  { name: "turns", factor: 1 / (2 * Math.PI) },
] as const;

/** Short floats do not tell a degree from a scaling factor of 57. */
const SAME_UNIT = 1e-4;

/** Powers of a base, all of them perhaps divided by one number. */
function plainClaims({ pairs, headDim = 2 * pairs, bases, first, spread, length }: RotaryContext): Claim[] {
  const all = [...new Set([...knownBases, ...bases])].filter((base) => base > 1);
  const ratio = niceRatio(1 / first);
  return all.flatMap((base, index) => {
    const cost = index < knownBases.length ? 0.05 + index / 1000 : 0.3 + index / 1000;
    const rotary = headDim === 2 * pairs ? {} : { rotaryDim: 2 * pairs };
    const isFitted = base === bases.at(-1) && !knownBases.includes(base);
    const is = { method: "rope", headDim, ...rotary, base: isFitted ? Number(base.toPrecision(6)) : base };
    const frequencies = powers(pairs, base, 2 * pairs);
    const plain: Claim = { is, frequencies, factor: 1, faults: [], cost, ...(isFitted ? { spread } : {}) };
    if (Math.abs(first - 1) < 0.01) return [plain];
    const scaling = { type: "linear", factor: ratio };
    // A list of frequencies may be in turns; the angle of a cosine may not.
    const unit = length && angleUnits.find(({ factor }) => Math.abs(first / factor - 1) < SAME_UNIT);
    if (unit !== undefined) {
      const { name, factor } = unit;
      return [
        plain,
        {
          ...plain,
          frequencies: frequencies.map((f) => f * factor),
          faults: [draft(name)],
          cost: cost + 0.1,
        },
      ];
    }
    return [
      plain,
      { ...plain, is: { ...is, scaling }, frequencies: frequencies.map((f) => f / ratio), cost: cost + 0.2 },
    ];
  });
}
