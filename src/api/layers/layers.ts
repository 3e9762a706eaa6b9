import type { Engine } from "../module/engine.ts";
import { type Gelu, gelu } from "./gelu.ts";
import { type LayerNorm, layerNorm } from "./layer-norm.ts";
import { type Matmul, matmul } from "./matmul.ts";
import { type Softmax, softmax } from "./softmax.ts";

/** The other parts of a transformer layer, besides attention. */
export interface Layers extends Softmax, Matmul, LayerNorm, Gelu {}

export const layers = (engine: Engine): Layers => ({
  softmax: softmax(engine),
  matmul: matmul(engine),
  layerNorm: layerNorm(engine),
  gelu: gelu(engine),
});
