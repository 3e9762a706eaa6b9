import { putAt } from "../../plot/box.ts";
import { CanvasPlot } from "../../plot/layered-plot.ts";
import { type Frame, plotFontSize } from "../../plot/plot-frame.ts";
import { Raster } from "../../plot/raster.ts";
import type { Size } from "../../plot/size.ts";
import type { Cell } from "../definition/cell-cursor.ts";
import type { Palette, Plot } from "../definition/definition.ts";
import { drawPhase, framePhase, paintPhase, phaseCellAt, phaseFrame } from "./parity-phase.ts";
import { drawScores, ringScore, scoreCellAt, scoreFrame } from "./parity-scores.ts";
import { CELLS, type ParityShown, type View } from "./parity-shown.ts";
import { drawWaves, threadOf, waveCellAt, wavesFrame } from "./parity-waves.ts";

const FRAMES: Readonly<Record<View, (size: Size, fontSize: number) => Frame>> = {
  phase: phaseFrame,
  score: scoreFrame,
  wavelengths: wavesFrame,
};
const CURSORS = { phase: framePhase, score: ringScore, wavelengths: threadOf } as const;
const CELL_AT = { phase: phaseCellAt, score: scoreCellAt, wavelengths: waveCellAt } as const;

/** One of three pictures of two engines. */
export class ParityPlot extends CanvasPlot implements Plot<ParityShown> {
  readonly #raster = new Raster(this.canvas);
  #frame: Frame = { left: 0, top: 0, width: 1, height: 1, fontSize: 12 };

  draw(shown: ParityShown, size: Size, palette: Palette): void {
    const { view, done } = shown;
    const isPhase = view === "phase";
    this.#frame = FRAMES[view](size, plotFontSize(this.element));
    this.canvas.hidden = !isPhase;
    this.element.setAttribute("aria-busy", String(isPhase && done < CELLS));
    if (isPhase) {
      putAt(this.canvas, this.#frame);
      const ratio = size.deviceWidth / size.width || 1;
      const [width, height] = [this.#frame.width, this.#frame.height].map((length) =>
        Math.round(length * ratio),
      ) as [number, number];
      this.#raster.paint(width, height, (rgba) => paintPhase(rgba, { width, height }, shown, palette));
    }
    this.content.replaceChildren(...this.#content(shown, palette));
  }

  #content(shown: ParityShown, palette: Palette): SVGElement[] {
    if (shown.view === "phase") return drawPhase(this.#frame, shown, palette);
    return (shown.view === "score" ? drawScores : drawWaves)(this.#frame, shown);
  }

  point(cell: Cell | undefined, shown: ParityShown): void {
    this.cursor.replaceChildren(...(cell ? CURSORS[shown.view](this.#frame, shown, cell) : []));
  }

  cellAt(x: number, y: number, shown: ParityShown): Cell | undefined {
    return CELL_AT[shown.view](this.#frame, shown, x, y);
  }
}
