import { outline, svg, text } from "../../plot/dom.ts";
import { LayeredPlot, plotFontSize, type Size } from "../../plot/layered-plot.ts";
import { legend } from "../../plot/legend.ts";
import { formatInteger, formatSmall } from "../../plot/numbers.ts";
import { cellFrame, cssColour } from "../../plot/raster.ts";
import type { Cell, Palette, Plot } from "../definition/definition.ts";
import { ROWS, type RotationPanel, type RotationShown } from "./rotation-shown.ts";

/** Places of two panels, each a matrix and three columns: beside each other or stacked, whichever gives larger cells. */

interface PanelPlace {
  /** Upper left corner of the panel, CSS pixels. */
  readonly left: number;
  readonly top: number;
}

interface RotationLayout {
  /** Side of a cell, CSS pixels. */
  readonly cell: number;
  /** Left edges of the matrix and of the columns, and the upper edge of all, from the panel's corner. */
  readonly matrix: number;
  readonly columns: readonly [number, number, number];
  readonly cells: number;
  readonly panels: readonly [PanelPlace, PanelPlace];
}

// In font sizes.
const NAMES = 1.9; // room for the numbers of dimensions at the left
const HEAD = 3.2; // room for a title, and names of columns
const FOOT = 3.6; // room for two lines of text
const BETWEEN = 2; // between panels beside each other
const END = 1.3; // space at the right for a column's name, which can be wider than a cell
const SIGN = 1.7; // room between columns for a sign
const COLUMN = 3.7; // least distance of columns, for their names
const LARGEST = 3.4; // largest side of a cell

function layOutRotation(
  { width, height }: { readonly width: number; readonly height: number },
  size: number,
  fontSize: number,
): RotationLayout {
  const between = BETWEEN * fontSize;
  const options = [1, 2].map((across) => {
    const room = { width: (width - (across - 1) * between) / across, height: height / (3 - across) };
    const cell = Math.max(1, Math.min(...cellsFor(room, size, fontSize)));
    return { across, room, cell };
  });
  const [stacked, beside] = options as [(typeof options)[0], (typeof options)[0]];
  const { across, room, cell } = beside.cell >= stacked.cell ? beside : stacked;
  const matrix = NAMES * fontSize;
  const step = Math.max(cell + SIGN * fontSize, COLUMN * fontSize);
  const first = matrix + size * cell + (step - cell);
  const second = across === 2 ? { left: room.width + between, top: 0 } : { left: 0, top: room.height };
  return {
    cell,
    matrix,
    columns: [first, first + step, first + 2 * step],
    cells: HEAD * fontSize,
    panels: [{ left: 0, top: 0 }, second],
  };
}

/** Largest sides of cells: to fit into the width, to fit into the height, and in any room. */
function cellsFor(room: { width: number; height: number }, size: number, fontSize: number): number[] {
  const across = room.width - (NAMES + END) * fontSize;
  const wide = (across - 3 * SIGN * fontSize) / (size + 3);
  const narrow = (across - 3 * COLUMN * fontSize) / size;
  return [
    wide + SIGN * fontSize >= COLUMN * fontSize ? wide : narrow,
    (room.height - (HEAD + FOOT) * fontSize) / size,
    LARGEST * fontSize,
  ];
}

/** Two panels, each with a matrix, a row of the table as a column, their product, and the row that it should be. */

// In font sizes.
const KEY = 2.4; // room for the colour key below the panels

/** Differences up to this size come from rounding to float32, and count as none. */
const ROUNDING = 1e-6;

export class RotationPlot extends LayeredPlot implements Plot<RotationShown> {
  #palette: Palette = new Uint8ClampedArray();
  #layout: RotationLayout | undefined;
  #size = 0;
  #fontSize = 12;

  draw(shown: RotationShown, size: Size, palette: Palette): void {
    this.#palette = palette;
    this.#fontSize = plotFontSize(this.element);
    this.#size = shown.dimensions.length;
    const { width } = size;
    const height = size.height - KEY * this.#fontSize;
    this.#layout = layOutRotation({ width, height }, this.#size, this.#fontSize);
    const { offset, part } = shown;
    const k = formatInteger(offset);
    const rest = part === "both" ? "" : `, ${part} only`;
    const fontSize = this.#fontSize;
    const residual = `relative residual ${formatSmall(shown.residual)}`;
    this.content.replaceChildren(
      this.#panel(0, shown, shown.formula, [`R(${k}) by the formula${rest}`, "R", ""]),
      this.#panel(1, shown, shown.fitted, [`R̂(${k}) fitted to ${ROWS} rows${rest}`, "R̂", residual]),
      legend({ palette, right: width, top: height + 0.2 * fontSize, fontSize, label: "• beyond" }),
    );
  }

  /** Frames a cell, or removes the frame. */
  point(cell: Cell | undefined): void {
    this.cursor.replaceChildren();
    const layout = this.#layout;
    if (!cell || !layout) return;
    const panel = layout.panels[cell.row < this.#size ? 0 : 1];
    const left = panel.left + this.#left(layout, cell.column);
    const top = panel.top + layout.cells + (cell.row % this.#size) * layout.cell;
    this.cursor.append(...cellFrame({ left, top, width: layout.cell, height: layout.cell }));
  }

  /** The cell at a place, CSS pixels from the corner. The rows of the second panel follow the rows of the first. */
  cellAt(x: number, y: number): Cell | undefined {
    const layout = this.#layout;
    if (!layout) return undefined;
    for (const [index, panel] of layout.panels.entries()) {
      const row = Math.floor((y - panel.top - layout.cells) / layout.cell);
      for (let column = 0; column < this.#size + 3; column++) {
        const across = x - panel.left - this.#left(layout, column);
        if (row >= 0 && row < this.#size && across >= 0 && across < layout.cell)
          return { row: index * this.#size + row, column };
      }
    }
    return undefined;
  }

  /** Left edge of a column, from the panel's corner. The three others follow the columns of the matrix. */
  #left({ matrix, cell, columns }: RotationLayout, column: number): number {
    return column < this.#size ? matrix + column * cell : (columns[column - this.#size] as number);
  }

  #panel(
    index: 0 | 1,
    shown: RotationShown,
    { matrix, product, miss }: RotationPanel,
    [title, name, more]: readonly [title: string, name: string, more: string],
  ): SVGGElement {
    const layout = this.#layout as RotationLayout;
    const fontSize = this.#fontSize;
    const { left, top } = layout.panels[index];
    const [from, made, to] = layout.columns;
    const middle = layout.cells + (this.#size * layout.cell) / 2 + 0.35 * fontSize;
    const bottom = layout.cells + this.#size * layout.cell;
    const sign = (words: string, x: number) =>
      text(words, x - (layout.columns[1] - layout.columns[0] - layout.cell) / 2, middle, "middle", fontSize);
    const head = (words: string, x: number) =>
      text(words, x + layout.cell / 2, layout.cells - 0.6 * fontSize, "middle", fontSize);
    const equal = miss <= ROUNDING ? "=" : "≠";
    const found = `${name} P(t) − P(t + k): ${formatSmall(miss)} at most`;
    const isBlocks = index === 0 && shown.part === "both" && shown.spec.layout === "interleaved";
    return svg(
      "g",
      { transform: `translate(${left} ${top})`, "data-panel": index === 0 ? "formula" : "fitted" },
      text(title, 0, fontSize, "start", fontSize, { "font-weight": 600 }),
      this.#cells(matrix.values, this.#size, layout.matrix),
      this.#cells(shown.from, 1, from),
      this.#cells(product, 1, made),
      this.#cells(shown.to, 1, to),
      ...this.#names(shown.dimensions),
      head("P(t)", from),
      head(`${name} P(t)`, made),
      head("P(t + k)", to),
      sign("·", from),
      sign("=", made),
      sign(equal, to),
      ...(isBlocks ? [this.#blocks()] : []),
      text(found, 0, bottom + 1.4 * fontSize, "start", fontSize),
      text(more, 0, bottom + 2.7 * fontSize, "start", fontSize),
    );
  }

  /** A frame around the 2 × 2 rotation of each pair. */
  #blocks(): SVGPathElement {
    const { cell, cells: top, matrix: left } = this.#layout as RotationLayout;
    const side = 2 * cell;
    const pairs = Array.from({ length: this.#size / 2 }, (_, pair) => pair * side);
    const d = pairs.map((at) => `M${left + at} ${top + at}h${side}v${side}h${-side}Z`).join("");
    return svg("path", { d, fill: "none", stroke: "currentColor", "stroke-opacity": 0.6, class: "blocks" });
  }

  /** Values as coloured squares. A dot marks values beyond the ends of the colours. */
  #cells(values: ArrayLike<number>, columns: number, left: number): SVGGElement {
    const { cell, cells: top } = this.#layout as RotationLayout;
    const group = svg("g", { "shape-rendering": "crispEdges" });
    for (const [index, value] of Array.from(values).entries()) {
      const x = left + (index % columns) * cell;
      const y = top + Math.floor(index / columns) * cell;
      group.append(svg("rect", { x, y, width: cell, height: cell, fill: cssColour(this.#palette, value) }));
      if (Math.abs(value) > 1 + ROUNDING)
        group.append(svg("circle", { cx: x + cell / 2, cy: y + cell / 2, r: cell / 8, fill: "#fff" }));
    }
    const box = { left, top, width: columns * cell, height: (values.length / columns) * cell };
    group.append(outline(box, { opacity: 0.5 }));
    return group;
  }

  /** The dimensions of rows and columns: all if there is room, else the first and the last. */
  #names(dimensions: readonly number[]): SVGTextElement[] {
    const { cell, cells: top, matrix } = this.#layout as RotationLayout;
    const size = this.#fontSize;
    const last = dimensions.length - 1;
    const every = cell >= 1.4 * size ? 1 : Math.max(1, last);
    return dimensions.flatMap((dimension, index) => {
      if (index % every !== 0) return [];
      const middle = (index + 0.5) * cell;
      return [
        text(String(dimension), matrix - 5, top + middle + 0.35 * size, "end", size),
        text(String(dimension), matrix + middle, top - 0.7 * size, "middle", size),
      ];
    });
  }
}
