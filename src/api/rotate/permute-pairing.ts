import { pairings } from "../../bindings/rotary.ts";
import { word } from "../../bindings/slots.ts";
import { checkArray, checkOut } from "../arguments/buffers.ts";
import { checkNumber, readOptions } from "../arguments/check.ts";
import { rangeError } from "../arguments/errors.ts";
import { columnsRule, countIn } from "../arguments/sizes.ts";
import { methods } from "../methods.ts";
import { apart, input, Output } from "../module/areas.ts";
import { step } from "../module/calls.ts";
import { type Engine, sizeOfArray } from "../module/engine.ts";
import { alongRows, byRows, rowsOfPart } from "../module/parts.ts";
import { checkPairing, type GivenPairing } from "../rotary/pairing.ts";

/** The shape of the array, and the new pairing. */
export interface PermutePairingOptions<Out extends Float32Array = Float32Array<ArrayBuffer>> {
  /** Channels of a head, even, from 2 to 65536. */
  headDim: number;
  /** Number of channels that are rotated, from the first on, even; the remaining channels stay in place. Default headDim. */
  rotaryDim?: number | undefined;
  /** The pairing of the result; `x` has the opposite pairing. */
  to: GivenPairing;
  /**
   * Number of floats for each channel, from 1 to 2^31 − 1: 1 for vectors, biases and tables, dModel for weights (heads · headDim,
   * dModel). Default 1.
   */
  columns?: number | undefined;
  /** Filled and returned instead of a new array: `x.length` floats; may be `x` itself. */
  out?: Out | undefined;
}

export interface PermutePairing {
  /**
   * Converts weights, biases, vectors or tables between the two pairings of channels, head by head.
   *
   * Queries and keys of converted weights, rotated with the new pairing, give the same scores. Nothing is rounded, and
   * converting back restores the input. Source: Hugging Face transformers, models/llama/convert_llama_weights_to_hf.py.
   *
   * @param x (…, headDim, columns), row-major.
   * @param options The shape, and the new pairing.
   * @returns `x.length` floats: `out`, or a new array.
   * @throws TypeError for an option that is missing, unknown or of another type, and for a detached array; RangeError for
   * a number out of range, and lengths that do not fit together.
   * @example
   * pe.permutePairing(new Float32Array([0, 1, 2, 3]), { headDim: 4, to: "halves" }); // [0, 2, 1, 3]
   */
  permutePairing<Out extends Float32Array = Float32Array<ArrayBuffer>>(
    x: Float32Array,
    options: PermutePairingOptions<Out>,
  ): Out;
}

const names = ["headDim", "rotaryDim", "to", "columns", "out"] as const;
const { headDim: headRule, rotaryDim: rotaryRule } = methods.rope.fields;

export function permutePairing(engine: Engine): PermutePairing["permutePairing"] {
  return ((x: unknown, options: unknown) => {
    const given = readOptions("options", options, names);
    const source = checkArray("x", x, ["Float32Array"]);
    const headDim = checkNumber("headDim", given.headDim, headRule);
    const rotaryDim = checkRotaryDim(given.rotaryDim, headDim);
    const to = checkPairing("to", given.to);
    const columns = checkNumber("columns", given.columns, { ...columnsRule, default: 1 });
    const meaning = `headDim · columns = ${headDim} · ${columns}`;
    const heads = countIn("x", source.length, headDim * columns, meaning);
    const target = checkOut(given.out, "Float32Array", source.length, "the length of x");
    const out = new Output(Float32Array, source.length, target, undefined, alongRows);
    const shape = { outer: rowsOfPart, channels: headDim, rotaryDim, inner: columns };
    const size = sizeOfArray("x", source.length);
    const permute = step("permutePairing", {
      x: input(apart(source, target), alongRows),
      shape,
      to: word(pairings, to),
      out,
    });
    engine.runParts(size, byRows(heads), permute);
    return given.out ?? out.result;
  }) as PermutePairing["permutePairing"];
}

function checkRotaryDim(given: unknown, headDim: number): number {
  const { kind: _, sameAs: __, ...rule } = rotaryRule;
  const rotaryDim = checkNumber("rotaryDim", given, { ...rule, default: headDim });
  if (rotaryDim <= headDim) return rotaryDim;
  const text = `rotaryDim must be at most headDim, ${headDim}; got ${rotaryDim}`;
  throw rangeError(text, { code: "range", param: "rotaryDim", value: rotaryDim });
}
