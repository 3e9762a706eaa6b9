import { contains } from "../../plot/box.ts";
import { svg } from "../../plot/dom.ts";
import { LayeredPlot } from "../../plot/layered-plot.ts";
import { frameOf, plotFontSize } from "../../plot/plot-frame.ts";
import type { Size } from "../../plot/size.ts";
import type { Cell } from "../definition/cell-cursor.ts";
import type { Plot } from "../definition/definition.ts";
import { type Curves, curvesIn, drawCurves } from "./race-curves.ts";
import { lengthsOf, type RaceShown, scoreAt } from "./race-shown.ts";

/** How many answers of each model are right, by the length of the text. */

const MARGIN = { left: 4, top: 2.6, right: 7, bottom: 3.4 }; // font sizes

export class RacePlot extends LayeredPlot implements Plot<RaceShown> {
  #curves: Curves | undefined;

  draw(shown: RaceShown, size: Size): void {
    this.element.setAttribute("aria-busy", String(shown.race.isRunning));
    this.#curves = curvesIn(shown, frameOf(size, MARGIN, plotFontSize(this.element)));
    this.content.replaceChildren(...drawCurves(shown, this.#curves));
  }

  /** The nearest length, and the line that is nearest there. */
  cellAt(x: number, y: number, shown: RaceShown): Cell | undefined {
    const curves = this.#curves;
    if (!curves || !contains(curves.frame, x, y)) return undefined;
    const column = nearest(lengthsOf(shown).map((length) => Math.abs(curves.x(length) - x)));
    const length = lengthsOf(shown)[column] as number;
    const away = shown.race.lanes.map((lane) => {
      const score = scoreAt(lane, length);
      return Number.isNaN(score) ? Number.POSITIVE_INFINITY : Math.abs(curves.y(score) - y);
    });
    return { row: nearest(away), column };
  }

  point(cell: Cell | undefined, shown: RaceShown): void {
    this.cursor.replaceChildren();
    const lane = cell && shown.race.lanes[cell.row];
    const length = cell && lengthsOf(shown)[cell.column];
    if (!this.#curves || !lane || length === undefined) return;
    const score = scoreAt(lane, length);
    if (Number.isNaN(score)) return;
    const { x, y } = this.#curves;
    this.cursor.append(svg("circle", { cx: x(length), cy: y(score), r: 6, "stroke-width": 2 }));
  }
}

const nearest = (distances: readonly number[]): number => distances.indexOf(Math.min(...distances));
