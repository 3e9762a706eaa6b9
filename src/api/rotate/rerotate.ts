import { pairings } from "../../bindings/rotary.ts";
import { word } from "../../bindings/slots.ts";
import { checkArray, checkOut } from "../arguments/buffers.ts";
import { checkNumber, readOptions } from "../arguments/check.ts";
import { type PosencError, rangeError } from "../arguments/errors.ts";
import { countIn, widthRule } from "../arguments/sizes.ts";
import { apart, Output } from "../module/areas.ts";
import { type Step, step } from "../module/calls.ts";
import { type Engine, sizeOfArray } from "../module/engine.ts";
import { alongRows, byRows, rowsOfPart } from "../module/parts.ts";
import { checkSpec } from "../spec.ts";
import { phaseSteps, type ResolvedRotary, roundedFactorOf, tokenRules } from "./rotary.ts";
import { type RotaryFields, rotaryNames, rotarySpec } from "./rotary-fields.ts";
import { type CheckedTokens, checkPositions, type ListedPositions } from "./rotary-positions.ts";
import { rememberRotated } from "./rotated-arrays.ts";

/** The present and the new rotation of the keys, and the array for the result. */
export interface RerotateOptions<Out extends Float32Array = Float32Array<ArrayBuffer>> {
  /** Heads of each token, from 1 to 65536. */
  heads: number;
  /** The encoding that the keys have been rotated by. */
  from: RotaryFields;
  /** The position that each token has been rotated by; with sections a list for each axis, or one for all axes. */
  fromPositions: ListedPositions;
  /** The encoding of the result, with the same `headDim`, `rotaryDim`, `rotaryOffset` and `pairing`. Default: `from`. */
  to?: RotaryFields | undefined;
  /** The position of each token in the result; with sections a list for each axis, or one for all axes. */
  toPositions: ListedPositions;
  /** Filled and returned instead of a new array: `keys.length` floats. Pass `keys` itself to rotate in place. */
  out?: Out | undefined;
}

export interface Rerotate {
  /**
   * Moves cached keys, which are rotated already, to other positions or to another rotary encoding, in one step.
   *
   * For a shifted context, a reused prefix, or chunks in another order; and for schedules that change with the length, as
   * LongRoPE changes from short to long factors. Keys are multiplied by R_to(t′) · R_from(t)⁻¹, with
   * attention factors and the scales of xPos's keys. Angles are subtracted before the sine is taken, and the result is rounded
   * once: a pair is off by at most 1.0001 · 2^-24 of its length. Keys from `rotate` are then within 4.5001 · 2^-24 of what
   * `rotate` gives at the new positions (xPos: 6.5001), up to 2^24. A float32 recipe counts by its angles; sines are not
   * rounded. Source: Su et al. 2021, arXiv 2104.09864.
   *
   * @param keys (tokens, heads, headDim), row-major, rotated by `from` at `fromPositions`. Other channels are copied.
   * @param options Both encodings, and the positions of the tokens in each; heads.
   * @returns (tokens, heads, headDim), as if rotated by `to` at `toPositions`: `out`, or a new array.
   * @throws TypeError for an option that is missing, unknown or of another type, and for a detached array; RangeError for
   * a number out of range, for encodings that rotate other pairs, for lengths that do not fit together, and for arrays too
   * large for memory.
   * @example
   * const from = { headDim: 2, pairing: "halves" };
   * const keys = pe.rotate(new Float32Array([1, 0]), { ...from, heads: 1, start: 5000 });
   * pe.rerotate(keys, { heads: 1, from, fromPositions: [5000], toPositions: [1] }); // [0.5403023, 0.84147096], at position 1
   */
  rerotate<Out extends Float32Array = Float32Array<ArrayBuffer>>(
    keys: Float32Array,
    options: RerotateOptions<Out>,
  ): Out;
}

const names = ["heads", "from", "fromPositions", "to", "toPositions", "out"] as const;

export function rerotate(engine: Engine): Rerotate["rerotate"] {
  return ((keys: unknown, options: unknown) => {
    const given = readOptions("options", options, names);
    const from = specIn("from", given.from);
    const to = given.to === undefined ? from : specIn("to", given.to);
    checkSamePairs(from, to);
    const source = checkArray("keys", keys, ["Float32Array"]);
    const heads = checkNumber("heads", given.heads, widthRule);
    const { headDim } = from;
    const count = countIn("keys", source.length, heads * headDim, `heads · headDim = ${heads} · ${headDim}`);
    const size = sizeOfArray("keys", source.length);
    const tokensAt = (param: "fromPositions" | "toPositions", spec: ResolvedRotary) =>
      checkPositions(param, given[param], { count, ...tokenRules(spec), size });
    const before = { spec: from, tokens: tokensAt("fromPositions", from) };
    const after = { spec: to, tokens: tokensAt("toPositions", to) };
    const target = checkOut(given.out, "Float32Array", source.length, "the length of keys");
    const out = new Output(Float32Array, source.length, target, apart(source, target), alongRows);
    engine.runParts(size, byRows(count), ...stepsOf(engine, before, after, { heads, out }));
    return given.out ?? rememberRotated(out.result);
  }) as Rerotate["rerotate"];
}

/** The spec of an option. An error names the option, as both have the same fields; an unknown name stays as it is. */
function specIn(option: "from" | "to", value: unknown): ResolvedRotary {
  const fields = readOptions(option, value, rotaryNames);
  try {
    return rotarySpec(fields, checkSpec);
  } catch (caught) {
    const error = caught as PosencError;
    error.message = `${option}: ${error.message}`;
    if (error.code !== "unknown-option") error.param = `${option}.${error.param}`;
    throw error;
  }
}

/** Both must rotate the same pairs of channels: only then do their rotations make a single one. */
function checkSamePairs(from: ResolvedRotary, to: ResolvedRotary): void {
  for (const name of ["headDim", "rotaryDim", "rotaryOffset", "pairing"] as const) {
    if (from[name] === to[name]) continue;
    const text = `${name} must be the same in from and to; got ${from[name]} and ${to[name]}`;
    throw rangeError(text, { code: "range", param: `to.${name}`, value: to[name] });
  }
}

/** A rotation of keys. */
interface Turned {
  spec: ResolvedRotary;
  tokens: CheckedTokens;
}

/** The calls that rotate the keys in `out` further. */
function stepsOf(
  engine: Engine,
  from: Turned,
  to: Turned,
  { heads, out }: { heads: number; out: Output<Float32Array> },
): Step[] {
  const { headDim, rotaryDim, rotaryOffset, pairing } = from.spec;
  const pairs = rotaryDim / 2;
  const before = phaseSteps(from.spec, from.tokens);
  const after = phaseSteps(to.spec, to.tokens);
  const table = after.phases; // the angles to rotate by replace the phases in it
  const attentionFactor = roundedFactorOf(engine, to.spec) / roundedFactorOf(engine, from.spec);
  const scaled = before.hasScales || after.hasScales;
  return [
    ...before.fill,
    ...after.fill,
    step("rerotationTable", { from: before.phases, to: table, pairs, attentionFactor }),
    ...(scaled ? [step("xposQuotient", { table, pairs, from: before.scales, to: after.scales })] : []),
    step("rerotate", {
      x: out,
      table,
      shape: { tokens: rowsOfPart, heads, headDim, rotaryDim, rotaryOffset },
      pairing: word(pairings, pairing),
    }),
  ];
}
