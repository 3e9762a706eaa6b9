import type { Criteria, Posenc, Spec } from "../../../src/entries/encodings.ts";
import { uniforms } from "../../methods/uniforms.ts";
import type { FigureSpec } from "../definition/figure-spec.ts";

/** Ways to encode a position, and the numbers of each way for the four criteria. */

interface Way {
  /** The encoding for texts of a length. Default: random rows. */
  specOf?(spec: FigureSpec, length: number): Spec & { readonly dModel: number };
  /** Whether a table for a length has rows beyond it. */
  readonly goesOn: boolean;
  /** Whether criteria are computed from rows in double precision: rounding to float32 would hide how small the spread is. */
  readonly isExact?: boolean;
}

const ways = {
  index: { specOf: () => ({ method: "index", dModel: 1 }), goesOn: true },
  "normalised index": {
    specOf: (_, maxLength) => ({ method: "normalized-index", dModel: 1, maxLength }),
    goesOn: true, // every position is then renumbered
  },
  "one-hot": { specOf: (_, dModel) => ({ method: "one-hot", dModel }), goesOn: false },
  sinusoidal: { specOf: (spec) => spec, goesOn: true, isExact: true },
  "untrained table": { goesOn: false },
} satisfies Record<string, Way>;

export type WayName = keyof typeof ways;
export const WAYS = Object.keys(ways) as WayName[];

/** A table of the first rows. */
export interface Table {
  readonly values: Float32Array;
  readonly dModel: number;
}

export interface Judged {
  readonly name: WayName;
  readonly table: Table;
  readonly criteria: Criteria;
  /** Distance of positions 0 and 1 in a text of this length, and in one of twice the length. */
  readonly steps: readonly [number, number];
  /** Largest |value| at the positions up to twice the length; undefined if there are no such rows. */
  readonly beyond: number | undefined;
}

/** The first rows of a way's table for a text of a length. */
function tableOf(pe: Posenc, { specOf }: Way, spec: FigureSpec, length: number, rows: number): Table {
  const known = specOf?.(spec, length);
  return known
    ? { values: pe.encode(known, { length: rows }), dModel: known.dModel }
    : { values: Float32Array.from(uniforms("1/learned", rows * spec.dModel)), dModel: spec.dModel };
}

export function judge(pe: Posenc, name: WayName, spec: FigureSpec, length: number): Judged {
  const way: Way = ways[name];
  const { goesOn } = way;
  const table = tableOf(pe, way, spec, length, length);
  // The first two rows are enough for the step. Later rows are needed only if a table goes on.
  const twice = tableOf(pe, way, spec, 2 * length, goesOn ? 2 * length : 2);
  const criteria = way.isExact
    ? pe.criteria(spec, { length })
    : pe.criteria({ table: table.values, dModel: table.dModel });
  const later = twice.values.subarray(length * twice.dModel);
  return {
    name,
    table,
    criteria,
    steps: [firstStep(table), firstStep(twice)],
    beyond: goesOn ? later.reduce((most, value) => Math.max(most, Math.abs(value)), 0) : undefined,
  };
}

function firstStep({ values, dModel }: Table): number {
  let sum = 0;
  for (let j = 0; j < dModel; j++) sum += ((values[dModel + j] as number) - (values[j] as number)) ** 2;
  return Math.sqrt(sum);
}
