import type { LabMethod } from "../../../src/entries/lab.ts";
import { methodOf } from "./lane-encoding.ts";

/** The look of a lane: the colour says how positions reach the scores, the dash which encoding of that kind it is. */

export interface LaneLook {
  readonly colour: string;
  /** Of a `stroke-dasharray`. */
  readonly dash: string;
}

/** As in all pictures, violet is attention, whose queries and keys rotate, and orange is a position in the scores. */
const COLOURS = {
  none: "var(--_quiet)",
  added: "oklch(from currentColor calc(0.46 + l * 0.3) 0.14 252)",
  rotated: "var(--_ink)",
  bias: "var(--_position)",
} as const;

const KINDS: Readonly<Record<LabMethod, keyof typeof COLOURS>> = {
  none: "none",
  sinusoidal: "added",
  learned: "added",
  sine: "added",
  rope: "rotated",
  "rope-half": "rotated",
  "rope-alternate": "rotated",
  alibi: "bias",
  kerple: "bias",
  t5: "bias",
  fire: "bias",
  shaw: "bias",
  fox: "bias",
};

/** In CSS pixels; the encodings of a kind take them in their order. */
const DASHES = ["none", "10 5", "2.5 4", "15 4 2.5 4", "5 3", "15 3 5 3"] as const;

/** The line of a lane that a rule for longer texts has changed. */
export const RESCUED_DASH = "12 3 3 3";

/** The looks of lanes. An encoding keeps its look in every race, unless the same one, with other fields, has it already. */
export function looksOf(encodings: readonly string[]): readonly LaneLook[] {
  const taken = new Set<string>();
  return encodings.map((encoding) => {
    const method = methodOf(encoding);
    const kind = KINDS[method];
    const own = Object.keys(KINDS).filter((name) => KINDS[name as LabMethod] === kind);
    const first = own.indexOf(method);
    const free = [...DASHES.keys()].find((n) => !taken.has(`${kind} ${(first + n) % DASHES.length}`)) ?? 0;
    const dash = (first + free) % DASHES.length;
    taken.add(`${kind} ${dash}`);
    return { colour: COLOURS[kind], dash: DASHES[dash] as string };
  });
}
