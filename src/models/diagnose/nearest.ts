/** The nearest convention to numbers that follow none. */

import { counted } from "../../api/arguments/counted.ts";
import { checkSpec } from "../../api/spec.ts";
import { pairThatDiffers } from "./by-pairs.ts";
import { candidatesOf } from "./candidates.ts";
import { circlesIn } from "./circles.ts";
import { rotaryArrangements } from "./columns.ts";
import type { Unexpected } from "./compared.ts";
import { comparisonOf, isFar, searchOf } from "./compared.ts";
import type { Table } from "./comparison.ts";
import { cannotTell, type Diagnosis, diagnosisOf } from "./diagnosis.ts";
import { isEvident } from "./evidence.ts";
import type { Expected } from "./expectation.ts";
import { type Draft, draft } from "./findings.ts";
import { bestFit, type Candidate, type Fit } from "./fit.ts";
import { sinusoidCandidates } from "./other-kinds.ts";
import { pictureOf } from "./picture.ts";
import { spectrumText } from "./spectrum.ts";
import { isOneRow, somethingAdded } from "./whole-rows.ts";

export const differing = ({ counts }: Fit): Draft =>
  draft("values-differ", ["entries", counts.outside, "entries"], ["compared", counts.compared, "entries"]);

/** The nearest convention, and how far it is. */
export function unknown(input: Unexpected, broken: readonly Draft[], fit: Fit | undefined): Diagnosis {
  const { subject, storage, table } = input;
  const width = storage === "cache" ? table.columns / 2 : table.columns;
  const near = storage === "cache" ? [...cacheCandidates(width)] : sinusoidCandidates(width).slice(0, 8);
  const found = bestFit(table, near, { ...searchOf(input), scans: false });
  const added =
    found !== undefined &&
    found.sheet.columns.length === found.table.columns &&
    isFar(found) &&
    !isRotaryTable(table)
      ? somethingAdded(found)
      : undefined;
  if (added !== undefined && storage === "table")
    return diagnosisOf({
      is: { ...(found!.of.is as object) },
      faults: [...broken, added],
      confidence: 0.7,
      subject,
      comparison: comparisonOf(input, found!),
      picture: pictureOf(found!),
    });
  const nearest =
    fit !== undefined && (found === undefined || fit.counts.outside <= found.counts.outside) ? fit : found;
  const why =
    storage === "cache"
      ? "no rotation that is known here makes these cosines and sines"
      : isOneRow(table)
        ? "all rows are the same, so positions cannot be told from it"
        : `no formula that is known here makes these numbers${spectrumText(table)}`;
  if (nearest === undefined || nearest.counts.outside === 0)
    return cannotTell(subject, why, { findings: broken });
  const { outside, compared } = nearest.counts;
  if (outside > 0 && outside <= MOST_OUTSIDE * compared && isEvident(nearest, input))
    return diagnosisOf({
      is: { ...(nearest.of.is as object) },
      faults: [...broken, pairThatDiffers(nearest) ?? differing(nearest)],
      confidence: 0.9,
      subject,
      comparison: comparisonOf(input, nearest),
      picture: pictureOf(nearest),
    });
  return cannotTell(subject, why, {
    comparison: comparisonOf(input, nearest),
    picture: pictureOf(nearest),
    findings: broken,
  });
}

/** Whether pairs of columns lie on one circle, which they leave if something is added to them. */
const isRotaryTable = (table: Table): boolean =>
  rotaryArrangements.some((arrangement) => circlesIn(table, arrangement) !== undefined);

/** With more entries outside, a convention is only the nearest one. */
export const MOST_OUTSIDE = 0.3;

function* cacheCandidates(width: number): Generator<Candidate> {
  for (const headDim of [2 * width, width])
    if (headDim % 2 === 0 && headDim >= 2) {
      const spec = checkSpec({ method: "rope", headDim, pairing: "halves" });
      const of: Expected = {
        name: `RoPE with base 10000 and ${counted(headDim / 2, "pair")}`,
        is: { method: "rope" },
        spec,
        anyPairing: true,
      };
      yield* candidatesOf(of, "cache", 2 * width).filter(({ sheet }) => sheet.columns.length === 2 * width);
    }
}
