import type { Posenc } from "../../../src/entries/encodings.ts";
import { type Box, cellBox, cellUnder } from "../../plot/box.ts";
import { CellPainter, divergingColours } from "../../plot/cells.ts";
import { outline, svg, text } from "../../plot/dom.ts";
import { CanvasPlot, plotFontSize, type Size } from "../../plot/layered-plot.ts";
import { legend } from "../../plot/legend.ts";
import { formatFixed, formatRough } from "../../plot/numbers.ts";
import { cellFrame } from "../../plot/raster.ts";
import type { Cell, Palette, Plot } from "../definition/definition.ts";

/** A column of positions times a row of frequencies, and the sines of the products. */

interface Kind {
  readonly title: string;
  readonly heading: string;
  /** Dimensions per frequency: a sine and its cosine, or only a sine. */
  readonly each: 1 | 2;
  readonly attribute: "base" | "kappa";
  /** The symbol of the base in formulas; if there is none, they have the number. */
  readonly word?: string;
  /** A sentence on the lengths of the steps from row to row: equal or not. */
  steps(shown: BroadcastShown): string;
}

const KINDS = {
  sinusoidal: {
    title: "sin and cos",
    heading: "sine and cosine of each angle",
    each: 2,
    attribute: "base",
    steps: ({ range: [least] }) =>
      `Every step from one row to the next has the length ${formatFixed(least, 4)}, wherever it starts.`,
  },
  sine: {
    title: "sin only (simple_pe)",
    heading: "sine of each angle",
    each: 1,
    attribute: "kappa",
    word: "κ",
    steps: ({ length, base, dModel, range: [least, most] }) =>
      `Positions end at L − 1 = ${length - 1}. The period of dimension j is 2π·κ^(j/d), each is κ^(1/d) = ` +
      `${formatRough(base ** (1 / dModel))} times the previous one. Without cosines, the length of a step varies from ` +
      `${formatFixed(least, 2)} to ${formatFixed(most, 2)} over ${STEPS} positions.`,
  },
} as const satisfies Record<string, Kind>;

export type BroadcastMethod = keyof typeof KINDS;
export const METHODS = Object.keys(KINDS) as [BroadcastMethod, ...BroadcastMethod[]];
export const TITLES = { sinusoidal: KINDS.sinusoidal.title, sine: KINDS.sine.title };

export const kindOf = (method: BroadcastMethod): Kind => KINDS[method];

interface Waves {
  readonly method: BroadcastMethod;
  readonly dModel: number;
  /** Frequencies are powers of the base. */
  readonly base: number;
}

export interface BroadcastShown extends Waves {
  /** Radians per position: one for each pair, or for each dimension if there are only sines. */
  readonly frequencies: Float64Array;
  /** (length, dModel). */
  readonly table: Float32Array;
  readonly length: number;
  /** |P(t+1) − P(t)| for each position in view. */
  readonly steps: Float64Array;
  /** The shortest and the longest of many steps. */
  readonly range: readonly [least: number, most: number];
}

/** The range covers this number of steps, or all steps in view if there are more. */
const STEPS = 512;

export function broadcast(pe: Posenc, spec: Waves, length: number): BroadcastShown {
  const { dModel } = spec;
  const rows = pe.encode(spec, { length: STEPS + 1 });
  const lengths = Float64Array.from({ length: STEPS }, (_, t) => stepAt(rows, dModel, t));
  return {
    ...spec,
    length,
    frequencies: pe.frequencies(spec),
    table: rows.slice(0, length * dModel),
    steps: lengths.subarray(0, length),
    range: [Math.min(...lengths), Math.max(...lengths)],
  };
}

/** The index of a dimension's frequency. */
export const frequencyOf = (method: BroadcastMethod, dimension: number): number =>
  Math.floor(dimension / kindOf(method).each);

function stepAt(rows: Float32Array, dModel: number, t: number): number {
  let sum = 0;
  for (let j = t * dModel; j < (t + 1) * dModel; j++)
    sum += ((rows[j + dModel] as number) - (rows[j] as number)) ** 2;
  return Math.sqrt(sum);
}

/** A row of frequencies above two grids. Positions are to the left of both, steps to the right of the lower one. */
interface BroadcastLayout {
  readonly fontSize: number;
  readonly angles: Box;
  readonly values: Box;
  /** Place of the bars of steps, beside the lower grid. */
  readonly steps: Box;
}

/** Font sizes. */
const LEFT = 3.4;
const LABELS = 7;
const HEAD = 4.6; // title and frequencies
const TITLE = 3.4; // between the grids
const FOOT = 2.8; // the key to the colours

function layOut(width: number, height: number, fontSize: number): BroadcastLayout {
  const left = LEFT * fontSize;
  const gridWidth = Math.max(1, width - left - LABELS * fontSize);
  const gridHeight = Math.max(1, (height - (HEAD + TITLE + FOOT) * fontSize) / 2);
  const top = HEAD * fontSize;
  const below = top + gridHeight + TITLE * fontSize;
  const right = left + gridWidth + 0.8 * fontSize;
  return {
    fontSize,
    angles: { left, top, width: gridWidth, height: gridHeight },
    values: { left, top: below, width: gridWidth, height: gridHeight },
    steps: { left: right, top: below, width: Math.max(1, width - right), height: gridHeight },
  };
}

// The product of a column and a row as a grid, and under it the sines of the grid.

/** Least widths of a cell for a number with two decimals, and with one, font sizes. */
const TEXT_ROOM = 3;
const SHORT_ROOM = 2;
const FREQUENCY_ROOM = 4.4; // width of a frequency such as 0.00018, font sizes
const DARKEST = 0.35; // opacity of the largest angle

export class BroadcastPlot extends CanvasPlot implements Plot<BroadcastShown> {
  readonly #painter = new CellPainter(this.canvas);
  #layout: BroadcastLayout | undefined;

  draw(shown: BroadcastShown, size: Size, palette: Palette): void {
    const layout = layOut(size.width, size.height, plotFontSize(this.element));
    this.#layout = layout;
    const { fontSize, angles, values, steps } = layout;
    this.#painter.clear(size.deviceWidth, size.deviceHeight, size.deviceWidth / size.width);
    this.#painter.paint(values, shown.dModel, divergingColours(shown.table, 1, palette));
    const bottom = values.top + values.height;
    const bold = { "font-weight": 600 };
    const right = values.left + values.width;
    this.content.replaceChildren(
      text("angles t · ω in radians", 0, fontSize, "start", fontSize, bold),
      ...this.#frequencies(layout, shown),
      ...this.#positions(angles, shown.length, fontSize),
      ...this.#angles(layout, shown),
      text(kindOf(shown.method).heading, 0, values.top - 0.9 * fontSize, "start", fontSize, bold),
      ...this.#positions(values, shown.length, fontSize),
      ...this.#steps(steps, shown, fontSize),
      legend({ palette, right, top: bottom + 0.6 * fontSize, fontSize, label: "value" }),
    );
  }

  /** Frames an entry, its angle, and the position and the frequency that make it. */
  point(cell: Cell | undefined, shown: BroadcastShown): void {
    this.cursor.replaceChildren();
    if (!cell || !this.#layout) return;
    const { angles, fontSize } = this.#layout;
    const grids = gridsOf(this.#layout, shown);
    const angle = cellBox(grids.angles, { ...cell, column: frequencyOf(shown.method, cell.column) });
    const head = { ...angle, top: angles.top - 1.7 * fontSize, height: 1.6 * fontSize };
    const side = { ...angle, left: 0, width: angles.left - 3 };
    this.cursor.append(...[angle, head, side].map(ring), ...cellFrame(cellBox(grids.values, cell)));
  }

  /** The entry at a place of either grid. */
  cellAt(x: number, y: number, shown: BroadcastShown): Cell | undefined {
    if (!this.#layout) return undefined;
    const { angles, values } = gridsOf(this.#layout, shown);
    const angle = cellUnder(angles, x, y);
    return angle
      ? { ...angle, column: angle.column * (values.columns / angles.columns) }
      : cellUnder(values, x, y);
  }

  #frequencies({ angles, fontSize }: BroadcastLayout, { frequencies }: BroadcastShown): SVGElement[] {
    const room = angles.width / frequencies.length;
    const each = Math.max(1, Math.ceil((FREQUENCY_ROOM * fontSize) / room));
    const names = Array.from(frequencies, (frequency, index) => {
      const x = angles.left + (index + 0.5) * room;
      return index % each === 0
        ? [
            text(formatRough(frequency, 2), x, angles.top - 0.6 * fontSize, "middle", fontSize, {
              class: "frequency",
              part: "frequency",
            }),
          ]
        : [];
    });
    return [
      text("ω", angles.left - 0.6 * fontSize, angles.top - 0.6 * fontSize, "end", fontSize),
      ...names.flat(),
    ];
  }

  #positions(grid: Box, length: number, fontSize: number): SVGElement[] {
    return Array.from({ length }, (_, t) => {
      const y = grid.top + ((t + 0.5) / length) * grid.height + 0.34 * fontSize;
      const name = t === 0 ? "t = 0" : String(t);
      return text(name, grid.left - 0.6 * fontSize, y, "end", fontSize, { part: "position" });
    });
  }

  /** Angles as opacity, with their numbers if there is room. */
  #angles({ angles, fontSize }: BroadcastLayout, { length, frequencies }: BroadcastShown): SVGElement[] {
    const grid = { ...angles, rows: length, columns: frequencies.length };
    const { width, height } = cellBox(grid, { row: 0, column: 0 });
    const hasRoom = width >= SHORT_ROOM * fontSize && height >= 1.1 * fontSize;
    const decimals = width >= TEXT_ROOM * fontSize ? 2 : 1;
    const most = Math.max(1, length - 1) * Math.max(...frequencies);
    return Array.from({ length }, (_, row) =>
      Array.from(frequencies, (frequency, column) => {
        const { left: x, top: y } = cellBox(grid, { row, column });
        const angle = row * frequency;
        const opacity = (DARKEST * angle) / most;
        const ink = { fill: "currentColor", "fill-opacity": opacity.toFixed(4) };
        const cell = outline(
          { left: x, top: y, width, height },
          { opacity: 0.15, ...ink, "data-angle": angle },
        );
        const place = [x + width / 2, y + height / 2 + 0.34 * fontSize] as const;
        return hasRoom ? [cell, text(formatFixed(angle, decimals), ...place, "middle", fontSize)] : [cell];
      }).flat(),
    ).flat();
  }

  /** The length of each step as a bar between its rows. */
  #steps(
    { left, top, width, height }: Box,
    { steps, length, range }: BroadcastShown,
    fontSize: number,
  ): SVGElement[] {
    const each = height / length;
    const scale = Math.max(0, width - 3.2 * fontSize) / range[1]; // the longest bar fills the room
    const thick = Math.min(0.6 * each, fontSize);
    const bars = Array.from(steps.subarray(0, length - 1), (step, t) => {
      const y = top + (t + 1) * each;
      const wide = step * scale;
      const bar = {
        x: left,
        y: y - thick / 2,
        width: wide,
        height: thick,
        fill: "currentColor",
        "fill-opacity": 0.5,
      };
      return [
        svg("rect", { ...bar, "data-step": step }),
        ...(each >= 0.95 * fontSize
          ? [text(formatFixed(step, 2), left + wide + 4, y + 0.34 * fontSize, "start", fontSize)]
          : []),
      ];
    });
    return [
      text("step", left, top - 0.9 * fontSize, "start", fontSize, { "font-weight": 600 }),
      ...bars.flat(),
    ];
  }
}

const gridsOf = ({ angles, values }: BroadcastLayout, { length, dModel, frequencies }: BroadcastShown) => ({
  angles: { ...angles, rows: length, columns: frequencies.length },
  values: { ...values, rows: length, columns: dModel },
});

function ring({ left: x, top: y, width, height }: Box): SVGElement {
  return svg("rect", { class: "ring", x, y, width, height, rx: 2 });
}
