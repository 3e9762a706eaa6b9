import { checkNumber, readOptions } from "../arguments/check.ts";
import { widthRule } from "../arguments/sizes.ts";
import { methods } from "../methods.ts";
import { Output } from "../module/areas.ts";
import { step } from "../module/calls.ts";
import type { Engine } from "../module/engine.ts";

export interface AlibiSlopes {
  /**
   * The slopes of ALiBi, for any number of heads.
   *
   * @param options The number of heads, and the steepest slope.
   * @returns A new array of one slope for each head, per token of distance, with a relative error of at most 2^-51 + biasMax ·
   * 2^-53. If `heads` is a power of two, head h has the slope 2^(−biasMax (h + 1)/heads). Otherwise, let p be the next lower power
   * of two: the first p heads have the slopes for p heads, the remaining heads every second slope for 2p heads.
   * @throws TypeError and RangeError for a wrong number of heads.
   * @example
   * pe.alibiSlopes({ heads: 4 }); // Float64Array [0.25, 0.0625, 0.015625, 0.00390625]
   */
  alibiSlopes(options: {
    /** From 1 to 65536. */
    heads: number;
    /** If `heads` is a power of two, the last head has the slope 2^−biasMax. Up to 120. Default 8. */
    biasMax?: number | undefined;
  }): Float64Array<ArrayBuffer>;
}

export function alibiSlopes(engine: Engine): AlibiSlopes["alibiSlopes"] {
  return (options) => {
    const given = readOptions("options", options, ["heads", "biasMax"]);
    const heads = checkNumber("heads", given.heads, widthRule);
    const { kind: _, ...rule } = methods.alibi.fields.biasMax;
    const biasMax = checkNumber("biasMax", given.biasMax, rule);
    const out = new Output(Float64Array, heads);
    engine.run({ param: "heads", value: heads }, step("alibiSlopes", { slopes: out, biasMax }));
    return out.result as Float64Array<ArrayBuffer>;
  };
}
