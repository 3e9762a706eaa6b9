/** A heat map with more positions than pixels, against independent numbers. */
import { load } from "posenc/full";
import { describe, expect, test } from "vitest";
import { fixture } from "./harness/fixture.ts";
import { paper } from "./harness/plain-encodings.ts";

const pe = await load();
const { picture } = fixture("properties");

describe("45 000 positions on 670 pixels", () => {
  const { width, length, height } = picture;
  const draw = (mode: "exact" | "nearest" | "difference") =>
    pe.heatmap(paper(width), {
      view: { positions: [0, length], dimensions: [0, width] },
      width,
      height,
      mode,
      as: "values",
    });

  test("exact means and nearest samples", () => {
    const [exact, nearest] = [draw("exact"), draw("nearest")];
    for (const [row, column, mean, sample] of picture.rowColumnMeanNearest as [
      number,
      number,
      string,
      string,
    ][]) {
      expect(exact[row * width + column]).toBeCloseTo(Number(mean), 6);
      expect(nearest[row * width + column]).toBe(Math.fround(Number(sample)));
    }
  });

  test("where the nearest sample is wrong, and by how much", () => {
    const difference = draw("difference");
    for (const [column, expected] of picture.columnRootMeanSquareError as [number, string][]) {
      let sum = 0;
      for (let row = 0; row < height; row++) sum += difference[row * width + column]! ** 2;
      expect(Math.sqrt(sum / height)).toBeCloseTo(Number(expected), 5);
    }
    const perPixel = pe.periods(paper(width)).map((period) => period / Number(picture.positionsPerPixel));
    const columnsUnder = (pixels: number) => 2 * perPixel.filter((period) => period < pixels).length - 1;
    expect(columnsUnder(1)).toBe(picture.lastColumnUnderOnePixel);
    expect(columnsUnder(2)).toBe(picture.lastColumnUnderTwoPixels);
  });
});
