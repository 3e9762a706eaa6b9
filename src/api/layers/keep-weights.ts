import { rangeError } from "../arguments/errors.ts";
import type { Engine } from "../module/engine.ts";
import { Holder } from "../module/held.ts";
import { type ReadWeights, readWeights, type TransformerWeights } from "./transformer-weights.ts";

/** The weights of a layer in the memory of the module, until they are freed. */
export interface KeptWeights {
  /**
   * Gives the memory back. A second call has no effect; a layer that is given freed weights throws.
   *
   * @returns Nothing.
   * @example
   * const one = { weight: Float32Array.of(1) };
   * pe.keepWeights({ query: one, key: one, value: one, output: one, up: one, down: one }).free();
   */
  free(): void;
}

export interface KeepWeights {
  /**
   * Copies the weights of a layer into the memory of the module, for many calls of `transformerLayer`.
   *
   * Later changes of the arrays have no effect. Only `free` gives the memory back. If the module stops, the weights are
   * lost: then a layer that is given them throws an error of the code `"freed"`, as after `free`.
   *
   * @param weights The learned parameters, as `transformerLayer` takes them. Their lengths are checked there.
   * @returns What `transformerLayer` takes as its `weights`.
   * @throws TypeError for an array that is missing, unknown or of another type; RangeError for weights too large for memory.
   * @example
   * const one = { weight: Float32Array.of(1) };
   * const kept = pe.keepWeights({ query: one, key: one, value: one, output: one, up: one, down: one });
   * pe.transformerLayer(Float32Array.of(2), { dModel: 1, heads: 1, weights: kept, normFirst: true }); // Float32Array [2]
   * kept.free();
   */
  keepWeights(weights: TransformerWeights): KeptWeights;
}

/** What a handle stands for. */
const handles = new WeakMap<object, { holder: Holder; read: ReadWeights }>();

export function keepWeights(engine: Engine): KeepWeights["keepWeights"] {
  return (weights) => {
    const holder = new Holder(engine, "weights");
    const read = readWeights(weights, (values) => holder.add(values));
    holder.fill({ param: "weights", name: "the bytes of weights,", fix: "keep fewer" });
    const handle: KeptWeights = Object.freeze({ free: () => holder.free() });
    handles.set(handle, { holder, read });
    return handle;
  };
}

/** The arrays of weights, or those that a handle stands for. */
export function readOrKept(engine: Engine, weights: unknown): ReadWeights {
  const kept = handles.get(weights as object);
  if (kept === undefined) return readWeights(weights);
  if (kept.holder.check(engine)) return kept.read;
  const text = "weights must have been kept by the object whose transformerLayer is called";
  throw rangeError(text, { code: "conflict", param: "weights", value: weights });
}
