/** The other parts of a transformer layer, besides attention and products of matrices; and attention's merge. */
import type { MatmulShape } from "../attention.ts";
import type { Bytes, Call, Count, Doubles, Flag, Floats, Word } from "../slots.ts";

export type Headers = [
  "kernels/attention/merge_attention.hpp",
  "kernels/layers/add.hpp",
  "kernels/layers/gelu.hpp",
  "kernels/layers/layer_norm.hpp",
  "kernels/layers/linear.hpp",
  "kernels/layers/log_softmax.hpp",
  "kernels/layers/multiply.hpp",
  "kernels/layers/relu.hpp",
  "kernels/layers/rms_norm.hpp",
  "kernels/layers/silu.hpp",
  "kernels/layers/softmax.hpp",
];

export const geluForms = ["exact", "tanh"] as const;

interface LinearWeights {
  weight: Floats;
  bias: Floats;
  inOut: Flag;
  packed: Flag;
}

interface LayerNormParameters {
  gain: Floats;
  bias: Floats;
  eps: number;
}

export interface MergeShape {
  parts: Count;
  batch: Count;
  queries: Count;
  heads: Count;
  valueDim: Count;
}

export interface LayerCalls {
  mergeAttention: Call<
    {
      outputs: Floats;
      logSums: Doubles;
      shape: MergeShape;
      out: Floats;
      outLogSums: Doubles;
      scratch: Doubles;
    },
    "merge_attention(outputs, log_sums, shape, out, out_log_sums, scratch)"
  >;
  softmax: Call<{ x: Floats; rows: Count; columns: Count; out: Floats }, "softmax(x, rows, columns, out)">;
  logSoftmax: Call<
    { x: Floats; rows: Count; columns: Count; out: Floats },
    "log_softmax(x, rows, columns, out)"
  >;
  packedWeights: Call<{ inner: Count; columns: Count }, "return packed_weights(inner, columns)">;
  packWeights: Call<
    { weight: Floats; inOut: Flag; inner: Count; columns: Count; out: Floats },
    "pack_weights(weight, in_out, inner, columns, out)"
  >;
  linear: Call<
    { x: Floats; weights: LinearWeights; shape: MatmulShape; precise: Flag; out: Floats; scratch: Bytes },
    "linear(x, weights, shape, precise, out, scratch)"
  >;
  layerNorm: Call<
    { x: Floats; columns: Count; parameters: LayerNormParameters; out: Floats },
    "layer_norm(x, columns, parameters, out)"
  >;
  rmsNorm: Call<
    { x: Floats; columns: Count; gain: Floats; eps: number; out: Floats },
    "rms_norm(x, columns, gain, eps, out)"
  >;
  relu: Call<{ x: Floats; out: Floats }, "relu(x, out)">;
  silu: Call<{ x: Floats; out: Floats }, "silu(x, out)">;
  add: Call<{ a: Floats; b: Floats; out: Floats }, "add(a, b, out)">;
  multiply: Call<{ a: Floats; b: Floats; out: Floats }, "multiply(a, b, out)">;
  gelu: Call<{ x: Floats; form: Word<typeof geluForms>; out: Floats }, "gelu(x, form, out)">;
}
