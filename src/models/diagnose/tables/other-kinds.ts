/** Tables that no fit of frequencies explains: presets, grids, and the mistakes of learners. */

import type { ResolvedSpec } from "../../../api/methods.ts";
import { presets } from "../../../api/presets.ts";
import { checkSpec } from "../../../api/spec.ts";
import { sinusoidalSheet } from "../findings/columns.ts";
import { type Diagnosis, diagnosisOf } from "../findings/diagnosis.ts";
import { type Sinusoidal, shortSpec, sinusoidsOf } from "../findings/sinusoids.ts";
import { partOfRotation } from "./alone.ts";
import { diagnoseByChannel } from "./by-channel.ts";
import { matrixOf, rowsFor } from "./by-pairs.ts";
import { diagnoseCache } from "./cache.ts";
import { candidatesOf, slipped } from "./candidates.ts";
import { brokenIn, comparisonOf, firstEqual, searchOf, type Unexpected } from "./compared.ts";
import { someRows, type Table } from "./comparison.ts";
import { type Expected, mayBeWidth, shapesOf } from "./expectation.ts";
import { withPositionScale } from "./factors.ts";
import { bestFit, type Candidate, type Fit } from "./fit.ts";
import { fourierWays } from "./fourier.ts";
import { gridsOfAnyBase, gridWays } from "./grids.ts";
import { modelsLike } from "./models-like.ts";
import { byOneRow, byOwnPositions } from "./whole-rows.ts";

/** Fewer numbers fit many conventions. */
const FEWEST = 6;

/** Cosines alone, grids, mistakes of learners, and what else has a name. */
export function otherKinds(input: Unexpected): Diagnosis | undefined {
  const { table, subject, storage } = input;
  if (storage === "cache") return partsDiffer(input);
  if (table.rows * table.columns < FEWEST) return undefined;
  const constant = byOneRow(input, sinusoidCandidates(table.columns));
  if (constant !== undefined && !isPlain({ ...table, rows: 1 }))
    return judged(input, { ...constant.fit, faults: constant.faults });
  if (isPlain(table)) return undefined;
  const known = firstEqual(input, standard(table));
  if (known !== undefined) return judged(input, known);
  const part = partOfRotation(input);
  if (part !== undefined) return judged(input, part);
  const other = firstEqual(input, fourierWays(input)) ?? firstEqual(input, gridWays(table));
  if (other !== undefined) return judged(input, other);
  const all = sinusoidCandidates(table.columns);
  const usual = all.filter(({ of }) => (of.spec as Sinusoidal).base === 10_000);
  const wrong = firstEqual(input, shown(input, slipped(usual, table.rows)));
  if (wrong !== undefined) return judged(input, wrong);
  const scaled = firstEqual(
    input,
    usual.flatMap((each) => withPositionScale(input, each)),
  );
  if (scaled !== undefined) return judged(input, { ...scaled, faults: [], of: scaledOf(scaled) });
  const grid = firstEqual(input, gridsOfAnyBase(input));
  if (grid !== undefined) return judged(input, grid);
  const own = byOwnPositions(input, all);
  if (own !== undefined) return judged(input, { ...own.fit, faults: own.faults });
  if (input.positions === undefined || input.positions.length === 1) {
    const { chosen, places } = rowsFor(input, table);
    const matrix = matrixOf(
      table,
      chosen,
      Array.from({ length: table.columns }, (_, at) => at),
    );
    return diagnoseByChannel(matrix, places[0]!, input.precision, subject);
  }
  return undefined;
}

/**
 * Only mistakes that change a column which is not constant. A constant column shows none: channels that are not rotated are
 * constant, too.
 */
function* shown({ table, precision }: Unexpected, slips: Iterable<Candidate>): Generator<Candidate> {
  const moves = Array.from({ length: table.columns }, (_, column) => {
    const first = table.at(0, column);
    return someRows(table.rows).some((row) => {
      const value = table.at(row, column);
      return Math.abs(value - first) > precision.errorOf(value) + precision.errorOf(first);
    });
  });
  for (const slip of slips) {
    const right = sinusoidalSheet(slip.of.spec as Sinusoidal).columns;
    const { columns, phase } = slip.sheet;
    const changed = columns.flatMap(({ frequency }, at) => {
      const own = right[at]!.frequency;
      return frequency !== own || (phase !== undefined && !Number.isInteger(own)) ? [at] : [];
    });
    if (changed.length === 0 || changed.some((at) => moves[at] ?? true)) yield slip;
  }
}

/** The factor of the positions is a field of the spec. */
function scaledOf({ of, faults }: Fit): Expected {
  const scale = faults.at(-1)?.evidence[0]?.value ?? 1;
  return { ...of, name: "the named table", is: { ...(of.is as object), scale } };
}

const isPlain = ({ rows, columns, at }: Table) =>
  someRows(rows).every((row) =>
    Array.from({ length: columns }, (_, column) => at(row, column)).every((x) => x === 0 || x === 1),
  );

function judged(input: Unexpected, fit: Fit): Diagnosis {
  const is = typeof fit.of.is === "string" ? fit.of.is : { ...fit.of.is };
  const says = typeof is === "string" ? `has the numbers of ${is}` : undefined;
  const faults = [...brokenIn(input.table), ...fit.faults];
  const halved = faults.some(({ name }) => name === "exponent-halved" || name === "exponent-doubled");
  return diagnosisOf({
    is,
    models: fit.faults.length > 0 ? [] : modelsLike(fit, input),
    faults,
    confidence: halved ? 0.8 : 0.95,
    subject: input.subject,
    ...(says !== undefined && { says }),
    comparison: comparisonOf(input, fit),
  });
}

export function sinusoidCandidates(width: number, bases?: readonly number[]): Candidate[] {
  return sinusoidsOf(width, bases).map(({ spec, models }) => {
    const of: Expected = { name: models[0] ?? "a sinusoidal table", is: shortSpec(spec), spec };
    return { sheet: sinusoidalSheet(spec), of, faults: [] };
  });
}

/** Every preset that has a table of this width, and all of their layouts. */
function* standard(table: Table): Generator<Candidate> {
  for (const width of new Set([table.columns, ...(mayBeWidth(table.rows) ? [table.rows] : [])]))
    for (const name of Object.keys(presets))
      for (const spec of specsOf(name, width, (table.rows * table.columns) / width))
        for (const candidate of candidatesOf({ name, is: name, spec }, "table", width))
          if (candidate.faults.length === 0 && candidate.sheet.columns.length === width) yield candidate;
}

function specsOf(name: string, width: number, rows: number): ResolvedSpec[] {
  const { spec, open } = presets[name as keyof typeof presets] as {
    spec: Record<string, unknown>;
    open: readonly string[];
  };
  const wide = open.includes("dModel") && !("dModel" in spec) ? { dModel: width } : {};
  const isGrid = spec.method === "grid";
  const axes = (spec.axes as readonly number[] | undefined)?.length ?? 2;
  const shapes = isGrid
    ? shapesOf(rows - Number(spec.classToken ?? false), axes).map((shape) => ({ shape }))
    : [{}];
  const lengths = "scaling" in spec ? [{}, { currentLength: 2 ** 20 }] : [{}];
  return shapes.flatMap((shape) =>
    lengths.flatMap((length) => {
      try {
        return [
          checkSpec({
            preset: name,
            ...wide,
            ...shape,
            ...(open.includes("currentLength") ? length : {}),
          } as unknown),
        ];
      } catch {
        return []; // this width or shape has no such table
      }
    }),
  );
}

/** A cache of xPos, if all of its entries are. */
function grown(input: Unexpected, fields: Readonly<Record<string, unknown>>): Diagnosis | undefined {
  for (const pairing of ["halves", "interleaved"] as const) {
    const spec = checkSpec({ ...fields, pairing } as unknown);
    const { pairing: _, ...is } = { pairing, ...fields };
    const all = candidatesOf({ name: "the named rotation", is, spec }, "cache", input.table.columns);
    const right = all.filter(({ faults }) => faults.length === 0);
    const fit = bestFit(input.table, right, { ...searchOf(input), isExact: true, isOnlyEqual: true });
    if (fit === undefined) continue;
    const shown = fit.sheet.pairing === undefined ? is : { ...is, pairing };
    return judged(input, { ...fit, of: { ...fit.of, is: shown } });
  }
  return undefined;
}

function partsDiffer(input: Unexpected): Diagnosis | undefined {
  const half = input.table.columns / 2;
  const { chosen, places } = rowsFor(input, input.table);
  const columns = Array.from({ length: half }, (_, at) => at);
  const found = diagnoseCache({
    cos: matrixOf(input.table, chosen, columns),
    sin: matrixOf(
      input.table,
      chosen,
      columns.map((at) => at + half),
    ),
    positions: places,
    assumed: input.positions === undefined,
    print: input.precision,
  });
  if (typeof found.is === "object" && found.is?.method === "xpos") return grown(input, found.is);
  // A rotation of both was looked for before, and was compared with every entry.
  return found.findings.some(({ name }) => name === "parts-differ" || name === "norm-changed")
    ? found
    : undefined;
}
