/** Diagnoses pairs of vectors: before and after positions were applied. */

import { checkSpec } from "../../../api/spec.ts";
import type { Rope } from "../findings/columns.ts";
import { cannotTell, type Diagnosis, diagnosisOf } from "../findings/diagnosis.ts";
import { type Draft, draft } from "../findings/findings.ts";
import type { Explanation } from "../rotations/explain.ts";
import { type Phases, shortOf } from "../rotations/phases.ts";
import { explainRotation, explainScaled, isOf, unnamed } from "../rotations/rotation.ts";
import { pairingDraft } from "../tables/candidates.ts";
import { diagnoseBrokenPairs } from "./broken-pairs.ts";
import { diagnoseMaps } from "./linear-maps.ts";
import { explainSum, type Measured, measure, type Part, pairAt, type VectorsInput } from "./measured.ts";

const SUBJECT = "The change of the vectors";

export function diagnoseVectors(input: VectorsInput): Diagnosis {
  const measured = measure(input);
  const changed = changedIn(measured);
  if (changed.heads.length === 0) return unchanged(input);
  const rotated = best(measured, changed, explainRotation);
  if (rotated !== undefined) return rotationFound(measured, changed, rotated);
  const broken = diagnoseBrokenPairs(measured, SUBJECT);
  if (broken !== undefined) return broken;
  const sum = explainSum(measured);
  if (sum !== undefined) return sum;
  const scaled = best(measured, changed, explainScaled);
  if (scaled !== undefined) return rotationFound(measured, changed, scaled);
  return (
    diagnoseMaps(measured, SUBJECT) ??
    cannotTell(SUBJECT, "neither a rotation nor a sum with a table that is known here")
  );
}

const unchanged = ({ before, expected }: VectorsInput): Diagnosis =>
  expected === undefined
    ? cannotTell(SUBJECT, "vectors are the same before and after")
    : diagnosisOf({
        is: null,
        faults: [draft("heads-not-rotated", ["heads that are not rotated", before.heads, "heads"])],
        confidence: 0.9,
        subject: SUBJECT,
        says: "is not a rotation: the vectors are the same before and after",
      });

export interface Changed {
  /** Heads with a change, and those without. */
  readonly heads: readonly number[];
  readonly others: readonly number[];
  /** The first and the last channel with a change. */
  readonly first: number;
  readonly last: number;
}

export function changedIn({ before, after, errors }: Measured): Changed {
  const { heads, tokens, width } = before;
  const changed = new Set<number>();
  let [first, last] = [width, -1];
  for (let at = 0; at < before.values.length; at++) {
    const [b, a] = [before.values[at]!, after.values[at]!];
    if (Math.abs(a - b) <= errors.before(b) + errors.after(a)) continue;
    changed.add(Math.floor(at / (tokens * width)));
    const channel = at % width;
    first = Math.min(first, channel);
    last = Math.max(last, channel);
  }
  const all = [...new Array(heads).keys()];
  return {
    heads: all.filter((h) => changed.has(h)),
    others: all.filter((h) => !changed.has(h)),
    first,
    last,
  };
}

interface Found extends Explanation {
  readonly part: Part;
  readonly byHead: boolean;
}

/** The simplest explanation among all parts of a head that may be rotated. */
function best(measured: Measured, changed: Changed, explainer: typeof explainRotation): Found | undefined {
  let found: Found | undefined;
  for (const part of partsFor(measured, changed)) {
    if (explainer === explainRotation && !keepsNorms(measured, changed.heads, part)) continue;
    for (const byHead of measured.before.heads > 1 ? [false, true] : [false]) {
      const explained = explainPart(measured, changed.heads, { part, byHead, explainer });
      if (explained === undefined) continue;
      const cost = explained.cost + (byHead ? 1.5 : 0) + partCost(measured, part);
      if (found === undefined || cost < found.cost) found = { ...explained, cost, part, byHead };
    }
  }
  return found;
}

/** The expected pairing and width come first. */
function partCost({ expected }: Measured, { pairing, width, first }: Part): number {
  if (expected === undefined) return first > 0 ? 0.1 : 0;
  return (expected.pairing === pairing ? 0 : 1) + (expected.rotaryDim === width ? 0 : 0.5);
}

export function partsFor({ before, expected }: Measured, { first, last }: Changed): Part[] {
  const { width } = before;
  const rotary = expected?.rotaryDim ?? width;
  const even = last + 1 + ((last + 1) % 2);
  const guesses = [
    rotary,
    width,
    width / 2,
    width / 4,
    width / 8,
    (3 * width) / 4,
    rotary / 2,
    2 * rotary,
    even,
  ];
  const widths = [...new Set(guesses)].filter((each) => each >= 2 && each % 2 === 0 && each <= width);
  return widths.flatMap((each) =>
    [...new Set([0, width - each])].flatMap((from) => {
      const covers = from <= first && last < from + each;
      if (!covers && each !== expected?.rotaryDim) return [];
      return (["halves", "interleaved"] as const).map((pairing) => ({ pairing, first: from, width: each }));
    }),
  );
}

/** A few rows show the factor of a rotation. */
const FEW_ROWS = 64;

/** Cosines and sines in bfloat16 change the length of a pair by no more. */
const ROUNDED = 2 ** -8;

/** Whether pairs keep their norm, up to one factor for all. */
export function keepsNorms(measured: Measured, heads: readonly number[], part: Part): boolean {
  const { tokens, width } = measured.before;
  const rows = heads.length * tokens;
  const at = (row: number, pair: number) => {
    const start = (heads[Math.floor(row / tokens)]! * tokens + (row % tokens)) * width;
    return pairAt(measured, start, part, pair);
  };
  let [sumA, sumB, off] = [0, 0, 0];
  for (let row = 0; row < rows; row += Math.ceil(rows / FEW_ROWS))
    for (let pair = 0; pair < part.width / 2; pair++) {
      const { a, b, error } = at(row, pair);
      sumA += a;
      sumB += b;
      off += error;
    }
  if (sumB === 0) return false;
  const factor = sumA / sumB;
  const slack = off / sumB + ROUNDED;
  for (let row = 0; row < rows; row++)
    for (let pair = 0; pair < part.width / 2; pair++) {
      const { a, b, error } = at(row, pair);
      if (Math.abs(a - factor * b) > 2 * error + slack * b) return false;
    }
  return true;
}

interface Way {
  readonly part: Part;
  /** Whether the number of a head is its position. */
  readonly byHead: boolean;
  readonly explainer: typeof explainRotation;
}

function explainPart(measured: Measured, heads: readonly number[], { part, byHead, explainer }: Way) {
  const phases = phasesOf(measured, heads, part);
  const rotation = { ...measured, headDim: measured.before.width, isCache: false, isPlain: byHead };
  if (!byHead) return explainer(phases, rotation);
  const { tokens } = measured.before;
  const numbers = Float64Array.from({ length: phases.rows }, (_, row) => heads[Math.floor(row / tokens)]!);
  return explainer({ ...phases, positions: [numbers] }, rotation);
}

/** The cosine and the sine by which each pair of some heads is rotated. */
export function phasesOf(measured: Measured, heads: readonly number[], part: Part): Phases {
  const { tokens, width } = measured.before;
  const pairs = part.width / 2;
  const rows = heads.length * tokens;
  const size = rows * pairs;
  const [cos, sin, error] = [new Float64Array(size), new Float64Array(size), new Float64Array(size)];
  heads.forEach((head, index) => {
    for (let token = 0; token < tokens; token++)
      for (let pair = 0; pair < pairs; pair++) {
        const to = (index * tokens + token) * pairs + pair;
        const p = pairAt(measured, (head * tokens + token) * width, part, pair);
        const square = p.b * p.b;
        cos[to] = square === 0 ? 1 : (p.ax * p.bx + p.ay * p.by) / square;
        sin[to] = square === 0 ? 0 : (p.ay * p.bx - p.ax * p.by) / square;
        error[to] = p.b <= p.error ? Infinity : p.error / p.b;
      }
  });
  const positions = measured.positions.map((list) =>
    Float64Array.from({ length: rows }, (_, row) => list[row % tokens]!),
  );
  return { rows, pairs, cos, sin, error, positions };
}

function rotationFound(measured: Measured, changed: Changed, found: Found): Diagnosis {
  const { claim, part, byHead } = found;
  const { expected, before } = measured;
  const faults: Draft[] = [...found.faults];
  const isAtZero = byHead && changed.others.join() === "0"; // by 0, as the head's number is the position
  if (changed.others.length > 0 && !isAtZero)
    faults.push(
      draft(
        "heads-not-rotated",
        ["heads that are not rotated", changed.others.length, "heads"],
        ["first head that is not rotated", changed.others[0]!],
      ),
    );
  if (byHead) faults.push(draft("heads-differ", ["heads", before.heads, "heads"]));
  if (expected !== undefined && expected.pairing !== part.pairing)
    faults.push(pairingDraft(expected, expected.pairing));
  const end = part.first + part.width;
  if (changed.last >= end || changed.first < part.first)
    faults.push(
      draft(
        "tail-changed",
        ["last channel that changes", changed.last],
        ["end of the rotary part", end, "channels"],
      ),
    );
  const is = isOf(claim, { ...found, change: { ...found.change, recipe: false } });
  const models = typeof is === "string" ? [is] : [];
  const named = expected === undefined ? factsOf(is, part, before.width, measured.positions.length) : is;
  return diagnosisOf({
    is: named,
    models: expected === undefined ? [] : models,
    faults,
    confidence: found.confidence,
    subject: SUBJECT,
    ...unnamed(claim),
  });
}

/** The pairing first, then what the numbers tell of the rule: a preset's name would say more than they do. */
function factsOf(
  is: Diagnosis["is"],
  { pairing, first, width }: Part,
  headDim: number,
  axes: number,
): Diagnosis["is"] {
  if (is === null) return null;
  const given = typeof is === "string" ? { preset: is } : is;
  const own =
    "preset" in given ? (shortOf(checkSpec(given as unknown) as Rope) as Record<string, unknown>) : given;
  const {
    method,
    pairing: _,
    headDim: __,
    rotaryDim: ___,
    rotaryOffset: ____,
    ...rest
  } = own as Record<string, unknown>;
  const place = {
    ...(width === headDim ? {} : { rotaryDim: width }),
    ...(first === 0 ? {} : { rotaryOffset: first }),
  };
  if (axes > 1) return { method, pairing, headDim, ...place, ...rest };
  const { sections: _____, interleavedSections: ______, ...plain } = rest; // one axis shows no sections
  return { method, pairing, headDim, ...place, ...plain };
}
