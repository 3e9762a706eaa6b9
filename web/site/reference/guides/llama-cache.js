import { modelPositions } from "posenc/full";

// 1. Read the model's file
export function shapeOf(config) {
  // All layers of Llama 3.1 do the same.
  const [layer] = modelPositions(config).layers;
  const { heads, keyHeads: kvHeads, headDim, rotary } = layer;
  return { heads, kvHeads, headDim, rotary };
}

// 2. Make room for keys and values
export function newCache({ kvHeads, headDim }, tokens, first = 0) {
  const width = kvHeads * headDim;
  const keys = new Float32Array(tokens * width);
  const values = new Float32Array(tokens * width);
  return { keys, values, width, first, length: 0 };
}

// 3. Append the keys of a chunk, rotated once
function append(pe, { kvHeads, rotary }, cache, k, v) {
  const { keys, values, width, first, length } = cache;
  const end = length + k.length / width;
  // The position of the chunk's first token:
  const start = first + length;
  const out = keys.subarray(length * width, end * width);
  pe.rotate(k, { ...rotary, heads: kvHeads, start, out });
  values.set(v, length * width);
  cache.length = end;
  return start;
}

// 4. Let the queries of the chunk see the cache
export function attend(pe, shape, cache, { q, k, v }) {
  const { heads, kvHeads, headDim, rotary } = shape;
  const start = append(pe, shape, cache, k, v);
  const used = cache.length * cache.width;
  const { output } = pe.attention({
    q: pe.rotate(q, { ...rotary, heads, start }),
    k: cache.keys.subarray(0, used),
    v: cache.values.subarray(0, used),
    ...{ heads, kvHeads, headDim },
    causal: true,
    align: "end",
  });
  // (tokens of the chunk, heads, headDim)
  return output;
}

// 5. Prefill in chunks, then decode
export function run(pe, shape, chunks, room, first) {
  const cache = newCache(shape, room, first);
  return chunks.map((chunk) => attend(pe, shape, cache, chunk));
}
