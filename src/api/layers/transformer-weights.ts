/** The learned parameters of a transformer layer: their checks, and the sizes that follow from their lengths. */
import { checkArray, checkLength } from "../arguments/buffers.ts";
import { checkNumber, readOptions } from "../arguments/check.ts";
import { columnsRule, countIn, widthRule } from "../arguments/sizes.ts";
import { type Area, input } from "../module/areas.ts";
import { checkLearned } from "./learned.ts";

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
  /** Takes the output of all heads: dModel outputs, of heads · headDim inputs. */
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

/** What the lengths of the weights are compared with. */
interface Sizes {
  dModel: number;
  heads: number;
  kvHeads: number;
  norm: "layer" | "rms";
}

const names = [
  "query",
  "key",
  "value",
  "output",
  "up",
  "gate",
  "down",
  "attentionNorm",
  "feedForwardNorm",
] as const;

export function checkWeights(option: unknown, { dModel, heads, kvHeads, norm }: Sizes): CheckedWeights {
  const given = readOptions("weights", option, names);
  const read = (name: (typeof names)[number]) => readLinear(`weights.${name}`, given[name]);
  const query = read("query");
  const perHead = countIn(query.param, query.weight.length, dModel * heads, "dModel · heads");
  const headDim = checkNumber("headDim", perHead, widthRule);
  const up = read("up");
  const hidden = checkNumber("hidden", countIn(up.param, up.weight.length, dModel, "dModel"), columnsRule);
  const model = { name: "dModel", count: dModel };
  const wide = { name: "hidden", count: hidden };
  const ofHeads = (name: string, count: number) => ({ name: `${name} · headDim`, count: count * headDim });
  const [all, shared] = [ofHeads("heads", heads), ofHeads("kvHeads", kvHeads)];
  return {
    query: checkLinear(query, model, all),
    key: checkLinear(read("key"), model, shared),
    value: checkLinear(read("value"), model, shared),
    output: checkLinear(read("output"), all, model),
    up: checkLinear(up, model, wide),
    gate: given.gate === undefined ? undefined : checkLinear(read("gate"), model, wide),
    down: checkLinear(read("down"), wide, model),
    attentionNorm: checkNorm("weights.attentionNorm", given.attentionNorm, dModel, norm),
    feedForwardNorm: checkNorm("weights.feedForwardNorm", given.feedForwardNorm, dModel, norm),
    headDim,
    hidden,
  };
}

/** A linear layer whose sizes have not been checked. */
interface ReadLinear {
  name: string;
  /** The name of its weights. */
  param: string;
  weight: Float32Array;
  bias: unknown;
}

function readLinear(name: string, option: unknown): ReadLinear {
  const { weight, bias } = readOptions(name, option, linearNames);
  const param = `${name}.weight`;
  return { name, param, weight: checkArray(param, weight, ["Float32Array"]), bias };
}

const linearNames = ["weight", "bias"] as const;

/** One side of a matrix of weights. */
interface Side {
  name: string;
  count: number;
}

function checkLinear({ name, param, weight, bias }: ReadLinear, inner: Side, outputs: Side): CheckedLinear {
  const meaning = `${outputs.name} · ${inner.name} = ${outputs.count} · ${inner.count}`;
  checkLength(param, weight, outputs.count * inner.count, meaning);
  const shift = checkLearned(`${name}.bias`, bias, outputs.count, outputs.name);
  return { weight: input(weight), bias: input(shift), inner: inner.count, columns: outputs.count };
}

/** A root mean square norm has no bias. */
function checkNorm(name: string, option: unknown, dModel: number, norm: Sizes["norm"]): CheckedNorm {
  const allowed: readonly ("gain" | "bias")[] = norm === "layer" ? ["gain", "bias"] : ["gain"];
  const { gain, bias } = option === undefined ? {} : readOptions(name, option, allowed);
  return {
    gain: input(checkLearned(`${name}.gain`, gain, dModel)),
    bias: input(checkLearned(`${name}.bias`, bias, dModel)),
  };
}
