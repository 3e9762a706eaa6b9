/** Presets that make the same numbers as a table. */

import type { ResolvedSpec } from "../../../api/methods.ts";
import { presets } from "../../../api/presets.ts";
import { checkSpec } from "../../../api/spec.ts";
import type { Rope } from "../findings/columns.ts";
import type { Precision } from "../findings/precision.ts";
import { candidatesOf, type Storage } from "./candidates.ts";
import { compareWith, someRows, type Table } from "./comparison.ts";
import type { Fit } from "./fit.ts";
import { fourierModels } from "./fourier.ts";

const known = new Map<string, ResolvedSpec | undefined>();

/** A preset in the width of a table; undefined if it has another one. To resolve all presets anew for each table is slow. */
function specOf(name: string, width: number): ResolvedSpec | undefined {
  const key = `${name} ${width}`;
  if (!known.has(key)) {
    if (known.size > MOST_KNOWN) known.clear();
    known.set(key, resolved(name, width));
  }
  return known.get(key);
}

/** Presets times widths that are kept. */
const MOST_KNOWN = 1000;

function resolved(name: string, width: number): ResolvedSpec | undefined {
  const { spec, open } = presets[name as keyof typeof presets] as { spec: object; open: readonly string[] };
  const needs = open.filter((field) => ["shape", "octaves", "dimensions"].includes(field));
  if (needs.length > 0) return undefined;
  try {
    return checkSpec(
      (open.includes("dModel") && !("dModel" in spec)
        ? { preset: name, dModel: width }
        : { preset: name }) as unknown,
    );
  } catch {
    return undefined; // refuses this width
  }
}

interface Like {
  readonly storage: Storage;
  readonly table: Table;
  readonly precision: Precision;
  readonly positions: unknown;
}

export function modelsLike(fit: Fit, { storage, precision, positions }: Like): string[] {
  const { table, sheet, places, isRecipe } = fit;
  const rows = someRows(table.rows);
  const own = fit.of.spec;
  if (own.method === "fourier") return fourierModels(own, own.includeInput || positions !== undefined);
  return Object.keys(presets).filter((name) => {
    const spec = specOf(name, sheet.columns.length);
    if (spec === undefined) return false;
    if (own.method === "rope" && (spec.method !== "rope" || !isSameHead(own, spec, fit))) return false;
    return candidatesOf({ name, is: name, spec }, storage, table.columns)
      .filter(({ faults }) => faults.length === 0)
      .some((candidate) => {
        if (
          candidate.sheet.layout !== sheet.layout ||
          candidate.sheet.columns.length !== sheet.columns.length
        )
          return false;
        if (candidate.sheet.zeroAt !== sheet.zeroAt && hasRow(fit, candidate.sheet.zeroAt)) return false;
        const near = { ...candidate.sheet, zeroAt: sheet.zeroAt };
        const exact = compareWith(table, near, places, { precision }, rows);
        if (exact.outside === 0) return true;
        if (!isRecipe) return false;
        const isClose = near.columns.every(
          ({ frequency, wave }, at) =>
            wave === sheet.columns[at]!.wave &&
            Math.abs(frequency - sheet.columns[at]!.frequency) <= 2 ** -19 * Math.abs(frequency),
        );
        return isClose && Math.abs(near.factor - sheet.factor) <= 1e-6;
      });
  });
}

const hasRow = ({ start, table }: Fit, zeroAt: number | undefined) =>
  zeroAt !== undefined && start !== null && start <= zeroAt && zeroAt < start + table.rows;

/** The pairing and the width of a head are part of a model, if the numbers show them. */
const isSameHead = (own: Rope, other: Rope, { sheet }: Fit) =>
  own.rotaryDim === other.rotaryDim && (sheet.pairing === undefined || own.pairing === other.pairing);
