import type { Posenc } from "../../../src/entries/encodings.ts";
import type { Lengths, ScheduleName } from "../../methods/schedules/schedule.ts";
import { shownPairs } from "../../plot/shown-pairs.ts";
import { type RopeSpec, ruledSpecs } from "./rope-rules.ts";
import { type RotatedPairs, type RuledPairs, rotatedPairs, ruledPairs } from "./rope-values.ts";

/** The drawn data: the hands of some pairs, or the wavelengths of all pairs under several rules. */

export interface AnglesShown extends RotatedPairs {
  readonly view: "angles";
  readonly spec: RopeSpec;
  readonly query: number;
  readonly key: number;
  /** Indices of the pairs with a dial. */
  readonly dials: readonly number[];
  readonly lengths: Lengths;
}

export interface WavelengthsShown {
  readonly view: "wavelengths";
  readonly specs: readonly RopeSpec[];
  readonly rows: readonly RuledPairs[];
  readonly lengths: Lengths;
}

export type RopeShown = AnglesShown | WavelengthsShown;

export function anglesOf(
  pe: Posenc,
  spec: RopeSpec,
  query: number,
  key: number,
  lengths: Lengths,
): AnglesShown {
  const rotated = rotatedPairs(pe, spec, query, key);
  return { view: "angles", spec, query, key, dials: shownPairs(rotated.pairs.length), lengths, ...rotated };
}

export function wavelengthsOf(
  pe: Posenc,
  spec: RopeSpec,
  compared: readonly ScheduleName[],
  lengths: Lengths,
): WavelengthsShown {
  const specs = ruledSpecs(spec, compared, lengths).map(({ spec: ruled }) => ruled);
  return { view: "wavelengths", specs, rows: ruledPairs(pe, spec, compared, lengths), lengths };
}
