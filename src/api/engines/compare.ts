/** Compares what programs compute from a config. */
import { checkNumber, checkWord, readOptions, wrongType } from "../arguments/check.ts";
import type { QueryScale } from "../config/scores.ts";
import {
  type Answer,
  type Engine,
  type EngineFact,
  exactAnswer,
  type ListChoice,
  type Question,
} from "./answer.ts";
import { logarithm } from "./elementary.ts";
import { list } from "./list.ts";
import { type PhaseOrder, phasesAt } from "./phases.ts";
import { type ReadConfig, type Reading, readConfig } from "./reading.ts";
import { frequenciesOf } from "./rule.ts";
import { type Rotation, scoreDifference } from "./scores.ts";
import { verdictOf } from "./verdict.ts";

/** The names of programs. */
const names = list.map(({ name }) => name);

/** The number of this form of the result. It grows when fields change their meaning. */
const formVersion = 1;

/** Lengths at which scores are compared: 2^9 … 2^20. */
const lengths = Array.from({ length: 12 }, (_, k) => 2 ** (k + 9));

/** Longer texts are not looked at, in tokens. */
const longest = 2 ** 24;
const defaultLength = 131072;
const defaultEpsilon = 0.01;

const dtypes = ["bfloat16", "float16", "float32"] as const;

/** A program at a version, and what is known about it. */
export interface EngineInfo {
  /** The name for `compare`: `vllm`, or `vllm@926c71f` for an earlier version. */
  readonly name: string;
  /** The program's name for people. */
  readonly title: string;
  /** The version that was read. */
  readonly version: string;
  /** What it does with each rule, in sentences, with their sources. */
  readonly facts: Readonly<Record<string, EngineFact>>;
}

/**
 * The programs that `compare` knows, with all facts and their sources.
 *
 * @returns One object for each program and version, in a fixed order.
 * @example
 * engines().find(({ name }) => name === "mlx")?.facts.longrope?.says; // "The long list is for all texts."
 */
export const engines = (): readonly EngineInfo[] =>
  list.map(({ name, title, version, facts }) => ({ name, title, version, facts }));

/** Options of {@link compare}. */
export interface CompareOptions {
  /** Names of programs, as `engines` has them. Default: all. */
  engines?: readonly string[] | undefined;
  /** The length that programs are asked to serve, and the position of `phases`, in tokens: 1 to 2^24. Default: the length in the file, or 131072. */
  length?: number | undefined;
  /** The type of the model's activations: `bfloat16`, `float16` or `float32`. Default: `bfloat16`. */
  dtype?: (typeof dtypes)[number] | undefined;
  /** Phases that differ by more than this are different, in radians: 1e-6 to 10. Default: 0.01. */
  epsilon?: number | undefined;
  /** Which channels form a pair, if neither the file nor its type tells. */
  pairing?: "halves" | "adjacent" | undefined;
}

/** A table of cosines and sines. */
export interface CacheInfo {
  /** `none`: the program computes them for each token. */
  dtype: (typeof dtypes)[number] | "none";
  /** The largest error of an entry by its type: half a unit of the last place of the attention factor. */
  error: number;
}

/** The difference of scores at a length. */
export interface ScoreDifference {
  /** The distance of query and key, in a text of as many tokens. */
  length: number;
  /** Root mean square of the difference for normal queries and keys, before the softmax scale. */
  rms: number;
  /** The same, divided by that of posenc's score. */
  relative: number;
}

/** What a program computes for a kind of layer. A value is null if it is not known. */
export interface EngineColumn {
  /** Its name; `posenc` for the exact one. */
  engine: string;
  version: string;
  /** Whether the program serves the model. If not, all other values are null. */
  serves: boolean;
  base: number | null;
  /** Number of channels that are rotated. */
  width: number | null;
  pairing: "halves" | "adjacent" | null;
  /** Radians per position for texts of `length` tokens, one for each pair, before rounding. */
  frequencies: number[] | null;
  attentionFactor: number | null;
  /** The factor of queries that depends on the position. It is also null if there is none: see `unknown`. */
  queryScale: QueryScale | null;
  softmaxScale: number | null;
  /** LongRoPE's list; null for other rules. */
  list: ListChoice | null;
  /** The order of float32 operations of the angle: see `phasesAt` in the sources. */
  order: PhaseOrder | null;
  cache: CacheInfo | null;
  /** Paths of fields of the file that have an effect in posenc's reading, and none here. */
  ignored: string[];
  /** Questions whose answer is not known: their source could not be read. */
  unknown: Question[];
  /** The fewest tokens of a text in which the last phase differs by more than epsilon, before rounding; null if none up to 2^24. */
  differsFrom: number | null;
  /** Differences of phase at position `length` from the exact ones, rounding included, pair by pair, in radians. Not reduced. */
  phases: number[] | null;
  /** Differences of scores at 2^9 … 2^20 tokens, rounding of phases included. */
  scores: ScoreDifference[] | null;
  /** One sentence. It is for people and may change. */
  verdict: string;
  /** The facts that the answer is from. */
  facts: EngineFact[];
}

/** The comparison for a kind of layer. */
export interface LayerComparison {
  /** The kind's name in the file; `all` in a model with one kind. */
  kind: string;
  /** Number of layers of this kind. */
  count: number;
  headDim: number;
  /** posenc's own reading, in float64. */
  exact: EngineColumn;
  /** The programs, in the order of the option. */
  engines: EngineColumn[];
}

/** What programs compute from a config. It is plain JSON with a fixed order of fields. */
export interface Comparison {
  /** The number of this form. It grows when fields change their meaning. */
  version: number;
  modelType: string | null;
  /** Tokens. */
  length: number;
  /** Radians. */
  epsilon: number;
  dtype: (typeof dtypes)[number];
  /** Kinds of layers that rotate. */
  layers: LayerComparison[];
  /** Kinds of layers that do not rotate, or whose rotation has no spec. */
  others: string[];
  /** As in `modelPositions`. */
  unknown: string[];
  /** As in `modelPositions`. */
  notes: string[];
}

/**
 * Says what programs compute from a config, and where they differ from posenc's float64 angles: base, width, frequencies,
 * attention factor, list of LongRoPE, fields without effect, and the differences of phases and scores. Programs are described by
 * the formulas of their sources and by the order of their float32 operations; none of them runs.
 *
 * @param config The text of a config.json, or the object that it stands for.
 * @param options See each. All have defaults.
 * @returns Plain JSON: a column for posenc and for each program, by kind of layer. Questions that a source did not answer are in
 * `unknown`.
 * @throws TypeError if `config` is neither the text of a JSON object nor an object, or an option has the wrong type; RangeError if
 * an option is out of its range or names no program.
 * @example
 * compare({ model_type: "glm", num_hidden_layers: 2 }, { engines: ["mlx"] }).layers[0].engines[0].width; // 128
 * @example
 * compare({ model_type: "llama", rope_scaling: { rope_type: "yarn", factor: 64, original_max_position_embeddings: 4096, attention_factor: 1 } }, { engines: ["vllm@926c71f"], length: 4096 }).layers[0].engines[0].attentionFactor.toFixed(4); // "1.4159"
 */
export function compare(config: string | object, options: CompareOptions = {}): Comparison {
  const given = readOptions("options", options, ["engines", "length", "dtype", "epsilon", "pairing"]);
  const chosen = chosenOf(given.engines);
  const length =
    given.length === undefined
      ? undefined
      : checkNumber("length", given.length, { from: 1, to: longest, integer: true });
  const dtype = checkWord("dtype", given.dtype, dtypes, "bfloat16");
  const epsilon = checkNumber("epsilon", given.epsilon, { from: 1e-6, to: 10, default: defaultEpsilon });
  const pairing =
    given.pairing === undefined ? undefined : checkWord("pairing", given.pairing, ["halves", "adjacent"]);
  const read = readConfig(config, { pairing, length, otherwise: defaultLength });
  return comparisonOf(read, { chosen, dtype, epsilon, length });
}

function chosenOf(given: unknown): readonly Engine[] {
  if (given === undefined) return list;
  if (!Array.isArray(given)) throw wrongType("engines", "an array of names", given);
  return given.map((name, i) => {
    const word = checkWord(`engines[${i}]`, name, names);
    return list.find((engine) => engine.name === word)!;
  });
}

interface Settings {
  chosen: readonly Engine[];
  dtype: (typeof dtypes)[number];
  epsilon: number;
  length: number | undefined;
}

function comparisonOf(read: ReadConfig, settings: Settings): Comparison {
  const { modelType, readings, others, unknown, notes } = read;
  return {
    version: formVersion,
    modelType,
    length: readings[0]?.served ?? settings.length ?? defaultLength,
    epsilon: settings.epsilon,
    dtype: settings.dtype,
    layers: readings.map((reading) => layerOf(reading, settings)),
    others: others.map(({ kind }) => kind),
    unknown: [...unknown],
    notes: [...notes],
  };
}

function layerOf(reading: Reading, settings: Settings): LayerComparison {
  const { layer, spec, count } = reading;
  const posenc = { name: "posenc", title: "posenc", version: "float64", facts: {}, answer: () => undefined };
  return {
    kind: layer.kind,
    count,
    headDim: layer.headDim ?? spec.headDim,
    exact: columnOf(posenc, reading, settings),
    engines: settings.chosen.map((engine) => columnOf(engine, reading, settings)),
  };
}

function columnOf(engine: Engine, reading: Reading, settings: Settings): EngineColumn {
  const answer = exactAnswer(reading);
  const refused = engine.answer(reading, answer);
  const { name, version } = engine;
  const facts = [...answer.facts].flatMap((fact) => engine.facts[fact] ?? []);
  if (refused !== undefined)
    return { ...nothing(name, version), verdict: `${engine.title} (${version}) ${refused}.`, facts };
  const { served: length } = reading;
  const known = <T>(question: Question, value: T) => (answer.unknown.has(question) ? null : value);
  const measured = measure(answer, reading, settings);
  const { largest, differsFrom, frequencies, exactFrequencies } = measured;
  const exact = exactAnswer(reading);
  const about = { title: engine.title, version, answer, exact, reading, length, largest };
  return {
    engine: name,
    version,
    serves: true,
    base: known("base", answer.base),
    width: known("width", answer.width),
    pairing: known("pairing", answer.pairing),
    frequencies: known("frequencies", frequencies),
    attentionFactor: known("attentionFactor", answer.attentionFactor),
    queryScale: known("queryScale", answer.queryScale),
    softmaxScale: known("softmaxScale", answer.softmaxScale),
    list: answer.list,
    order: answer.order,
    cache: cacheOf(answer, settings.dtype),
    ignored: answer.ignored,
    unknown: [...answer.unknown],
    differsFrom: known("frequencies", differsFrom),
    phases: known("frequencies", measured.phases),
    scores: answer.unknown.has("attentionFactor") ? null : known("frequencies", measured.scores),
    verdict: verdictOf({ ...about, frequencies, exactFrequencies, differsFrom, epsilon: settings.epsilon }),
    facts,
  };
}

const nothing = (engine: string, version: string): EngineColumn => ({
  engine,
  version,
  serves: false,
  base: null,
  width: null,
  pairing: null,
  frequencies: null,
  attentionFactor: null,
  queryScale: null,
  softmaxScale: null,
  list: null,
  order: null,
  cache: null,
  ignored: [],
  unknown: [],
  differsFrom: null,
  phases: null,
  scores: null,
  verdict: "",
  facts: [],
});

/** The bits of a significand, the leading one included. */
const precisions = { bfloat16: 8, float16: 11, float32: 24 };

function cacheOf({ cache, attentionFactor }: Answer, dtype: (typeof dtypes)[number]): CacheInfo {
  if (cache === "none") return { dtype: "none", error: 0 };
  const own = cache === "model" ? dtype : "float32";
  // Entries are below the attention factor; their spacing is that of the numbers just below it.
  let top = 1;
  while (top < attentionFactor) top *= 2;
  return { dtype: own, error: top * 2 ** -(precisions[own] + 1) };
}

interface Measured {
  frequencies: number[];
  exactFrequencies: number[];
  phases: number[];
  largest: { pair: number; difference: number };
  differsFrom: number | null;
  scores: ScoreDifference[];
}

function measure(answer: Answer, reading: Reading, { epsilon }: Settings): Measured {
  const exact = exactAnswer(reading);
  const { served: length } = reading;
  const phases = differenceAt(length, length, answer, exact);
  let largest = { pair: 0, difference: 0 };
  phases.forEach((difference, pair) => {
    if (Math.abs(difference) > largest.difference) largest = { pair, difference: Math.abs(difference) };
  });
  return {
    frequencies: frequenciesOf(answer.ruleFor(length), length),
    exactFrequencies: frequenciesOf(exact.ruleFor(length), length),
    phases,
    largest,
    differsFrom: differsFrom(answer, exact, reading, epsilon),
    scores: lengths.map((n) => scoresAt(n, answer, exact, reading)),
  };
}

/** Pairs that one of both does not have count as still. */
function differenceAt(position: number, tokens: number, answer: Answer, exact: Answer): number[] {
  const own = phasesAt(position, answer.ruleFor(tokens), answer.order, tokens);
  const right = phasesAt(position, exact.ruleFor(tokens), "exact", tokens);
  const pairs = Math.max(own.length, right.length);
  return Array.from({ length: pairs }, (_, pair) => (own[pair] ?? 0) - (right[pair] ?? 0));
}

function differsFrom(answer: Answer, exact: Answer, { spec }: Reading, epsilon: number): number | null {
  const differs = (tokens: number) => {
    const own = frequenciesOf(answer.ruleFor(tokens), tokens);
    const right = frequenciesOf(exact.ruleFor(tokens), tokens);
    const pairs = Math.max(own.length, right.length);
    for (let pair = 0; pair < pairs; pair++)
      if ((tokens - 1) * Math.abs((own[pair] ?? 0) - (right[pair] ?? 0)) > epsilon) return true;
    return false;
  };
  const { scaling } = spec;
  const changes = "originalLength" in scaling ? [0, 1, 2].map((more) => scaling.originalLength + more) : [];
  const doublings = Array.from({ length: 25 }, (_, k) => 2 ** k);
  const looked = [...doublings, ...changes].filter((n) => n <= longest).sort((a, b) => a - b);
  const found = looked.findIndex(differs);
  if (found < 0) return null;
  let [low, high] = [looked[found - 1] ?? 1, looked[found]!];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (differs(middle)) high = middle;
    else low = middle;
  }
  return high;
}

function scoresAt(length: number, answer: Answer, exact: Answer, { spec, layer }: Reading): ScoreDifference {
  const rotationOf = ({ ruleFor, order, attentionFactor, queryScale, pairing }: Answer): Rotation => ({
    phases: phasesAt(length, ruleFor(length), order, length),
    pairing: pairing ?? "halves",
    factor: attentionFactor * attentionFactor,
    queryScale: queryFactor(queryScale, length),
  });
  const headDim = Math.max(layer.headDim ?? spec.headDim, answer.width, exact.width);
  const { difference, score } = scoreDifference(rotationOf(answer), rotationOf(exact), headDim);
  return { length, rms: difference, relative: difference / score };
}

const queryFactor = (scale: QueryScale | null, position: number): number =>
  scale === null ? 1 : 1 + scale.beta * logarithm(1 + Math.floor((position + scale.shift) / scale.length));
