import { checkArray, checkOut } from "../arguments/buffers.ts";
import { checkFlag, checkNumber, readOptions } from "../arguments/check.ts";
import { rangeError } from "../arguments/errors.ts";
import { countIn, widthRule } from "../arguments/sizes.ts";
import { type Area, apart, Output, written } from "../module/areas.ts";
import { type Engine, sizeOfArray } from "../module/engine.ts";
import { alongRows, byRows } from "../module/parts.ts";
import type { GivenPairing } from "../rotary/pairing.ts";
import { checkSpec } from "../spec.ts";
import { rotateStep, tokensOfPart } from "./rotary.ts";
import { rotarySpec } from "./rotary-fields.ts";
import { rememberRotated } from "./rotated-arrays.ts";

/** The channels that are rotated, the cosines and sines, and the array for the result. */
export interface RotateByOptions<Out extends Float32Array = Float32Array<ArrayBuffer>> {
  /** Heads of each token, from 1 to 65536. */
  heads: number;
  /** Channels of a head, even, from 2 to 65536. */
  headDim: number;
  /** Number of channels that are rotated, from `rotaryOffset` on, even. Default headDim. */
  rotaryDim?: number | undefined;
  /** The first channel that is rotated. Default 0. */
  rotaryOffset?: number | undefined;
  /** Which channels form a pair: i and i + rotaryDim/2, or 2i and 2i + 1. */
  pairing: GivenPairing;
  /** Cosines: (tokens, rotaryDim / 2), or (tokens, heads, rotaryDim / 2) if each head has its own angles. */
  cos: Float32Array;
  /** Sines, with the length of `cos`. */
  sin: Float32Array;
  /**
   * Whether to rotate back, by −sin. This undoes the rotation, but not a factor in cosines and sines. If `x` is a gradient of
   * rotated vectors, the result is the gradient of the vectors before the rotation. Default false.
   */
  inverse?: boolean | undefined;
  /** Filled and returned instead of a new array: `x.length` floats. Pass `x` itself to rotate in place. */
  out?: Out | undefined;
}

export interface RotateBy {
  /**
   * Rotates queries or keys by given cosines and sines: from `rotaryTable`, from a model's cache, or for angles that no spec
   * describes.
   *
   * Two examples: the pairs of LTX-Video run through all heads, so pass `heads: 1`. Mixed rotations of images (Heo et al. 2024,
   * arXiv 2403.13298) have a learned direction for each pair and head, so pass a table for each head. The rotation adds an
   * error of at most 2^-24 of a pair's length to the errors of the table.
   *
   * @param x (tokens, heads, headDim), row-major. Channels that are not rotated are copied.
   * @param options Heads, the channels of a head, and the table.
   * @returns (tokens, heads, headDim): `out`, or a new array.
   * @throws TypeError for an option that is missing, unknown or of another type, and for a detached array; RangeError for
   * a number out of range, for lengths that do not fit together, and for arrays too large for memory.
   * @example
   * const [cos, sin] = [Float32Array.of(0, 1), Float32Array.of(1, 0)]; // the first of two heads by a quarter of a turn
   * pe.rotateBy(Float32Array.of(1, 2, 1, 2), { heads: 2, headDim: 2, pairing: "halves", cos, sin }); // Float32Array [-2, 1, 1, 2]
   */
  rotateBy<Out extends Float32Array = Float32Array<ArrayBuffer>>(
    x: Float32Array,
    options: RotateByOptions<Out>,
  ): Out;
}

const headNames = ["headDim", "rotaryDim", "rotaryOffset", "pairing"] as const;
const names = [...headNames, "heads", "cos", "sin", "inverse", "out"] as const;

export function rotateBy(engine: Engine): RotateBy["rotateBy"] {
  return ((x: unknown, options: unknown) => {
    const given = readOptions("options", options, names);
    const spec = rotarySpec(Object.fromEntries(headNames.map((name) => [name, given[name]])), checkSpec);
    const source = checkArray("x", x, ["Float32Array"]);
    const heads = checkNumber("heads", given.heads, widthRule);
    const { headDim, rotaryDim } = spec;
    const pairs = rotaryDim / 2;
    const tokens = countIn("x", source.length, heads * headDim, `heads · headDim = ${heads} · ${headDim}`);
    const cos = checkArray("cos", given.cos, ["Float32Array"]);
    const sin = checkArray("sin", given.sin, ["Float32Array"]);
    // With a table for each head, every head is a token of one head.
    const isEach = cos.length === tokens * heads * pairs;
    const rows = isEach ? tokens * heads : tokens;
    checkTable("cos", cos, { entries: rows * pairs, tokens, heads, pairs });
    checkTable("sin", sin, { entries: rows * pairs, tokens, heads, pairs });
    const isBack = checkFlag("inverse", given.inverse, false);
    const target = checkOut(given.out, "Float32Array", source.length, "the length of x");
    const out = new Output(Float32Array, source.length, target, apart(source, target), alongRows);
    const table = tableArea(cos, sin, rotaryDim);
    const turn = rotateStep(spec, { table, heads: isEach ? 1 : heads, x: out, isBack }, tokensOfPart);
    engine.runParts(sizeOfArray("x", source.length), byRows(rows), turn);
    return given.out ?? (isBack ? out.result : rememberRotated(out.result));
  }) as RotateBy["rotateBy"];
}

interface TableSize {
  entries: number;
  tokens: number;
  heads: number;
  pairs: number;
}

function checkTable(param: string, { length }: Float32Array, size: TableSize): void {
  const { entries, tokens, heads, pairs } = size;
  if (length === entries) return;
  const each = `tokens · rotaryDim/2 = ${tokens} · ${pairs} floats, or ${heads} times this number for a table for each head`;
  const expected = param === "cos" ? each : `${entries} floats, like cos`;
  throw rangeError(`${param} must have ${expected}; got ${length}`, { code: "length", param, value: length });
}

/** The table as the kernel has it: in each row the sines, and then the cosines. */
function tableArea(cos: Float32Array, sin: Float32Array, rotaryDim: number): Area<Float32Array> {
  const pairs = rotaryDim / 2;
  const write = (to: Float32Array, from: number) => {
    for (let row = 0; row < to.length / rotaryDim; row++) {
      const first = (from / rotaryDim + row) * pairs;
      to.set(sin.subarray(first, first + pairs), row * rotaryDim);
      to.set(cos.subarray(first, first + pairs), row * rotaryDim + pairs);
    }
  };
  return written(Float32Array, 2 * cos.length, write, alongRows);
}
