/** The verdict on a program, in one sentence. */
import type { Answer } from "./answer.ts";
import type { Reading } from "./reading.ts";

/** What the sentence is made from. */
export interface Found {
  title: string;
  version: string;
  answer: Answer;
  exact: Answer;
  reading: Reading;
  /** Frequencies for texts of `length` tokens. */
  frequencies: readonly number[];
  exactFrequencies: readonly number[];
  /** The number of tokens from which phases differ, or null. */
  differsFrom: number | null;
  /** The largest difference of phase at `length`, and its pair. */
  largest: { pair: number; difference: number };
  length: number;
  epsilon: number;
}

export function verdictOf(found: Found): string {
  const { title, version, answer } = found;
  const who = `${title} (${version})`;
  const effects = effectsOf(found);
  const open = answer.unknown.size === 0 ? "" : `; not known: ${[...answer.unknown].join(", ")}`;
  if (effects.length > 0) {
    const causes = answer.causes.length > 0 ? answer.causes.join(" and ") : "computes something else";
    return `${who} ${causes}: ${effects.join("; ")}${open}.`;
  }
  const { difference } = found.largest;
  const rounding =
    difference === 0
      ? "phases are the same"
      : `phases differ by rounding alone, by at most ${difference.toExponential(1)} rad at position ${found.length}`;
  const without = answer.ignored.length > 0 ? `does without ${answer.ignored.join(" and ")} and ` : "";
  return `${who} ${without}computes the same rotation: ${rounding}${open}.`;
}

function effectsOf(found: Found): string[] {
  const { answer, exact, reading } = found;
  const effects: string[] = [];
  if (!answer.unknown.has("attentionFactor")) {
    const ratio = (answer.attentionFactor / exact.attentionFactor) ** 2;
    if (Math.abs(ratio - 1) > 1e-6)
      effects.push(
        `scores are ${(ratio > 1 ? ratio : 1 / ratio).toFixed(2)} times too ${ratio > 1 ? "large" : "small"}`,
      );
  }
  if (!answer.unknown.has("width") && answer.width !== exact.width)
    effects.push(
      `it rotates ${answer.width} channels of ${reading.layer.headDim ?? reading.spec.headDim}, not ${exact.width}`,
    );
  else if (!answer.unknown.has("frequencies")) effects.push(...slower(found));
  return effects;
}

/** A relative difference of frequencies that is no rounding. */
const least = 1e-6;

function slower({ frequencies, exactFrequencies, differsFrom, epsilon }: Found): string[] {
  const still: number[] = [];
  let [worst, most] = [-1, 0];
  exactFrequencies.forEach((f, pair) => {
    const own = frequencies[pair]!;
    if (own === 0 && f !== 0) still.push(pair);
    else if (f !== 0 && Math.abs(own / f - 1) > Math.abs(most)) [worst, most] = [pair, own / f - 1];
  });
  const parts: string[] = [];
  if (still.length > 0)
    parts.push(
      `pair${still.length > 1 ? "s" : ""} ${still.join(" and ")} never turn${still.length > 1 ? "" : "s"}`,
    );
  if (Math.abs(most) > least) parts.push(speedOf(worst, most));
  if (parts.length > 0 && differsFrom !== null)
    parts.push(`phases differ by more than ${epsilon} rad in texts of ${differsFrom} tokens and more`);
  return parts;
}

const speedOf = (pair: number, change: number): string =>
  change > 1
    ? `pair ${pair} turns ${(1 + change).toFixed(2)} times too fast`
    : `pair ${pair} turns ${(100 * Math.abs(change)).toFixed(change > -0.995 && Math.abs(change) < 0.1 ? 2 : 0)} % too ${change > 0 ? "fast" : "slow"}`;
