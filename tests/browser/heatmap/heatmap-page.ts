import type { Locator } from "playwright-core";
import { PNG } from "pngjs";
import { figureForTests, settled, type WithFigure } from "../harness/figure-page.ts";

/** Reads <pe-heatmap> as a reader would: its state, its words and its pixels. */

/** Opens a browser for the tests of a file, and a page with a heat map, whose plot is then in sight. */
export function heatmapForTests(): WithFigure {
  const withFigure = figureForTests("pe-heatmap");
  return (state, use, options) =>
    withFigure(
      state,
      async (figure, page) => {
        await figure.locator(".plot").scrollIntoViewIfNeeded();
        return use(figure, page);
      },
      options,
    );
}

export async function positionsOf(figure: Locator): Promise<[from: number, to: number]> {
  await settled(figure);
  const [from = Number.NaN, to = Number.NaN] = ((await figure.getAttribute("positions")) ?? "")
    .split(" ")
    .map(Number);
  return [from, to];
}

export async function readoutOf(figure: Locator): Promise<string> {
  await settled(figure);
  return (await figure.locator(".readout").textContent()) ?? "";
}

/** The number that a read-out gives for a cell: "position 7, dimension 4: −0.5, …". */
export const valueIn = (text: string) => Number(/: (\S+?)(,| =|$)/.exec(text)?.[1]?.replace("\u2212", "-"));

/** The middle of the canvas, CSS pixels of the viewport. */
export async function middleOf(figure: Locator): Promise<{ x: number; y: number }> {
  const box = await figure.locator("canvas").boundingBox();
  if (!box) throw new Error("the heat map has no canvas");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** The canvas as RGBA; PNG keeps opaque pixels to the bit. */
export async function pixelsOf(figure: Locator): Promise<{ width: number; height: number; rgba: Buffer }> {
  const url = await figure.locator("canvas").evaluate((node) => (node as HTMLCanvasElement).toDataURL());
  const { width, height, data } = PNG.sync.read(Buffer.from(url.slice(url.indexOf(",") + 1), "base64"));
  return { width, height, rgba: data };
}
