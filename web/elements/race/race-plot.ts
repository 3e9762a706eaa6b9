import { type CellBox, cellUnder, contains } from "../../plot/box.ts";
import { svg } from "../../plot/dom.ts";
import { LayeredPlot } from "../../plot/layered-plot.ts";
import { frameOf, plotFontSize } from "../../plot/plot-frame.ts";
import type { Size } from "../../plot/size.ts";
import type { Cell } from "../definition/cell-cursor.ts";
import type { Plot } from "../definition/definition.ts";
import { drawLosses, type Losses, lossScales } from "./race-losses.ts";
import { drawMap } from "./race-map.ts";
import { columnsOf, numberAt, type RaceShown, rowsOf } from "./race-shown.ts";

/** The losses of all lanes as lines, and for each lane the accuracies at each length after each test. */

// In font sizes.
const BESIDE = 56; // least width with the losses beside the maps
const NARROWEST = 15; // width of a map
const LOSSES = { left: 3.4, top: 2.2, right: 7, bottom: 3.2 };
const MAP = { left: 2.6, top: 2.2, right: 0.4, bottom: 3 };
const SHARE = { beside: 0.4, under: 0.42 }; // of the losses in the plot

export class RacePlot extends LayeredPlot implements Plot<RaceShown> {
  #losses: Losses | undefined;
  #maps: readonly CellBox[] = [];

  draw(shown: RaceShown, { width, height }: Size): void {
    this.element.setAttribute("aria-busy", String(shown.race.isRunning));
    const fontSize = plotFontSize(this.element);
    const isBeside = width >= BESIDE * fontSize;
    const [across, down] = isBeside ? [SHARE.beside * width, height] : [width, SHARE.under * height];
    this.#losses = lossScales(shown, frameOf({ width: across, height: down }, LOSSES, fontSize));
    const { lanes } = shown.race;
    const rest = isBeside ? { width: width - across, height } : { width, height: height - down };
    const most = Math.max(1, Math.min(3, Math.floor(rest.width / (NARROWEST * fontSize))));
    const lines = Math.ceil(lanes.length / most);
    const columns = Math.ceil(lanes.length / lines);
    const size = { width: rest.width / columns, height: rest.height / lines };
    this.#maps = lanes.map((_, index) => {
      const { left, top, ...inner } = frameOf(size, MAP, fontSize);
      const x = left + (isBeside ? across : 0) + (index % columns) * size.width;
      const y = top + (isBeside ? 0 : down) + Math.floor(index / columns) * size.height;
      return {
        ...inner,
        left: x,
        top: y,
        rows: rowsOf(shown).length - 1,
        columns: columnsOf(shown).length,
      };
    });
    this.content.replaceChildren(
      ...drawLosses(shown, this.#losses),
      ...lanes.flatMap((lane, index) => drawMap(shown, lane, this.#maps[index] as CellBox, fontSize)),
    );
  }

  /** The cell at a place: a test in a map, or the nearest line among the losses. */
  cellAt(x: number, y: number, shown: RaceShown): Cell | undefined {
    const rows = rowsOf(shown).length;
    const map = this.#maps.findIndex((box) => contains(box, x, y));
    const at = map < 0 ? undefined : cellUnder(this.#maps[map] as CellBox, x, y);
    if (at) return { row: map * rows + 1 + at.row, column: at.column };
    if (!this.#losses || !contains(this.#losses.frame, x, y)) return undefined;
    const steps = columnsOf(shown);
    const step = this.#losses.x.invert(x);
    const column = Math.max(
      0,
      steps.findIndex((to) => step <= to),
    );
    const away = shown.race.lanes.map((_, lane) => {
      const loss = numberAt(shown, lane * rows, column);
      return Number.isNaN(loss) ? Number.POSITIVE_INFINITY : Math.abs((this.#losses as Losses).y(loss) - y);
    });
    return { row: away.indexOf(Math.min(...away)) * rows, column };
  }

  /** Marks a test in its map, or a mean loss on its line. */
  point(cell: Cell | undefined, shown: RaceShown): void {
    this.cursor.replaceChildren();
    if (!cell) return;
    const rows = rowsOf(shown).length;
    const box = this.#maps[Math.floor(cell.row / rows)];
    const row = (cell.row % rows) - 1;
    if (row >= 0 && box) {
      const [width, height] = [box.width / box.columns, box.height / box.rows];
      const [x, y] = [box.left + cell.column * width, box.top + row * height];
      this.cursor.append(svg("rect", { x, y, width, height, "stroke-width": 2 }));
      return;
    }
    const loss = numberAt(shown, cell.row, cell.column);
    const step = columnsOf(shown)[cell.column];
    if (!this.#losses || Number.isNaN(loss) || step === undefined) return;
    const { x, y } = this.#losses;
    this.cursor.append(svg("circle", { cx: x(step), cy: y(loss), r: 6, "stroke-width": 2 }));
  }
}
