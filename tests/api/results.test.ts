import { load, type Spec } from "posenc/full";
import { describe, expect, test } from "vitest";

const pe = await load();
const paper = (dModel: number): Spec => ({ preset: "attention-is-all-you-need", dModel });

/** 20-digit values of sin and cos of position · 10000^(−2i/dModel), interleaved. */
const golden: [dModel: number, position: number, channel: number, value: string][] = [
  [512, 1, 2, "0.82185619001753170878"],
  [512, 1, 510, "0.00010366329265810748983"],
  [512, 4999, 2, "0.0012853238938466023416"],
  [512, 5000, 11, "0.065255439956330510764"],
  [512, 44999, 13, "-0.25650358940169255592"],
  [512, 999999, 2, "-0.073379630759849555714"],
  [512, 1000000, 511, "-0.99995708274516327105"],
  [50, 19, 6, "0.0083059054852868490857"],
  [50, 44999, 49, "0.97564603365061318088"],
  [20, 3, 2, "0.92996642587499825173"],
];

describe("the table", () => {
  test.each(golden)("d = %i, P(%i, %i) is the float32 nearest to %s", (dModel, position, channel, value) => {
    expect(pe.sinusoidal({ length: 1, start: position, dModel })[channel]).toBe(Math.fround(Number(value)));
    expect(pe.sinusoidal({ positions: [position], dModel })[channel]).toBe(Math.fround(Number(value)));
    expect(pe.encode(paper(dModel), { positions: [0, position] })[dModel + channel]).toBe(
      Math.fround(Number(value)),
    );
  });

  test("agrees with Math.sin and Math.cos in double precision", () => {
    const [length, dModel] = [40, 64];
    const table = pe.sinusoidal({ length, dModel });
    for (let t = 0; t < length; t++) {
      for (let i = 0; i < dModel / 2; i++) {
        const angle = t * 10000 ** ((-2 * i) / dModel);
        expect(table[t * dModel + 2 * i]).toBeCloseTo(Math.sin(angle), 7);
        expect(table[t * dModel + 2 * i + 1]).toBeCloseTo(Math.cos(angle), 7);
      }
    }
  });

  test.each([0, 1, 3, 7, 257])("has (length, dModel) entries at length %i", (length) => {
    for (const dModel of [2, 6, 50]) {
      const table = pe.sinusoidal({ length, dModel });
      expect(table).toBeInstanceOf(Float32Array);
      expect(table).toHaveLength(length * dModel);
      expect(table.every((entry) => Math.abs(entry) <= 1)).toBe(true);
    }
  });

  test("the layout halves has the same entries in another order", () => {
    const [length, dModel] = [9, 10];
    const pairs = pe.sinusoidal({ length, dModel });
    const halves = pe.sinusoidal({ length, dModel, layout: "halves" });
    for (let t = 0; t < length; t++) {
      for (let i = 0; i < dModel / 2; i++) {
        expect(halves[t * dModel + i]).toBe(pairs[t * dModel + 2 * i]);
        expect(halves[t * dModel + dModel / 2 + i]).toBe(pairs[t * dModel + 2 * i + 1]);
      }
    }
  });

  test("start, and positions in any order, give the rows of the longer table", () => {
    const whole = pe.sinusoidal({ length: 100, dModel: 30 });
    expect(pe.sinusoidal({ length: 60, start: 40, dModel: 30 })).toEqual(whole.slice(40 * 30));
    const positions = [99, 0, 17, 17];
    const rows = positions.flatMap((t) => [...whole.slice(t * 30, t * 30 + 30)]);
    expect([...pe.sinusoidal({ positions, dModel: 30 })]).toEqual(rows);
  });

  test.each([
    Float64Array,
    Float32Array,
    Int32Array,
    Uint32Array,
    Int16Array,
    Uint16Array,
    Int8Array,
    Uint8Array,
    Uint8ClampedArray,
  ])("positions may be a $name", (Type) => {
    const expected = pe.sinusoidal({ positions: [5, 0, 100], dModel: 8 });
    expect(pe.sinusoidal({ positions: Type.of(5, 0, 100), dModel: 8 })).toEqual(expected);
  });

  test("negative positions mirror the sines, and fractions and 2^53 have entries", () => {
    const [minus, plus] = [-7, 7].map((start) => pe.sinusoidal({ length: 1, start, dModel: 16 }));
    for (let j = 0; j < 16; j++) expect(minus![j]).toBe(j % 2 === 0 ? -plus![j]! : plus![j]);
    expect(pe.sinusoidal({ positions: [0.5], dModel: 2 })[0]).toBeCloseTo(Math.sin(0.5), 7);
    expect(pe.sinusoidal({ start: 0.5, length: 1, dModel: 2 })[1]).toBeCloseTo(Math.cos(0.5), 7);
    // sin and cos of 2^53, computed with 40 digits
    const [sine, cosine] = pe.sinusoidal({ positions: [2 ** 53], dModel: 2 });
    expect(Math.abs(sine! - Number("-0.84892596481465499956"))).toBeLessThan(6e-8);
    expect(Math.abs(cosine! - Number("-0.52851178441308869426"))).toBeLessThan(6e-8);
  });

  test("base 1 rotates all pairs equally, and a preset equals its spec written out", () => {
    const row = pe.sinusoidal({ positions: [3], dModel: 8, base: 1 });
    for (let i = 0; i < 4; i++) expect(row[2 * i]).toBe(Math.fround(Math.sin(3)));
    expect(pe.encode({ preset: "marian", dModel: 8 }, { length: 5 })).toEqual(
      pe.sinusoidal({ dModel: 8, length: 5, layout: "halves", base: 10000 }),
    );
  });

  test("functions work without their object, and undefined options count as left out", () => {
    const { sinusoidal } = pe;
    const options = {
      length: 2,
      dModel: 4,
      base: undefined,
      start: undefined,
      positions: undefined,
      out: undefined,
    };
    expect(sinusoidal(options)).toEqual(pe.sinusoidal({ length: 2, dModel: 4 }));
    expect(sinusoidal({ length: -0, dModel: 4 })).toHaveLength(0);
  });
});

describe("frequencies", () => {
  test("are radians per position, one per pair", () => {
    const radians = pe.frequencies(paper(512));
    expect(radians).toBeInstanceOf(Float64Array);
    expect(radians).toHaveLength(256);
    expect(radians[0]).toBe(1);
    // 10000^(−510/512) and 2π over it: the largest period of width 512
    expect((2 * Math.PI) / radians[255]!).toBeCloseTo(60611.4772, 4);
    expect(pe.frequencies({ method: "sinusoidal", dModel: 4 })).toEqual(Float64Array.of(1, 0.01));
    for (const [i, f] of radians.entries()) expect(f / 10000 ** (-i / 256)).toBeCloseTo(1, 13);
  });

  test("are the doubles nearest to the exact values down to 1e-43, and within 1e-59 of them below", () => {
    const second = (base: number) => pe.frequencies({ method: "sinusoidal", dModel: 4, base })[1]!;
    expect(second(1e86)).toBe(1e-43);
    for (const root of [1e50, 1e59, 1e70, 1e150])
      expect(Math.abs(second(root ** 2) - 1 / root), `1 / ${root}`).toBeLessThanOrEqual(1e-59);
  });
});
