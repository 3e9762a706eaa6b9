import { checkArray, checkOut } from "../arguments/buffers.ts";
import { checkFlag, checkNumber, checkWord, readOptions, type Unchecked } from "../arguments/check.ts";
import { columnsRule, countIn, widthRule } from "../arguments/sizes.ts";
import { type AttentionRotary, checkAttentionRotary } from "../attention/attention-rotary.ts";
import { checkScores, type ScoreOptions, scoreNames } from "../attention/attention-scores.ts";
import { checkKvHeads } from "../attention/attention-shape.ts";
import { input, Output } from "../module/areas.ts";
import { type Engine, sizeOfArray } from "../module/engine.ts";
import { type KeptWeights, readOrKept } from "./keep-weights.ts";
import { epsRule as layerNormEps } from "./layer-norm.ts";
import { type WeightLayout, weightLayouts } from "./linear.ts";
import { epsRule as rmsNormEps } from "./rms-norm.ts";
import { activations, type CheckedLayer, transformerSteps } from "./transformer-steps.ts";
import { checkWeights, type TransformerWeights } from "./transformer-weights.ts";

/** The learned parameters of a layer, its parts, and how the scores of its attention are made. */
export interface TransformerLayerOptions<Out extends Float32Array = Float32Array<ArrayBuffer>>
  extends Omit<ScoreOptions, (typeof notInLayers)[number]> {
  /** Entries of a row of `x`, from 1 to 2^31 − 1. */
  dModel: number;
  /** Heads of the queries, from 1 to 65536. Their width, headDim, follows from the length of `weights.query.weight`. */
  heads: number;
  /** Heads of keys and values, a divisor of `heads`: each is shared by heads / kvHeads query heads. Default `heads`. */
  kvHeads?: number | undefined;
  /** The learned parameters: arrays, which are copied in each call, or the result of `keepWeights`. */
  weights: TransformerWeights | KeptWeights;
  /** How all weights are stored: see `linear`. Default `"out-in"`. */
  weightLayout?: WeightLayout | undefined;
  /** `"layer"` for layer normalisation, `"rms"` for root mean square normalisation. Default `"layer"`. */
  norm?: (typeof norms)[number] | undefined;
  /** Whether attention and feed-forward network normalise their input instead of the sum. Default false. */
  normFirst?: boolean | undefined;
  /** Added under the root of the norms, from 1e-30 to 1e30. Default 1e-5, or 1e-6 for `"rms"`, as in `layerNorm` and `rmsNorm`. */
  eps?: number | undefined;
  /**
   * The function between the linear layers of the feed-forward network; `"gelu-tanh"` is `gelu` with `approximate: "tanh"`.
   * With `weights.gate`, `"silu"` makes it SwiGLU, `"gelu"` GEGLU and `"relu"` ReGLU. Default `"relu"`.
   */
  activation?: (typeof activations)[number] | undefined;
  /** Rotates queries and keys by their positions, as in `attention`; its `headDim` follows from the layer. Default: no rotation. */
  rotary?: AttentionRotary | undefined;
  /** Filled and returned instead of a new array: `x.length` floats; may be `x` itself. Unchanged if the call fails. */
  out?: Out | undefined;
}

export interface TransformerLayer {
  /**
   * A layer of a transformer: self-attention and a feed-forward network, each with a residual connection and a norm.
   *
   * By default y = norm(x + attend(x)), and the result is norm(y + feed(y)). With `normFirst` y = x + attend(norm(x)), and the
   * result is y + feed(norm(y)). Here attend(n) = output(attention(query(n), key(n), value(n))) and
   * feed(n) = down(activation(up(n))), or down(activation(gate(n)) · up(n)) with a gate.
   *
   * It has the bits of `layerNorm` or `rmsNorm`, `linear`, `rotate`, `attention`, and `relu`, `gelu` or `silu`, one after the
   * other, with sums and products with the gate rounded to float32: their bounds hold for each step. Nothing is copied
   * between the steps. Without `causal`, every token attends to all others. Source: Vaswani et al. 2017, arXiv 1706.03762;
   * norm first: Xiong et al. 2020, arXiv 2002.04745; gates: Shazeer 2020, arXiv 2002.05202.
   *
   * @param x (tokens, dModel), row-major.
   * @param options The learned parameters, and the parts of the layer.
   * @returns (tokens, dModel): `out`, or a new array.
   * @throws TypeError for an option that is missing, unknown or of another type, and for a detached array; RangeError for
   * a number out of range, lengths that do not fit together, and arrays too large for memory; an error with `code`
   * `"freed"` for weights that were freed.
   * @example
   * const [none, same] = [{ weight: new Float32Array(4) }, { weight: Float32Array.of(1, 0, 0, 1) }];
   * const weights = { query: none, key: none, value: same, output: same, up: same, down: same };
   * pe.transformerLayer(Float32Array.of(1, 3), { dModel: 2, heads: 1, weights, normFirst: true, eps: 1e-30 }); // Float32Array [0, 5]
   */
  transformerLayer<Out extends Float32Array = Float32Array<ArrayBuffer>>(
    x: Float32Array,
    options: TransformerLayerOptions<Out>,
  ): Out;
}

const norms = ["layer", "rms"] as const;

const notInLayers = ["offset", "align", "scores"] as const;

const names = [
  "dModel",
  "heads",
  "kvHeads",
  "weights",
  "weightLayout",
  "norm",
  "normFirst",
  "eps",
  "activation",
  ...scoreNames.filter((name) => !(notInLayers as readonly string[]).includes(name)),
  "rotary",
  "out",
] as const;

export function transformerLayer(engine: Engine): TransformerLayer["transformerLayer"] {
  return ((x: unknown, options: unknown) => {
    const given = readOptions("options", options, names);
    const source = checkArray("x", x, ["Float32Array"]);
    const layer = checkLayer(engine, source, given);
    const target = checkOut(given.out, "Float32Array", source.length, "the length of x");
    const out = new Output(Float32Array, source.length, target);
    const size = { ...sizeOfArray("x", source.length), fix: "Give fewer tokens" };
    engine.run(size, ...transformerSteps(engine, layer, input(source), out));
    return given.out ?? out.result;
  }) as TransformerLayer["transformerLayer"];
}

function checkLayer(engine: Engine, x: Float32Array, given: Unchecked<(typeof names)[number]>): CheckedLayer {
  const dModel = checkNumber("dModel", given.dModel, columnsRule);
  const tokens = countIn("x", x.length, dModel, "dModel");
  const heads = checkNumber("heads", given.heads, widthRule);
  const kvHeads = checkKvHeads(given.kvHeads, heads);
  const norm = checkWord("norm", given.norm, norms, "layer");
  const weights = checkWeights(readOrKept(engine, given.weights), { dModel, heads, kvHeads, norm });
  const { headDim } = weights;
  const sizes = { queries: tokens, keys: tokens, heads, kvHeads, headDim, valueDim: headDim };
  return {
    dModel,
    sizes,
    scores: checkScores(given, sizes),
    rotary: checkAttentionRotary(engine, given.rotary, sizes, 0),
    weights,
    inOut: checkWord("weightLayout", given.weightLayout, weightLayouts, "out-in") === "in-out",
    norm,
    normFirst: checkFlag("normFirst", given.normFirst, false),
    eps: checkNumber("eps", given.eps, norm === "layer" ? layerNormEps : rmsNormEps),
    activation: checkWord("activation", given.activation, activations, "relu"),
  };
}
