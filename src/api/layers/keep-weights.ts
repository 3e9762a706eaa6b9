import { rangeError } from "../arguments/errors.ts";
import type { Area } from "../module/areas.ts";
import { step } from "../module/calls.ts";
import type { Engine } from "../module/engine.ts";
import { Holder } from "../module/held.ts";
import {
  type CheckedLinear,
  type ReadWeights,
  readWeights,
  type TransformerWeights,
} from "./transformer-weights.ts";

/** The weights of a layer in the memory of the module, until they are freed. */
export interface KeptWeights {
  /**
   * Frees the memory. A second call has no effect. A layer that gets freed weights throws.
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
   * Copies the weights of a layer into the memory of the module, for many calls of `transformerLayer`. The first call arranges
   * matrices of at most 65536 weights for all later products, which takes as much memory again.
   *
   * Later changes of the arrays have no effect. Only `free` frees the memory. If the module stops, the weights are
   * lost: then a layer that gets them throws an error with `code` `"freed"`, as after `free`.
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

/** The weights behind a handle. */
const handles = new WeakMap<object, { holder: Holder; read: ReadWeights }>();

export function keepWeights(engine: Engine): KeepWeights["keepWeights"] {
  return (weights) => {
    const holder = new Holder(engine, "weights");
    const read = readWeights(weights, (values) => {
      const area = holder.add(values);
      held.set(area, { holder, panels: new Map() });
      return area;
    });
    holder.fill({ param: "weights", name: "the bytes of weights,", fix: "Keep fewer weights" });
    const handle: KeptWeights = Object.freeze({ free: () => holder.free() });
    handles.set(handle, { holder, read });
    return handle;
  };
}

/** Packing costs larger weights a small share of a product with them. */
const mostPacked = 2 ** 16;

/** Of each array of kept weights, who holds it, and its panels by layout and width: each call says both. */
const held = new WeakMap<object, { holder: Holder; panels: Map<string, Area<Float32Array>> }>();

/** What `linear` would make of small weights in each call, made once if they are kept; undefined for other weights. */
export function panelsOf(engine: Engine, { weight, inner, columns }: CheckedLinear, inOut: boolean) {
  const own = weight.count > mostPacked ? undefined : held.get(weight);
  if (own === undefined) return undefined;
  const { holder, panels } = own;
  const key = `${inOut} ${inner}`;
  const known = panels.get(key);
  if (known !== undefined) return known;
  const count = engine.ask(step("packedWeights", { inner, columns }));
  const made = holder.make(Float32Array, count, (out) =>
    step("packWeights", { weight, inOut, inner, columns, out }),
  );
  panels.set(key, made);
  return made;
}

/** The arrays of weights, given directly or by a handle. */
export function readOrKept(engine: Engine, weights: unknown): ReadWeights {
  const kept = handles.get(weights as object);
  if (kept === undefined) return readWeights(weights);
  if (kept.holder.check(engine)) return kept.read;
  const text = "weights were kept by another object; call keepWeights and transformerLayer on the same one";
  throw rangeError(text, { code: "conflict", param: "weights", value: weights });
}
