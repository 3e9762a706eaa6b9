/** The verdict on an engine, in one sentence. */

import { counted } from "../../api/arguments/counted.ts";
import type { LayerWindow } from "../types/score-rules.ts";
import type { Answer, Question } from "./answer.ts";
import type { LayerComparison } from "./comparison.ts";
import type { Reading } from "./reading.ts";

/** What the sentence is made from. */
export interface Found {
  /** The engine and its version. */
  who: string;
  answer: Answer;
  exact: Answer;
  reading: Reading;
  /** The engine's frequencies and the exact ones, for texts of this many tokens. */
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

/** Whether nothing that scores need is open. */
export const isTold = (unknown: ReadonlySet<Question>): boolean =>
  telling.every((question) => !unknown.has(question));

/** @param effects What {@link effectsOf} found. */
export function verdictOf(found: Found, effects: readonly string[]): string {
  const { who, answer, largest, length } = found;
  if (answer.unread !== undefined)
    return `${who} is not known for ${answer.unread}: its file for this type was not read, and it was not run on it.`;
  const open = [...answer.unknown].filter((question) => question !== "pairing");
  const rest = open.length === 0 ? "" : `; not known: ${open.join(", ")}`;
  if (effects.length > 0) {
    const causes = answer.causes.length > 0 ? answer.causes.join(" and ") : "computes something else";
    return `${who} ${causes}: ${effects.join("; ")}${rest}.`;
  }
  if (!isTold(answer.unknown))
    return `${who} has no answer to some questions, because their source was not read: ${open.join(", ")}.`;
  const rounding =
    largest === 0
      ? "phases are the same"
      : `phases differ by rounding alone, at position ${length} by at most ${largest.toExponential(1)} rad`;
  const without = answer.ignored.length > 0 ? `does without ${answer.ignored.join(" and ")} and ` : "";
  return `${who} ${without}computes the same rotation: ${rounding}${rest}.`;
}

/** What makes the rotation of an engine another one, in words; empty if it is the same. */
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
  effects.push(...scoreEffects(answer, exact), ...layerEffects(answer, reading));
  return effects;
}

function windowText(window: LayerWindow | null): string {
  if (window === null) return "no window";
  if ("square" in window) {
    const { square, shift } = window;
    return `squares of ${square} × ${square} patches${shift === 0 ? "" : `, moved by ${shift}`}`;
  }
  if ("chunk" in window) {
    const { chunk, chunksBefore = 0, shift = 0 } = window;
    const moved = shift === 0 ? "" : `, moved by ${shift}`;
    return `chunks of ${counted(chunk, "token")}${chunksBefore === 0 ? "" : ` and ${counted(chunksBefore, "chunk")} before`}${moved}`;
  }
  const { before, after, prompt } = window;
  const keys =
    after === 0 ? `a window of ${counted(before + 1, "token")}` : `a window of ${before} + ${after} tokens`;
  return prompt ? `${keys} and the prompt` : keys;
}

/** The layers that rotate there, and not by the config, or the other way round. */
function layerEffects({ otherLayers }: Answer, { rotates }: Reading): string[] {
  const named = (is: boolean, says: string) => {
    const own = otherLayers.filter((layer) => rotates[layer] === is);
    return own.length === 0 ? [] : [`it ${says} ${own.length === 1 ? "layer" : "layers"} ${own.join(", ")}`];
  };
  return [...named(false, "also rotates"), ...named(true, "does not rotate")];
}

/** What differs in scores beside the rotation. */
function scoreEffects({ unknown, window, softmaxScale, softcap, sinks }: Answer, exact: Answer): string[] {
  const effects: string[] = [];
  if (!unknown.has("window") && windowText(window) !== windowText(exact.window))
    effects.push(`it has ${windowText(window)}, not ${windowText(exact.window)}`);
  if (!unknown.has("softmaxScale") && softmaxScale !== null && exact.softmaxScale !== null) {
    const isOther = Math.abs(softmaxScale / exact.softmaxScale - 1) > mostRounding;
    if (isOther)
      effects.push(
        `its softmax scale is ${softmaxScale.toPrecision(4)}, not ${exact.softmaxScale.toPrecision(4)}`,
      );
  }
  if (!unknown.has("softcap") && softcap !== exact.softcap)
    effects.push(`its cap of scores is ${softcap ?? "none"}, not ${exact.softcap ?? "none"}`);
  if (!unknown.has("sinks") && sinks !== exact.sinks) effects.push(`it has ${sinks ? "" : "no "}sinks`);
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

/** All layers and engines in one sentence. */
export function summaryOf(layers: readonly LayerComparison[]): string {
  if (layers.length === 0)
    return "No layer has a rotation that is understood, so there is nothing to compare.";
  const columns = layers.flatMap(({ engines }) => engines).filter(({ serves }) => serves);
  const names = new Set(columns.map(({ engine }) => engine));
  if (names.size === 0) return "None of the engines serves this model.";
  const other = columns.find(({ differs }) => differs);
  const open = new Set(columns.filter(({ known }) => !known).map(({ engine }) => engine)).size;
  if (other === undefined) {
    const same = names.size - open;
    const rest =
      open === 0
        ? ""
        : ` Not known in ${open} of ${names.size} engines: no file that decides it was read or run.`;
    if (same === 0) return rest.trim();
    const all = same === 1 ? "1 engine computes" : `${same} engines compute`;
    return `${all} the same rotation, up to rounding.${rest}`;
  }
  const count = new Set(columns.filter(({ differs }) => differs).map(({ engine }) => engine)).size;
  const of = names.size === 1 ? "" : `Something differs in ${count} of ${names.size} engines; `;
  return `${of}${other.verdict}`;
}
