/** Searches for the simplest claim and change that make the measured rotations. */
import { type Draft, draft, type FindingName } from "../findings/findings.ts";
import { type FloatType, roundTo } from "../findings/precision.ts";
import { type Change, type Claim, fits, isEnough, lengthOf, type Phases } from "./phases.ts";

export interface Explanation {
  readonly claim: Claim;
  readonly change: Change;
  readonly faults: readonly Draft[];
  /** The measured factor of cosines and sines. */
  readonly factor: number;
  readonly cost: number;
  readonly confidence: number;
  /** Other claims that fit as well. */
  readonly others: readonly Claim[];
}

export interface Search {
  /** Whether the attention factor of a claim is an expectation. Default: only if it is not 1. */
  readonly judgesFactor: boolean;
  /** Whether lengths were divided out, so that every factor is 1. Default: no. */
  readonly anyFactor?: boolean;
  /** Whether an offset of positions is looked for. Default: yes. */
  readonly moves?: boolean;
  /** Turns that are looked for. */
  readonly turns: boolean;
  /** Offsets that are looked for besides the usual ones. */
  readonly offsets?: readonly number[];
  /** Whether rows may begin later: nobody gave their positions. */
  readonly assumed: boolean;
  /** Whether entries may be rounded before vectors were rotated by them. */
  readonly entries?: boolean;
}

/** Anything is explained by enough mistakes. */
const MOST_COST = 3.6;

/** A claim with the measured factor is tried before one with another factor. */
const OTHER_FACTOR = 0.04;

/** Nobody expected the factor of a claim, and the numbers lack it: powers of a known base are tried before. */
const MISSING_FACTOR = 0.1;

/** The best explanation, or undefined if there is none. */
export function explain(phases: Phases, claims: readonly Claim[], search: Search): Explanation | undefined {
  const measured = lengthOf(phases);
  if (!isEnough(phases, measured.length)) return undefined;
  const priced = claims.map((claim) => {
    const isOther = !search.anyFactor && Math.abs(measured.length - claim.factor) > measured.error;
    const judged = search.judgesFactor ? OTHER_FACTOR : claim.factor !== 1 ? MISSING_FACTOR : 0;
    return { claim, own: claim.cost + (isOther ? judged : 0) };
  });
  let best: Explanation | undefined;
  const others: Claim[] = [];
  for (const { claim, change, cost } of triesOf(priced, changesOf(search))) {
    if (best !== undefined && cost > best.cost + 0.1) break;
    if (best !== undefined && (best.claim === claim || others.includes(claim))) continue;
    const factor = search.anyFactor ? NO_FACTOR : factorFor(claim, measured, change);
    if (!fits(phases, claim, change, factor)) continue;
    if (best !== undefined) others.push(claim);
    else {
      const judged = search.judgesFactor || claim.factor !== 1 ? factor.faults : [];
      const faults = [...claim.faults, ...witnessed(change, phases), ...judged];
      best = { claim, change, faults, factor: factor.value, cost, confidence: 0.95, others };
    }
  }
  return best && { ...best, confidence: confidenceOf(best) };
}

/** Most numbers are explained by the first tries: the others need no sorting. */
const BAND = 0.2;

interface Try {
  readonly claim: Claim;
  readonly change: Change;
  readonly cost: number;
}

/** Each claim with each change, the cheapest first; at the same cost, claims keep their order. */
function* triesOf(
  claims: readonly { readonly claim: Claim; readonly own: number }[],
  changes: readonly Change[],
): Generator<Try> {
  const byCost = [...changes].sort((a, b) => a.cost - b.cost);
  const done = claims.map(() => 0);
  for (let from = 0; from < MOST_COST; from += BAND) {
    const most = Math.min(from + BAND, MOST_COST);
    const band: Try[] = [];
    claims.forEach(({ claim, own }, index) => {
      for (; done[index]! < byCost.length; done[index]!++) {
        const change = byCost[done[index]!]!;
        const cost = own + change.cost;
        if (cost > most) break;
        // A base that was fitted to the numbers fits them with rounded frequencies, too.
        if (claim.spread && change.round?.frequency !== undefined) continue;
        band.push({ claim, change, cost });
      }
    });
    yield* band.sort((a, b) => a.cost - b.cost);
  }
}

const NO_FACTOR = { value: 1, error: 0, faults: [] };

/** Fitted bases are as exact as the numbers are. */
const SAME = 1e-3;

/** Others with the same frequencies say the same. */
function confidenceOf({ claim, others, cost }: Explanation): number {
  const differing = others.filter((other) =>
    other.frequencies.some((f, pair) => Math.abs(f - claim.frequencies[pair]!) > SAME * f),
  );
  return Math.max(0.3, 0.97 - 0.05 * Math.max(0, cost - 1) - (differing.length > 0 ? 0.4 : 0));
}

/** The factor that is in the numbers: the expected one, one of its usual mistakes, or any other. */
function factorFor({ factor }: Claim, measured: ReturnType<typeof lengthOf>, { round }: Change) {
  const off = round?.entry === undefined ? 0 : 2 ** (1 - bits[round.entry]);
  const is = (value: number) => Math.abs(measured.length - value) <= measured.error + off * value;
  if (is(factor))
    return { value: factor, error: factor === measured.length ? measured.likely : 0, faults: [] };
  const found = (name: FindingName) => [
    draft(
      name,
      ["factor of cosines and sines", measured.length],
      ["expected", factor],
      ["scores are too large by", (measured.length / factor) ** 2, "times"],
    ),
  ];
  if (is(1)) return { value: 1, error: 0, faults: found("attention-factor-missing") };
  if (is(factor ** 2)) return { value: factor ** 2, error: 0, faults: found("attention-factor-twice") };
  return { value: measured.length, error: measured.likely, faults: found("attention-factor-other") };
}

/** Beyond it, phases in float32 say nothing. */
const FARTHEST = 2 ** 20;

const NONE: Change = { cost: 0, faults: [] };

function changesOf({
  turns,
  offsets = [],
  assumed,
  entries = false,
  moves: mayMove = true,
}: Search): Change[] {
  const usual = mayMove ? [1, -1, 2, 3, -2] : [];
  const moves = [
    NONE,
    ...usual.map((offset) => ({
      ...moved(offset, 1 + Math.abs(offset) / 100),
      ...(assumed && { faults: [] }),
    })),
  ];
  const far = [...new Set(offsets)]
    .filter((offset) => Math.abs(offset) > 3 && Math.abs(offset) < FARTHEST)
    .map((offset) => (assumed ? slice(offset) : moved(offset, 1.2)));
  const roundings = [NONE, { ...NONE, recipe: true, cost: 0.02 }, ...roundedChanges(entries)];
  const both = moves.concat(far).flatMap((move) => roundings.map((rounding) => join(move, rounding)));
  return turns ? [NONE, ...turnedChanges].flatMap((turn) => both.map((change) => join(turn, change))) : both;
}

const join = (a: Change, b: Change): Change => ({
  ...a,
  ...b,
  cost: a.cost + b.cost,
  faults: [...a.faults, ...b.faults],
});

const moved = (offset: number, cost: number): Change => ({
  offset,
  cost,
  faults: [draft("position-offset", ["offset", offset, "positions"])],
});

const slice = (offset: number): Change => ({
  offset,
  cost: 0.5,
  faults: [],
});

const turnedChanges: readonly Change[] = [
  { turn: "reversed", cost: 1, faults: [draft("rotation-reversed", ["sign", -1])] },
  { turn: "exchanged", cost: 1, faults: [draft("sin-cos-exchanged")] },
  {
    turn: "exchanged-reversed",
    cost: 1.5,
    faults: [draft("sin-cos-exchanged"), draft("rotation-reversed", ["sign", -1])],
  },
];

const bits: Readonly<Record<FloatType, number>> = { bfloat16: 8, float16: 11, float32: 24 };

const roundings = {
  position: "positions-rounded",
  frequency: "frequencies-rounded",
  phase: "phases-rounded",
  entry: "cache-rounded",
} as const;

/** The findings of a change, with the first position that is rounded. */
function witnessed({ faults, round }: Change, { positions: [given] }: Phases): readonly Draft[] {
  const type = round?.position;
  const first = type && given?.find((position) => roundTo(type, position) !== position);
  if (type === undefined || first === undefined) return faults;
  const evidence = draft(
    "positions-rounded",
    ["first position that is rounded", first, "positions"],
    ["it becomes", roundTo(type, first), "positions"],
  ).evidence;
  return faults.map((fault) =>
    fault.name === "positions-rounded" ? { ...fault, evidence: [...evidence, ...fault.evidence] } : fault,
  );
}

/** Every choice of parts that are rounded to one type. */
function roundedChanges(entries: boolean): Change[] {
  const parts = (["position", "frequency", "phase", "entry"] as const).slice(0, entries ? 4 : 3);
  return (["bfloat16", "float16"] as const).flatMap((type) =>
    Array.from({ length: 2 ** parts.length - 1 }, (_, choice) => {
      const rounded = parts.filter((_, index) => ((choice + 1) >> index) & 1);
      return {
        round: Object.fromEntries(rounded.map((part) => [part, type])),
        cost: 0.9 + 0.1 * rounded.length + (type === "float16" ? 0.01 : 0),
        faults: rounded.map((part) =>
          draft(roundings[part], ["significant bits, 8 in bfloat16 and 11 in float16", bits[type], "bits"]),
        ),
      };
    }),
  );
}
