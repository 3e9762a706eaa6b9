import type { Engine } from "../module/engine.ts";
import { type Gelu, gelu } from "./gelu.ts";
import { type KeepWeights, keepWeights } from "./keep-weights.ts";
import { type LayerNorm, layerNorm } from "./layer-norm.ts";
import { type Linear, linear } from "./linear.ts";
import { type LogSoftmax, logSoftmax } from "./log-softmax.ts";
import { type Matmul, matmul } from "./matmul.ts";
import { type Relu, relu } from "./relu.ts";
import { type RmsNorm, rmsNorm } from "./rms-norm.ts";
import { type Silu, silu } from "./silu.ts";
import { type Softmax, softmax } from "./softmax.ts";
import { type TransformerLayer, transformerLayer } from "./transformer-layer.ts";

/** A transformer layer, and its parts besides attention. */
export interface Layers
  extends Softmax,
    LogSoftmax,
    Matmul,
    Linear,
    LayerNorm,
    RmsNorm,
    Gelu,
    Relu,
    Silu,
    TransformerLayer,
    KeepWeights {}

export const layers = (engine: Engine): Layers => ({
  softmax: softmax(engine),
  logSoftmax: logSoftmax(engine),
  matmul: matmul(engine),
  linear: linear(engine),
  layerNorm: layerNorm(engine),
  rmsNorm: rmsNorm(engine),
  gelu: gelu(engine),
  relu: relu(engine),
  silu: silu(engine),
  transformerLayer: transformerLayer(engine),
  keepWeights: keepWeights(engine),
});
