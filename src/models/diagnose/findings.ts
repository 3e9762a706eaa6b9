/** What `diagnose` can find. */
import { type Words, words } from "./words.ts";

/** A number with its meaning and unit. */
export interface Evidence {
  /** What was measured. */
  readonly what: string;
  /** How much it is. */
  readonly value: number;
  /** `rad`, `positions`, `channels`, `1` for a plain ratio, … */
  readonly unit: string;
}

/** The name of a finding. */
export type FindingName = keyof typeof words;

/** Something that was found in the numbers. */
export interface Finding {
  /** One of `findingNames`. */
  readonly name: FindingName;
  /** `fault`: it is wrong, or not what was expected. `note`: a property that is no error by itself. */
  readonly severity: "fault" | "note";
  /** The numbers that show it. */
  readonly evidence: readonly Evidence[];
  /** 0 to 1. */
  readonly confidence: number;
  /** What to look at. */
  readonly look: string;
}

/** A finding before its confidence is known. */
export interface Draft {
  readonly name: FindingName;
  readonly evidence: readonly Evidence[];
}

export const draft = (name: FindingName, ...evidence: readonly [string, number, string][]): Draft => ({
  name,
  evidence: evidence.map(([what, value, unit]) => ({ what, value, unit })),
});

export function findingOf({ name, evidence }: Draft, confidence: number): Finding {
  const { look, note }: Words = words[name];
  return { name, severity: note ? "note" : "fault", evidence, confidence, look };
}

export const sentenceOf = (name: FindingName): string => words[name].says;

/** The names of all findings. */
export const findingNames = Object.keys(words) as FindingName[];
