import type { Posenc } from "../../../src/entries/encodings.ts";
import { formatFixed, formatInteger, formatRough, formatSmall } from "../../plot/numbers.ts";
import { superscript } from "../../plot/superscript.ts";
import type { FigureSpec } from "../definition/figure-spec.ts";
import { recordsOf, type SearchedStretch } from "./repeat-search.ts";

/** The results of the search in words, and the reason why there is no exact repeat. */

/** Distances of this size or larger are written with five digits. */
const LARGE = 0.01;

export function formatDistance(distance: number): string {
  return distance < LARGE ? formatSmall(distance) : formatRough(distance, 5);
}

/** Describes the nearest repeat of all stretches. */
export function describeBest(stretches: readonly SearchedStretch[]): string {
  const best = recordsOf(stretches).at(-1);
  const [first, last] = [stretches[0], stretches.at(-1)];
  if (!best || !first || !last) return "No offset has been checked yet.";
  const [from, to, offset] = [first.from, last.to, best.offset].map(formatInteger);
  return `Of the offsets ${from} to ${to}, ${offset} comes nearest to a repeat, at distance ${formatDistance(best.distance)}.`;
}

/** Describes the nearest repeat of one stretch. */
export function describeStretch({ from, to, offset, distance }: SearchedStretch): string {
  return (
    `offsets ${formatInteger(from)} to ${formatInteger(to)}: nearest at ${formatInteger(offset)}, ` +
    `distance ${formatDistance(distance)}`
  );
}

/** The reason why no whole offset is an exact repeat, and whether any fractional offset is. */
export function reasonOf(pe: Posenc, spec: FigureSpec): string {
  const whole =
    "It is never 0: pair 0 repeats only after multiples of 2π, and 2π is irrational, so no integer offset is a multiple of it.";
  return `${whole} ${betweenWholes(pe, spec)}`.trim();
}

/** Whether all pairs have a common period, which cannot be whole; empty if the base is not whole. */
function betweenWholes(pe: Posenc, spec: FigureSpec): string {
  const pairs = spec.dModel / 2;
  if (pairs === 1)
    return `Between integers, the encoding repeats after every ${formatFixed(2 * Math.PI, 6)}.`;
  if (!Number.isInteger(spec.base)) return "";
  const ratio = spec.base ** (1 / pairs);
  const root = Math.round(ratio);
  // The root of a whole number is whole or irrational.
  if (BigInt(root) ** BigInt(pairs) !== BigInt(spec.base)) {
    return `No fraction repeats either: each period is ${formatRough(ratio, 6)} times the previous one, an irrational ratio, so no offset is a multiple of all periods.`;
  }
  const period = formatRough(Math.max(...pe.periods(spec)), 9);
  const power = pairs === 2 ? String(root) : `${root}${superscript(pairs - 1)}`;
  return `Between integers, the encoding repeats after every 2π · ${power} = ${period}, the longest period: each period is ${root} times the previous one.`;
}
