import type { Criteria, Posenc, Spec } from "../../../src/api/full.ts";
import type { FigureSpec } from "../figure/figure-spec.ts";
import { uniforms } from "../figure/uniforms.ts";

/** Ways to say a position by numbers, and what each answers to the four criteria. */

export const WAYS = ["index", "normalised index", "one-hot", "sinusoidal", "learned"] as const;

export type WayName = (typeof WAYS)[number];

/** A table of the first rows: a spec, or a table of one's own. */
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
  /** Largest |value| at the positions up to twice the length; undefined where there are no such rows. */
  readonly beyond: number | undefined;
}

/** The first rows of the table that a way has for a text of some length. Default: all. */
function tableOf(pe: Posenc, way: WayName, spec: FigureSpec, length: number, rows = length): Table {
  const encoded = (given: Spec, dModel: number) => ({ values: pe.encode(given, { length: rows }), dModel });
  switch (way) {
    case "index":
      return encoded({ method: "index" }, 1);
    case "normalised index":
      return encoded({ method: "normalized-index", maxLength: length }, 1);
    case "one-hot":
      return encoded({ method: "one-hot", dModel: length }, length);
    case "sinusoidal":
      return encoded(spec, spec.dModel);
    case "learned": {
      const values = Float32Array.from(uniforms("1/learned", rows * spec.dModel));
      return { values, dModel: spec.dModel };
    }
  }
}

/** Whether a way that was made for some length has rows beyond it. */
const GOES_ON: Readonly<Record<WayName, boolean>> = {
  index: true,
  "normalised index": true, // every position is then renumbered
  "one-hot": false,
  sinusoidal: true,
  learned: false,
};

export function judge(pe: Posenc, name: WayName, spec: FigureSpec, length: number): Judged {
  const table = tableOf(pe, name, spec, length);
  // Its first rows are enough for the step; the later ones are looked at only where a text of this length has them, too.
  const twice = tableOf(pe, name, spec, 2 * length, GOES_ON[name] ? 2 * length : 2);
  const exact = name === "sinusoidal"; // from rows in double precision: those of floats hide how exact it is
  const criteria = exact
    ? pe.criteria(spec, { length })
    : pe.criteria({ table: table.values, dModel: table.dModel });
  const later = twice.values.subarray(length * twice.dModel);
  return {
    name,
    table,
    criteria,
    steps: [firstStep(table), firstStep(twice)],
    beyond: GOES_ON[name] ? later.reduce((most, value) => Math.max(most, Math.abs(value)), 0) : undefined,
  };
}

function firstStep({ values, dModel }: Table): number {
  let sum = 0;
  for (let j = 0; j < dModel; j++) sum += ((values[dModel + j] as number) - (values[j] as number)) ** 2;
  return Math.sqrt(sum);
}
