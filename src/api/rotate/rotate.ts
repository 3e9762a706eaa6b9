import { checkArray, checkOut } from "../arguments/buffers.ts";
import { checkFlag, checkNumber, readOptions } from "../arguments/check.ts";
import { countIn, widthRule } from "../arguments/sizes.ts";
import { apart, Output } from "../module/areas.ts";
import { type Engine, sizeOfArray } from "../module/engine.ts";
import { alongRows, byRows } from "../module/parts.ts";
import { rowsTogether } from "../table/schedule.ts";
import { type AxisOrder, axisOrderNames, checkAxisOrder, swapped } from "./axis-order.ts";
import {
  attentionFactorOf,
  type CheckSpec,
  checkSide,
  type ResolvedRotary,
  rotaryTableSteps,
  rotateStep,
  type Side,
  tokenRules,
  tokensOfPart,
} from "./rotary.ts";
import { type RotaryFields, rotaryNames, rotarySpec } from "./rotary-fields.ts";
import {
  type CheckedTokens,
  checkTokens,
  type TokenPositions,
  tokenPositionNames,
} from "./rotary-positions.ts";
import { rememberRotated } from "./rotated-arrays.ts";

/** The encoding, the heads, the positions of the tokens, and the array for the result. */
export type RotateOptions<
  Out extends Float32Array = Float32Array<ArrayBuffer>,
  Fields = RotaryFields,
> = Fields &
  TokenPositions &
  AxisOrder & {
    /** Heads of each token, from 1 to 65536. */
    heads: number;
    /** Whether `x` holds queries or keys. Required for `xpos`; not allowed otherwise. */
    side?: Side | undefined;
    /** Whether to rotate back, which also undoes the attention factor and xPos's scales. Default false. */
    inverse?: boolean | undefined;
    /**
     * Whether `x` is a gradient of rotated vectors: the result is the gradient of the vectors before the rotation. Angles are
     * negative, as with `inverse`, but the attention factor and xPos's scales stay. Works with `inverse`, too. Default false.
     *
     * @example
     * pe.rotate(Float32Array.of(1, 0), { heads: 1, headDim: 2, pairing: "halves", start: 1, gradient: true }); // Float32Array [0.5403023, -0.84147096]
     */
    gradient?: boolean | undefined;
    /** Filled and returned instead of a new array: `x.length` floats. Pass `x` itself to rotate in place. */
    out?: Out | undefined;
  };

export interface Rotate<Fields = RotaryFields> {
  /**
   * Rotary position embedding of queries or keys: rotates the pairs of channels of every head by their token's position.
   *
   * A pair is off by at most 1.75 · 2^-24 of its length (xPos: 2.75), at any position up to 2^24; the score of a rotated
   * query and a rotated key depends only on the distance of their positions, within 3.5 · 2^-24 |q| |k|. YaRN's and LongRoPE's
   * attention factor is applied to queries and to keys, as in the published code. Source: Su et al. 2021, arXiv 2104.09864.
   *
   * @param x (tokens, heads, headDim), row-major, or as `batch` and `axisOrder` say. Channels that are not rotated are copied.
   * @param options The encoding, whose `pairing` is required; heads; the positions of the tokens.
   * @returns As `x`: `out`, or a new array.
   * @throws TypeError for an option that is missing, unknown or of another type, and for a detached array; RangeError for
   * a number out of range, for lengths that do not fit together, and for arrays too large for memory.
   * @example
   * pe.rotate(new Float32Array([1, 0]), { heads: 1, headDim: 2, pairing: "halves", start: 1 }); // [0.5403023, 0.84147096]
   */
  rotate<Out extends Float32Array = Float32Array<ArrayBuffer>>(
    x: Float32Array,
    options: RotateOptions<Out, Fields>,
  ): Out;
}

const ownNames = [
  "heads",
  ...tokenPositionNames,
  ...axisOrderNames,
  "side",
  "inverse",
  "gradient",
  "out",
] as const;
const names: readonly string[] = [...rotaryNames, ...ownNames];

export function rotate(engine: Engine, checkSpec: CheckSpec): Rotate["rotate"] {
  return ((x: unknown, options: unknown) => {
    const given = readOptions("options", options, names);
    const spec = rotarySpec(given, checkSpec);
    const source = checkArray("x", x, ["Float32Array"]);
    const heads = checkNumber("heads", given.heads, widthRule);
    const { headDim } = spec;
    const { batch, headsFirst } = checkAxisOrder(given);
    const each = batch * heads * headDim;
    const tokens = countIn("x", source.length, each, eachToken(batch, `${heads} · ${headDim}`));
    const size = sizeOfArray("x", source.length);
    const inverse = checkFlag("inverse", given.inverse, false);
    const rotated = {
      spec,
      tokens: repeated(checkTokens(given, { count: tokens, ...tokenRules(spec), size }), batch, spec),
      side: checkSide(spec, given.side),
      inverse,
    };
    // The gradient of a product with a matrix is the product with its transpose: angles turn the other way.
    const isBack = inverse !== checkFlag("gradient", given.gradient, false);
    const target = checkOut(given.out, "Float32Array", source.length, "the length of x");
    const shape = { batch, first: heads, second: tokens, width: headDim };
    const from = headsFirst ? swapped(source, shape) : apart(source, target);
    const out = new Output(Float32Array, source.length, headsFirst ? from : target, from, alongRows);
    const { table, steps } = rotaryTableSteps(rotated, attentionFactorOf(engine, spec), tokensOfPart);
    const turn = rotateStep(spec, { table, heads, x: out, isBack }, tokensOfPart);
    engine.runParts(size, byRows(batch * tokens, rowsTogether), ...steps, turn);
    const result = headsFirst
      ? swapped(from, { ...shape, first: tokens, second: heads }, target)
      : out.result;
    return given.out ?? (isBack ? result : rememberRotated(result));
  }) as Rotate["rotate"];
}

const eachToken = (batch: number, sizes: string) =>
  batch === 1 ? `heads · headDim = ${sizes}` : `batch · heads · headDim = ${batch} · ${sizes}`;

/** The tokens of all sequences, one after the other. */
function repeated(tokens: CheckedTokens, batch: number, spec: ResolvedRotary): CheckedTokens {
  if (batch === 1) return tokens;
  const { count, start } = tokens;
  const { axes } = tokenRules(spec);
  const lists = new Float64Array(axes * batch * count);
  for (let n = 0; n < lists.length; n++) {
    const axis = Math.floor(n / (batch * count));
    lists[n] = tokens.lists?.[axis * count + (n % count)] ?? start + (n % count);
  }
  return { count: batch * count, start: 0, lists };
}
