import type { debertaTerms as terms } from "../../bindings/full/bias.ts";
import { rangeError } from "../arguments/errors.ts";
import type { Alignment } from "../arguments/offset.ts";
import { kernelsOf, namesWith } from "../methods.ts";
import type { Engine } from "../module/engine.ts";
import type { Together } from "../spec/together.ts";
import { checkSpec, type Spec } from "../spec.ts";

/** The queries and keys of the lookup. */
export interface RelativeIndexOptions<Out extends Int32Array = Int32Array<ArrayBuffer>> {
  /** Number of queries, 0 or more. Required, except for `swin`. */
  queries?: number | undefined;
  /** Number of keys, 0 or more. Default: offset + queries; for `swin`, the number of cells in the window. */
  keys?: number | undefined;
  /** Number of keys before the first query, from −2^53 to 2^53. Default 0. Not for `swin`. */
  offset?: number | undefined;
  /** In place of `offset`: `"end"` for keys − queries, as with a cache, `"start"` for 0. Not for `swin`. */
  align?: Alignment | undefined;
  /** The term of `deberta`; each term has its own table. Default `"contentToPosition"`. */
  term?: (typeof terms)[number] | undefined;
  /** Filled and returned instead of a new array: queries · keys integers. */
  out?: Out | undefined;
}

export interface RelativeIndex {
  /**
   * The row of a learned table for each query and key: T5's buckets, the clipped distances of Shaw and DeBERTa, Swin's
   * offsets in a window.
   *
   * @param spec `t5`, `shaw`, `deberta` or `swin`.
   * @param options The queries and keys.
   * @returns (queries, keys), row-major: `out`, or a new array.
   * @throws TypeError and RangeError as `bias` does; RangeError for a method without such a table.
   * @example
   * pe.relativeIndex({ method: "t5" }, { queries: 1, keys: 5, offset: 2 }); // Int32Array [2, 1, 0, 17, 18]
   */
  relativeIndex<Out extends Int32Array = Int32Array<ArrayBuffer>>(
    spec: Spec,
    options: RelativeIndexOptions<Out>,
  ): Out;
  /** The same, with the spec as `spec`, or its fields, among the options. */
  relativeIndex<Out extends Int32Array = Int32Array<ArrayBuffer>>(
    options: Together<Spec, RelativeIndexOptions<Out>>,
  ): Out;
}

export function relativeIndex(engine: Engine): RelativeIndex["relativeIndex"] {
  return ((spec: unknown, options: unknown) => {
    const checked = checkSpec(spec);
    const { index } = kernelsOf(checked);
    if (index === undefined) throw noTable(checked.method);
    return index(engine, checked, options);
  }) as RelativeIndex["relativeIndex"];
}

function noTable(method: string) {
  const text = `method must have a learned table for relative positions: ${namesWith("index")}; got "${method}"`;
  return rangeError(text, { code: "unsupported", param: "method", value: method });
}
