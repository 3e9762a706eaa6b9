import { checkNumber, readOptions } from "../arguments/check.ts";
import { widthRule } from "../arguments/sizes.ts";
import { Output } from "../module/areas.ts";
import { step } from "../module/calls.ts";
import type { Engine } from "../module/engine.ts";

export interface AlibiSlopes {
  /**
   * The slopes of ALiBi, for any number of heads.
   *
   * @param options How many heads.
   * @returns A new array of one slope a head, per token of distance, within 2^-51 of itself. Head h of a power of two has
   * 2^(−8(h + 1)/heads); other numbers of heads continue with every other slope of twice the power of two below.
   * @throws TypeError and RangeError for wrong heads.
   * @example
   * pe.alibiSlopes({ heads: 4 }); // Float64Array [0.25, 0.0625, 0.015625, 0.00390625]
   */
  alibiSlopes(options: {
    /** From 1 to 65536. */
    heads: number;
  }): Float64Array<ArrayBuffer>;
}

export function alibiSlopes(engine: Engine): AlibiSlopes["alibiSlopes"] {
  return (options) => {
    const given = readOptions("options", options, ["heads"]);
    const heads = checkNumber("heads", given.heads, widthRule);
    const out = new Output(Float64Array, heads);
    engine.run({ param: "heads", value: heads }, step("alibiSlopes", { slopes: out }));
    return out.result as Float64Array<ArrayBuffer>;
  };
}
