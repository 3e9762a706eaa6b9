import { LayeredPlot } from "../../plot/layered-plot.ts";
import { plotFontSize } from "../../plot/plot-frame.ts";
import { NO_SIZE, type Size } from "../../plot/size.ts";
import type { Cell } from "../definition/cell-cursor.ts";
import type { Plot } from "../definition/definition.ts";
import { DialsPlot } from "./rope-dials-plot.ts";
import type { RopeShown } from "./rope-shown.ts";
import { WavelengthsPlot } from "./rope-wavelengths-plot.ts";

/** The plot of a rotary encoding: one of two pictures. */
export class RopePlot extends LayeredPlot implements Plot<RopeShown> {
  readonly #dials = new DialsPlot();
  readonly #waves = new WavelengthsPlot();
  #size: Size = NO_SIZE;

  draw(shown: RopeShown, size: Size): void {
    this.#size = size;
    this.content.replaceChildren((shown.view === "angles" ? this.#dials : this.#waves).element);
  }

  /** The cursor changes several parts of the picture, so everything is drawn again. */
  point(cursor: Cell | undefined, shown: RopeShown): void {
    const fontSize = plotFontSize(this.element);
    if (shown.view === "wavelengths") {
      this.#waves.layOut(this.#size, fontSize);
      this.#waves.draw({ rows: shown.rows, lengths: shown.lengths, cursor });
      return;
    }
    const { pairs, dials, query, key, score } = shown;
    this.#dials.layOut(this.#size, fontSize, dials.length);
    this.#dials.draw({
      shown: dials.map((pair) => pairs[pair] as (typeof pairs)[number]),
      count: pairs.length,
      query,
      key,
      score,
      cursor: cursor?.column,
    });
  }

  cellAt(x: number, y: number, { view }: RopeShown): Cell | undefined {
    if (view === "wavelengths") return this.#waves.cellAt(x, y);
    const column = this.#dials.dialAt(x, y);
    return column === undefined ? undefined : { row: 0, column };
  }
}
