/** The result of a diagnosis, and its sentence. */
import { type Draft, type Finding, findingOf, sentenceOf } from "./findings.ts";

/** What the numbers are, and what is wrong with them. Plain JSON. */
export interface Diagnosis {
  /** The version of this form: 1, the only one. */
  readonly version: 1;
  /** The name of a preset, or the fields of a spec as far as the numbers tell them; null if they are not known. */
  readonly is: string | Readonly<Record<string, unknown>> | null;
  /** Presets with the same numbers. */
  readonly models: readonly string[];
  /** One sentence for people. It may change between versions. */
  readonly verdict: string;
  /** What was found, the surest first. Empty if nothing is wrong, and if it cannot be told. */
  readonly findings: readonly Finding[];
}

/** What the numbers are called before the sentence is made. */
export interface Judgement {
  readonly is: Diagnosis["is"];
  readonly models?: readonly string[];
  readonly faults: readonly Draft[];
  readonly confidence: number;
  /** The subject of the sentence: "The table". */
  readonly subject: string;
  /** Words in place of those made from `is`: "is a rotation with frequencies of no known rule". */
  readonly says?: string;
}

export const cannotTell = (subject: string, why: string): Diagnosis => ({
  version: 1,
  is: null,
  models: [],
  verdict: `Cannot tell what ${subject.replace(/^The/, "the")} is: ${why}.`,
  findings: [],
});

export function diagnosisOf({ is, models = [], faults, confidence, subject, says }: Judgement): Diagnosis {
  const unique = faults.filter(({ name }, index) => faults.findIndex((each) => each.name === name) === index);
  const findings = unique.map((fault) => findingOf(fault, Number(confidence.toFixed(2))));
  const wrong = findings.map(({ name }) => sentenceOf(name));
  const what = says ?? `is ${nameOf(is)}`;
  const but = wrong.length === 0 ? "" : `, but ${listed(wrong)}`;
  return { version: 1, is, models, verdict: `${subject} ${what}${but}.`, findings };
}

function nameOf(is: Diagnosis["is"]): string {
  if (is === null) return "an encoding of no known rule";
  if (typeof is === "string") return `that of ${is}`;
  const { method, preset, ...fields } = is;
  const words = Object.entries(fields).map(([name, value]) => `${name} ${textOf(value)}`);
  const head = preset === undefined ? `${method}` : `that of ${preset}`;
  return words.length === 0 ? head : `${head} with ${words.join(", ")}`;
}

function textOf(value: unknown): string {
  if (typeof value !== "object" || value === null) return `${value}`;
  if (Array.isArray(value)) return value.length > 8 ? `of ${value.length} numbers` : `[${value.join(", ")}]`;
  return Object.values(value)
    .filter((each) => typeof each !== "object")
    .join(" ");
}

const listed = (texts: readonly string[]) =>
  texts.length < 2 ? `${texts[0]}` : `${texts.slice(0, -1).join(", ")}, and ${texts.at(-1)}`;
