/** The result of a diagnosis, and its sentences. */
import { counted } from "../../../api/arguments/counted.ts";
import { type Draft, type Finding, findingOf, numberText } from "./findings.ts";

// Counts entries that differ, and keeps the first and the worst of them.

/** An entry that was compared. */
interface Entry {
  /** Row, from 0; the token of vectors. */
  readonly row: number;
  /** Column, from 0; the channel of vectors. */
  readonly column: number;
  /** The head of vectors. */
  readonly head?: number;
  /** The position that belongs to the row. */
  readonly position: number;
  readonly found: number;
  readonly expected: number;
}

/** The counts of a comparison. */
export interface Counts {
  /** Entries that were compared. */
  readonly compared: number;
  /** Entries that differ by more than the bound. */
  readonly outside: number;
  /** The largest difference of an entry. */
  readonly largest: number;
  /** The largest difference that counts as equal at any entry. */
  readonly bound: number;
  /** The first entry outside the bound; null if there is none. */
  readonly first: Entry | null;
  /** The entry outside the bound with the largest difference; null if there is none. */
  readonly worst: Entry | null;
}

/** Counts differences, first and worst entry among all. */
export class Counter {
  compared = 0;
  outside = 0;
  largest = 0;
  bound = 0;
  first: Entry | null = null;
  worst: Entry | null = null;
  #most = 0;

  /** An entry that agrees. */
  agree(difference: number): void {
    this.compared++;
    if (difference > this.largest) this.largest = difference;
  }

  /** An entry that differs. Returns whether it is to be shown: the first one, or one that differs more than all before it. */
  differ(difference: number): boolean {
    this.agree(difference);
    this.outside++;
    return difference > this.#most;
  }

  show(difference: number, entry: Entry): void {
    this.first ??= entry;
    this.worst = entry;
    this.#most = difference;
  }

  add(found: number, expected: number, allowed: number, entry: () => Entry): void {
    if (!Number.isFinite(found)) return; // reported by its own finding
    const difference = Math.abs(found - expected);
    if (allowed > this.bound) this.bound = allowed;
    if (difference <= allowed) this.agree(difference);
    else if (this.differ(difference)) this.show(difference, entry());
  }

  get counts(): Counts {
    const { compared, outside, largest, bound, first, worst } = this;
    return { compared, outside, largest, bound, first, worst };
  }
}

/** What was compared with what, entry by entry. */
export interface Comparison extends Counts {
  /** What the numbers were compared with: a preset, a kind of layer, a file. */
  readonly with: string;
  /** Whether every entry that was compared is within the bound. */
  readonly equal: boolean;
  /** How the numbers are arranged, such as “cosines, then sines”; null if there is one way only. */
  readonly layout: string | null;
  /** The position of the first row; null if it was given, or if rows have no positions. */
  readonly start: number | null;
  /** The precision of the numbers, which sets the bound: `float32`, `bfloat16`, `4 decimals` … */
  readonly precision: string;
  /** What was not compared. */
  readonly notCompared: readonly string[];
}

/** Some entries of both, for a picture: at most 48 × 48. */
export interface Picture {
  /** The rows and columns that are shown. */
  readonly rows: readonly number[];
  readonly columns: readonly number[];
  /** (rows, columns) */
  readonly found: readonly number[];
  /** (rows, columns) */
  readonly expected: readonly number[];
}

/** What the numbers are, and what is wrong with them. Plain JSON. */
export interface Diagnosis {
  /** The version of this form: 1, the only one. */
  readonly version: 1;
  /** What was expected, if it is equal; otherwise the fields of a spec as far as the numbers tell them. Null if not known. */
  readonly is: string | Readonly<Record<string, unknown>> | null;
  /** Presets whose numbers, computed, are the same. */
  readonly models: readonly string[];
  /** Sentences for people. They may change between versions. */
  readonly verdict: string;
  /** What was found, the surest first. Empty if nothing is wrong, and if it cannot be told. */
  readonly findings: readonly Finding[];
  /** The comparison behind the verdict; null if there is nothing to compare with. */
  readonly comparison: Comparison | null;
  /** Where entries differ: some of those found and expected. */
  readonly picture: Picture | null;
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
  readonly comparison?: Comparison | null;
  readonly picture?: Picture | null;
}

export interface Unknown {
  readonly comparison?: Comparison | null;
  readonly picture?: Picture | null;
  readonly findings?: readonly Draft[];
}

export const cannotTell = (
  subject: string,
  why: string,
  { comparison = null, picture = null, findings = [] }: Unknown = {},
): Diagnosis => ({
  version: 1,
  is: null,
  models: [],
  verdict: [
    ...findings.map((each) => ended(findingOf(each, 0.9).says)),
    `Cannot tell what ${subject.replace(/^The/, "the")} is: ${why}.`,
    ...(comparison === null ? [] : [nearestSentence(comparison)]),
  ].join(" "),
  findings: findings.map((each) => findingOf(each, 0.9)),
  comparison,
  picture,
});

export function diagnosisOf(judgement: Judgement): Diagnosis {
  const { is, models = [], faults, confidence, subject, says, comparison = null, picture = null } = judgement;
  const unique = faults.filter(({ name }, index) => faults.findIndex((each) => each.name === name) === index);
  const findings = unique.map((fault) => findingOf(fault, Number(confidence.toFixed(2))));
  const wrong = findings.map(({ says }) => ended(says));
  const hasFault = findings.some(({ severity }) => severity === "fault");
  const compared = comparison === null ? [] : comparedSentences(comparison, hasFault);
  const isSaid = comparison?.equal === true && !comparison.with.startsWith("the named") && says === undefined;
  const what = isSaid ? [] : [`${subject} ${says ?? `is ${nameOf(is)}`}.`];
  const verdict = hasFault
    ? [
        ...wrong,
        ...what.map((each) =>
          says === undefined && is !== null ? `Found: ${each.replace(`${subject} is `, "")}` : each,
        ),
        ...compared,
      ]
    : [...what, ...compared, ...wrong];
  return { version: 1, is, models, verdict: verdict.join(" "), findings, comparison, picture };
}

const ended = (sentence: string) => (sentence.endsWith("…") ? sentence : `${sentence}.`);

const entryText = ({ row, column, head, found, expected }: Entry): string =>
  `${head === undefined ? `row ${row}, column ${column}` : `head ${head}, token ${row}, channel ${column}`}: ${numberText(found)}; expected ${numberText(expected)}`;

function comparedSentences(comparison: Comparison, hasFault: boolean): string[] {
  const { equal, compared, bound, outside, worst, layout, start, notCompared, precision } = comparison;
  const name = comparison.with;
  const differ = outside === 1 ? "differs" : "differ";
  const all = counted(compared, "value agrees", "values agree");
  const agree =
    equal && hasFault
      ? `Apart from that, ${compared === 1 ? "the" : "all"} ${all} within ${numberText(bound)} (${precision}).`
      : equal
        ? `${compared === 1 ? "The" : "All"} ${all}${name.startsWith("the named") ? "" : ` with ${name}`} within ${numberText(bound)} (${precision}).`
        : `${outside} of ${counted(compared, "value")} ${differ} from ${name}${worst === null ? "" : `, most in ${entryText(worst)}`}.`;
  const place = [
    ...(layout === null ? [] : [`Layout: ${layout}.`]),
    ...(start === null || start === 0 ? [] : [`The first row is position ${numberText(start)}.`]),
  ];
  const rest = notCompared.length === 0 ? [] : [`Not compared: ${notCompared.join("; ")}.`];
  return [agree, ...place, ...rest];
}

function nearestSentence({ with: name, compared, outside, first, worst, layout }: Comparison): string {
  const share = Math.round((100 * (compared - outside)) / Math.max(1, compared));
  const arranged = layout === null ? "" : ` (${layout})`;
  const at = first === null ? "" : ` The first difference is in ${entryText(first)}.`;
  const most = worst === null || worst === first ? "" : ` The largest is in ${entryText(worst)}.`;
  return `Closest: ${name}${arranged}, which agrees with ${share} % of the values.${at}${most}`;
}

/** Words that a verdict has in place of names of fields. */
const fieldWords: Readonly<Record<string, string>> = {
  dModel: "d =",
  headDim: "head width",
  rotaryDim: "rotary width",
  base: "base",
  heads: "heads",
  slope: "slope",
};

const methodWords: Readonly<Record<string, string>> = {
  rope: "a rotation (RoPE)",
  xpos: "a rotation with xPos",
  fourier: "Fourier features",
  grid: "a grid",
};

export function nameOf(is: Diagnosis["is"]): string {
  if (is === null) return "an encoding of no known rule";
  if (typeof is === "string") return is;
  const { method, preset, ...fields } = is;
  const words = Object.entries(fields).map(([name, value]) => {
    if (name === "pairing" || name === "layout") return `${textOf(value)} ${name}`;
    return `${fieldWords[name] ?? name} ${textOf(value)}`;
  });
  const head = `${preset ?? methodWords[`${method}`] ?? method}`;
  return words.length === 0 ? head : `${head}: ${words.join(", ")}`;
}

function textOf(value: unknown): string {
  if (typeof value === "number") return numberText(value);
  if (typeof value !== "object" || value === null) return `${value}`;
  if (Array.isArray(value))
    return value.length > 8 ? `of ${counted(value.length, "number")}` : `[${value.join(", ")}]`;
  return Object.entries(value)
    .filter(([, each]) => typeof each !== "object")
    .map(([name, each]) => (name === "type" ? `${each}` : `${name} ${textOf(each)}`))
    .join(" ");
}
