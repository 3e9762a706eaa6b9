/** What rotations and tables owe to their definition, for random specs, vectors and positions. */
import fc from "fast-check";
import { load, type RotateOptions } from "posenc/full";
import { describe, expect, test } from "vitest";

const pe = await load();
const runs = { numRuns: 200, seed: 5 };
const unit = 2 ** -24;

const pairing = fc.constantFrom("halves" as const, "interleaved" as const);
const factor = fc.integer({ min: 1, max: 64 });
const scaling = fc.oneof(
  fc.constant({ type: "none" as const }),
  factor.map((factor) => ({ type: "linear" as const, factor })),
  factor.map((factor) => ({ type: "ntk" as const, factor })),
  factor.map((factor) => ({ type: "llama3" as const, factor, originalLength: 8192 })),
  factor.map((factor) => ({ type: "yarn" as const, factor, originalLength: 4096 })),
  fc.constant({ type: "proportional" as const, partialRotaryFactor: 0.5 }),
);
const spec = fc
  .record({
    pairs: fc.integer({ min: 2, max: 12 }),
    more: fc.integer({ min: 0, max: 2 }),
    pairing,
    scaling,
    base: fc.integer({ min: 2, max: 10 ** 6 }),
  })
  .map(({ pairs, more, ...fields }) => ({ headDim: 2 * (pairs + more), rotaryDim: 2 * pairs, ...fields }));
const position = fc.integer({ min: -(2 ** 20), max: 2 ** 20 });
/** Numbers up to 8 without subnormals, for which no relative bound holds. */
const vector = fc
  .array(fc.integer({ min: -(2 ** 20), max: 2 ** 20 }), { minLength: 28, maxLength: 28 })
  .map((values) => Float32Array.from(values, (value) => value / 2 ** 17));

const rotated = (x: Float32Array, fields: object, start: number, more: object = {}) =>
  pe.rotate(x.slice(0, (fields as { headDim: number }).headDim), {
    heads: 1,
    start,
    ...fields,
    ...more,
  } as RotateOptions);
const norm = (x: Float32Array) => Math.hypot(...x);
const inner = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, i) => sum + value * b[i]!, 0);
const distance = (a: Float32Array, b: Float32Array) => norm(a.map((value, i) => value - b[i]!));

describe("rotations", () => {
  test("keep norms, except for the attention factor", () => {
    fc.assert(
      fc.property(spec, vector, position, (fields, x, t) => {
        const got = rotated(x, { ...fields, rotaryDim: fields.headDim, scaling: { type: "none" } }, t);
        const length = norm(x.slice(0, fields.headDim));
        expect(Math.abs(norm(got) - length)).toBeLessThanOrEqual(4 * unit * length);
      }),
      runs,
    );
  });

  test("depend on the distance of two positions only", () => {
    fc.assert(
      fc.property(spec, vector, vector, position, position, position, (fields, q, k, i, j, shift) => {
        const a = pe.attentionFactor({ method: "rope", ...fields }) ** 2;
        const here = inner(rotated(q, fields, i), rotated(k, fields, j));
        const there = inner(rotated(q, fields, i + shift), rotated(k, fields, j + shift));
        expect(Math.abs(here - there)).toBeLessThanOrEqual(8 * unit * a * norm(q) * norm(k));
      }),
      runs,
    );
  });

  test("by a and then by b are one by a + b", () => {
    fc.assert(
      fc.property(spec, vector, position, position, (fields, x, a, b) => {
        const f = pe.attentionFactor({ method: "rope", ...fields });
        const once = rotated(x, fields, a + b);
        const twice = rotated(rotated(x, fields, a), fields, b);
        for (let c = 0; c < fields.rotaryDim; c++)
          expect(Math.abs(once[c]! * f - twice[c]!)).toBeLessThanOrEqual(8 * unit * f * f * norm(x));
      }),
      runs,
    );
  });

  test("and back restore the vector, also with an attention factor and with xPos's scales", () => {
    fc.assert(
      fc.property(spec, vector, position, (fields, x, t) => {
        const back = rotated(rotated(x, fields, t), fields, t, { inverse: true });
        const start = x.slice(0, fields.headDim);
        expect(distance(back, start)).toBeLessThanOrEqual(6 * unit * norm(start));
        const { scaling: _, ...plain } = fields;
        const xpos = { method: "xpos", side: "key", ...plain };
        const near = t % 4096;
        const again = rotated(rotated(x, xpos, near), xpos, near, { inverse: true });
        expect(distance(again, start)).toBeLessThanOrEqual(8 * unit * norm(start));
      }),
      runs,
    );
  });

  test("have a gradient that is their transpose, and so has the rotation back", () => {
    fc.assert(
      fc.property(spec, vector, vector, position, fc.boolean(), (fields, x, g, t, inverse) => {
        const f = pe.attentionFactor({ method: "rope", ...fields });
        const forward = inner(rotated(x, fields, t, { inverse }), g.slice(0, fields.headDim));
        const backward = inner(
          x.slice(0, fields.headDim),
          rotated(g, fields, t, { inverse, gradient: true }),
        );
        // Two rotations, 1.75 units each, and sums of up to 28 products in double.
        expect(Math.abs(forward - backward)).toBeLessThanOrEqual(4 * unit * f * norm(x) * norm(g));
      }),
      runs,
    );
  });

  test("in the other pairing differ in the order of the channels only", () => {
    fc.assert(
      fc.property(spec, vector, position, (fields, x, t) => {
        const { headDim, rotaryDim } = fields;
        const to = "halves" as const;
        const interleaved = rotated(x, { ...fields, pairing: "interleaved" }, t);
        const moved = pe.permutePairing(x.slice(0, headDim), { headDim, rotaryDim, to });
        const halves = rotated(moved, { ...fields, pairing: "halves" }, t);
        expect(halves).toEqual(pe.permutePairing(interleaved, { headDim, rotaryDim, to }));
        expect(pe.permutePairing(moved, { headDim, rotaryDim, to: "interleaved" })).toEqual(
          x.slice(0, headDim),
        );
      }),
      runs,
    );
  });

  test("are those of the table", () => {
    fc.assert(
      fc.property(spec, vector, position, (fields, x, t) => {
        const { cos, sin } = pe.rotaryTable({ method: "rope", ...fields }, { start: t, length: 1 });
        const got = rotated(x, fields, t);
        const pairs = fields.rotaryDim / 2;
        for (let i = 0; i < pairs; i++) {
          const [a, b] = fields.pairing === "halves" ? [i, i + pairs] : [2 * i, 2 * i + 1];
          expect(got[a]).toBe(Math.fround(x[a]! * cos[i]! - x[b]! * sin[i]!));
          expect(got[b]).toBe(Math.fround(x[a]! * sin[i]! + x[b]! * cos[i]!));
        }
      }),
      runs,
    );
  });
});

describe("tables", () => {
  test("of sines and cosines have |P|² = d/2, and distances depend on the offset only", () => {
    const even = fc.integer({ min: 1, max: 64 }).map((pairs) => 2 * pairs);
    const layout = fc.constantFrom("interleaved" as const, "halves" as const, "flipped-halves" as const);
    const fields = fc.record({ dModel: even, layout, base: fc.integer({ min: 1, max: 10 ** 6 }) });
    fc.assert(
      fc.property(fields, position, position, fc.integer({ min: 0, max: 1000 }), (given, s, t, k) => {
        const { dModel } = given;
        const rows = pe.encode({ method: "sinusoidal", ...given }, { positions: [s, s + k, t, t + k] });
        const [a, b, c, d] = [0, 1, 2, 3].map((row) => rows.slice(row * dModel, (row + 1) * dModel));
        expect(Math.abs(norm(a!) ** 2 - dModel / 2)).toBeLessThanOrEqual(2 * unit * dModel);
        expect(Math.abs(inner(a!, b!) - inner(c!, d!))).toBeLessThanOrEqual(4 * unit * dModel);
      }),
      runs,
    );
  });
});
