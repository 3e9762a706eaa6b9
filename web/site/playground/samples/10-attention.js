// Attention that looks one word back
import { load } from "posenc/full";

const pe = await load();
const length = 16;
const spec = { method: "sinusoidal", dModel: 32 };
const q = pe.encode(spec, { length, start: -1 }); // each query is the position before
const k = pe.encode(spec, { length });
const { weights } = pe.attention({
  q,
  k,
  v: k,
  heads: 1,
  headDim: 32,
  scale: 8,
  causal: true,
  weights: true,
});
show(weights, { columns: length, label: "weights, query × key" });
