import { degrees } from "../../plot/angle.ts";
import { formatFixed, formatFloat32, formatInteger, formatRough } from "../../plot/numbers.ts";
import { valueTable } from "../controls/values-panel.ts";
import type { ClockShown, Dial } from "./clock-shown.ts";

/** Describes a dial. */
export function describeDial({ dimensions, frequency, now }: Dial, position: number): string {
  return (
    `position ${formatInteger(position)}, dimensions ${dimensions.join(" and ")}: ` +
    `sin ${formatFixed(now.sine, 3)}, cos ${formatFixed(now.cosine, 3)}; ` +
    `a full turn in ${formatRough((2 * Math.PI) / frequency)} steps`
  );
}

/** All dials as a table. */
export function dialsTable({ atRest, position }: ClockShown, cursor: number | undefined): HTMLElement {
  const head = ["pair i", "° per step", "j", "sin", "j", "cos"];
  const rows = atRest.map(({ pair, dimensions, frequency, now }, index) => ({
    name: String(pair),
    cells: [
      formatRough(degrees(frequency), 6),
      String(dimensions[0]),
      formatFloat32(now.sine),
      String(dimensions[1]),
      formatFloat32(now.cosine),
    ],
    current: index === cursor,
  }));
  return valueTable(`Hands at position ${formatInteger(position)}`, head, rows);
}
