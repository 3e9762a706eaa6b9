import { axis } from "../../plot/axis.ts";
import { type Box, cellBox, cellUnder } from "../../plot/box.ts";
import { logAxis, logScale } from "../../plot/curve-axes.ts";
import { gradient, stroke, svg, text } from "../../plot/dom.ts";
import { type Frame, frameOf, type Size } from "../../plot/layered-plot.ts";
import { formatCount, superscript } from "../../plot/numbers.ts";
import { cellFrame, cssColour, entryOf } from "../../plot/raster.ts";
import type { Interval } from "../../plot/scale.ts";
import type { Cell, Palette } from "../definition/definition.ts";
import { type Band, CELLS, type ParityShown, startOf, type Wave, wavesOf } from "./parity-shown.ts";

/** The wavelengths of all pairs, with a row for each engine. The mark of a pair says what the rule does with it. */

const MARGIN = { left: 0.6, top: 4.4, right: 0.8, bottom: 3.4 };
const NEAR = 24; // largest distance of the pointer from a mark, CSS pixels
const RADIUS = 3;

export const wavesFrame = (size: Size, fontSize: number): Frame => frameOf(size, MARGIN, fontSize);

interface Laid {
  readonly rows: readonly (readonly Wave[])[];
  readonly view: Interval;
  readonly x: (wavelength: number) => number;
  readonly base: (row: number) => number;
  readonly tall: number;
}

function layOut({ left, top, width, height, fontSize }: Frame, shown: ParityShown): Laid {
  const rows = ([0, 1] as const).map((side) => wavesOf(shown, side));
  const all = [...rows.flat().map(({ wavelength }) => wavelength), shown.parity.length];
  const finite = all.filter(Number.isFinite);
  const view: Interval = [Math.min(...finite) / 1.3, Math.max(...finite) * 1.5];
  const scale = logScale({ view, from: left, to: left + width });
  const each = height / 2;
  return {
    rows,
    view,
    x: (wavelength) => (Number.isFinite(wavelength) ? scale(wavelength) : left + width),
    base: (row) => top + (row + 0.86) * each,
    tall: Math.min(0.5 * each, 3 * fontSize),
  };
}

export function drawWaves(frame: Frame, shown: ParityShown): SVGElement[] {
  const { left, top, width, height, fontSize } = frame;
  const laid = layOut(frame, shown);
  const { x, view, rows, base, tall } = laid;
  const { length, sides } = shown.parity;
  const [right, bottom] = [left + width, top + height];
  const place = x(length);
  return [
    ...bandNames(frame),
    stroke(`M${place} ${top - 0.4 * fontSize}V${bottom}`, { opacity: 0.6, dash: "5 4" }),
    text(
      formatCount(length, "token"),
      Math.min(place, right - 5 * fontSize),
      top - 0.8 * fontSize,
      "middle",
      fontSize,
    ),
    logAxis({ view, from: left, to: right, at: bottom, fontSize }),
    text("tokens per turn →", right, bottom + 2.75 * fontSize, "end", fontSize),
    ...rows.map((waves, row) =>
      svg(
        "g",
        { "data-side": sides[row as 0 | 1].engine },
        stroke(`M${left} ${base(row)}H${right}`, { opacity: 0.2 }),
        text(sides[row as 0 | 1].engine, left, base(row) - tall - 0.9 * fontSize, "start", fontSize, {
          "font-weight": 600,
        }),
        ...waves.map(({ wavelength, band }) => mark(band, x(wavelength), base(row), tall)),
      ),
    ),
  ];
}

/** A kept pair is a short line; a blended one ends in a ring, a scaled one in a disc; one that stands still in a cross. */
function mark(band: Band, x: number, base: number, tall: number): SVGGElement {
  const top = base - (band === "kept" ? 0.5 * tall : tall);
  const group = svg("g", { "data-band": band, class: band });
  group.append(stroke(`M${x.toFixed(2)} ${base}V${top}`, { width: 1.2, "data-paint": true }));
  const end = { cx: x.toFixed(2), cy: top, r: RADIUS, stroke: "currentColor", "data-paint": true };
  if (band === "blended") group.append(svg("circle", { ...end, fill: "none" }));
  if (band === "scaled") group.append(svg("circle", { ...end, fill: "currentColor" }));
  if (band === "still")
    group.append(stroke(`M${x - 3} ${top - 3}l6 6m0 -6l-6 6`, { width: 1.5, "data-paint": true }));
  return group;
}

/** The marks with their names, above the rows. */
function bandNames({ left, fontSize }: Frame): SVGElement[] {
  const names: readonly Band[] = ["kept", "blended", "scaled"];
  return names.flatMap((band, n) => {
    const x = left + n * 6 * fontSize + 0.5 * fontSize;
    return [
      mark(band, x, 1.3 * fontSize, fontSize),
      text(band, x + 0.7 * fontSize, 1.3 * fontSize, "start", fontSize),
    ];
  });
}

/** A ring around a pair, and a line to the same pair in the second engine. */
export function threadOf(frame: Frame, shown: ParityShown, cell: Cell): SVGElement[] {
  const { rows, x, base, tall } = layOut(frame, shown);
  const places = rows.map((waves, row) => {
    const wave = waves[cell.column];
    return [x(wave?.wavelength ?? 1), base(row) - (wave?.band === "kept" ? 0.5 * tall : tall)] as const;
  });
  const [cx, cy] = places[cell.row] ?? [0, 0];
  return [
    stroke(`M${places.map((place) => place.join(" ")).join("L")}`, { width: 1.5, opacity: 0.7 }),
    svg("circle", { class: "ring", cx, cy, r: 7 }),
  ];
}

export function waveCellAt(frame: Frame, shown: ParityShown, left: number, top: number): Cell | undefined {
  const { rows, x } = layOut(frame, shown);
  const row = top < frame.top + frame.height / 2 ? 0 : 1;
  const far = (rows[row] ?? []).map(({ wavelength }) => Math.abs(x(wavelength) - left));
  const nearest = Math.min(...far);
  return nearest < NEAR ? { row, column: far.indexOf(nearest) } : undefined;
}

// The heat map of differences of phase: pairs from the top down, positions to the right.

/** In font sizes: pairs, the colour key with its name, ticks with a title. */
const PHASE_MARGIN = { left: 3.4, top: 4.2, right: 0.8, bottom: 3.2 };
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
  const { left, top, width, height } = frameOf(size, PHASE_MARGIN, fontSize);
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

/** A matrix as pixels: each pixel is the mean of the cells under it, by the share of the pixel that each covers. */

export interface Shape {
  readonly rows: number;
  readonly columns: number;
}

/** @param values - (rows, columns) of `from`, row by row */
function resampled(values: Float64Array, from: Shape, to: Shape): Float64Array {
  const wide = along(values, { outer: from.rows, count: from.columns, inner: 1 }, to.columns);
  return along(wide, { outer: 1, count: from.rows, inner: to.columns }, to.rows);
}

export interface Axis {
  readonly outer: number;
  /** Cells along the axis. */
  readonly count: number;
  /** Distance of two cells in the list. */
  readonly inner: number;
}

/** Means along one axis. */
function along(values: Float64Array, { outer, count, inner }: Axis, pixels: number): Float64Array {
  const out = new Float64Array(outer * pixels * inner);
  for (let pixel = 0; pixel < pixels; pixel++) {
    const [start, end] = [(pixel * count) / pixels, ((pixel + 1) * count) / pixels];
    const last = Math.min(count - 1, Math.ceil(end) - 1);
    for (let cell = Math.floor(start); cell <= last; cell++) {
      const share = (Math.min(end, cell + 1) - Math.max(start, cell)) / (end - start);
      for (let o = 0; o < outer; o++)
        for (let i = 0; i < inner; i++)
          out[(o * pixels + pixel) * inner + i]! += share * values[(o * count + cell) * inner + i]!;
    }
  }
  return out;
}
