import { axisOfPairs } from "../../src/api/rotary/axes.ts";
import type { ResolvedSpec } from "../../src/entries/encodings.ts";
import { float } from "./code.ts";
import type { RotaryMethod } from "./method.ts";
import { pairFrequencies } from "./pair-frequencies.ts";
import { scheduleOf } from "./schedules.ts";

export const isRope = (spec: ResolvedSpec): spec is ResolvedSpec<"rope"> => spec.method === "rope";

/**
 * A spec for tokens at any position. Without a length it has the frequencies of short texts, as in the library's
 * `frequencies`; the library then refuses to rotate tokens beyond them.
 */
export function atAnyPosition<S extends ResolvedSpec>(spec: S): S {
  if (!isRope(spec) || spec.currentLength > 0) return spec;
  const { scaling } = spec;
  if (scaling.type !== "dynamic" && scaling.type !== "longrope") return spec;
  return { ...spec, currentLength: scaling.originalLength };
}

/** Python that makes `frequency`, (pairs), by the rule of the spec's scaling. */
export function ropeFrequencies({
  rotaryDim,
  base,
  scaling,
  currentLength,
  ...spec
}: ResolvedSpec<"rope">): string {
  if (spec.restartSections && (spec.axisOfPair || spec.interleavedSections))
    return restartedInTurns(base, axisOfPairs({ rotaryDim, ...spec }), spec.baseOfAxis);
  if (spec.restartSections && spec.sections) {
    const each = spec.sections.map((pairs, axis) =>
      pairFrequencies({ width: 2 * pairs, base: spec.baseOfAxis?.[axis] ?? base }),
    );
    return `parts = []\n${each.map((part) => `${part}\nparts.append(frequency)\n`).join("")}frequency = xp.hstack(parts)`;
  }
  const schedule = scheduleOf(scaling);
  const scaled = { scaling, currentLength, rotaryDim };
  const frequency = pairFrequencies({ width: rotaryDim, base, changed: schedule.base?.(scaled) });
  const own = schedule.frequency ? `${frequency}\n${schedule.frequency(scaled)}` : frequency;
  const picks = spec.frequencyOfPair;
  return picks ? `${own}\nfrequency = frequency[[${picks.join(", ")}]]` : own;
}

/** Python that makes angles negative if they are. */
export const backwards = ({ direction }: Pick<ResolvedSpec<"rope">, "direction">): string =>
  direction === "backward" ? "\nfrequency = -frequency  # rotate backwards" : "";

/** Python for axes in any order, whose frequencies start again. */
function restartedInTurns(base: number, axes: readonly number[], bases?: readonly number[]): string {
  const each = bases === undefined ? float(base) : `xp.asarray([${bases.map(float).join(", ")}])[axes]`;
  return `axes = xp.asarray([${axes.join(", ")}])
index = xp.asarray([int((axes[:pair] == axes[pair]).sum()) for pair in range(len(axes))])
frequency = ${each} ** -(index / xp.bincount(axes)[axes])`;
}

export const rope: RotaryMethod<"rope"> = {
  family: "rotary",
  title: "RoPE",
  usual: "headDim=64&pairing=halves",
  hasSides: false,
  python(spec) {
    const factor = scheduleOf(spec.scaling).attentionFactor?.(spec) ?? "1.0";
    return `${ropeFrequencies(spec)}${backwards(spec)}\nsize = lambda position, side: ${factor}`;
  },
};
