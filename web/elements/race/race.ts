import { labMethods } from "../../../src/api/lab/methods.ts";
import { taskNames } from "../../../src/api/lab/tasks.ts";
import { contains } from "../../plot/box.ts";
import { svg } from "../../plot/dom.ts";
import { frameOf, LayeredPlot, plotFontSize, type Size } from "../../plot/layered-plot.ts";
import { formatRough } from "../../plot/numbers.ts";
import { choose, row, seedField, slide, wholeScale } from "../controls/bound.ts";
import { pills } from "../controls/pills.ts";
import { trainButton } from "../controls/training.ts";
import { type Cell, type Plot, whenShown } from "../definition/definition.ts";
import { noModule } from "../definition/page-modules.ts";
import { real, seedRule, text, whole, word } from "../definition/rules.ts";
import { figure } from "../figure/figure.ts";
import { askPanel } from "./race-ask.ts";
import { encodingChoice, raceStyles, seedButtons, taskMenu, throwAway } from "./race-controls.ts";
import { type Curves, curvesIn, describeCell, describeRace, drawCurves, label } from "./race-curves.ts";
import { scoresTable } from "./race-scores.ts";
import { MOST_LANES, titleOf } from "./race-settings.ts";
import {
  columnsOf,
  drive,
  goOn,
  lengthsOf,
  type RaceShown,
  raceArray,
  raceShown,
  rowsOf,
  STRETCH_NAMES,
  STRETCHES,
  scoreAt,
  scoresOf,
} from "./race-shown.ts";

/** How many answers of each model are right, by the length of the text. */

const MARGIN = { left: 4, top: 2.6, right: 7, bottom: 3.4 }; // font sizes

class RacePlot extends LayeredPlot implements Plot<RaceShown> {
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

/** The rules for longer texts, which need no training. */
const rescue = pills(choose("stretch", "Rescue RoPE", STRETCH_NAMES));

/** What one encoding has got right. */
interface RaceResult {
  readonly encoding: string;
  readonly name: string;
  readonly scores: readonly number[];
}

const RaceFigure = figure({
  tag: "pe-race",
  doc: "Small models that learn the same task with different encodings: which of them can read longer texts than they were trained on? Nothing runs until the reader presses Train.",
  example: '<pe-race encodings="none rope" task="reverse" steps="600"></pe-race>',
  members: {
    isRunning: { type: "boolean", doc: "Whether the models train." },
    isFinished: { type: "boolean", doc: "Whether all steps are taken." },
    results: {
      type: "readonly { encoding: string; name: string; scores: readonly number[] }[]",
      doc: "The name of each encoding, and its share of right answers at 1, 2, 4 and 8 times the longest trained length; NaN before the first test.",
    },
    train: {
      type: "() => void",
      doc: "Starts or resumes the training, and retries models that an error has stopped.",
    },
    pause: { type: "() => void", doc: "Pauses the training; `train` resumes it with the same bits." },
    throwAway: { type: "() => void", doc: "Clears the models, also from the browser's storage." },
  },
  parts: ["table", "number", "value", "train"],
  module: noModule,
  state: {
    task: word(taskNames, { doc: "What the models learn" }),
    encodings: text({
      default: "sinusoidal rope kerple",
      doc: `The encodings, one to ${MOST_LANES} of ${labMethods.join(", ")}, with spaces between them; with fields of posenc/lab as rope?scaling=yarn&scaling.factor=4`,
    }),
    steps: whole({ from: 1, to: 100_000, default: 2000, doc: "Steps of training" }),
    seed: seedRule("weights and texts"),
    seeds: whole({
      from: 1,
      to: 20,
      default: 1,
      doc: "Number of seeds to train, starting with the first; the picture shows the first seed, the table the mean and range of all seeds",
    }),
    dModel: whole({
      from: 4,
      to: 256,
      default: 32,
      doc: "Channels of the models, a multiple of twice the heads",
    }),
    layers: whole({ from: 1, to: 4, default: 2, doc: "Layers of the models" }),
    heads: whole({ from: 1, to: 16, default: 4, doc: "Heads of a layer" }),
    batch: whole({ from: 1, to: 256, default: 32, doc: "Sequences in a step" }),
    rate: real({ from: 0.00001, to: 10, default: 0.006, doc: "The learning rate after the warm-up" }),
    stretch: word(STRETCHES, {
      doc: "The rule for longer texts, used to test the trained rotary models; `cut` changes no angle, and lets each word see only as many words as in training",
    }),
    factor: real({ from: 1, to: 64, default: 8, doc: "The factor by which that rule stretches positions" }),
  },
  styles: raceStyles,
  heights: [{ em: 84 }, { from: 24, em: 72 }, { from: 44, em: 62 }, { from: 50, em: 38 }],
  kind: "chart of right answers",
  compute: (_, state, before: RaceShown | undefined): RaceShown =>
    raceShown(state, RaceElement.startWorker, before),
  methods: {
    get isRunning(): boolean {
      return this.shown?.race.isRunning ?? false;
    },
    get isFinished(): boolean {
      const race = this.shown?.race;
      return race ? race.isFinished && !race.isStopped : false;
    },
    get results(): readonly RaceResult[] {
      return (this.shown?.race.lanes ?? []).map((lane) => ({
        encoding: lane.encoding,
        name: titleOf(lane.encoding),
        scores: scoresOf(lane),
      }));
    },
    train(): void {
      whenShown(this, ({ race }: RaceShown) => {
        race.train();
        void drive(race);
      });
    },
    pause(): void {
      whenShown(this, ({ race }: RaceShown) => race.pause());
    },
    throwAway(): void {
      throwAway(this);
    },
  },
  proceed: goOn,
  stop: ({ race }) => race.pause(),
  plot: () => new RacePlot(),
  label,
  describe: (shown, cell) => (cell ? describeCell(shown, cell) : describeRace(shown)),
  remark: ({ race }) =>
    race.isKept ? "" : "This browser does not store data for this page: a reload loses the trained models.",
  grid: (shown) => ({ rows: shown.race.lanes.length, columns: lengthsOf(shown).length }),
  /** The last test so far, or the first one. */
  valueAt: ({ row, column }, shown) => ({
    row: (row + 1) * rowsOf(shown).length - 1 - column,
    column: Math.min(
      Math.max(0, (shown.race.lanes[row]?.state.tests.length ?? 0) - 1),
      columnsOf(shown).length - 1,
    ),
  }),
  array: raceArray,
  code: async (shown) => (await import("./race-code.ts")).raceCode(shown),
  panels: [askPanel],
  above: [
    row(
      trainButton(({ race }: RaceShown) => race),
      rescue,
    ),
  ],
  below: { last: [scoresTable] },
  controls: {
    more: [
      encodingChoice,
      row(taskMenu, seedButtons),
      slide("factor", { label: "factor of the rescue", to: 16, step: 0.5, format: formatRough }),
      slide("steps", { ...wholeScale(2), label: "steps", from: 50, to: 10_000 }),
      slide("seeds", { label: "seeds" }),
      choose("dModel", "width d", [16, 32, 64, 128, 256]),
      choose("layers", "layers", [1, 2, 3, 4]),
      choose("heads", "heads", [1, 2, 4, 8]),
      choose("batch", "batch", [8, 16, 32, 64]),
      choose("rate", "rate", [0.001, 0.003, 0.006, 0.01]),
      seedField,
    ],
  },
});

/** Small models that learn one task, each with another encoding. */
export class RaceElement extends RaceFigure {
  /**
   * Starts a worker with the package's `race-worker.js`, one for each model. Only the page knows whether its policy allows
   * workers, and a forbidden attempt writes to the console. Default: none; models train in slices of 8 ms on the page's
   * own thread.
   */
  static startWorker: (() => Worker) | undefined;
}
