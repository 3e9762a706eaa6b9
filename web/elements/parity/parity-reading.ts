import { formatCount, formatInteger, formatRough, formatSmall } from "../../plot/numbers.ts";
import type { Cell } from "../definition/cell-cursor.ts";
import { positionsOf } from "./parity-phase.ts";
import { type Band, meansIn, type ParityShown, wavesOf } from "./parity-shown.ts";

/** Two engines in words. */

const BANDS: Readonly<Record<Band, string>> = {
  kept: "kept by the rule",
  blended: "blended by the rule",
  scaled: "scaled by the rule",
  still: "stands still",
};

/** Describes a cell of the view. */
export function describeCell(shown: ParityShown, cell: Cell): string {
  const { view, parity } = shown;
  if (view === "score") {
    const { length, distance, rms, relative } = parity.scores[cell.column]!;
    return `${formatCount(length, "token")}: scores differ most between tokens ${formatInteger(distance)} apart, by ${formatSmall(rms)} or ${formatSmall(relative)} of a score (root mean square for normal queries and keys)`;
  }
  if (view === "wavelengths") {
    const both = ([0, 1] as const).map((side) => {
      const { wavelength, band } = wavesOf(shown, side)[cell.column]!;
      const turn = Number.isFinite(wavelength) ? `${formatRough(wavelength, 4)} tokens per turn, ` : "";
      return `${parity.sides[side].engine} ${turn}${BANDS[band]}`;
    });
    return `pair ${cell.column}: ${both.join("; ")}`;
  }
  const [first, last] = positionsOf(shown, cell.column);
  const where =
    first === last
      ? `position ${formatInteger(first)}`
      : `positions ${formatInteger(first)} to ${formatInteger(last)}`;
  return `pair ${cell.row}, ${where}: mean difference ${formatSmall(meansIn(shown, cell.column)[cell.row]!)} rad`;
}

/** Describes the whole picture. */
export function describeParity(shown: ParityShown): string {
  const { parity, model } = shown;
  const { sides, scores, length, kind } = parity;
  const [own, other] = sides;
  const who = `${model}${kind === "all" ? "" : `, ${kind}`}: ${own.title} beside ${other.title}.`;
  const last = parity.at(length);
  let worst = 0;
  last.forEach((difference, pair) => {
    if (Math.abs(difference) > Math.abs(last[worst]!)) worst = pair;
  });
  const phases =
    last[worst] === 0
      ? `Phases are the same at position ${formatInteger(length)}.`
      : `At position ${formatInteger(length)} phases differ most on pair ${worst}, by ${formatSmall(Math.abs(last[worst]!))} rad.`;
  const factors =
    own.attentionFactor === other.attentionFactor
      ? ""
      : ` Attention factors ${formatRough(own.attentionFactor, 5)} and ${formatRough(other.attentionFactor, 5)}.`;
  const score = scores.at(-1)?.relative ?? 0;
  return `${who} ${phases}${factors} Scores differ by up to ${formatSmall(score)} of a score in 2²⁰ tokens.`;
}
