/** The bundled figures place numbers as d3-scale does with all of d3-interpolate. */
import { scaleLinear } from "d3-scale";
import fc from "fast-check";
import { expect, test } from "vitest";
import { interpolateNumber, interpolateRound } from "../../tools/build/number-interpolation.mjs";

const end = () => fc.double({ min: -1e6, max: 1e6, noNaN: true });
const share = () => fc.double({ min: -2, max: 2, noNaN: true });

test("between numbers it is what d3-scale takes by itself", () => {
  fc.assert(
    fc.property(end(), end(), share(), (a, b, t) => {
      expect(interpolateNumber(a, b)(t)).toBe(scaleLinear([0, 1], [a, b])(t));
      expect(interpolateRound(a, b)(t)).toBe(scaleLinear([0, 1]).rangeRound([a, b])(t));
    }),
  );
});
