/** Usual mistakes with a scaling rule: the rule that was computed in place of it. */

import { isPlain, type Rope, type Scaling } from "../findings/columns.ts";
import { type Draft, draft } from "../findings/findings.ts";

/** Another rule, its finding, and its cost. */
type Mistake = readonly [Scaling, Draft, number?];

type Numbers = [what: string, value: number, unit?: string];

/** Mistakes with one rule only. */
const own: { readonly [Type in Scaling["type"]]?: (scaling: Extract<Scaling, { type: Type }>) => Mistake[] } =
  {
    linear(scaling) {
      const { factor } = scaling;
      const ratio: Numbers = ["factor", factor];
      return [[{ ...scaling, factor: factor ** 2 }, draft("scaling-twice", ratio)]];
    },
    yarn(scaling) {
      const name = scaling.truncate ? "ramp-not-rounded" : "ramp-rounded";
      return [[{ ...scaling, truncate: !scaling.truncate }, draft(name)], withLongLength(scaling)];
    },
    llama3: (scaling) => [withLongLength(scaling)],
    /** Some engines compute the base once, for s times the trained length. */
    dynamic({ factor }) {
      const times = factor * factor - (factor - 1);
      return [
        [
          { type: "ntk", factor: times },
          draft("scaling-always", ["base before the exponent", times, "times"]),
        ],
      ];
    },
    proportional(scaling) {
      const ratio: Numbers = ["factor", scaling.factor];
      return scaling.factor === 1 ? [] : [[{ ...scaling, factor: 1 }, draft("scaling-missing", ratio)]];
    },
  };

/** The longest length in place of the one that the model was first trained with. */
function withLongLength<Rule extends Scaling & { factor: number; originalLength: number }>(
  scaling: Rule,
): Mistake {
  const originalLength = scaling.originalLength * scaling.factor;
  const lengths: Numbers = ["original length", originalLength, "positions"];
  return [{ ...scaling, originalLength } as Scaling, draft("wrong-original-length", lengths)];
}

/** The rules that may have been computed in place of the right one. */
export function scalingMistakes({ scaling }: Rope): Mistake[] {
  if (isPlain(scaling)) return [];
  const factor = "factor" in scaling ? scaling.factor : 1;
  const ratio: Numbers = ["factor", factor];
  const others = (["linear", "ntk"] as const).map(
    (type): Mistake => [{ type, factor }, draft("wrong-scaling", ratio), 0.2],
  );
  return [
    [{ type: "none" }, draft("scaling-missing", ratio)],
    ...(factor > 1
      ? [
          ...others,
          [{ ...scaling, factor: 1 / factor } as Scaling, draft("scaling-inverted", ratio)] as const,
        ]
      : []),
    ...((own[scaling.type] as ((scaling: Scaling) => Mistake[]) | undefined)?.(scaling) ?? []),
  ];
}

/** The text length for which LongRoPE takes its second list of divisors, if the first one is expected, or the reverse. */
export function listMistakes({ scaling, currentLength }: Rope): (readonly [length: number, Draft])[] {
  if (!("shortFactor" in scaling)) return [];
  const isLong = currentLength > scaling.originalLength;
  const length: Numbers = ["trained length", scaling.originalLength, "positions"];
  return isLong
    ? [[0, draft("short-list", length)]]
    : [[scaling.originalLength + 1, draft("long-list", length)]];
}
