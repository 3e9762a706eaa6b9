import type { Locator, Page } from "playwright-core";
import { load } from "posenc";
import { expect, test } from "vitest";
import { pagesForTests } from "./harness/pages.ts";
import { keepFiles, savedFile } from "./harness/saved-file.ts";
import { withHeatmap } from "./heatmap/heatmap-page.ts";

/** What the heat map gives away, to the bit; share-code.test.ts runs the code of every figure. */

const opened = pagesForTests();
const pe = await load();

const withFigure = <T>(fragment: string, use: (figure: Locator, page: Page) => Promise<T>) =>
  withHeatmap(opened, fragment, use, { before: keepFiles });

test(".npy and CSV hold the numbers of the picture", async () => {
  await withFigure("dModel=16&positions=3+8&dimensions=2+6", async (figure, page) => {
    const table = pe.sinusoidal({ start: 3, length: 5, dModel: 16 });
    const shown = [0, 1, 2, 3, 4].flatMap((row) => [...table.subarray(row * 16 + 2, row * 16 + 6)]);
    await figure.getByRole("button", { name: "Share" }).click();

    const npy = await savedFile(figure, page, ".npy");
    expect(npy.subarray(1, 6).toString()).toBe("NUMPY");
    expect(npy.toString("latin1")).toContain("'shape': (5, 4)");
    expect([
      ...new Float32Array(npy.buffer.slice(npy.byteOffset + 128, npy.byteOffset + npy.length)),
    ]).toEqual(shown);

    const lines = (await savedFile(figure, page, "CSV")).toString().trim().split("\n");
    expect(lines[0]).toBe("position,2,3,4,5");
    const cells = lines.slice(1).flatMap((line) => line.split(",").slice(1).map(Number));
    expect(cells.map(Math.fround)).toEqual(shown);
  });
});

test("PNG and SVG are pictures of the plot", async () => {
  await withFigure("dModel=50&positions=0+20", async (figure, page) => {
    await figure.getByRole("button", { name: "Share" }).click();
    const png = await savedFile(figure, page, "PNG");
    expect(png.subarray(1, 4).toString()).toBe("PNG");
    expect(png.length).toBeGreaterThan(5_000);
    const svg = (await savedFile(figure, page, "SVG")).toString();
    expect(svg).toMatch(/^<svg .*<image href="data:image\/png/);
    expect(svg).toContain("dimension →");
    expect(svg).not.toContain("currentcolor(");
  });
});
