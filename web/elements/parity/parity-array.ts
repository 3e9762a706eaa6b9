import type { NamedArray } from "../definition/numbers.ts";
import { range } from "../share/entries.ts";
import { advance, CELLS, type ParityShown, startOf, wavesOf } from "./parity-shown.ts";

/** The numbers of each view; those that are not computed yet are computed at once. */
export function parityArray(shown: ParityShown): NamedArray {
  const { view, parity } = shown;
  if (view === "score")
    return {
      corner: "tokens",
      rows: parity.scores.map(({ length }) => length),
      columns: ["rms", "relative"],
      values: Float64Array.from(parity.scores.flatMap(({ rms, relative }) => [rms, relative])),
    };
  const rows = range(0, parity.pairs);
  if (view === "phase")
    return {
      corner: "pair",
      rows,
      columns: range(0, CELLS).map((cell) => startOf(shown, cell)),
      values: advance(shown, Number.POSITIVE_INFINITY).means,
    };
  const [own, other] = ([0, 1] as const).map((side) => wavesOf(shown, side).map(turnOf));
  return {
    corner: "pair",
    rows,
    columns: parity.sides.map(({ engine }) => engine),
    values: Float64Array.from(rows.flatMap((pair) => [own![pair]!, other![pair]!])),
  };
}

/** Tokens in a turn; 0 for a pair that stands still. */
const turnOf = ({ wavelength }: { readonly wavelength: number }): number =>
  Number.isFinite(wavelength) ? wavelength : 0;
