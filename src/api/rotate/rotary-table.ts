import { checkArray, checkLength } from "../arguments/buffers.ts";
import { checkNumber, readOptions } from "../arguments/check.ts";
import { rangeError } from "../arguments/errors.ts";
import { countRule } from "../arguments/sizes.ts";
import { Output } from "../module/areas.ts";
import { step } from "../module/calls.ts";
import type { Engine } from "../module/engine.ts";
import { alongRows, byRows } from "../module/parts.ts";
import type { Together } from "../spec/together.ts";
import type { Spec } from "../spec.ts";
import { rowsTogether } from "../table/schedule.ts";
import {
  attentionFactorOf,
  type CheckSpec,
  checkRotary,
  checkSide,
  type Rotated,
  rotaryTableSteps,
  type Side,
  tokenRules,
  tokensOfPart,
} from "./rotary.ts";
import { checkTokens, type TokenPositions, tokenPositionNames } from "./rotary-positions.ts";

/** The tokens that a table is made for. */
export interface RotaryTableOptions<Out extends Float32Array = Float32Array<ArrayBuffer>>
  extends TokenPositions {
  /** Number of tokens, 0 or more. Required, unless `positions` is given. */
  length?: number | undefined;
  /** Whether the table is for queries or for keys. Required for `xpos`; not allowed otherwise. */
  side?: Side | undefined;
  /**
   * Filled and returned in place of new arrays: two arrays of tokens · rotaryDim / 2 floats that do not overlap. Unchanged if the
   * call fails.
   */
  out?: RotaryCosSin<Out> | undefined;
}

/** A cosine and a sine for each token and pair. */
export interface RotaryCosSin<Out extends Float32Array = Float32Array<ArrayBuffer>> {
  /** (tokens, rotaryDim / 2), row-major: the array in `out`, or a new array. */
  cos: Out;
  /** (tokens, rotaryDim / 2), row-major: the array in `out`, or a new array. */
  sin: Out;
}

export interface RotaryTable<S = Spec> {
  /**
   * The cosines and sines that a rotary encoding rotates by, as models cache them (ONNX's cos_cache and sin_cache).
   *
   * Entries include the attention factor, and are correctly rounded at integer positions below 2^24 for every scaling rule;
   * with xPos's scales, the error is half an ULP larger. If `precision` is not `"exact"`, each step of the float32 recipe is rounded.
   *
   * @param spec A rotary encoding. Its `pairing` does not change the table.
   * @param options The tokens, and the arrays for the result.
   * @returns Two arrays (tokens, rotaryDim / 2), row-major: the arrays in `out`, or new arrays.
   * @throws TypeError for an option that is missing, unknown or of another type; RangeError for a number out of range, a
   * spec of another family, and tables too large for memory.
   * @example
   * pe.rotaryTable({ preset: "llama-3.1" }, { length: 2 }).cos[64]; // 0.5403023, cos 1
   */
  rotaryTable<Out extends Float32Array = Float32Array<ArrayBuffer>>(
    spec: S,
    options: RotaryTableOptions<Out>,
  ): RotaryCosSin<Out>;
  /** The same, with the spec as `spec`, or its fields, among the options. */
  rotaryTable<Out extends Float32Array = Float32Array<ArrayBuffer>>(
    options: Together<S, RotaryTableOptions<Out>>,
  ): RotaryCosSin<Out>;
}

const names = ["length", ...tokenPositionNames, "side", "out"] as const;

export function rotaryTable(engine: Engine, checkSpec: CheckSpec): RotaryTable["rotaryTable"] {
  return ((given: unknown, options: unknown) => {
    const spec = checkRotary(checkSpec(given));
    const { length, side, out, ...where } = readOptions("options", options, names);
    const isListed = where.positions !== undefined && length === undefined;
    const count = isListed ? undefined : checkNumber("length", length, countRule);
    const rules = tokenRules(spec);
    const size = { param: "length", value: count };
    const tokens = checkTokens(where, { count, ...rules, bytes: 2 * rules.bytes, size });
    const targets = checkTargets(out, tokens.count, spec.rotaryDim / 2);
    return fill(engine, { spec, tokens, side: checkSide(spec, side), inverse: false }, targets);
  }) as RotaryTable["rotaryTable"];
}

interface Targets {
  given?: RotaryCosSin<Float32Array>;
  cos?: Float32Array | undefined;
  sin?: Float32Array | undefined;
}

function checkTargets(given: unknown, tokens: number, pairs: number): Targets {
  if (given === undefined) return {};
  const { cos, sin } = readOptions("out", given, ["cos", "sin"]);
  const target = (param: string, value: unknown) => {
    const array = checkArray(param, value, ["Float32Array"]);
    checkLength(param, array, tokens * pairs, `tokens · rotaryDim / 2 = ${tokens} · ${pairs}`);
    return array;
  };
  const targets = { cos: target("out.cos", cos), sin: target("out.sin", sin) };
  if (overlap(targets.cos, targets.sin))
    throw rangeError("out.sin must not overlap out.cos; give each an array of its own", {
      code: "conflict",
      param: "out.sin",
      value: sin,
    });
  return { given: given as RotaryCosSin<Float32Array>, ...targets };
}

const overlap = (a: Float32Array, b: Float32Array): boolean =>
  a.buffer === b.buffer &&
  a.byteOffset < b.byteOffset + b.byteLength &&
  b.byteOffset < a.byteOffset + a.byteLength;

function fill(engine: Engine, rotated: Rotated, targets: Targets): RotaryCosSin<Float32Array> {
  const pairs = rotated.spec.rotaryDim / 2;
  const { count } = rotated.tokens;
  const half = (target: Float32Array | undefined) =>
    new Output(Float32Array, count * pairs, target, undefined, alongRows);
  const [sines, cosines] = [half(targets.sin), half(targets.cos)];
  const factor = attentionFactorOf(engine, rotated.spec);
  const { table, steps } = rotaryTableSteps(rotated, factor, tokensOfPart);
  const split = step("splitRotaryTable", { table, pairs, sines, cosines });
  const cut = byRows(count, rowsTogether);
  engine.runParts({ param: "length", value: count }, cut, ...steps, split);
  return targets.given ?? { cos: cosines.result!, sin: sines.result! };
}
