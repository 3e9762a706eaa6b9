/** Compares what engines compute from a config. */
import { checkNumber, checkWord, readOptions, wrongType } from "../../api/arguments/check.ts";
import { checkPairing, type GivenPairing } from "../../api/rotary/pairing.ts";
import type { Engine, EngineFact } from "./answer.ts";
import { columnOf, longest } from "./column.ts";
import { type Comparison, dtypes, type LayerComparison } from "./comparison.ts";
import { list } from "./list.ts";
import { type ReadConfig, type Reading, readConfig } from "./reading.ts";
import { summaryOf } from "./verdict.ts";

/** The names of engines. */
const names = list.map(({ name }) => name);

/** The number of this form of the result. It grows when fields change their meaning. */
const formVersion = 2;

const defaultLength = 131072;
const defaultEpsilon = 0.01;

/** An engine at a version, and what is known about it. */
export interface EngineInfo {
  /** The name for `compare`: `vllm`, or `vllm@926c71f` for an earlier version. */
  readonly name: string;
  /** The engine's name for people. */
  readonly title: string;
  /** The version that was read. */
  readonly version: string;
  /** What it does with each rule, in sentences, with their sources. */
  readonly facts: Readonly<Record<string, EngineFact>>;
}

/**
 * The engines that `compare` knows, with all facts and their sources.
 *
 * @returns One object for each engine and version, in a fixed order.
 * @example
 * engines().find(({ name }) => name === "mlx")?.facts.longrope?.says; // "The long list is for all texts."
 */
export const engines = (): readonly EngineInfo[] =>
  list.map(({ name, title, version, facts }) => ({ name, title, version, facts }));

/** Options of {@link compare}. */
export interface CompareOptions {
  /** Names of engines, as `engines` has them. Default: all. */
  engines?: readonly string[] | undefined;
  /** The length that engines are asked to serve, and the position of `phases`, in tokens: 1 to 2^24. Default: the length in the file, or 131072. */
  length?: number | undefined;
  /** The type of the model's activations: `bfloat16`, `float16` or `float32`. Default: `bfloat16`. */
  dtype?: (typeof dtypes)[number] | undefined;
  /** Phases that differ by more than this are different, in radians: 1e-6 to 10. Default: 0.01. */
  epsilon?: number | undefined;
  /** Which channels form a pair, if neither the file nor its type tells. */
  pairing?: GivenPairing | undefined;
}

/**
 * Says what engines compute from a config, and where they differ from posenc's float64 angles: base, width, frequencies,
 * attention factor, list of LongRoPE, fields without effect, and the differences of phases and scores. Engines are described by
 * the formulas of their sources and by the order of their float32 operations; none of them runs.
 *
 * @param config The text of a config.json, or the object that it stands for.
 * @param options See each. All have defaults.
 * @returns Plain JSON: a column for posenc and for each engine, by kind of layer. Questions that a source did not answer are in
 * `unknown`.
 * @throws TypeError if `config` is neither the text of a JSON object nor an object, or an option has the wrong type; RangeError if
 * an option is out of its range or names no engine.
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
  const pairing = given.pairing === undefined ? undefined : checkPairing("pairing", given.pairing);
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
  const layers = readings.map((reading) => layerOf(reading, settings));
  return {
    version: formVersion,
    modelType,
    length: readings[0]?.served ?? settings.length ?? defaultLength,
    epsilon: settings.epsilon,
    dtype: settings.dtype,
    verdict: summaryOf(layers),
    layers,
    others: others.map(({ kind }) => kind),
    unknown: [...unknown],
    notes: [...notes],
  };
}

function layerOf(reading: Reading, settings: Settings): LayerComparison {
  const { layer, spec, count } = reading;
  const posenc: Engine = {
    name: "posenc",
    title: "posenc",
    version: "float64",
    facts: {},
    answer: (_, exact) => exact,
  };
  return {
    kind: layer.kind,
    count,
    headDim: layer.headDim ?? spec.headDim,
    exact: columnOf(posenc, reading, settings),
    engines: settings.chosen.map((engine) => columnOf(engine, reading, settings)),
  };
}
