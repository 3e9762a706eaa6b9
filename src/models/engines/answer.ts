/** What a program computes from a config, kind of layer by kind of layer. */
import type { QueryScale } from "../../api/rotary/query-scale.ts";
import { attentionFactorOf, type RopeRule, ruleOf } from "../../api/rotary/rule.ts";
import type { PhaseOrder } from "./phases.ts";
import type { Reading } from "./reading.ts";

/** Where a fact can be read. */
export interface EngineSource {
  /** On GitHub: `owner/name`. */
  readonly repository: string;
  /** A file of the repository. */
  readonly path: string;
  /** The commit that was read; short if a thread names it so. */
  readonly commit: string;
  /** The line, from 1; left out if the file was read in parts. */
  readonly line?: number;
  /** Where people met it: a thread on GitHub, as `owner/name#number`. */
  readonly thread?: string;
}

/**
 * Makes sources in one commit of a repository.
 *
 * @returns A function of the path in the folder, the line, and the thread: its number, if it is one of the repository.
 */
export const sourcesIn =
  (repository: string, commit: string, folder = "") =>
  (path: string, line?: number, thread?: number | string): EngineSource => ({
    repository,
    path: folder + path,
    commit,
    ...(line === undefined ? {} : { line }),
    ...(thread === undefined
      ? {}
      : { thread: typeof thread === "number" ? `${repository}#${thread}` : thread }),
  });

/** A fact about a program, in a sentence, with its source. */
export interface EngineFact {
  /** The fact. */
  readonly says: string;
  /** Where it can be read. */
  readonly source: EngineSource;
}

/** The names of the questions that an answer may leave open. */
export type Question =
  | "base"
  | "width"
  | "pairing"
  | "frequencies"
  | "attentionFactor"
  | "queryScale"
  | "softmaxScale";

/** The type in which a program keeps cosines and sines. `model` is that of the model's activations. */
export type CacheType = "model" | "float32" | "none";

/** The list of LongRoPE that a program uses, and when it changes. */
export interface ListChoice {
  /** The list for texts of `length` tokens. */
  list: "short" | "long";
  /** What decides, in words. */
  when: string;
}

/** An answer in the making. It begins with what posenc reads; a program changes what it does otherwise. */
export interface Answer {
  base: number;
  width: number;
  pairing: "halves" | "interleaved" | null;
  /** The rule for a text of this many tokens. */
  ruleFor(tokens: number): RopeRule;
  attentionFactor: number;
  softmaxScale: number | null;
  queryScale: QueryScale | null;
  list: ListChoice | null;
  order: PhaseOrder;
  cache: CacheType;
  /** Paths of the fields that have an effect and are not read. */
  ignored: string[];
  /** Questions whose answer is not known. */
  unknown: Set<Question>;
  /** Names of the facts that the answer is from. */
  facts: Set<string>;
  /** What the program does otherwise: verbs in the third person. */
  causes: string[];
}

/** The answer of posenc. */
export function exactAnswer({ spec, layer, served }: Reading): Answer {
  const { scaling } = spec;
  const list =
    "longFactor" in scaling
      ? { list: listName(served > scaling.originalLength), when: "the tokens of the text" }
      : null;
  return {
    base: spec.base,
    width: spec.rotaryDim,
    pairing: spec.pairing,
    ruleFor: (tokens) => ruleOf(spec, tokens),
    attentionFactor: attentionFactorOf(spec, served),
    softmaxScale: layer.softmaxScale,
    queryScale: layer.queryScale,
    list,
    order: "exact",
    cache: "none",
    ignored: [],
    unknown: new Set(),
    facts: new Set(),
    causes: [],
  };
}

export const listName = (isLong: boolean): "short" | "long" => (isLong ? "long" : "short");

/** Sets a schedule that is the same for all lengths. */
export function setSchedule(answer: Answer, schedule: RopeRule["schedule"]): void {
  const { base, width } = answer;
  answer.ruleFor = () => ({ base, width, schedule });
}

/** Says that a program does not read a field, if the file has it. */
export function drop(answer: Answer, fields: Reading["rule"], names: readonly string[], cause?: string) {
  const given = names.filter((name) => fields.has(name));
  answer.ignored.push(...given.map((name) => fields.path(name)));
  if (given.length > 0) answer.causes.push(cause ?? `drops ${given.join(" and ")}`);
}

/** Leaves questions open. */
export function leaveOpen(answer: Answer, ...questions: readonly Question[]): void {
  for (const question of questions) answer.unknown.add(question);
}

/** A program at a version. */
export interface Engine {
  readonly name: string;
  /** The program's name for people. */
  readonly title: string;
  /** The version in words: a commit, or what changed before and after it. */
  readonly version: string;
  /** Facts by their names. */
  readonly facts: Readonly<Record<string, EngineFact>>;
  /** Changes the answer of posenc into that of the program. Returns a sentence if it cannot: the type is not served. */
  answer(reading: Reading, answer: Answer): string | undefined;
}

type Scaling = Reading["spec"]["scaling"];
type Scaled<Type extends Scaling["type"]> = Extract<Scaling, { type: Type }>;
export type Yarn = Scaled<"yarn">;

/** What a program does otherwise for each rule. It returns a sentence if it refuses the rule. */
export type Rules = {
  readonly [Type in Scaling["type"]]?: (
    answer: Answer,
    reading: Reading,
    scaling: Scaled<Type>,
  ) => string | undefined;
};

/** Applies what a program does for the rule of the config, and adds the fact about it. */
export function answerRule(
  rules: Rules,
  facts: Engine["facts"],
  answer: Answer,
  reading: Reading,
): string | undefined {
  const { scaling } = reading.spec;
  if (scaling.type in facts) answer.facts.add(scaling.type);
  const rule = rules[scaling.type] as
    | ((answer: Answer, reading: Reading, scaling: Scaling) => string | undefined)
    | undefined;
  return rule?.(answer, reading, scaling);
}

/** Rounds the ends of YaRN's ramp, also if the file says otherwise. */
export function roundRamp(answer: Answer, { rule }: Reading, scaling: Yarn): void {
  setSchedule(answer, { ...scaling, truncate: true });
  if (!scaling.truncate) drop(answer, rule, ["truncate"], "rounds the ends of YaRN's ramp");
}

/** Does not scale frequencies by dynamic NTK. */
export function skipDynamic(answer: Answer): undefined {
  setSchedule(answer, { type: "none" });
  answer.causes.push("does not know dynamic NTK");
}
