/** The other parts of a transformer layer, besides attention. */
import type { Bytes, Call, Count, Flag, Floats, Word } from "../slots.ts";

export type Headers = [
  "kernels/layers/gelu.hpp",
  "kernels/layers/layer_norm.hpp",
  "kernels/layers/matmul.hpp",
  "kernels/layers/softmax.hpp",
];

export const geluForms = ["exact", "tanh"] as const;

export interface MatmulShape {
  rows: Count;
  inner: Count;
  columns: Count;
}

interface LayerNormParameters {
  gain: Floats;
  bias: Floats;
  eps: number;
}

export interface LayerCalls {
  softmax: Call<{ x: Floats; rows: Count; columns: Count; out: Floats }, "softmax(x, rows, columns, out)">;
  matmulScratch: Call<{ shape: MatmulShape; precise: Flag }, "return matmul_scratch(shape, precise)">;
  matmul: Call<
    { a: Floats; b: Floats; shape: MatmulShape; precise: Flag; out: Floats; scratch: Bytes },
    "matmul(a, b, shape, precise, out, scratch)"
  >;
  layerNorm: Call<
    { x: Floats; columns: Count; parameters: LayerNormParameters; out: Floats },
    "layer_norm(x, columns, parameters, out)"
  >;
  gelu: Call<{ x: Floats; form: Word<typeof geluForms>; out: Floats }, "gelu(x, form, out)">;
}
