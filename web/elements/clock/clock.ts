import { css } from "@lit/reactive-element";
import { shownPairs } from "../../plot/dial-grid.ts";
import { dragIn, placeIn } from "../../plot/drag.ts";
import { formatInteger } from "../../plot/numbers.ts";
import { baseSlider, slide, widthSlider } from "../controls/bound.ts";
import { readingStyles } from "../controls/reading-styles.ts";
import { sameCell } from "../definition/definition.ts";
import { pairDimensions } from "../definition/figure-spec.ts";
import { lightModule } from "../definition/page-modules.ts";
import { whole } from "../definition/rules.ts";
import { sinusoid } from "../definition/sinusoid.ts";
import { figure } from "../figure/figure.ts";
import { between, ClockPlot, HeldHand, REACH } from "./clock-plot.ts";
import {
  askedStep,
  type ClockShown,
  clockShown,
  type Dial,
  describeDial,
  dialsTable,
  goTo,
  LAST,
  moving,
  press,
  step,
  stepButtons,
  togglePlay,
} from "./clock-shown.ts";

const clockStyles = [
  readingStyles({ 0: 3, 30: 1 }),
  css`
  .plot {
    cursor: grab;
  }
  .plot:active {
    cursor: grabbing;
  }
  .sector {
    fill: var(--_accent);
  }
  .rim {
    stroke: var(--_accent);
  }
  @container (max-width: 30rem) {
    .row,
    .bar {
      gap: 0.375rem;
    }
  }
`,
];

/** Upper end of the slider; a hand can be dragged farther. */
const SLIDER_END = 1000;
const WIDEST = 64;

const HINT = "Drag a hand, and all hands rotate with it. Point at a dial to read it.";

/** Each pair of dimensions as the hand of a clock. */
export const ClockElement = figure({
  tag: "pe-clock",
  doc: "Each pair of dimensions as the hand of a clock: each position rotates every hand by its own angle.",
  example: '<pe-clock d-model="8" position="3"></pe-clock>',
  members: {
    playing: { type: "boolean", doc: "Whether the steps are playing." },
    togglePlay: { type: "() => void", doc: "Starts or stops playing steps." },
    step: {
      type: "(by: 1 | -1) => void",
      doc: "Makes one step, forwards or back, and reads the new position.",
    },
    goTo: { type: "(position: number) => void", doc: "Goes to the nearest allowed position at once." },
  },
  module: lightModule,
  encoding: sinusoid({ dModel: 16 }),
  state: { position: whole({ from: 0, to: LAST, default: 0, doc: "The position shown by the hands" }) },
  styles: clockStyles,
  heights: [{ em: 36 }, { from: 30, aspect: [3, 2] }, { from: 44, aspect: [2, 1] }],
  kind: "clocks",
  compute: (pe, { spec, position }, before: ClockShown | undefined): ClockShown =>
    clockShown(pe, spec, position, before?.motion),
  methods: {
    get playing(): boolean {
      return this.shown?.motion.playing ?? false;
    },
    togglePlay(): void {
      togglePlay(this);
    },
    step(by: 1 | -1): void {
      askedStep(this, by);
    },
    goTo(position: number): void {
      goTo(this, position);
    },
  },
  proceed(shown, pe, clock) {
    const { motion, dials, atRest } = shown;
    if (dials !== atRest) return moving(shown, pe);
    if (motion.isDue) step(clock, 1);
    else if (motion.playing) return shown;
    return undefined;
  },
  plot: () => new ClockPlot(),
  label: ({ dials, position, spec }) =>
    `${dials.length} hands at position ${formatInteger(position)}, width ${spec.dModel}`,
  describe: ({ atRest, position }, cell) =>
    cell ? describeDial(atRest[cell.column] as Dial, position) : HINT,
  grid: ({ dials }) => ({ rows: 1, columns: dials.length }),
  keys: {
    text: "Left and right choose a dial; up and down make one step, Page Up and Page Down ten steps.",
    press,
  },
  pointsItself: true,
  entries({ spec, position }) {
    const dimensions = shownPairs(spec.dModel / 2).flatMap((pair) => pairDimensions(spec, pair));
    return { spec, positions: [position], dimensions: dimensions.sort((a, b) => a - b) };
  },
  tables: (shown, cell) => [dialsTable(shown, cell?.column)],
  interact(clock, plot: ClockPlot) {
    let held: HeldHand | undefined;
    const point = (dial: number | undefined) => {
      const cell = dial === undefined ? undefined : { row: 0, column: dial };
      if (!sameCell(cell, clock.cursor)) clock.cursor = cell;
    };
    dragIn(plot.element, {
      holdsTouch: true,
      take(x, y, { pointerType }) {
        const dial = plot.dialAt(x, y);
        point(dial);
        const frequency = dial !== undefined && clock.shown?.dials[dial]?.frequency;
        if (!frequency) return false;
        const angle = plot.angleAt(x, y, dial);
        // A finger takes a hand; beside the hand it scrolls the page.
        if (pointerType === "touch" && between(angle, frequency * clock.position) > REACH) return false;
        held = new HeldHand(dial, frequency, angle, clock.position);
        return true;
      },
      move(x, y) {
        if (held) goTo(clock, held.rotateTo(plot.angleAt(x, y, held.dial), LAST));
      },
    });
    plot.element.addEventListener("pointermove", (event) => {
      const isHeld = event.buttons !== 0;
      if (isHeld || event.pointerType === "touch" || plot.element.matches(":focus-visible")) return;
      point(plot.dialAt(...placeIn(plot.element, event)));
    });
  },
  controls: {
    sliders: [slide("position", { label: "position t", to: SLIDER_END })],
    bar: [stepButtons],
    more: [widthSlider(WIDEST), baseSlider],
  },
});
