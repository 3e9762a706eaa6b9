/** The axes of positions that rotate the pairs of a head, and their frequencies. */
import { frequencies, input, room } from "../module/areas.ts";
import { step } from "../module/calls.ts";
import type { Schedule } from "../table/schedule.ts";

/** The fields of a spec that assign pairs to axes. */
interface Axial {
  rotaryDim: number;
  sections?: readonly number[] | undefined;
  interleavedSections: boolean;
  axisOfPair?: readonly number[] | undefined;
  baseOfAxis?: readonly number[] | undefined;
}

/** Each axis on its own: base^(−i / n), i = 0 … n − 1, for its n pairs. An axis may have its own base. */
export function restarted(base: number, spec: Axial): Schedule {
  const sections = countsOf(spec);
  const bases = spec.baseOfAxis ?? sections.map(() => base);
  const inOrder: Schedule & { bases: readonly number[]; sections: readonly number[] } = {
    kind: "restarted",
    pairs: spec.rotaryDim / 2,
    bases,
    sections,
    fill: (out) => [
      step("restartedFrequencies", {
        out,
        bases: input(Float64Array.from(bases)),
        sections: input(Uint32Array.from(sections)),
      }),
    ],
  };
  const axes = axisOfPairs(spec);
  if (axes.every((axis, pair) => pair === 0 || axis >= axes[pair - 1]!)) return inOrder;
  const next = sections.map((_, axis) => sections.slice(0, axis).reduce((a, b) => a + b, 0));
  return picked(
    inOrder,
    axes.map((axis) => next[axis]!++),
  );
}

/**
 * The place of each pair in its series of frequencies. If axes restart, each axis has its own series; otherwise all pairs share one.
 * A listed place comes first.
 */
export function placesOf(
  spec: Axial & { restartSections: boolean; frequencyOfPair?: readonly number[] | undefined },
): { index: number; of: number; base?: number | undefined }[] {
  const pairs = spec.rotaryDim / 2;
  const counts = countsOf(spec);
  const next = counts.map(() => 0);
  return axisOfPairs(spec).map((axis, pair) =>
    spec.restartSections
      ? { index: next[axis]!++, of: counts[axis]!, base: spec.baseOfAxis?.[axis] }
      : { index: spec.frequencyOfPair?.[pair] ?? pair, of: pairs },
  );
}

/** The frequencies of a schedule in another order. */
export const picked = (
  from: Schedule,
  picks: readonly number[],
): Schedule & { from: Schedule; picks: readonly number[] } => ({
  kind: "picked",
  pairs: from.pairs,
  from,
  picks,
  fill(out) {
    const all = room(frequencies, from.pairs);
    return [
      ...from.fill(all),
      step("pickFrequencies", { out, frequencies: all, picks: input(Uint32Array.from(picks)) }),
    ];
  },
});

/** Number of axes of a position. */
export function axesOf({ sections, axisOfPair = [0] }: Pick<Axial, "sections" | "axisOfPair">): number {
  return sections?.length ?? axisOfPair.reduce((most, axis) => Math.max(most, axis), 0) + 1;
}

/** Number of pairs of each axis. */
export function countsOf(spec: Axial): number[] {
  if (spec.sections !== undefined) return [...spec.sections];
  const counts = new Array<number>(axesOf(spec)).fill(0);
  for (const axis of axisOfPairs(spec)) counts[axis]!++;
  return counts;
}

/** The axis whose positions rotate each pair. */
export function axisOfPairs({ rotaryDim, sections, interleavedSections, axisOfPair }: Axial): number[] {
  const pairs = rotaryDim / 2;
  if (axisOfPair !== undefined) return [...axisOfPair];
  if (sections === undefined) return new Array(pairs).fill(0);
  if (!interleavedSections) return sections.flatMap((count, axis) => new Array(count).fill(axis));
  return Array.from({ length: pairs }, (_, pair) => {
    const axis = pair % sections.length;
    return pair < sections.length * sections[axis]! ? axis : 0;
  });
}
