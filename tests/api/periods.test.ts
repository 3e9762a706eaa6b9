/** Periods against independent numbers. Titles name the items of the checklist. */
import { load } from "posenc/full";
import { describe, expect, test } from "vitest";
import { fixture } from "./harness/fixture.ts";
import { expectDouble, paper, sines } from "./harness/plain-encodings.ts";

const pe = await load();
const { periods, tables } = fixture("properties");

describe("periods", () => {
  const list: [dModel: number, column: number, period: string][] = periods.periods;
  test.each(list)("d = %i, column %i", (dModel, column, period) => {
    expectDouble(pe.periods(paper(dModel))[column >> 1]!, period);
  });

  test("run from 2π to almost 20000π", () => {
    for (const dModel of [2, 20, 50, 512, 4096]) {
      const all = pe.periods(paper(dModel));
      expect(all[0]).toBe(2 * Math.PI);
      expect(all.at(-1)).toBeLessThan(Number(periods.supremum));
      for (const [i, period] of all.subarray(1).entries()) expect(period).toBeGreaterThan(all[i]!);
    }
  });

  test.each(periods.unfinishedPairs as [number, number, number][])(
    "d = %i, in %i positions %i pairs do not finish a rotation",
    (dModel, length, pairs) => {
      expect(pe.unfinishedPairs(paper(dModel), { length })).toBe(pairs);
    },
  );

  test.each(periods.simplePe as [number, number, number, string][])(
    "simple_pe of D = %i, κ = %i, column %i",
    (dModel, base, column, period) => {
      expectDouble(pe.periods(sines(dModel, base))[column]!, period);
    },
  );

  test("neighbours' periods have the ratio κ^(1/D)", () => {
    const [dModel, base, ratio] = periods.simplePeRatio;
    const all = pe.periods(sines(dModel, base));
    for (let i = 1; i < dModel; i++) expectDouble(all[i]! / all[i - 1]!, ratio, 4);
  });

  test("index 6 of 50 repeats after 18.97 positions: pair 3, with the factor π", () => {
    const [withoutPi, sixthPair] = tables.sixthIndex;
    const all = pe.periods(paper(50));
    expectDouble(all[3]! / Math.PI, withoutPi, 2);
    expectDouble(all[6]!, sixthPair);
  });

  test("of RoPE are those of its schedule, and infinite for pairs that do not rotate", () => {
    const rope = { method: "rope", headDim: 64, pairing: "halves" } as const;
    expect(pe.periods(rope)).toEqual(pe.periods(paper(64)));
    const scaling = { type: "proportional", partialRotaryFactor: 0.25 } as const;
    const partial = pe.periods({ ...rope, scaling });
    expect([...partial.subarray(8)]).toEqual(new Array(24).fill(Infinity));
    expect(pe.unfinishedPairs({ ...rope, scaling }, { length: 2 ** 53 })).toBe(24);
  });
});
