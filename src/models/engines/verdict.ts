/** The verdict on a program, in one sentence. */
import type { Answer, Question } from "./answer.ts";
import type { LayerComparison } from "./comparison.ts";
import type { Reading } from "./reading.ts";

/** What the sentence is made from. */
export interface Found {
  /** The program and its version. */
  who: string;
  answer: Answer;
  exact: Answer;
  reading: Reading;
  /** Frequencies for texts of this many tokens, those of the program and the exact ones. */
  frequenciesAt(tokens: number): [own: readonly number[], exact: readonly number[]];
  /** The number of tokens from which phases differ, or null. */
  differsFrom: number | null;
  /** The largest difference of phase at `length`. */
  largest: number;
  length: number;
  epsilon: number;
}

/** Questions without which nothing can be said of scores. */
const telling: readonly Question[] = ["base", "width", "frequencies", "attentionFactor"];

/** @param effects What {@link effectsOf} found. */
export function verdictOf(found: Found, effects: readonly string[]): string {
  const { who, answer, largest, length } = found;
  const open = [...answer.unknown].filter(
    (question) => telling.includes(question) || question === "queryScale",
  );
  const rest = open.length === 0 ? "" : `; not known: ${open.join(", ")}`;
  if (effects.length > 0) {
    const causes = answer.causes.length > 0 ? answer.causes.join(" and ") : "computes something else";
    return `${who} ${causes}: ${effects.join("; ")}${rest}.`;
  }
  if (telling.some((question) => answer.unknown.has(question)))
    return `${who} has no answer to some questions, because their source was not read: ${open.join(", ")}.`;
  const rounding =
    largest === 0
      ? "phases are the same"
      : `phases differ by rounding alone, at position ${length} by at most ${largest.toExponential(1)} rad`;
  const without = answer.ignored.length > 0 ? `does without ${answer.ignored.join(" and ")} and ` : "";
  return `${who} ${without}computes the same rotation: ${rounding}${rest}.`;
}

/** What makes the rotation of a program another one, in words; empty if it is the same. */
export function effectsOf(found: Found): string[] {
  const { answer, exact, reading } = found;
  const effects: string[] = [];
  const { pairing } = answer;
  if (
    !answer.unknown.has("pairing") &&
    exact.pairing !== null &&
    pairing !== null &&
    pairing !== exact.pairing
  )
    effects.push(`its pairing is ${pairing}`);
  if (!answer.unknown.has("attentionFactor")) {
    const ratio = (answer.attentionFactor / exact.attentionFactor) ** 2;
    const times = (ratio > 1 ? ratio : 1 / ratio).toFixed(2);
    if (Math.abs(ratio - 1) > mostRounding)
      effects.push(`scores are ${times} times too ${ratio > 1 ? "large" : "small"}`);
  }
  const headDim = reading.layer.headDim ?? reading.spec.headDim;
  if (!answer.unknown.has("width") && answer.width !== exact.width)
    effects.push(`it rotates ${answer.width} channels of ${headDim}, not ${exact.width}`);
  else if (!answer.unknown.has("frequencies")) effects.push(...speeds(found));
  return effects;
}

/**
 * The largest relative difference of a base, a factor or a frequency that counts as rounding: some units of the last place of
 * float32. Beyond it, `compare` calls two numbers different.
 */
export const mostRounding = 1e-6;

/** The frequencies at `length`, or else those of the shortest text that differs. */
function speeds({ frequenciesAt, differsFrom, epsilon, length }: Found): string[] {
  const at = speedsIn(...frequenciesAt(length));
  if (differsFrom === null) return at;
  if (at.length > 0)
    return [...at, `phases differ by more than ${epsilon} rad first in texts of ${differsFrom} tokens`];
  const [first = "phases differ", ...others] = speedsIn(...frequenciesAt(differsFrom));
  return [`in texts of ${differsFrom} tokens ${first}`, ...others];
}

function speedsIn(own: readonly number[], exact: readonly number[]): string[] {
  const still = exact.flatMap((f, pair) => (own[pair] === 0 && f !== 0 ? [pair] : []));
  let [worst, most] = [-1, 0];
  exact.forEach((f, pair) => {
    const change = f === 0 || own[pair] === 0 ? 0 : own[pair]! / f - 1;
    if (Math.abs(change) > Math.abs(most)) [worst, most] = [pair, change];
  });
  const parts: string[] = [];
  if (still.length === 1) parts.push(`pair ${still[0]} never turns`);
  if (still.length > 1) parts.push(`pairs ${still.join(" and ")} never turn`);
  if (Math.abs(most) > mostRounding) parts.push(speedOf(worst, most));
  return parts;
}

function speedOf(pair: number, change: number): string {
  if (change > 1) return `pair ${pair} turns ${(1 + change).toFixed(2)} times too fast`;
  const percent = (100 * Math.abs(change)).toFixed(Math.abs(change) < 0.1 ? 2 : 0);
  return `pair ${pair} turns ${percent} % too ${change > 0 ? "fast" : "slow"}`;
}

/** All layers and programs in one sentence. */
export function summaryOf(layers: readonly LayerComparison[]): string {
  if (layers.length === 0)
    return "No layer has a rotation that is understood, so there is nothing to compare.";
  const columns = layers.flatMap(({ engines }) => engines).filter(({ serves }) => serves);
  const names = new Set(columns.map(({ engine }) => engine));
  if (names.size === 0) return "None of the programs serves the model.";
  const other = columns.find(({ differs }) => differs);
  const open = columns.find(({ unknown }) => telling.some((question) => unknown.includes(question)));
  if (other === undefined) {
    const all = names.size === 1 ? "The program computes" : `All ${names.size} programs compute`;
    const but = open === undefined ? "" : ", as far as their sources were read";
    return `${all} the same rotation, up to rounding${but}.`;
  }
  const count = new Set(columns.filter(({ differs }) => differs).map(({ engine }) => engine)).size;
  const some = count === 1 ? "1 computes" : `${count} compute`;
  const of = names.size === 1 ? "" : `Of ${names.size} programs ${some} another rotation; `;
  return `${of}${other.verdict}`;
}
