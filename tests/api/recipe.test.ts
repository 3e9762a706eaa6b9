/** The float32 recipes, operation by operation, against numbers that were rounded step by step elsewhere. */
import { load, type Spec } from "posenc/full";
import { describe, expect, test } from "vitest";
import { fixture, nearest } from "./harness/fixture.ts";

const pe = await load();
const recipes = fixture("recipe");
type Recipe = "direct" | "logarithmic" | "cast";
const precisions = {
  direct: "float32",
  logarithmic: "float32-logarithmic",
  cast: "float32-cast",
} as const;
const specOf = (recipe: Recipe): Spec => ({
  method: "sinusoidal",
  dModel: 512,
  precision: precisions[recipe],
});

describe("the recipe in float32", () => {
  test.each(["direct", "logarithmic", "cast"] as const)(
    "%s: frequencies, then sines and cosines",
    (recipe) => {
      const frequencies = pe.frequencies(specOf(recipe));
      let seen = 0;
      for (const [name, pair, value] of recipes.recipePairFrequency) {
        if (name !== recipe) continue;
        expect(frequencies[pair]).toBe(nearest(value));
        seen++;
      }
      expect(seen).toBeGreaterThan(0);
      for (const [name, position, pair, phase, sine, cosine] of recipes.recipePositionPairPhaseSineCosine) {
        if (name !== recipe) continue;
        expect(Math.fround(position * frequencies[pair]!)).toBe(nearest(phase));
        const row = pe.encode(specOf(recipe), { positions: [position] });
        expect([row[2 * pair], row[2 * pair + 1]]).toEqual([nearest(sine), nearest(cosine)]);
      }
    },
  );

  const exact: Spec = { method: "sinusoidal", dModel: 512 };
  const errors = (recipe: Recipe, start: number, length: number) => {
    const [a, b] = [pe.encode(specOf(recipe), { start, length }), pe.encode(exact, { start, length })];
    return a.map((entry, i) => Math.abs(entry - b[i]!));
  };
  const rms = (list: Float32Array) => Math.sqrt(list.reduce((sum, e) => sum + e * e, 0) / list.length);

  test.each(recipes.recipeFirstLastRootMeanSquare as [Recipe, number, number, string][])(
    "%s: rms error over positions %i to %i",
    (recipe, first, last, value) => {
      expect(rms(errors(recipe, first, last - first + 1)) / Number(value)).toBeCloseTo(1, 2);
    },
  );

  test("its error grows with the position", () => {
    for (const [recipe, position, largest] of recipes.recipePositionLargestErrorRootMeanSquare) {
      const list = errors(recipe, position, 1);
      expect(Math.max(...list) / Number(largest)).toBeCloseTo(1, 1);
    }
  });

  test("the scale of diffusion models is applied to the rounded phase", () => {
    const scaled = { ...specOf("logarithmic"), scale: 1000 } as Spec;
    const [frequency] = pe.frequencies(scaled).slice(7);
    const phase = Math.fround(1000 * Math.fround(Math.fround(0.37) * frequency!));
    expect(pe.encode(scaled, { positions: [0.37] })[14]).toBe(Math.fround(Math.sin(phase)));
  });

  test("rounded entries are multiplied by the rounded output scale; a padding row is zeros", () => {
    const plain = pe.encode(specOf("direct"), { length: 3 });
    const scaled = { ...specOf("direct"), outputScale: 0.1, paddingIndex: 1 } as Spec;
    const got = pe.encode(scaled, { length: 3 });
    for (const [i, entry] of plain.entries()) {
      const expected = i >= 512 && i < 1024 ? 0 : Math.fround(entry * Math.fround(0.1));
      expect(got[i]).toBe(expected);
    }
  });

  test("the method sine has it too", () => {
    const spec: Spec = { method: "sine", dModel: 6, base: 100, precision: "float32" };
    const frequencies = pe.frequencies(spec);
    const row = pe.encode(spec, { start: 1000, length: 1 });
    for (const [i, f] of frequencies.entries()) {
      expect(Math.fround(f)).toBe(f);
      expect(row[i]).toBe(Math.fround(Math.sin(Math.fround(1000 * f))));
    }
  });

  test("rotary tables: frequency, phase, entry and attention factor are each rounded", () => {
    const spec: Spec = {
      method: "rope",
      headDim: 16,
      pairing: "halves",
      precision: "float32",
      scaling: { type: "yarn", factor: 4, originalLength: 64 },
    };
    const frequencies = pe.frequencies(spec);
    const exact = pe.frequencies({ ...spec, precision: "exact" });
    const factor = Math.fround(pe.attentionFactor(spec));
    const { cos, sin } = pe.rotaryTable(spec, { length: 3, start: 1000 });
    for (const [i, f] of frequencies.entries()) {
      expect(f).toBe(Math.fround(exact[i]!));
      for (const t of [0, 1, 2]) {
        const phase = Math.fround((1000 + t) * f);
        expect(cos[8 * t + i]).toBe(Math.fround(Math.fround(Math.cos(phase)) * factor));
        expect(sin[8 * t + i]).toBe(Math.fround(Math.fround(Math.sin(phase)) * factor));
      }
    }
  });
});
