/** Names a table or a cache without an expectation: its facts first, then presets whose numbers agree. */

import { type Diagnosis, diagnosisOf, nameOf } from "../findings/diagnosis.ts";
import { type Draft, draft, type Finding } from "../findings/findings.ts";
import { knownBases } from "../rotations/rotary-claims.ts";
import { pairThatDiffers } from "./by-pairs.ts";
import {
  brokenIn,
  comparisonOf,
  pictureOf,
  roundingIn,
  searchOf,
  solidRows,
  type Unexpected,
} from "./compared.ts";
import { compareWith, placesOf } from "./comparison.ts";
import { isEvident } from "./evidence.ts";
import { bestFit, type Fit, transposed } from "./fit.ts";
import { modelsLike } from "./models-like.ts";
import { type Named, ways } from "./named-ways.ts";
import { differing, MOST_OUTSIDE, unknown } from "./nearest.ts";
import { otherKinds } from "./other-kinds.ts";

export function diagnoseNamed(input: Unexpected): Diagnosis {
  const whole = namedWhole(input, []);
  const isRight =
    whole.comparison?.equal === true && whole.findings.every(({ severity }) => severity === "note");
  const solid = isRight ? undefined : solidRows(input);
  if (solid === undefined) return whole;
  const rest = namedWhole(solid.input, [solid.fault]);
  // Rows of zeros are the last column of an odd width if rows are columns.
  const isBetter = rest.comparison?.equal === true && !rest.comparison.layout?.endsWith("transposed");
  return isBetter ? rest : whole;
}

function namedWhole(input: Unexpected, first: readonly Draft[]): Diagnosis {
  const { table, subject } = input;
  const broken = [...brokenIn(table), ...first];
  let best: { fit: Fit; named: Named } | undefined;
  for (const each of ways(input)) {
    const fit = fitOf(input, each);
    const isRight = fit.counts.outside === 0 && each.faults.length === 0;
    const isBetter = best === undefined || fit.counts.outside < best.fit.counts.outside;
    if (isBetter || isRight) best = { fit, named: each };
    if (isRight) break;
  }
  const isOwn = best !== undefined && best.fit.counts.outside === 0;
  const isRounded = best !== undefined && isRoundedKnown(best.named, input);
  if (!isOwn && !isRounded) {
    const others = first.length > 0 ? undefined : otherKinds(input);
    if (others !== undefined) return others;
  } else if (best?.named.is === null && input.storage === "table" && first.length === 0) {
    // A rotation without a rule may be a known table at positions that are multiplied, such as timesteps from 0 to 1.
    const known = otherKinds(input);
    if (known !== undefined && known.is !== null && known.comparison?.equal && !known.findings.some(isFault))
      return known;
  }
  if (best === undefined || (!isRounded && best.fit.counts.outside > MOST_OUTSIDE * best.fit.counts.compared))
    return unknown(input, broken, best?.fit);
  const { fit } = best;
  if (!isOwn && !isRounded && !isEvident(fit, input))
    return nearly(input, broken, { fit, named: best.named });
  const own = isOwn ? [] : [pairThatDiffers(fit) ?? differing(fit)];
  const notes = isOwn && input.allow === 0 && !isRounded ? roundingIn(fit, input) : [];
  if (isOwn) notes.push(...exponentNotes(best.named.is));
  if (isOwn && fit.isRecipe && !isRounded) notes.push(draft("float32-recipe"));
  return diagnosisOf({
    is: best.named.is,
    models: isOwn ? modelsLike(fit, input) : [],
    faults: [...broken, ...best.named.faults, ...(isRounded ? [] : own), ...notes],
    confidence: best.named.confidence,
    subject,
    ...(best.named.says !== undefined && { says: best.named.says }),
    comparison: comparisonOf(input, fit),
    picture: isOwn ? null : pictureOf(fit),
  });
}

const isFault = ({ severity }: Finding) => severity === "fault";

/** Roundings inside a rotation, of a base that others use: a fitted base may be wrong instead. */
const isRoundedKnown = ({ faults, is }: Named, { table }: Unexpected): boolean => {
  if (!faults.some(({ name }) => name.endsWith("-rounded"))) return false;
  if (is === null || table.rows < FEWEST_ROWS) return false;
  const { base = 10_000 } = typeof is === "string" ? {} : (is as { base?: number });
  return knownBases.includes(base);
};

/** In fewer rows, many roundings look alike. */
const FEWEST_ROWS = 4;

/** Numbers next to a convention, which is not proved wrong by them. */
function nearly(
  input: Unexpected,
  broken: readonly Draft[],
  { fit, named }: { fit: Fit; named: Named },
): Diagnosis {
  const { is, says, confidence } = named;
  const faults = named.faults.filter(({ name }) => !name.endsWith("-rounded"));
  return diagnosisOf({
    is,
    faults: [...broken, ...faults],
    confidence: Math.min(confidence, 0.6),
    subject: input.subject,
    says: says ?? `is nearly ${nameOf(is)}`,
    comparison: comparisonOf(input, fit),
    picture: pictureOf(fit),
  });
}

/** 100 and 10⁸ are hardly chosen as a base: they are 10 000 with a mistake in the exponent. */
function exponentNotes(is: Diagnosis["is"]): Draft[] {
  if (is === null || typeof is === "string" || is.method !== "sinusoidal") return [];
  const { base = 10_000 } = is as { base?: number };
  if (Math.abs(base / 100 - 1) < 1e-3) return [{ ...draft("exponent-halved", ["base", base]), isNote: true }];
  return Math.abs(base / 1e8 - 1) < 1e-3
    ? [{ ...draft("exponent-doubled", ["base", base]), isNote: true }]
    : [];
}

function fitOf(input: Unexpected, { candidate, places, isTransposed }: Named): Fit {
  const table = isTransposed ? transposed(input.table) : input.table;
  const assumed = input.positions === undefined;
  const found = bestFit(table, [candidate], { ...searchOf(input), positions: places, scans: false });
  const start = assumed && candidate.sheet.places === undefined ? places[0]![0]! : null;
  if (found !== undefined) return { ...found, start, isTransposed: found.isTransposed !== isTransposed };
  const counts = compareWith(table, candidate.sheet, placesOf(places), searchOf(input).bounds);
  return {
    ...candidate,
    table,
    places: placesOf(places),
    start,
    isTransposed,
    cut: 0,
    isRecipe: false,
    counts,
  };
}
