import { checkArray, checkLength, checkOut } from "../arguments/buffers.ts";
import { checkFlag, checkNumber, readOptions, type Unchecked } from "../arguments/check.ts";
import { rangeError } from "../arguments/errors.ts";
import type { Alignment } from "../arguments/offset.ts";
import { countIn, factorRule, widthRule } from "../arguments/sizes.ts";
import { checkQueries } from "../attention/attention-shape.ts";
import type { ScoreInput } from "../bias/kernels.ts";
import { blockNames, blockOfPart, byHeads, checkBlock, isEmpty } from "../bias/score-block.ts";
import { kernelsOf, namesWith } from "../methods.ts";
import { apart, input, Output } from "../module/areas.ts";
import { step } from "../module/calls.ts";
import type { Engine } from "../module/engine.ts";
import { alongBoth, alongRows } from "../module/parts.ts";
import { firstSheet } from "../module/sheets.ts";
import type { Together } from "../spec/together.ts";
import { checkSpec, type Spec } from "../spec.ts";

/** Queries, keys, and the learned vectors of their relative positions. */
export interface RelativeScoresOptions<Out extends Float32Array = Float32Array<ArrayBuffer>> {
  /** Queries, (queries, heads, headDim), row-major. */
  q: Float32Array;
  /** Keys, (keys, heads, headDim): for `transformer-xl`, and for `deberta` with `positionToContent`. */
  k?: Float32Array | undefined;
  /** From 1 to 65536. */
  heads: number;
  /** Channels of a head, from 1 to 65536. `headDim` or `queries` is required; the other follows from q's length. */
  headDim?: number | undefined;
  /** Number of queries, 0 or more. */
  queries?: number | undefined;
  /** Number of keys, 0 or more. Default: the number of keys in k; without k, offset + queries. */
  keys?: number | undefined;
  /**
   * Number of keys before the first query, from −2^53 to 2^53. Default 0, but required (unless `align` is given) if there are
   * fewer `causal` queries than keys.
   */
  offset?: number | undefined;
  /** In place of `offset`: `"end"` for keys − queries, as with a cache, `"start"` for 0. */
  align?: Alignment | undefined;
  /** Factor of the scores. Default 1/√headDim; for `deberta` 1/√(headDim · (1 + number of its terms)), as in the paper. */
  scale?: number | undefined;
  /** Whether keys after their query get −∞. Default false. */
  causal?: boolean | undefined;
  /** `shaw`'s a: (2 clip + 1, heads or a divisor of them, headDim). */
  table?: Float32Array | undefined;
  /** `deberta`'s projected positions for products with queries: (2 maxRelativePositions, heads or a divisor, headDim). */
  keyTable?: Float32Array | undefined;
  /** `deberta`'s projected positions for products with keys, of the same shape as `keyTable`. */
  queryTable?: Float32Array | undefined;
  /** `transformer-xl`'s bias of contents: (heads, headDim). */
  u?: Float32Array | undefined;
  /** `transformer-xl`'s bias of positions: (heads, headDim). */
  v?: Float32Array | undefined;
  /** `transformer-xl`'s projection of the encoding of a distance: (heads, headDim, dModel). */
  positionWeight?: Float32Array | undefined;
  /** Whether `transformer-xl` adds q·k as well, which makes complete scores. Default false: the result is a bias to add to q·k. */
  withContent?: boolean | undefined;
  /** Filled and returned instead of a new array: heads · queries · keys floats. Unchanged if the call fails. */
  out?: Out | undefined;
}

export interface RelativeScores {
  /**
   * Scores of queries, or keys, with vectors of relative positions, to be added to scale · q·k.
   *
   * @param spec `shaw`, `transformer-xl` or `deberta`.
   * @param options Queries and keys, and the learned parameters. Each method takes only its own parameters.
   * @returns (heads, queries, keys), row-major: `out`, or a new array. Sums are made in double and rounded once.
   * @throws TypeError and RangeError as `attention` does; RangeError for a method that needs no queries: use `bias`.
   * @example
   * pe.relativeScores({ method: "shaw", clip: 1 }, { q: Float32Array.of(2), table: Float32Array.of(1, 0, 5), heads: 1, headDim: 1, keys: 2 }); // Float32Array [0, 10]
   */
  relativeScores<Out extends Float32Array = Float32Array<ArrayBuffer>>(
    spec: Spec,
    options: RelativeScoresOptions<Out>,
  ): Out;
  /** The same, with the spec as `spec`, or its fields, among the options. */
  relativeScores<Out extends Float32Array = Float32Array<ArrayBuffer>>(
    options: Together<Spec, RelativeScoresOptions<Out>>,
  ): Out;
}

const common = ["q", "heads", "headDim", ...blockNames, "scale", "causal", "out"] as const;

export function relativeScores(engine: Engine): RelativeScores["relativeScores"] {
  return ((spec: unknown, options: unknown) => {
    const checked = checkSpec(spec);
    const method = kernelsOf(checked).scores?.(checked);
    if (method === undefined) throw noScores(checked.method);
    const given = readOptions("options", options, [...common, ...method.names]);
    const { q, ...read } = checkScores(given, method.needsKeys);
    const { block, heads } = read;
    const defaultScale = 1 / Math.sqrt(read.headDim * method.scaleTerms);
    const scale = checkNumber("scale", given.scale, { ...factorRule, default: defaultScale });
    const causal = checkFlag("causal", given.causal, false);
    const count = heads * block.queries * block.keys;
    const target = checkOut(given.out, "Float32Array", count, "heads · queries · keys");
    const steps = method.prepare(given, read);
    if (isEmpty(block)) return given.out ?? new Float32Array(0);
    const scores = new Output(Float32Array, count, target, undefined, alongBoth);
    const part = { block: blockOfPart(block), firstHead: firstSheet };
    const fill = steps(scale, { q: input(apart(q, target, false), alongRows), ...part, scores });
    const mask = step("hideFuture", { matrix: scores, block: part.block, causal });
    engine.runParts({ param: "queries", value: block.queries }, byHeads(heads, block), ...fill, mask);
    return given.out ?? scores.result;
  }) as RelativeScores["relativeScores"];
}

function noScores(method: string) {
  const text = `method must be ${namesWith("scores")}; got "${method}"`;
  return rangeError(text, { code: "unsupported", param: "method", value: method });
}

function checkScores(
  given: Unchecked<keyof RelativeScoresOptions>,
  needsKeys: boolean,
): ScoreInput & { q: Float32Array } {
  const q = checkArray("q", given.q, ["Float32Array"]);
  const heads = checkNumber("heads", given.heads, widthRule);
  const { headDim, queries } = checkQueries(given, q.length, heads);
  if (!needsKeys) return { q, heads, headDim, block: checkBlock({ ...given, queries }) };
  const k = checkArray("k", given.k, ["Float32Array"]);
  const keys = given.keys ?? countIn("k", k.length, heads * headDim, "heads · headDim");
  const block = checkBlock({ ...given, queries, keys });
  const meaning = `keys · heads · headDim = ${block.keys} · ${heads} · ${headDim}`;
  checkLength("k", k, block.keys * heads * headDim, meaning);
  return { q, k, heads, headDim, block };
}
