/** Compares a table or a cache with what is expected, entry by entry, and explains a difference. */

import { type Diagnosis, diagnosisOf } from "../findings/diagnosis.ts";
import { type Draft, draft } from "../findings/findings.ts";
import type { Precision } from "../findings/precision.ts";
import { explainByPairs, pairThatDiffers } from "./by-pairs.ts";
import { candidatesOf, slipped } from "./candidates.ts";
import {
  type Against,
  brokenIn,
  comparisonOf,
  firstEqual,
  isFar,
  pictureOf,
  roundingIn,
  searchOf,
  solidRows,
} from "./compared.ts";
import { compareWith, someRows, type Table } from "./comparison.ts";
import { withFactor, withPositionScale } from "./factors.ts";
import { bestFit, type Candidate, type Fit } from "./fit.ts";
import { fourierCandidates, randomFeatures } from "./fourier.ts";
import { modelsLike } from "./models-like.ts";
import { byOneRow, byOwnAxes, byOwnPositions, byTexts, somethingAdded } from "./whole-rows.ts";

/** Everything that the table may be, the cheapest explanation first. */
export function diagnoseAgainst(input: Against): Diagnosis | undefined {
  const { table, storage, expected } = input;
  const all = expected.flatMap((each) => {
    if (each.spec.method === "fourier") return fourierCandidates(each, each.spec, input);
    if (each.spec.method === "random-fourier") return randomFeatures(each, each.spec, input);
    return candidatesOf(each, storage, table.columns);
  });
  if (all.length === 0) return undefined;
  const broken = brokenIn(table);
  const right = all.filter(({ faults }) => faults.length === 0);
  const search = searchOf(input);
  const fit = bestFit(table, sortedByWidth(right, table), search);
  if (fit !== undefined && fit.counts.outside === 0) return equalTo(input, fit, broken);
  const onAxes = byOwnAxes(input, right);
  if (onAxes !== undefined) return equalTo(input, onAxes, broken);
  const texts = byTexts(input, right);
  if (texts !== undefined) return equalTo(input, texts, broken);
  const inner = input.storage === "table" ? innerColumns(input, right) : undefined;
  if (inner !== undefined) return equalTo(input, inner, broken);
  const explained = explanation(input, all, fit);
  const rounded = explained?.fit === undefined || input.allow > 0 ? [] : roundingIn(explained.fit, input);
  const faults = [...broken, ...(explained?.faults ?? differing(fit, table)), ...rounded];
  const nearest = (explained?.fit && nearestTo(explained.fit, right, input)) ?? fit ?? explained?.fit;
  const { of } = explained?.fit ?? nearest ?? { of: expected[0]! };
  // Another convention is named by its own facts.
  const isOther = explained?.is != null && faults.some(({ name }) => name === "other-convention");
  return diagnosisOf({
    is: explained?.is === undefined ? of.is : explained.is,
    models: [],
    faults,
    confidence: explained?.confidence ?? 0.95,
    subject: input.subject,
    ...(!isOther && {
      says:
        explained === undefined || faults.some(({ name }) => name === "other-convention")
          ? `is not ${of.name}`
          : `is ${of.name} apart from that`,
    }),
    comparison: nearest === undefined ? null : comparisonOf(input, nearest),
    picture: nearest === undefined ? null : pictureOf(nearest),
  });
}

/** What was expected instead of an explained table: the right sheet with the same waves. */
function nearestTo(
  { sheet: found, start }: Fit,
  right: readonly Candidate[],
  input: Against,
): Fit | undefined {
  const wavesOf = ({ columns }: typeof found) => [...new Set(columns.map(({ wave }) => wave))].sort().join();
  const alike = right.filter(
    ({ sheet }) => sheet.columns.length === found.columns.length && sheet.cut === undefined,
  );
  const same = alike.filter(({ sheet }) => wavesOf(sheet) === wavesOf(found));
  const positions =
    input.positions ??
    (start === null
      ? undefined
      : [
          Float64Array.from(
            { length: Math.max(input.table.rows, input.table.columns) },
            (_, row) => row + start,
          ),
        ]);
  return bestFit(input.table, same.length > 0 ? same : alike, {
    ...searchOf(input),
    positions,
    scans: false,
  });
}

/** Sheets of the table's width come before wider ones, of which it would be a corner. */
const sortedByWidth = (candidates: readonly Candidate[], { columns }: Table): Candidate[] =>
  [...candidates].sort(
    (a, b) => Number(a.sheet.columns.length !== columns) - Number(b.sheet.columns.length !== columns),
  );

function equalTo(input: Against, fit: Fit, faults: readonly Draft[]): Diagnosis {
  const { precision } = input;
  const notes = [...faults];
  // A corner of a wider table is right; with all columns but one, the last one may have been lost.
  if (input.storage === "table" && fit.cut === 1)
    notes.push({ ...draft("column-missing", ["column", fit.table.columns]), isNote: true });
  if (input.allow === 0) notes.push(...roundingIn(fit, input));
  if (fit.isRecipe)
    notes.push(
      draft("float32-recipe", ["largest difference from the exact table", largestExact(fit, precision)]),
    );
  return diagnosisOf({
    is: fit.of.is,
    models: modelsLike(fit, input),
    faults: notes,
    confidence: 0.97,
    subject: input.subject,
    comparison: comparisonOf(input, fit),
  });
}

const largestExact = ({ table, of, sheet, places }: Fit, precision: Precision) => {
  const [own] = candidatesOf(of, "table", table.columns).filter((each) => each.sheet.layout === sheet.layout);
  const rows = someRows(table.rows);
  return own === undefined ? 0 : compareWith(table, own.sheet, places, { precision }, rows).largest;
};

interface Explained {
  readonly fit?: Fit | undefined;
  readonly faults: readonly Draft[];
  readonly confidence: number;
  readonly is?: Diagnosis["is"];
}

/** The simplest mistake that makes the numbers equal. */
function explanation(
  input: Against,
  all: readonly Candidate[],
  nearest: Fit | undefined,
): Explained | undefined {
  const { table } = input;
  const wrong = all.filter(({ faults }) => faults.length > 0);
  const same = firstEqual(input, sortedByWidth(wrong, table));
  if (same !== undefined) return { fit: same, faults: same.faults, confidence: 0.97 };
  const empty = withoutZeroRows(input, all);
  if (empty !== undefined) return empty;
  const isWide = ({ sheet: { columns, cut } }: Candidate) =>
    cut === undefined && (columns.length === table.columns || columns.length === table.rows);
  const exactWidth = all.filter(isWide);
  const constant = byOneRow(input, exactWidth);
  if (constant !== undefined) return constant;
  const byFactor = firstEqual(
    input,
    exactWidth.flatMap((each) => withFactor(input, each)),
  );
  if (byFactor !== undefined) return { fit: byFactor, faults: byFactor.faults, confidence: 0.95 };
  const byPairs = unlessLocal(explainByPairs(input, exactWidth), nearest);
  const isSplit = byPairs?.faults.some(({ name }) => name === "parts-differ") ?? false;
  if (byPairs?.isRotation && !isSplit) return byPairs;
  const one = firstEqual(input, slipped(exactWidth, table.rows));
  if (one !== undefined) return { fit: one, faults: one.faults, confidence: 0.95 };
  if (byPairs !== undefined) return byPairs;
  const scaled = firstEqual(
    input,
    exactWidth.flatMap((each) => withPositionScale(input, each)),
  );
  if (scaled !== undefined) return { fit: scaled, faults: scaled.faults, confidence: 0.95 };
  const own = byOwnPositions(input, exactWidth);
  if (own !== undefined)
    return {
      ...own,
      faults:
        own.faults.length > 0
          ? own.faults
          : [draft("positions-other", ["position of the first row", own.fit.places[0]!(0)])],
    };
  const missing = withMissingColumn(input, all) ?? withMissingPair(input);
  if (missing !== undefined) return missing;
  if (nearest === undefined) return undefined;
  const pair = pairThatDiffers(nearest);
  if (pair !== undefined) return { faults: [pair], confidence: 0.9, fit: nearest };
  const plain = isFar(nearest.counts)
    ? bestFit(
        table,
        exactWidth.filter(({ faults }) => faults.length === 0),
        { ...searchOf(input), scans: false, isExact: true },
      )
    : undefined;
  const added = plain && somethingAdded(plain);
  return added && { faults: [added], confidence: 0.8, fit: plain };
}

/** A few wrong entries change the length of their pairs, but that says less than where they are. */
function unlessLocal(byPairs: ReturnType<typeof explainByPairs>, nearest: Fit | undefined) {
  const isLocal = nearest !== undefined && nearest.counts.outside <= 0.02 * nearest.counts.compared;
  const isLength = byPairs?.faults.every(({ name }) => name === "norm-changed") ?? false;
  return isLocal && isLength ? undefined : byPairs;
}

/** Rows of zeros left out, the others may be right. */
function withoutZeroRows(input: Against, all: readonly Candidate[]): Explained | undefined {
  const solid = solidRows(input);
  if (solid === undefined) return undefined;
  const fitting = sortedByWidth(all, solid.input.table).filter(({ sheet }) => sheet.places === undefined);
  for (const candidate of fitting) {
    const search = { ...searchOf(solid.input), scans: false, isOnlyEqual: true };
    const fit = bestFit(solid.input.table, [candidate], search);
    if (fit === undefined) continue;
    return { fit, faults: [...candidate.faults, solid.fault], confidence: 0.97 };
  }
  return undefined;
}

/** At most this many columns before the first difference are tried. */
const MOST_ALIKE = 64;

/** One column left out, the others may be right. */
function withMissingColumn(input: Against, all: readonly Candidate[]): Explained | undefined {
  const { table } = input;
  for (const candidate of all) {
    const { columns } = candidate.sheet;
    if (columns.length !== table.columns + 1) continue;
    const from = firstDifferent(input, candidate);
    // Slow columns are nearly their neighbours, so that the first difference comes later.
    const before = Array.from({ length: Math.min(from, MOST_ALIKE) + 1 }, (_, k) => from - k);
    for (const missing of new Set([...before, columns.length - 1])) {
      const sheet = { ...candidate.sheet, columns: columns.filter((_, at) => at !== missing) };
      const fit = firstEqual(input, [{ ...candidate, sheet }]);
      if (fit === undefined) continue;
      return {
        fit,
        faults: [...candidate.faults, draft("column-missing", ["column", missing])],
        confidence: 0.95,
      };
    }
  }
  return undefined;
}

/** One pair left out of a cache, whose cosines and sines stand side by side. */
function withMissingPair(input: Against): Explained | undefined {
  const { table } = input;
  if (input.storage !== "cache") return undefined;
  for (const of of input.expected)
    for (const { sheet, faults } of candidatesOf(of, "cache", table.columns + 2)) {
      const half = sheet.columns.length / 2;
      if (half !== table.columns / 2 + 1) continue;
      for (let missing = 0; missing < half; missing++) {
        const columns = sheet.columns.filter((_, at) => at % half !== missing);
        const fit = firstEqual(input, [{ sheet: { ...sheet, columns }, of, faults }]);
        if (fit === undefined) continue;
        return { fit, faults: [...faults, draft("column-missing", ["column", missing])], confidence: 0.95 };
      }
    }
  return undefined;
}

/** A part of a wider table that does not begin with its first column. */
function innerColumns(input: Against, candidates: readonly Candidate[]): Fit | undefined {
  const { table } = input;
  for (const candidate of candidates) {
    const { sheet, of } = candidate;
    const wider = sheet.columns.length - table.columns;
    if (wider < 2 || of.isOpen || sheet.cut !== undefined || sheet.columns.length > MOST_INNER) continue;
    for (let first = 1; first <= wider; first++) {
      const columns = sheet.columns.slice(first, first + table.columns);
      const layout = `${sheet.layout}, from column ${first}`;
      const fit = firstEqual(input, [{ ...candidate, sheet: { ...sheet, columns, layout, cut: wider } }]);
      if (fit !== undefined) return fit;
    }
  }
  return undefined;
}

/** In wider tables, only the first columns are looked for. */
const MOST_INNER = 1024;

/** The first column that differs from the sheet's column at the same place. */
function firstDifferent(input: Against, candidate: Candidate): number {
  const any = { ...candidate, of: { ...candidate.of, isOpen: false } };
  const fit = bestFit(input.table, [any], { ...searchOf(input), scans: false });
  if (fit === undefined) return 0;
  for (let at = 0; at < fit.table.columns; at++) {
    const one: Table = { rows: fit.table.rows, columns: 1, at: (row) => fit.table.at(row, at) };
    const sheet = { ...fit.sheet, columns: [fit.sheet.columns[at]!] };
    if (compareWith(one, sheet, fit.places, searchOf(input).bounds, someRows(one.rows)).outside > 0)
      return at;
  }
  return fit.table.columns;
}

function differing(fit: Fit | undefined, table: Table): Draft[] {
  const { outside = table.rows * table.columns, compared = table.rows * table.columns } = fit?.counts ?? {};
  return [draft("values-differ", ["entries", outside, "entries"], ["compared", compared, "entries"])];
}
