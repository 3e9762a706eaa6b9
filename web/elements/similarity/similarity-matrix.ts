import { axis } from "../../plot/axis.ts";
import { glyphs } from "../../plot/glyph.ts";
import { legend } from "../../plot/legend.ts";
import { formatRough } from "../../plot/numbers.ts";
import { entryOf } from "../../plot/palette.ts";
import type { Frame } from "../../plot/plot-frame.ts";
import { text } from "../../plot/text.ts";
import type { Palette } from "../definition/definition.ts";
import { largest, NAMES, type SimilarityShown } from "./similarity-shown.ts";

/** The measure of all pairs of positions as a square of colours. */

export const MATRIX_MARGIN = { left: 5.4, top: 3, right: 1.6, bottom: 3.2 };

/** The largest square in the middle of a frame. */
export function squareIn(frame: Frame): Frame {
  const side = Math.min(frame.width, frame.height);
  const spare = { x: frame.width - side, y: frame.height - side };
  return {
    ...frame,
    left: frame.left + spare.x / 2,
    top: frame.top + spare.y / 2,
    width: side,
    height: side,
  };
}

/**
 * Fills a square picture with sides of `pixels` device pixels.
 * @param shareOf - from an offset to the share of the largest value, from −1 to 1
 */
export function paintMatrix(
  rgba: Uint8ClampedArray,
  pixels: number,
  count: number,
  palette: Uint8ClampedArray,
  shareOf: (offset: number) => number,
): void {
  const colours = new Uint32Array(palette.slice().buffer);
  const picture = new Uint32Array(rgba.buffer, rgba.byteOffset, pixels * pixels);
  const ofOffset = Uint32Array.from(
    { length: count },
    (_, offset) => colours[entryOf(shareOf(offset))] as number,
  );
  const cellOf = (pixel: number) => Math.floor(((pixel + 0.5) * count) / pixels);
  for (let y = 0; y < pixels; y++) {
    const row = cellOf(y);
    for (let x = 0; x < pixels; x++) {
      picture[y * pixels + x] = ofOffset[Math.abs(cellOf(x) - row)] as number;
    }
  }
}

export function drawMatrix(
  { left, top, width, height, fontSize }: Frame,
  shown: SimilarityShown,
  palette: Palette,
): SVGElement[] {
  const { positions, marks, measure } = shown;
  const { from, count } = positions;
  const view = [from, from + count] as const;
  const right = left + width;
  const bottom = top + height;
  const label = `${NAMES[measure]} ÷ ${formatRough(largest(shown))}`; // because the colours end at ±1
  const offset = 0.5; // position t fills [t, t + 1)
  return [
    axis({ side: "left", view, from: top, to: bottom, at: left, fontSize, offset }),
    axis({ side: "bottom", view, from: left, to: right, at: bottom, fontSize, offset }),
    text("t ↓", left - 8, top - 0.8 * fontSize, "end", fontSize),
    text("s →", right, bottom + 2.75 * fontSize, "end", fontSize),
    legend({ palette, right, top: 0, fontSize, label, least: measure === "dot" ? -1 : 0 }),
    ...marks.map((position, index) =>
      glyphs(index, [[right + 0.9 * fontSize, top + ((position - from + offset) / count) * height]]),
    ),
  ];
}
