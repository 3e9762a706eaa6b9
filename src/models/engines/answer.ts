/** What an engine computes from a config, kind of layer by kind of layer. */
import type { QueryScale } from "../../api/rotary/query-scale.ts";
import { attentionFactorOf, type RopeRule, ruleOf } from "../../api/rotary/rule.ts";
import type { LayerWindow } from "../types/score-rules.ts";
import type { PhaseOrder } from "./phases.ts";
import type { Reading } from "./reading.ts";

/** Where a fact can be read. */
export interface EngineSource {
  /** On GitHub: `owner/name`. */
  readonly repository: string;
  /** A file of the repository. */
  readonly path: string;
  /** The commit that was read, short if a thread names it so; or the tag of the release. */
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

/** A fact about an engine, in a sentence, with its source. */
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
  | "softmaxScale"
  | "window"
  | "softcap"
  | "sinks";

/** The number type of an engine's cosines and sines. `model`: the same type as the model's activations. */
export type CacheType = "model" | "float32" | "none";

/** The list of LongRoPE that an engine uses, and when it changes. */
export interface ListChoice {
  /** The list for texts of `length` tokens. */
  readonly list: "short" | "long";
  /** What decides, in words. */
  readonly when: string;
}

/** What an engine computes. The answer of posenc comes first; each step makes a new one, for what the engine does otherwise. */
export interface Answer {
  readonly base: number;
  readonly width: number;
  readonly pairing: "halves" | "interleaved" | null;
  /** The rule for a text of this many tokens. */
  readonly ruleFor: (tokens: number) => RopeRule;
  readonly attentionFactor: number;
  readonly softmaxScale: number | null;
  readonly queryScale: QueryScale | null;
  readonly window: LayerWindow | null;
  readonly softcap: number | null;
  readonly sinks: boolean;
  readonly list: ListChoice | null;
  readonly order: PhaseOrder;
  readonly cache: CacheType;
  /** Paths of the fields that have an effect and are not read. */
  readonly ignored: readonly string[];
  /** Questions whose answer is not known. */
  readonly unknown: ReadonlySet<Question>;
  /** The facts that the answer is from. */
  readonly facts: readonly EngineFact[];
  /** Layers, from 0, that the engine rotates against the config, or leaves still against it. */
  readonly otherLayers: readonly number[];
  /** What the engine does otherwise: verbs in the third person. */
  readonly causes: readonly string[];
  /** The model type, if the engine's file for it was neither read nor run: then every question is open. */
  readonly unread?: string;
  /** Why the engine cannot: it does not serve the type or the rule. */
  readonly refused?: string;
}

const known = <T>(fact: T | "unknown"): T | null => (fact === "unknown" ? null : fact);

/** A factor without learned ones. */
const stated = <T>(factor: T | "learned"): T | null => (factor === "learned" ? null : factor);

/** The questions that the reader leaves open, and learned factors, of which a config says nothing. */
const openIn = (layer: Reading["layer"]): ReadonlySet<Question> =>
  new Set([
    ...(["queryScale", "window", "softcap"] as const).filter((fact) => layer[fact] === "unknown"),
    ...(["queryScale", "softmaxScale"] as const).filter((fact) => layer[fact] === "learned"),
    ...(layer.sinks === null ? (["sinks"] as const) : []),
  ]);

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
    softmaxScale: stated(layer.softmaxScale),
    queryScale: known(stated(layer.queryScale)),
    window: known(layer.window),
    softcap: known(layer.softcap),
    sinks: layer.sinks ?? false,
    list,
    order: "exact",
    cache: "none",
    ignored: [],
    unknown: openIn(layer),
    facts: [],
    otherLayers: [],
    causes: [],
  };
}

export const listName = (isLong: boolean): "short" | "long" => (isLong ? "long" : "short");

/** The answer with its facts. */
export const citing = (answer: Answer, ...facts: readonly EngineFact[]): Answer => ({
  ...answer,
  facts: [...new Set([...answer.facts, ...facts])],
});

/** The answer of an engine that does something otherwise: a verb in the third person. */
export const otherwise = (answer: Answer, cause: string, change: Partial<Answer> = {}): Answer => ({
  ...answer,
  ...change,
  causes: [...answer.causes, cause],
});

/** The answer of an engine that takes this base, with the circumstance in words. */
export function based(answer: Answer, base: number, circumstance: string): Answer {
  if (base === answer.base) return answer;
  const ruleFor = (tokens: number) => ({ ...answer.ruleFor(tokens), base });
  return otherwise(answer, `takes base ${base} ${circumstance}`, { base, ruleFor });
}

/** The answer with a schedule that is the same for all lengths. */
export function scheduled(answer: Answer, schedule: RopeRule["schedule"]): Answer {
  const { base, width } = answer;
  return { ...answer, ruleFor: () => ({ base, width, schedule }) };
}

/** The answer of an engine that does not read some fields, if the file has them. */
export function dropping(
  answer: Answer,
  fields: Reading["rule"],
  names: readonly string[],
  cause?: string,
): Answer {
  const given = names.filter((name) => fields.has(name));
  if (given.length === 0) return answer;
  const ignored = [...answer.ignored, ...given.map((name) => fields.path(name))];
  return otherwise(answer, cause ?? `drops ${given.join(" and ")}`, { ignored });
}

/** The answer with questions left open. */
export const leavingOpen = (answer: Answer, ...questions: readonly Question[]): Answer => ({
  ...answer,
  unknown: new Set([...answer.unknown, ...questions]),
});

/** The answer of an engine that does not serve the type or the rule. */
export const refusing = (answer: Answer, refused: string): Answer => ({ ...answer, refused });

/** An engine that stops where the rule has no such field. */
export const withoutField = (answer: Answer, fact: EngineFact, field: string): Answer =>
  refusing(citing(answer, fact), `stops with an error, because the rule has no ${field}`);

/** An engine at a version. */
export interface Engine {
  readonly name: string;
  /** The engine's name for people. */
  readonly title: string;
  /** The version in words: the release that was run or read, and the commit of sources that were read elsewhere. */
  readonly version: string;
  /** Facts by their names. */
  readonly facts: Readonly<Record<string, EngineFact>>;
  /** Makes the answer of the engine from the answer of posenc. */
  answer(reading: Reading, exact: Answer): Answer;
}

type Scaling = Reading["spec"]["scaling"];
type Scaled<Type extends Scaling["type"]> = Extract<Scaling, { type: Type }>;
export type Yarn = Scaled<"yarn">;

/** What an engine does otherwise for each rule. */
export type Rules = {
  readonly [Type in Scaling["type"]]?: (answer: Answer, reading: Reading, scaling: Scaled<Type>) => Answer;
};

/** Applies what an engine does for the rule of the config, and cites the fact about it, which has the name of the rule. */
export function answerRule(rules: Rules, facts: Engine["facts"], answer: Answer, reading: Reading): Answer {
  const { scaling } = reading.spec;
  const fact = Object.hasOwn(facts, scaling.type) ? facts[scaling.type] : undefined;
  const cited = fact === undefined ? answer : citing(answer, fact);
  const rule = rules[scaling.type] as
    | ((answer: Answer, reading: Reading, scaling: Scaling) => Answer)
    | undefined;
  return rule?.(cited, reading, scaling) ?? cited;
}

/** Rounds the ends of YaRN's ramp, also if the file says otherwise. */
export function roundingRamp(answer: Answer, { rule }: Reading, scaling: Yarn): Answer {
  const rounded = scheduled(answer, { ...scaling, truncate: true });
  return scaling.truncate ? rounded : dropping(rounded, rule, ["truncate"], "rounds the ends of YaRN's ramp");
}

/** Does not scale frequencies by dynamic NTK. */
export const skippingDynamic = (answer: Answer): Answer =>
  otherwise(scheduled(answer, { type: "none" }), "does not know dynamic NTK");
