/** The learned parameters of a transformer layer: their checks, and the sizes that follow from their lengths. */
import { checkArray, checkLength } from "../arguments/buffers.ts";
import { checkNumber, readOptions } from "../arguments/check.ts";
import { columnsRule, countIn, widthRule } from "../arguments/sizes.ts";
import { type Area, input, nothing } from "../module/areas.ts";

/** A linear layer: x weightᵀ + bias. */
export interface LearnedLinear {
  /** The weights, (outputs, inner), or (inner, outputs) by `weightLayout`; row-major. */
  weight: Float32Array;
  /** Added to each row, outputs floats. Default: 0 each. */
  bias?: Float32Array | undefined;
}

/** The parameters of a norm. */
export interface LearnedNorm {
  /** Factors on the columns, dModel floats. Default: 1 each. */
  gain?: Float32Array | undefined;
  /** Added to the columns afterwards, dModel floats; for layer normalisation only. Default: 0 each. */
  bias?: Float32Array | undefined;
}

/** The learned parameters of a transformer layer. The lengths of `query.weight` and `up.weight` give headDim and hidden. */
export interface TransformerWeights {
  /** Makes the queries: heads · headDim outputs, of dModel inputs. */
  query: LearnedLinear;
  /** Makes the keys: kvHeads · headDim outputs, of dModel inputs. */
  key: LearnedLinear;
  /** Makes the values: kvHeads · headDim outputs, of dModel inputs. */
  value: LearnedLinear;
  /** Projects the output of all heads: dModel outputs, heads · headDim inputs. */
  output: LearnedLinear;
  /** The first layer of the feed-forward network: hidden outputs, of dModel inputs. */
  up: LearnedLinear;
  /** The gate of the feed-forward network, with the sizes of `up`. Default: no gate. */
  gate?: LearnedLinear | undefined;
  /** The last layer of the feed-forward network: dModel outputs, of hidden inputs. */
  down: LearnedLinear;
  /** The norm of the attention. Default: gain 1, bias 0. */
  attentionNorm?: LearnedNorm | undefined;
  /** The norm of the feed-forward network. Default: gain 1, bias 0. */
  feedForwardNorm?: LearnedNorm | undefined;
}

/** A linear layer in the memory of the module. */
export interface CheckedLinear {
  weight: Area<Float32Array>;
  bias: Area<Float32Array>;
  inner: number;
  columns: number;
}

export interface CheckedNorm {
  gain: Area<Float32Array>;
  bias: Area<Float32Array>;
}

export interface CheckedWeights {
  query: CheckedLinear;
  key: CheckedLinear;
  value: CheckedLinear;
  output: CheckedLinear;
  up: CheckedLinear;
  gate: CheckedLinear | undefined;
  down: CheckedLinear;
  attentionNorm: CheckedNorm;
  feedForwardNorm: CheckedNorm;
  headDim: number;
  hidden: number;
}

/** The sizes that the weights must match. */
interface Sizes {
  dModel: number;
  heads: number;
  kvHeads: number;
  norm: "layer" | "rms";
}

const linears = ["query", "key", "value", "output", "up", "down"] as const;
const normNames = ["attentionNorm", "feedForwardNorm"] as const;
const names = [...linears, "gate", ...normNames] as const;

/** Checks the lengths of arrays whose types were checked by `readWeights`. */
export function checkWeights(read: ReadWeights, { dModel, heads, kvHeads, norm }: Sizes): CheckedWeights {
  const { query, up } = read;
  const perHead = countIn(query.weight.param, query.weight.area.count, dModel * heads, "dModel · heads");
  const headDim = checkNumber("headDim", perHead, widthRule);
  const inUp = countIn(up.weight.param, up.weight.area.count, dModel, "dModel");
  const hidden = checkNumber("hidden", inUp, columnsRule);
  const model = { name: "dModel", count: dModel };
  const wide = { name: "hidden", count: hidden };
  const ofHeads = (name: string, count: number) => ({ name: `${name} · headDim`, count: count * headDim });
  const [all, shared] = [ofHeads("heads", heads), ofHeads("kvHeads", kvHeads)];
  return {
    query: checkLinear(query, model, all),
    key: checkLinear(read.key, model, shared),
    value: checkLinear(read.value, model, shared),
    output: checkLinear(read.output, all, model),
    up: checkLinear(up, model, wide),
    gate: read.gate && checkLinear(read.gate, model, wide),
    down: checkLinear(read.down, wide, model),
    attentionNorm: checkNorm(read.attentionNorm, dModel, norm),
    feedForwardNorm: checkNorm(read.feedForwardNorm, dModel, norm),
    headDim,
    hidden,
  };
}

/** An array whose length has not been checked. */
interface ReadArray {
  param: string;
  area: Area<Float32Array>;
}

interface ReadLinear {
  weight: ReadArray;
  bias: ReadArray | undefined;
}

interface ReadNorm {
  name: string;
  gain: ReadArray | undefined;
  bias: ReadArray | undefined;
}

/** The arrays of a layer. */
export type ReadWeights = Record<(typeof linears)[number], ReadLinear> & {
  gate: ReadLinear | undefined;
} & Record<(typeof normNames)[number], ReadNorm>;

/** Reads all arrays; `areaOf` says where their numbers will be. */
export function readWeights(
  option: unknown,
  areaOf: (values: Float32Array) => Area<Float32Array> = input,
): ReadWeights {
  const given = readOptions("weights", option, names);
  const array = (param: string, values: unknown): ReadArray => ({
    param,
    area: areaOf(checkArray(param, values, ["Float32Array"])),
  });
  const optional = (param: string, values: unknown) =>
    values === undefined ? undefined : array(param, values);
  const linear = (of: (typeof names)[number]): ReadLinear => {
    const name = `weights.${of}`;
    const { weight, bias } = readOptions(name, given[of], linearNames);
    return { weight: array(`${name}.weight`, weight), bias: optional(`${name}.bias`, bias) };
  };
  const norm = (of: (typeof normNames)[number]): ReadNorm => {
    const name = `weights.${of}`;
    const { gain, bias } = given[of] === undefined ? {} : readOptions(name, given[of], parameterNames);
    return { name, gain: optional(`${name}.gain`, gain), bias: optional(`${name}.bias`, bias) };
  };
  return {
    query: linear("query"),
    key: linear("key"),
    value: linear("value"),
    output: linear("output"),
    up: linear("up"),
    down: linear("down"),
    gate: given.gate === undefined ? undefined : linear("gate"),
    attentionNorm: norm("attentionNorm"),
    feedForwardNorm: norm("feedForwardNorm"),
  };
}

const parameterNames = ["gain", "bias"] as const;
const linearNames = ["weight", "bias"] as const;

/** One side of a matrix of weights. */
interface Side {
  name: string;
  count: number;
}

function checkLinear({ weight, bias }: ReadLinear, inner: Side, outputs: Side): CheckedLinear {
  const meaning = `${outputs.name} · ${inner.name} = ${outputs.count} · ${inner.count}`;
  checkLength(weight.param, { length: weight.area.count }, outputs.count * inner.count, meaning);
  const shift = checkColumns(bias, outputs.count, outputs.name);
  return { weight: weight.area, bias: shift, inner: inner.count, columns: outputs.count };
}

/** One float for each column; an empty area if they are left out. */
function checkColumns(read: ReadArray | undefined, columns: number, meaning: string): Area<Float32Array> {
  if (read === undefined) return nothing(Float32Array);
  checkLength(read.param, { length: read.area.count }, columns, meaning);
  return read.area;
}

/** Refuses a bias in a root mean square norm. */
function checkNorm({ name, gain, bias }: ReadNorm, dModel: number, norm: Sizes["norm"]): CheckedNorm {
  const allowed: readonly ("gain" | "bias")[] = norm === "layer" ? parameterNames : ["gain"];
  readOptions(name, bias === undefined ? {} : { bias }, allowed);
  return { gain: checkColumns(gain, dModel, "dModel"), bias: checkColumns(bias, dModel, "dModel") };
}
