import { rangeError } from "../arguments/errors.ts";
import type { Numbers } from "../arguments/numbers.ts";
import type { Alignment } from "../arguments/offset.ts";
import type { Perceptron } from "../bias/perceptron.ts";
import { kernelsOf } from "../methods.ts";
import type { Engine } from "../module/engine.ts";
import type { Together } from "../spec/together.ts";
import { checkSpec, type Spec } from "../spec.ts";

/** The queries and keys that a bias is computed for, and the learned parameters. */
export interface BiasOptions<Out extends Float32Array = Float32Array<ArrayBuffer>> {
  /** From 1 to 65536. */
  heads: number;
  /** Number of queries, 0 or more. Required, except for `swin`: there it is the number of cells in the window. */
  queries?: number | undefined;
  /** Number of keys, 0 or more. Default: offset + queries; for `swin`, the number of cells in the window. */
  keys?: number | undefined;
  /**
   * Number of keys before the first query, as with a growing cache: query i has position i + offset, key j position j. An
   * integer from −2^53 to 2^53; for `fire`, 0 or more. Default 0, but required (unless `align` is given) if there are fewer `causal`
   * queries than keys. Not for `swin`.
   */
  offset?: number | undefined;
  /** In place of `offset`: `"end"` for keys − queries, as with a cache, `"start"` for 0. Not for `swin`. */
  align?: Alignment | undefined;
  /** Whether keys after their query get −∞. Default false. Not for `swin`. */
  causal?: boolean | undefined;
  /**
   * `"matrix"`, or `"vector"`: one number for each relative position, from the first key and the last query on.
   * Default `"matrix"`. `alibi`, `t5`, `kerple`, `sandwich` and `none` have vectors.
   */
  as?: "matrix" | "vector" | undefined;
  /** Learned: (buckets, heads) for `t5`, ((2H − 1)(2W − 1), heads) for `swin`. */
  table?: Float32Array | undefined;
  /** Learned: `heads` numbers above 0, for `kerple`. */
  r1?: Numbers | undefined;
  /** Learned: `heads` numbers above 0, for `kerple`: the factor or the power of the distance. */
  r2?: Numbers | undefined;
  /** Learned: one input for `fire`, two inputs for `swin` with `logSpaced`. */
  perceptron?: Perceptron | undefined;
  /** Filled and returned instead of a new array. Unchanged if the call fails. */
  out?: Out | undefined;
}

export interface Bias {
  /**
   * A bias on the attention score, to be added to scale · q·k.
   *
   * @param spec A bias that depends on positions only: `alibi`, `t5`, `kerple`, `sandwich`, `fire`, `swin` or `none`.
   * @param options The queries and keys, and the learned parameters.
   * @returns (heads, queries, keys), row-major, or (heads, queries + keys − 1) as a vector: `out`, or a new array. Each number
   * is computed in double precision and rounded once; ALiBi is correctly rounded if the slope is a power of two.
   * @throws TypeError and RangeError as `encode` does; RangeError for a method whose scores need queries:
   * use `relativeScores`.
   * @example
   * pe.bias({ method: "alibi" }, { heads: 8, queries: 1, offset: 3 }).slice(0, 4); // Float32Array [-1.5, -1, -0.5, 0]
   */
  bias<Out extends Float32Array = Float32Array<ArrayBuffer>>(spec: Spec, options: BiasOptions<Out>): Out;
  /** The same, with the spec as `spec`, or its fields, among the options. */
  bias<Out extends Float32Array = Float32Array<ArrayBuffer>>(options: Together<Spec, BiasOptions<Out>>): Out;
}

export function bias(engine: Engine): Bias["bias"] {
  return ((spec: unknown, options: unknown) => {
    const checked = checkSpec(spec);
    const kernels = kernelsOf(checked);
    if (kernels.bias === undefined) throw notBias(checked.method, kernels.scores !== undefined);
    return kernels.bias(engine, checked, options);
  }) as Bias["bias"];
}

function notBias(method: string, isRelative: boolean) {
  const why = isRelative ? "needs queries; use relativeScores" : "is not a bias on the score";
  const text = `method must be a bias that depends only on positions; got "${method}", which ${why}`;
  return rangeError(text, { code: "unsupported", param: "method", value: method });
}
