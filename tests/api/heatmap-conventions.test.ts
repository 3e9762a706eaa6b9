/** Pictures in conventions other than the paper's. */
import { load, type Spec } from "posenc/full";
import { describe, expect, test } from "vitest";

const pe = await load();

const specs: Spec[] = [
  { preset: "marian", dModel: 8 },
  { preset: "tensor2tensor", dModel: 8 },
  { preset: "tensor2tensor", dModel: 9 },
  { preset: "stable-diffusion", dModel: 8 },
  { preset: "stable-diffusion", dModel: 7, scale: 1000 },
  { preset: "keras-hub", dModel: 7 },
  { preset: "positional-encodings-1d", dModel: 9 },
  { preset: "simple-pe", dModel: 7, base: 50 },
  { method: "sinusoidal", dModel: 7, oddWidth: "truncate", layout: "flipped-halves" },
  { method: "sinusoidal", dModel: 2, shift: 0, scale: 0.25 },
];

describe.each(specs)("%j", (spec) => {
  const dModel = (spec as { dModel: number }).dModel;
  const [from, to] = [-5, 59];
  const table = pe.encode(spec, { start: from, length: to - from });
  const view = { positions: [from, to], dimensions: [0, dModel] } as const;

  test.each(["x", "y"] as const)(
    "has the table's entries, one for each pixel, positions on %s",
    (positionAxis) => {
      const [width, height] = positionAxis === "y" ? [dModel, to - from] : [to - from, dModel];
      for (const mode of ["exact", "nearest"] as const) {
        const got = pe.heatmap(spec, { view, width, height, mode, positionAxis, as: "values" });
        for (let t = 0; t < to - from; t++)
          for (let j = 0; j < dModel; j++) {
            const pixel = positionAxis === "y" ? t * dModel + j : j * (to - from) + t;
            expect(got[pixel]).toBe(table[t * dModel + j]);
          }
      }
    },
  );

  test("and the means of many", () => {
    const got = pe.heatmap(spec, { view, width: 1, height: 4, as: "values" });
    const size = table.length / 4;
    for (const [band, mean] of got.entries()) {
      const entries = table.slice(band * size, (band + 1) * size);
      expect(Math.abs(mean - entries.reduce((sum, entry) => sum + entry, 0) / size)).toBeLessThan(1e-7);
    }
  });
});
