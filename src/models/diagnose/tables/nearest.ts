/** The nearest convention to numbers that follow none. */

import { counted } from "../../../api/arguments/counted.ts";
import { checkSpec } from "../../../api/spec.ts";
import { rotaryArrangements, type Sheet } from "../findings/columns.ts";
import { cannotTell, type Diagnosis, diagnosisOf } from "../findings/diagnosis.ts";
import { type Draft, draft } from "../findings/findings.ts";
import { isOnePart } from "./alone.ts";
import { circlesIn, pairThatDiffers, partsOf } from "./by-pairs.ts";
import { candidatesOf } from "./candidates.ts";
import { comparisonOf, isFar, pictureOf, searchOf, type Unexpected } from "./compared.ts";
import type { Table } from "./comparison.ts";
import { isEvident } from "./evidence.ts";
import type { Expected } from "./expectation.ts";
import { bestFit, type Candidate, type Fit } from "./fit.ts";
import { sinusoidCandidates } from "./other-kinds.ts";
import { isOneRow, somethingAdded } from "./whole-rows.ts";

/** How fast the columns of a table change along its rows. */
const MOST_ROWS = 256;
const MOST_COLUMNS = 64;

/** Slower than this many rows. */
const SLOW = 10;

/** A share of the variation, in words; empty for few rows. */
function spectrumText(table: Table): string {
  const rows = Math.min(table.rows, MOST_ROWS);
  if (rows < 2 * SLOW) return "";
  const step = Math.max(1, Math.floor(table.columns / MOST_COLUMNS));
  let [slow, all] = [0, 0];
  for (let column = 0; column < table.columns; column += step)
    for (let k = 1; k <= rows / 2; k++) {
      let [re, im] = [0, 0];
      for (let row = 0; row < rows; row++) {
        const value = table.at(row, column);
        if (!Number.isFinite(value)) continue;
        const angle = (2 * Math.PI * k * row) / rows;
        re += value * Math.cos(angle);
        im += value * Math.sin(angle);
      }
      const power = re * re + im * im;
      all += power;
      if (k < rows / SLOW) slow += power;
    }
  if (all === 0) return "";
  const share = Math.round((100 * slow) / all);
  const kind = share > 50 ? "a learned table, or a sum" : "a learned table before training, or noise";
  return `; ${share} % of their variation along the rows is slower than ${SLOW} rows, as in ${kind}`;
}

export const differing = ({ counts }: Fit): Draft =>
  draft("values-differ", ["entries", counts.outside, "entries"], ["compared", counts.compared, "entries"]);

/** The nearest convention, and how far it is. */
export function unknown(input: Unexpected, broken: readonly Draft[], fit: Fit | undefined): Diagnosis {
  const { subject, storage, table } = input;
  const near = storage === "cache" ? [...cacheCandidates(input)] : tableCandidates(input);
  const found = bestFit(table, near, { ...searchOf(input), scans: false });
  const added =
    found !== undefined &&
    found.sheet.columns.length === found.table.columns &&
    isFar(found.counts) &&
    !isRotaryTable(table) &&
    !isOnePart(input)
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
  const isWrong = storage === "table" || breaksLength(nearest, input);
  if (isWrong && outside > 0 && outside <= MOST_OUTSIDE * compared && isEvident(nearest, input))
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

/** Whether the worst entry is wrong for any angle: pairs of other axes turn otherwise, and keep their length. */
function breaksLength({ table, sheet, counts }: Fit, { precision }: Unexpected): boolean {
  const parts = partsOf(sheet);
  const { worst } = counts;
  if (parts === undefined || worst === null) return false;
  const { pair } = sheet.columns[worst.column]!;
  const [c, s] = [table.at(worst.row, parts.cos[pair]!), table.at(worst.row, parts.sin[pair]!)];
  const error = 2 * (precision.errorOf(c) + precision.errorOf(s)) + 2 ** -20;
  return Math.abs(Math.hypot(c, s) / sheet.factor - 1) > error;
}

/** The usual tables, and those with the base that most pairs show. */
function tableCandidates({ table }: Unexpected): Candidate[] {
  const usual = sinusoidCandidates(table.columns);
  const bases = usual.slice(0, 8).flatMap(({ sheet }) => basesIn(table, sheet));
  return [...usual.slice(0, 8), ...sinusoidCandidates(table.columns, [...new Set(bases)])];
}

function* cacheCandidates({ table }: Unexpected): Generator<Candidate> {
  const width = table.columns / 2;
  for (const headDim of [2 * width, width]) {
    if (headDim % 2 !== 0 || headDim < 2) continue;
    const own = rotations(table, headDim, 10_000);
    yield* own;
    for (const base of new Set(own.flatMap(({ sheet }) => basesIn(table, sheet))))
      yield* rotations(table, headDim, base);
  }
}

function rotations(table: Table, headDim: number, base: number): Candidate[] {
  const spec = checkSpec({ method: "rope", headDim, base, pairing: "halves" });
  const of: Expected = {
    name: `RoPE with base ${base} and ${counted(headDim / 2, "pair")}`,
    is: { method: "rope", ...(base !== 10_000 && { base }) },
    spec,
    anyPairing: true,
  };
  return candidatesOf(of, "cache", table.columns).filter(
    ({ sheet }) => sheet.columns.length === table.columns,
  );
}

const wrap = (angle: number) => angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));

/** The base that most pairs show, whatever is wrong with a few entries. */
function basesIn(table: Table, sheet: Sheet): number[] {
  const parts = partsOf(sheet);
  if (parts === undefined || sheet.columns.length !== table.columns || table.rows < 3) return [];
  const pairs = parts.cos.length;
  const angle = (row: number, pair: number) =>
    Math.atan2(table.at(row, parts.sin[pair]!), table.at(row, parts.cos[pair]!));
  const rows = Array.from({ length: Math.min(table.rows - 1, 24) }, (_, row) => row);
  const bases = parts.cos.flatMap((_, pair) => {
    const step = middle(rows.map((row) => wrap(angle(row + 1, pair) - angle(row, pair))));
    return pair > 0 && step > 1e-4 && step < 1 ? [step ** (-pairs / pair)] : [];
  });
  const base = bases.length === 0 ? Number.NaN : middle(bases);
  return base > 1 && base < 1e9 ? [2, 3, 4, 6].map((digits) => Number(base.toPrecision(digits))) : [];
}

const middle = (list: readonly number[]) => [...list].sort((a, b) => a - b)[list.length >> 1]!;
