/** Slopes of ALiBi with another steepness, against MPT's formula. */
import { load } from "posenc/full";
import { describe, expect, test } from "vitest";
import { fixture } from "./harness/fixture.ts";

const pe = await load();
const { alibi } = fixture("bias");

describe("alibi", () => {
  test.each(alibi.steep.records as { heads: number; biasMax: number; slopes: string[] }[])(
    "slopes of $heads heads with biasMax $biasMax",
    ({ heads, biasMax, slopes }) => {
      const got = pe.alibiSlopes({ heads, biasMax });
      // 2^-51 + biasMax · 2^-53, and the rounding of the number in the test.
      const bound = 2 ** -51 + (biasMax + 1) * 2 ** -53;
      for (const [head, slope] of slopes.entries())
        expect(Math.abs(got[head]! / Number(slope) - 1)).toBeLessThanOrEqual(bound);
      const bias = pe.bias({ method: "alibi", biasMax }, { heads, queries: 1, keys: 1, offset: 1 });
      expect(bias).toEqual(Float32Array.from(slopes, (slope) => -Number(slope)));
    },
  );
});
