/** The calls of a transformer layer in order. Intermediate results stay in the module's memory. */
import type { AttentionShape } from "../../bindings/attention.ts";
import { geluForms } from "../../bindings/full/layers.ts";
import { word } from "../../bindings/slots.ts";
import type { RotateBoth } from "../attention/attention-rotary.ts";
import type { CheckedScores } from "../attention/attention-scores.ts";
import { attentionStep } from "../attention/attention-step.ts";
import { type Area, bytes, room } from "../module/areas.ts";
import { type Step, step } from "../module/calls.ts";
import type { Engine } from "../module/engine.ts";
import { panelsOf } from "./keep-weights.ts";
import type { CheckedLinear, CheckedNorm, CheckedWeights } from "./transformer-weights.ts";

export const activations = ["relu", "gelu", "gelu-tanh", "silu"] as const;

/** A layer whose options have been checked. */
export interface CheckedLayer {
  dModel: number;
  sizes: AttentionShape;
  scores: CheckedScores;
  rotary: RotateBoth | undefined;
  weights: CheckedWeights;
  inOut: boolean;
  norm: "layer" | "rms";
  normFirst: boolean;
  eps: number;
  activation: (typeof activations)[number];
}

type Floats = Area<Float32Array>;

export function transformerSteps(engine: Engine, layer: CheckedLayer, x: Floats, out: Floats): Step[] {
  const { dModel, weights, sizes } = layer;
  const product = productSteps(engine, layer);
  const norm = (learned: CheckedNorm, from: Floats, to: Floats) => normStep(layer, learned, from, to);
  const attend = (from: Floats, to: Floats) => attentionSteps(engine, layer, product, from, to);
  const feed = (from: Floats, to: Floats) => feedForwardSteps(layer, product, from, to);
  const y = room(Float32Array, sizes.queries * dModel);
  if (!layer.normFirst)
    return [
      ...attend(x, y),
      step("add", { a: x, b: y, out: y }),
      norm(weights.attentionNorm, y, y),
      ...feed(y, out),
      step("add", { a: y, b: out, out }),
      norm(weights.feedForwardNorm, out, out),
    ];
  const n = room(Float32Array, sizes.queries * dModel);
  return [
    norm(weights.attentionNorm, x, n),
    ...attend(n, y),
    step("add", { a: x, b: y, out: y }),
    norm(weights.feedForwardNorm, y, n),
    ...feed(n, out),
    step("add", { a: y, b: out, out }),
  ];
}

type Product = (weights: CheckedLinear, from: Floats, to: Floats) => Step;

/** Makes the calls of the linear layers, which share their scratch. */
function productSteps(engine: Engine, { weights, sizes, scores, inOut }: CheckedLayer): Product {
  const { query, key, value, output, up, gate = up, down } = weights;
  const { precise } = scores.settings;
  const shapeOf = ({ inner, columns }: CheckedLinear) => ({ rows: sizes.queries, inner, columns });
  const needed = [query, key, value, output, up, gate, down].map((each) =>
    engine.ask(step("matmulScratch", { shape: shapeOf(each), precise })),
  );
  const scratch = room(bytes, Math.max(...needed));
  return (linear, x, out) => {
    const { weight, bias } = linear;
    const panels = panelsOf(engine, linear, inOut);
    return step("linear", {
      x,
      weights: { weight: panels ?? weight, bias, inOut, packed: panels !== undefined },
      shape: shapeOf(linear),
      precise,
      out,
      scratch,
    });
  };
}

function normStep(
  { norm, dModel: columns, eps }: CheckedLayer,
  learned: CheckedNorm,
  x: Floats,
  out: Floats,
) {
  const { gain, bias } = learned;
  if (norm === "rms") return step("rmsNorm", { x, columns, gain, eps, out });
  return step("layerNorm", { x, columns, parameters: { gain, bias, eps }, out });
}

function attentionSteps(
  engine: Engine,
  { weights, sizes, scores, rotary }: CheckedLayer,
  product: Product,
  from: Floats,
  to: Floats,
): Step[] {
  const { queries: tokens, heads, kvHeads, headDim } = sizes;
  const roomOf = (count: number) => room(Float32Array, tokens * count * headDim);
  const [q, k, v, output] = [roomOf(heads), roomOf(kvHeads), roomOf(kvHeads), roomOf(heads)];
  return [
    product(weights.query, from, q),
    product(weights.key, from, k),
    product(weights.value, from, v),
    ...(rotary?.(q, k) ?? []),
    attentionStep(engine, { q, k, v, sizes, scores }, { output }),
    product(weights.output, output, to),
  ];
}

function feedForwardSteps(
  { weights, sizes, activation }: CheckedLayer,
  product: Product,
  from: Floats,
  to: Floats,
): Step[] {
  const { up, gate, down, hidden } = weights;
  const inner = room(Float32Array, sizes.queries * hidden);
  const last = product(down, inner, to);
  if (gate === undefined) return [product(up, from, inner), activationStep(activation, inner), last];
  const gated = room(Float32Array, sizes.queries * hidden);
  return [
    product(gate, from, gated),
    activationStep(activation, gated),
    product(up, from, inner),
    step("multiply", { a: gated, b: inner, out: inner }),
    last,
  ];
}

/** In place. */
function activationStep(activation: CheckedLayer["activation"], x: Floats): Step {
  if (activation === "relu" || activation === "silu") return step(activation, { x, out: x });
  return step("gelu", { x, form: word(geluForms, activation === "gelu" ? "exact" : "tanh"), out: x });
}
