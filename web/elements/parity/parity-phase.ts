import { axis } from "../../plot/axis.ts";
import { type Box, cellBox, cellUnder } from "../../plot/box.ts";
import { cellFrame } from "../../plot/cell-frame.ts";
import { resampled } from "../../plot/coverage.ts";
import { svg } from "../../plot/dom.ts";
import { gradient } from "../../plot/gradient.ts";
import { cssColour, entryOf } from "../../plot/palette.ts";
import { type Frame, frameOf } from "../../plot/plot-frame.ts";
import type { Size } from "../../plot/size.ts";
import { superscript } from "../../plot/superscript.ts";
import { text } from "../../plot/text.ts";
import type { Cell } from "../definition/cell-cursor.ts";
import type { Palette } from "../definition/definition.ts";
import { CELLS, type ParityShown, startOf } from "./parity-shown.ts";

/** The heat map of differences of phase: pairs from the top down, positions to the right. */

/** In font sizes: pairs, the colour key with its name, ticks with a title. */
const MARGIN = { left: 3.4, top: 4.2, right: 0.8, bottom: 3.2 };
/** The ends of the colours in radians: smaller differences have the first colour, and phases differ by at most π. */
const LEAST = 1e-6;
const MOST = Math.PI;
const KEY = 15; // width of the colour key, font sizes
const STOPS = 32;

/** The share of the colours: 0 for the least difference, and for none. */
const shareOf = (difference: number): number =>
  Math.min(1, Math.max(0, Math.log10(Math.max(difference, LEAST) / LEAST) / Math.log10(MOST / LEAST)));

/** The frame on whole device pixels. */
export function phaseFrame(size: Size, fontSize: number): Frame {
  const ratio = size.deviceWidth / size.width || 1;
  const { left, top, width, height } = frameOf(size, MARGIN, fontSize);
  const whole = (length: number) => Math.max(1, Math.round(length * ratio)) / ratio;
  return { left: whole(left), top: whole(top), width: whole(width), height: whole(height), fontSize };
}

/** Paints means of cells under each pixel; cells that are not computed stay clear. */
export function paintPhase(
  rgba: Uint8ClampedArray,
  { width, height }: { width: number; height: number },
  { means, done, parity: { pairs } }: ParityShown,
  palette: Palette,
): void {
  const values = resampled(means, { rows: pairs, columns: CELLS }, { rows: height, columns: width });
  const ready = Math.floor((done * width) / CELLS);
  const colours = new Uint32Array(palette.slice().buffer);
  const pixels = new Uint32Array(rgba.buffer, rgba.byteOffset, width * height);
  for (let row = 0, index = 0; row < height; row++)
    for (let column = 0; column < width; column++, index++)
      pixels[index] = column < ready ? colours[entryOf(shareOf(values[index]!))]! : 0;
}

export function drawPhase(frame: Frame, { parity: { pairs, length } }: ParityShown, palette: Palette) {
  const { left, top, width, height, fontSize } = frame;
  const [bottom, right] = [top + height, left + width];
  return [
    axis({ side: "left", view: [0, pairs], from: top, to: bottom, at: left, fontSize, offset: 0.5 }),
    axis({ side: "bottom", view: [0, length], from: left, to: right, at: bottom, fontSize }),
    text("pair ↓", 0, top - 0.7 * fontSize, "start", fontSize),
    text("position →", right, bottom + 2.75 * fontSize, "end", fontSize),
    ...colourKey(frame, palette),
  ];
}

/** A bar of the colours with powers of ten, and its name. */
function colourKey({ left, width, fontSize }: Frame, palette: Palette): SVGElement[] {
  const wide = Math.min(KEY * fontSize, 0.72 * width);
  const start = left + width - wide;
  const at = (difference: number) => start + shareOf(difference) * wide;
  const colour = (share: number) => ({ "stop-color": cssColour(palette, share) });
  const bar = { x: start, y: 1.35 * fontSize, width: wide, height: 0.8 * fontSize, fill: "url(#phase-key)" };
  const label = (difference: number, name: string, anchor: "start" | "middle" | "end") =>
    text(name, at(difference), 3.1 * fontSize, anchor, fontSize);
  return [
    gradient("phase-key", STOPS, colour),
    text("mean difference, rad", left + width, 0.95 * fontSize, "end", fontSize),
    svg("rect", bar),
    label(LEAST, `10${superscript(-6)}`, "start"),
    ...(wide > 12 * fontSize ? [label(1e-4, `10${superscript(-4)}`, "middle")] : []),
    label(1e-2, `10${superscript(-2)}`, "middle"),
    label(MOST, "π", "end"),
  ];
}

const cellsIn = (box: Box, { parity: { pairs } }: ParityShown) => ({ ...box, rows: pairs, columns: CELLS });

export const framePhase = (frame: Frame, shown: ParityShown, cell: Cell): SVGElement[] =>
  cellFrame(cellBox(cellsIn(frame, shown), cell));

export const phaseCellAt = (frame: Frame, shown: ParityShown, x: number, y: number): Cell | undefined =>
  cellUnder(cellsIn(frame, shown), x, y);

/** The positions of a cell, the last one included. */
export const positionsOf = (shown: ParityShown, cell: number): [first: number, last: number] => [
  startOf(shown, cell),
  startOf(shown, cell + 1) - 1,
];
