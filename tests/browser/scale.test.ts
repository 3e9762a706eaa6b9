import fc from "fast-check";
import { expect, test } from "vitest";
import { linearScale } from "../../web/plot/scale.ts";

const number = () => fc.double({ min: -1e6, max: 1e6, noNaN: true });

test("a scale is exact at both ends, and goes back", () => {
  fc.assert(
    fc.property(number(), number(), number(), number(), (a, b, c, d) => {
      fc.pre(Math.abs(a - b) > 1e-6 && Math.abs(c - d) > 1e-6);
      const scale = linearScale([a, b], [c, d]);
      expect([scale(a), scale(b)]).toEqual([c, d].map((end) => expect.closeTo(end, 9)));
      const middle = (a + b) / 2;
      // Each way rounds a few times, and the way back divides by the length of the range.
      const error = 1e-12 * (Math.abs(a) + Math.abs(b)) * (1 + (Math.abs(c) + Math.abs(d)) / Math.abs(c - d));
      expect(Math.abs(scale.invert(scale(middle)) - middle)).toBeLessThan(error);
    }),
  );
});

test.each([
  [0, 1, 5, [0, 0.2, 0.4, 0.6, 0.8, 1]],
  [0, 0.3, 3, [0, 0.1, 0.2, 0.3]],
  [-20, 21, 5, [-20, -10, 0, 10, 20]],
  [3, 47, 4, [10, 20, 30, 40]],
  [0, 45_000, 10, [0, 5000, 10_000, 15_000, 20_000, 25_000, 30_000, 35_000, 40_000, 45_000]],
  [7, 7, 3, [7]],
])("ticks from %d to %d, about %i of them", (from, to, count, expected) => {
  expect(linearScale([from, to], [0, 1]).ticks(count)).toEqual(expected);
  expect(linearScale([to, from], [0, 1]).ticks(count)).toEqual(expected);
});

test("ticks are within the domain, rise by one step, and are about as many as asked for", () => {
  fc.assert(
    fc.property(number(), number(), fc.integer({ min: 2, max: 30 }), (from, to, count) => {
      fc.pre(to - from > 1e-3 * (1 + Math.abs(from)));
      const ticks = linearScale([from, to], [0, 1]).ticks(count);
      const slack = 1e-6 * (to - from);
      expect(ticks[0]).toBeGreaterThanOrEqual(from - slack);
      expect(ticks.at(-1)).toBeLessThanOrEqual(to + slack);
      expect(ticks.length).toBeGreaterThan(count / 2.5 - 1);
      expect(ticks.length).toBeLessThan(count * 2 + 2);
      const step = (ticks[1] ?? 0) - (ticks[0] ?? 0);
      for (const [n, tick] of ticks.entries())
        if (n > 0) expect(Math.abs(tick - (ticks[n - 1] as number) - step)).toBeLessThan(slack);
    }),
  );
});
