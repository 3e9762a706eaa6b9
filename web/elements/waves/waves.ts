import { css } from "@lit/reactive-element";
import { dragIn } from "../../plot/drag.ts";
import { baseSlider, widthSlider } from "../controls/bound.ts";
import { lightModule } from "../definition/light-module.ts";
import { numbers } from "../definition/rules.ts";
import { sinusoid } from "../definition/sinusoid.ts";
import { figure } from "../figure/figure.ts";
import { WavesPlot } from "./waves-plot.ts";
import { moveMark, nearestMark, type WavesShown, wavesShown } from "./waves-shown.ts";
import { wavesTable } from "./waves-table.ts";

/** The curves fill the height that the table leaves. The columns of the table are as wide as their sliders. */
const wavesStyles = css`
  .box {
    grid-template-rows: minmax(11rem, 1fr) auto;
  }
  .plot {
    touch-action: pan-y;
    cursor: ew-resize;
  }
  .panel .scroll,
  .panel table {
    grid-column: 1 / -1;
  }
  table {
    inline-size: 100%;
  }
  thead th {
    inline-size: 18%;
    vertical-align: bottom;
  }
  thead th:first-child,
  thead th:last-child {
    inline-size: 14%;
  }
  th:first-child {
    text-align: start;
    white-space: nowrap;
  }
  thead .value {
    font-weight: 600;
  }
  thead input {
    display: block;
    inline-size: 100%;
    min-inline-size: 0;
    min-block-size: 1.5rem;
    margin: 0;
  }
  .swatch {
    margin-inline-end: 0.5rem;
    vertical-align: middle;
  }
  @container (max-width: 30rem) {
    th,
    td {
      padding-inline: 0.25rem 0;
    }
    thead th:first-child span {
      font-size: 0;
    }
    .swatch,
    tr > :last-child:not(:first-child) {
      display: none;
    }
  }
`;

/** Most legible curves and marks. */
const MOST = 8;

/** Most positions in view: with more, a curve would have fewer points than waves. */
const WIDEST = 1000;

/** Most channels: each point of a curve takes a whole row. */
const MOST_CHANNELS = 4096;

/** Some dimensions of an encoding as curves over positions. */
export const WavesElement = figure({
  tag: "pe-waves",
  doc: "Some dimensions of an encoding as curves over positions, with movable marks and their values.",
  example: '<pe-waves d-model="50" positions="0 20"></pe-waves>',
  parts: ["table"],
  module: lightModule,
  encoding: sinusoid({ dModel: 50, widest: MOST_CHANNELS }),
  state: {
    dimensions: numbers({
      least: 1,
      most: MOST,
      expected: `up to ${MOST} whole numbers from 0 to d-model − 1`,
      holds: () => true, // a narrower table lacks some of them
      default: [0, 1, 2, 3],
      doc: "The curves",
    }),
    positions: numbers({
      least: 2,
      most: 2,
      expected: `two numbers 1 to ${WIDEST} apart`,
      holds: ([from = 0, to = 0]) => to - from >= 1 && to - from <= WIDEST,
      default: [0, 20],
      doc: "The part in view, `from to`",
    }),
    marks: numbers({
      least: 1,
      most: MOST,
      expected: `up to ${MOST} numbers`,
      holds: () => true,
      default: [0, 1, 2, 3],
      doc: "The marked positions",
    }),
  },
  styles: wavesStyles,
  kind: "curves",
  compute: (pe, { spec, ...state }): WavesShown => wavesShown(pe, spec, state),
  plot: () => new WavesPlot(),
  label: ({ dimensions, view }) =>
    `dimensions ${dimensions.join(", ")} at positions ${view[0]} to ${view[1]}`,
  entries: ({ spec, marks: positions, dimensions }) => ({ spec, positions, dimensions }),
  tables: false,
  interact(figure, plot: WavesPlot) {
    let held = 0;
    dragIn(plot.element, {
      take(x) {
        const { shown } = figure;
        if (!shown) return false;
        held = nearestMark(shown, plot.positionAt(x));
        moveMark(figure, held, plot.positionAt(x));
        return true;
      },
      move: (x) => moveMark(figure, held, plot.positionAt(x)),
    });
  },
  controls: { sliders: [widthSlider(512)], more: [wavesTable, baseSlider] },
});
