/** The tables and the picture of the posts, against independent numbers. Titles name the items of the checklist. */
import { load } from "posenc/full";
import { describe, expect, test } from "vitest";
import { paper } from "./harness/encodings-of-posts.ts";
import { fixture } from "./harness/fixture.ts";

const pe = await load();
const { tables, picture } = fixture("properties");

describe("tables of the posts", () => {
  test.each(tables["S3.3"] as [number, number, number, string][])(
    "S3.3: d = %i, position %i, index %i",
    (dModel, position, column, value) => {
      const entry = pe.encode(paper(dModel), { positions: [position] })[column];
      expect(entry).toBe(Math.fround(Number(value)));
    },
  );

  test("S3.4: indices 0 and 1 depend on the position only", () => {
    for (const t of [1, 7, 20]) {
      const [first, ...others] = [2, 20, 50, 512].map((dModel) =>
        pe.encode(paper(dModel), { positions: [t] }).slice(0, 2),
      );
      for (const other of others) expect(other).toEqual(first);
    }
  });

  test.each(tables["S3.8"] as [number, string][])(
    "S3.8: column %i barely changes in 20 positions",
    (column, sine) => {
      expect(pe.encode(paper(50), { positions: [19] })[column]).toBe(Math.fround(Number(sine)));
    },
  );
});

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

  test("S3.10, S3.11: exact means and nearest samples", () => {
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

  test("S3.11, E8: where the nearest sample is wrong, and by how much", () => {
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
