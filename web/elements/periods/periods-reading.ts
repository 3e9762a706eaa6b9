import { formatInteger, formatRough } from "../../plot/numbers.ts";
import { pairDimensions } from "../definition/pair-dimensions.ts";
import { type PeriodsShown, supremum } from "./periods-shown.ts";
import { formatPeriod } from "./periods-table.ts";

/** Describes the whole picture. */
export function describeAll({ spec, periods, length, unfinished }: PeriodsShown): string {
  const pairs = formatInteger(periods.length);
  const [first, last] = [periods[0], periods.at(-1)].map((period) => formatPeriod(period as number));
  return (
    `${formatInteger(unfinished)} of ${pairs} pairs do not complete one period in ${formatInteger(length)} positions. ` +
    `Periods run from ${first} to ${last}; 2π · base is ${formatPeriod(supremum(spec))}.`
  );
}

/** Describes a pair. */
export function describePair({ spec, periods, length }: PeriodsShown, pair: number): string {
  const period = periods[pair] as number;
  const count = formatRough(length / period);
  return (
    `pair ${formatInteger(pair)}, dimensions ${pairDimensions(spec, pair).map(formatInteger).join(" and ")}: ` +
    `period ${formatPeriod(period)} positions, ${count} periods in ${formatInteger(length)}` +
    `${period > length ? ": not finished" : ""}`
  );
}
