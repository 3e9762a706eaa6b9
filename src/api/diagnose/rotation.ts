/** Explains measured rotations by claims about their frequencies. */
import { type Explanation, explain } from "./explain.ts";
import { draft } from "./findings.ts";
import { type Fit, fitFrequencies } from "./free-fit.ts";
import { type Claim, lengthOf, type Phases } from "./phases.ts";
import { type RotaryContext, rotaryClaims } from "./rotary-claims.ts";
import { startsIn } from "./table.ts";

export interface RotaryExpectation {
  readonly expected?: RotaryContext["expected"];
  readonly expectedName?: RotaryContext["expectedName"];
}

/** The float32 recipe is the usual one for a cache, and no finding. */
export const isOf = ({ is }: Claim, { change }: Explanation) =>
  change.recipe && is !== null && typeof is === "object" ? { ...is, precision: "float32" } : is;

export const unnamed = ({ is, faults }: Claim) =>
  is === null && faults.length === 0
    ? { says: "is a rotation whose frequencies follow no rule that is known here" }
    : {};

export interface Rotation extends RotaryExpectation {
  readonly assumed: boolean;
  readonly headDim?: number;
  /** Whether sines and cosines can be exchanged, and rows begin later. */
  readonly isCache: boolean;
}

/** The simplest explanation of rotations. */
export function explainRotation(phases: Phases, rotation: Rotation): Explanation | undefined {
  const fit = fitFrequencies(phases);
  const context: RotaryContext = { ...rotation, pairs: phases.pairs, ...fit };
  const claims = [...rotaryClaims(context), ...freeClaims(phases, fit, rotation)];
  const plain = claims.filter(({ cost }) => cost < 0.4).slice(0, 12);
  const offsets =
    rotation.assumed && rotation.isCache
      ? startsIn(
          phases,
          plain.map((claim) => ({ claim })),
        )
      : [];
  return explain(phases, claims, { judgesFactor: rotation.expected !== undefined, turns: true, offsets });
}

/** Rotations by frequencies that follow no rule: a last resort. */
function freeClaims(phases: Phases, { frequencies }: Fit, { expected }: Rotation): Claim[] {
  if (phases.rows < 4 || frequencies.some((f) => !Number.isFinite(f))) return [];
  const faults = expected === undefined ? [] : [draft("other-convention")];
  return [{ is: null, frequencies, factor: lengthOf(phases).length, faults, cost: 3 }];
}
