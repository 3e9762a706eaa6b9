/** Several sequences in one array, and PyTorch's order of axes. */
import { checkNumber, checkWord, type NumberRule, type Unchecked } from "../arguments/check.ts";
import { newArray } from "../module/areas.ts";

const orders = ["tokens-heads", "heads-tokens"] as const;

export interface AxisOrder {
  /** Number of sequences in each array, one after the other, from 1 on. All have the same positions. Default 1. */
  batch?: number | undefined;
  /**
   * The first axis after the batch: `"tokens-heads"` is (batch, tokens, heads, headDim), and `"heads-tokens"`
   * is (batch, heads, tokens, headDim), the order of PyTorch's attention. Both have the same length, so a wrong
   * choice goes unnoticed. Default `"tokens-heads"`.
   *
   * @example
   * const x = Float32Array.of(1, 0, 1, 0, 1, 0, 1, 0); // two heads of two tokens
   * pe.rotate(x, { heads: 2, headDim: 2, pairing: "halves", axisOrder: "heads-tokens" }).slice(0, 4); // Float32Array [1, 0, 0.5403023, 0.84147096]
   */
  axisOrder?: (typeof orders)[number] | undefined;
}

export const axisOrderNames = ["batch", "axisOrder"] as const;

const batchRule: NumberRule = { from: 1, to: 2 ** 31 - 1, integer: true, default: 1 };

export interface CheckedOrder {
  batch: number;
  headsFirst: boolean;
}

export const checkAxisOrder = ({ batch, axisOrder }: Unchecked<keyof AxisOrder>): CheckedOrder => ({
  batch: checkNumber("batch", batch, batchRule),
  headsFirst: axisOrder !== undefined && checkWord("axisOrder", axisOrder, orders) === "heads-tokens",
});

/** The shape of an array before its two middle axes are swapped. */
interface Swap {
  batch: number;
  first: number;
  second: number;
  width: number;
}

/** Copies `x`, (batch, first, second, width), to (batch, second, first, width). */
export function swapped(
  x: Float32Array,
  { batch, first, second, width }: Swap,
  out: Float32Array = newArray(Float32Array, x.length),
): Float32Array {
  for (let row = 0, from = 0; from < x.length && row < batch * first; row++) {
    const [sequence, i] = [Math.floor(row / first), row % first];
    for (let j = 0; j < second; j++, from += width)
      out.set(x.subarray(from, from + width), ((sequence * second + j) * first + i) * width);
  }
  return out;
}
