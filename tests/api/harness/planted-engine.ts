/** An engine of the tests' own: a forward pass in float64, with faults that can be planted, and precisions that can be lost. */
import type { Probe } from "posenc/probe";

/** What the engine does in a layer. */
export interface EngineLayer {
  /** Radians per position; empty for no rotation. */
  frequencies: readonly number[];
  pairing: "halves" | "interleaved";
  /** The factor of cosines and sines. */
  factor: number;
  scale: number;
  window: number | null;
  /** A logit in the denominator of the softmax. */
  sink?: number;
  /** The position that a token is given. */
  position?: (t: number, isQuery: boolean) => number;
}

export type Precision = "float32" | "float16-cache" | "bfloat16";

const bits = new DataView(new ArrayBuffer(4));
/** Rounds to a significand of so many bits, halves away from 0. */
function rounded(value: number, significand: number): number {
  bits.setFloat32(0, value);
  const dropped = 24 - significand;
  const word = bits.getUint32(0);
  bits.setUint32(0, (((word + (1 << (dropped - 1))) >>> dropped) << dropped) >>> 0);
  return bits.getFloat32(0);
}

const roundingOf = {
  float32: Math.fround,
  "float16-cache": Math.fround,
  bfloat16: (x: number) => rounded(x, 8),
};

type Matrix = { rows: number; columns: number; at: Float32Array };

function tensorsOf(file: Uint8Array): Map<string, Matrix> {
  const view = new DataView(file.buffer, file.byteOffset);
  const length = Number(view.getBigUint64(0, true));
  const header = JSON.parse(new TextDecoder().decode(file.subarray(8, 8 + length)));
  const tensors = new Map<string, Matrix>();
  for (const [name, { shape, data_offsets }] of Object.entries(header) as [string, never][]) {
    if (name === "__metadata__") continue;
    const [from, to] = data_offsets as [number, number];
    const at = new Float32Array(file.slice(8 + length + from, 8 + length + to).buffer);
    const [rows, columns = 1] = shape as number[];
    tensors.set(name, { rows: rows!, columns, at });
  }
  return tensors;
}

type Round = (value: number) => number;

/** y = W x, skipping zeros: nearly all weights are 0. */
function apply({ rows, columns, at }: Matrix, x: Float64Array, round: Round): Float64Array {
  const used = [...x.keys()].filter((c) => x[c] !== 0);
  return Float64Array.from({ length: rows }, (_, r) => {
    let sum = 0;
    for (const c of used) sum += at[r * columns + c]! * x[c]!;
    return round(sum);
  });
}

function normed(x: Float64Array, weight: Matrix, round: Round): Float64Array {
  const mean = x.reduce((sum, value) => sum + value * value, 0) / x.length;
  const by = 1 / Math.sqrt(mean + 1e-6);
  return x.map((value, c) => round(value * by * weight.at[c]!));
}

function rotated(x: Float64Array, position: number, layer: EngineLayer, round: Round): Float64Array {
  const own = Float64Array.from(x);
  layer.frequencies.forEach((f, i) => {
    const [a, b] = layer.pairing === "halves" ? [i, i + layer.frequencies.length] : [2 * i, 2 * i + 1];
    const [c, s] = [
      round(layer.factor * Math.cos(f * position)),
      round(layer.factor * Math.sin(f * position)),
    ];
    own[a] = round(x[a]! * c - x[b]! * s);
    own[b] = round(x[b]! * c + x[a]! * s);
  });
  return own;
}

/** Runs a probe. Only head 0 is computed: the others are its copies, or unused. */
export function runEngine(
  { plan, files }: Probe,
  layers: readonly EngineLayer[],
  precision: Precision = "float32",
) {
  const tensors = tensorsOf(files["model.safetensors"]!);
  const round = roundingOf[precision];
  const cached: Round = precision === "float16-cache" ? (x) => rounded(x, 11) : round;
  const { headDim, prompt } = plan;
  const embed = tensors.get("model.embed_tokens.weight")!;
  const hidden = embed.columns;
  let stream = prompt.map((token) =>
    Float64Array.from(embed.at.subarray(token * hidden, (token + 1) * hidden)),
  );
  layers.forEach((layer, number) => {
    const of = (name: string) => tensors.get(`model.layers.${number}.${name}.weight`)!;
    const inputs = stream.map((x) => normed(x, of("input_layernorm"), round));
    const position = layer.position ?? ((t: number) => t);
    const project = (name: "q" | "k", t: number) => {
      const whole = apply({ ...of(`self_attn.${name}_proj`), rows: headDim }, inputs[t]!, round);
      const norm = tensors.get(`model.layers.${number}.self_attn.${name}_norm.weight`);
      const head = norm === undefined ? whole : normed(whole, norm, round);
      return rotated(head, position(t, name === "q"), layer, round);
    };
    const queries = prompt.map((_, t) => project("q", t));
    const keys = prompt.map((_, t) => project("k", t).map(cached));
    const values = inputs.map((x) => apply(of("self_attn.v_proj"), x, round).map(cached));
    const outs = prompt.map((_, t) => {
      const out = new Float64Array(hidden);
      if (prompt[t] !== 0) return out;
      const from = layer.window === null ? 0 : Math.max(0, t - layer.window + 1);
      const weights: number[] = [];
      let sum = layer.sink === undefined ? 0 : Math.exp(layer.sink);
      for (let j = from; j <= t; j++) {
        let dot = 0;
        if (prompt[j] !== 0) for (let c = 0; c < headDim; c++) dot += queries[t]![c]! * keys[j]![c]!;
        const weight = Math.exp(Math.fround(dot * layer.scale));
        weights.push(weight);
        sum += weight;
      }
      weights.forEach((weight, i) => {
        const value = values[from + i]!;
        const share = round(weight / sum);
        // A key's value has one channel, a query's another.
        for (let c = 0; c <= headDim; c++) if (value[c] !== 0) out[c]! += share * value[c]!;
      });
      return out.map(round);
    });
    stream = stream.map((x, t) => {
      const written = apply(of("self_attn.o_proj"), outs[t]!, round);
      return x.map((value, c) => round(value + written[c]!));
    });
  });
  const [norm, head] = [tensors.get("model.norm.weight")!, tensors.get("lm_head.weight")!];
  const logprobs = stream.map((x) => {
    const logits = apply(head, normed(x, norm, round), round);
    const most = Math.max(...logits);
    const total = Math.log(logits.reduce((sum, value) => sum + Math.exp(value - most), 0)) + most;
    return [...logits].map((value) => Math.fround(value - total));
  });
  return { tokens: [...prompt], logprobs };
}
