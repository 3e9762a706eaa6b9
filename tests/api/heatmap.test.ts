import { divergingPalette, type HeatmapOptions, load, type Spec } from "posenc/full";
import { describe, expect, test } from "vitest";

const pe = await load();
const dModel = 12;
const spec: Spec = { method: "sinusoidal", dModel };

type View = HeatmapOptions["view"];
const values = (view: View, width: number, height: number, more: Partial<HeatmapOptions> = {}) =>
  pe.heatmap(spec, { view, width, height, as: "values", ...more });

describe("values", () => {
  test("one pixel per entry gives the table", () => {
    const table = pe.encode(spec, { length: 20, start: 5 });
    const view: View = { positions: [5, 25], dimensions: [0, dModel] };
    expect(values(view, dModel, 20)).toEqual(table);
    expect(values(view, dModel, 20, { mode: "nearest" })).toEqual(table);
    expect(values(view, dModel, 20, { mode: "difference" }).every((value) => value === 0)).toBe(true);
  });

  test("positionAxis x transposes the picture", () => {
    const view: View = { positions: [0, 9], dimensions: [0, dModel] };
    const [down, across] = [values(view, dModel, 9), values(view, 9, dModel, { positionAxis: "x" })];
    for (let t = 0; t < 9; t++) {
      for (let j = 0; j < dModel; j++) expect(across[j * 9 + t]).toBe(down[t * dModel + j]);
    }
  });

  test("a pixel over many entries is their mean, however many there are", () => {
    const table = pe.encode(spec, { length: 4000 });
    const means = values({ positions: [0, 4000], dimensions: [0, dModel] }, dModel / 2, 4);
    for (let y = 0; y < 4; y++) {
      for (let x = 0; x < dModel / 2; x++) {
        let sum = 0;
        for (let t = y * 1000; t < (y + 1) * 1000; t++)
          sum += table[t * dModel + 2 * x]! + table[t * dModel + 2 * x + 1]!;
        expect(means[y * (dModel / 2) + x]).toBeCloseTo(sum / 2000, 6);
      }
    }
  });

  test("difference is nearest − exact, and shows what sampling gets wrong", () => {
    const view: View = { positions: [0, 45000], dimensions: [0, dModel] };
    const [exact, nearest, difference] = (["exact", "nearest", "difference"] as const).map((mode) =>
      values(view, dModel, 67, { mode }),
    );
    for (const [k, value] of difference!.entries())
      expect(value).toBe(Math.fround(nearest![k]! - exact![k]!));
    expect(Math.max(...difference!.map(Math.abs))).toBeGreaterThan(0.5);
    expect(Math.abs(exact![0]!)).toBeLessThan(0.01);
  });

  test.each([
    [0, 5],
    [5, 0],
    [0, 0],
    [1, 1],
  ])("a picture of %i × %i has as many pixels", (width, height) => {
    const view: View = { positions: [-1e6, 1e6], dimensions: [0.5, 11.25] };
    expect(values(view, width, height)).toHaveLength(width * height);
    expect(pe.heatmap(spec, { view, width, height })).toHaveLength(4 * width * height);
  });
});

describe("colours", () => {
  test("are those of the palette, bin ⌊(v + 1) · 128⌋", () => {
    const view: View = { positions: [0, 300], dimensions: [0, dModel] };
    const palette = Uint8Array.from({ length: 1024 }, (_, i) => (i * 7) % 256);
    const numbers = values(view, 24, 32);
    const pixels = pe.heatmap(spec, { view, width: 24, height: 32, palette });
    const usual = pe.heatmap(spec, { view, width: 24, height: 32 });
    for (const [k, value] of numbers.entries()) {
      const bin = Math.min(255, Math.floor((value + 1) * 128));
      expect([...pixels.subarray(4 * k, 4 * k + 4)]).toEqual([...palette.subarray(4 * bin, 4 * bin + 4)]);
      expect([...usual.subarray(4 * k, 4 * k + 4)]).toEqual([
        ...divergingPalette().subarray(4 * bin, 4 * bin + 4),
      ]);
    }
  });
});
