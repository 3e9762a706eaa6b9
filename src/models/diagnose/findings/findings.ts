/** What `diagnose` can find. */
import { readOptions, wrongType } from "../../../api/arguments/check.ts";
import { counted } from "../../../api/arguments/counted.ts";
import { type Mistake, mistakes } from "./mistakes.ts";

/** A number with its meaning and unit. */
export interface Evidence {
  /** What was measured. */
  readonly what: string;
  /** How much it is. */
  readonly value: number;
  /** `rad`, `positions`, `channels`, …; empty for a plain number. */
  readonly unit: string;
}

/** The name of a finding. */
export type FindingName = keyof typeof mistakes;

/** Something that was found in the numbers. */
export interface Finding {
  /** One of `findingNames`. */
  readonly name: FindingName;
  /** `fault`: it is wrong, or not what was expected. `note`: a property that is not an error by itself. */
  readonly severity: "fault" | "note";
  /** What it is, in a sentence. */
  readonly says: string;
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
  /** Whether right numbers could give it, too. */
  readonly isNote?: boolean;
}

export const draft = (name: FindingName, ...evidence: readonly [string, number, string?][]): Draft => ({
  name,
  evidence: evidence.map(([what, value, unit = ""]) => ({ what, value, unit })),
});

export function findingOf({ name, evidence, isNote }: Draft, confidence: number): Finding {
  const { look, note, says }: Mistake = mistakes[name];
  const shown = (what: string) => {
    const value = evidence.find((each) => each.what === what)?.value;
    return value === undefined ? "" : numberText(value);
  };
  const sentence = typeof says === "string" ? says : says(shown);
  return { name, severity: note || isNote ? "note" : "fault", says: sentence, evidence, confidence, look };
}

/** A number for a sentence. */
export function numberText(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e7) return `${value}`.replace("-", "−");
  const size = Math.abs(value);
  if (size >= 1e-3 && size < 1e7) return `${Number(value.toPrecision(5))}`.replace("-", "−");
  const [digits, power] = value.toExponential(1).split("e");
  return `${digits!.replace("-", "−").replace(/\.0$/, "")} · 10${raised(Number(power))}`;
}

const raised = (power: number) => `${power}`.replace(/./g, (sign) => superscripts[sign] ?? sign);
const superscripts: Readonly<Record<string, string>> = Object.fromEntries(
  [..."−-0123456789"].map((sign, at) => [sign, [..."⁻⁻⁰¹²³⁴⁵⁶⁷⁸⁹"][at]!]),
);

/**
 * A number of a finding for people: what it is, how much, and its unit where the words do not say it.
 *
 * @param evidence One of the numbers of a finding.
 * @returns Such as `base: 500000`, `entries: 1`, `offset: 1 position`.
 * @throws TypeError for anything else.
 * @example
 * evidenceText({ what: "offset", value: 1, unit: "positions" }); // "offset: 1 position"
 */
export function evidenceText(evidence: Evidence): string {
  const { what, value, unit } = readOptions("evidence", evidence, ["what", "value", "unit"]);
  if (typeof what !== "string" || typeof value !== "number" || typeof unit !== "string")
    throw wrongType("evidence", "a number of a finding: what, value and unit", evidence);
  const one = unit === "entries" ? "entry" : unit.replace(/s$/, "");
  const isSaid = unit === "" || what.includes(unit) || what.includes(one);
  const text = numberText(value);
  return `${what}: ${isSaid ? text : counted(text, one, unit)}`;
}

/** The names of all findings. */
export const findingNames = Object.keys(mistakes) as FindingName[];
