import { css } from "@lit/reactive-element";
import { choose, seedField, slide, wholeScale } from "../controls/bound.ts";
import { readingStyles } from "../controls/reading-styles.ts";
import { seedRule } from "../controls/seed-field.ts";
import { trainButton, trainStyles, whenShown } from "../controls/training.ts";
import { noModule } from "../definition/no-module.ts";
import type { NamedArray } from "../definition/numbers.ts";
import { real, whole, word } from "../definition/rules.ts";
import { figure } from "../figure/figure.ts";
import { range } from "../share/entries.ts";
import { KEYS_TEXT, press, stepSlider, turnByHand } from "./thread-controls.ts";
import { ThreadPlot } from "./thread-plot.ts";
import { describeRow, describeTable, label } from "./thread-reading.ts";
import { TASKS, type ThreadRun } from "./thread-run.ts";
import { goOn, type ThreadShown, threadShown } from "./thread-shown.ts";

/** The table that is in view: a row for each position. */
const tableOf = ({ seen, settings: { positions, dModel } }: ThreadRun): NamedArray => ({
  corner: "position",
  rows: range(0, positions),
  columns: range(0, dModel),
  values: seen.rows,
});

const styles = [
  ...readingStyles({ 0: 6, 24: 4, 44: 3, 60: 2 }),
  trainStyles,
  css`
    .plot {
      cursor: grab;
    }
    .plot:active {
      cursor: grabbing;
    }
    .halo {
      paint-order: stroke;
    }
  `,
];

const ThreadFigure = figure({
  tag: "pe-thread",
  doc: "The rows of a learned table, which start at random, line up while a small model trains: nobody tells it that 11 comes after 10. Nothing runs until the reader presses Train.",
  example: '<pe-thread positions="32" steps="600"></pe-thread>',
  members: {
    isRunning: { type: "boolean", doc: "Whether the model trains." },
    isFinished: { type: "boolean", doc: "Whether all steps are taken." },
    train: { type: "() => void", doc: "Starts or resumes the training, or tries again after a fault." },
    pause: { type: "() => void", doc: "Pauses the training; `train` resumes it with the same bits." },
  },
  parts: ["train"],
  module: noModule,
  state: {
    task: word(TASKS, {
      doc: "What the model learns: to look back as far as each letter says, to look back by three letters, or to count",
    }),
    positions: whole({ from: 16, to: 128, default: 48, doc: "Rows of the table, and letters of a text" }),
    dModel: whole({ from: 8, to: 64, default: 32, doc: "Channels of the model, a multiple of 8" }),
    steps: whole({ from: 1, to: 10_000, default: 900, doc: "Steps of training" }),
    seed: seedRule("weights and texts"),
    yaw: real({ from: -180, to: 180, default: 0 as number, doc: "Rotation about the upright axis, degrees" }),
    pitch: real({ from: -90, to: 90, default: 0 as number, doc: "Rotation about the level axis, degrees" }),
  },
  styles,
  heights: [{ em: 40 }, { from: 24, em: 36 }, { from: 44, em: 34 }],
  kind: "points in space",
  compute: (_, state, before: ThreadShown | undefined): ThreadShown =>
    threadShown(state, ThreadElement.startWorker, before),
  methods: {
    get isRunning(): boolean {
      return this.shown?.run.isRunning ?? false;
    },
    get isFinished(): boolean {
      return this.shown?.run.isFinished ?? false;
    },
    train(): void {
      whenShown(this as never, ({ run }: ThreadShown) => run.train());
    },
    pause(): void {
      whenShown(this as never, ({ run }: ThreadShown) => run.pause());
    },
  },
  proceed(shown, _pe, figure) {
    if (shown.run.isFinished && shown.changes !== shown.run.changes)
      figure.announce(describeTable(shown.run));
    return goOn(shown);
  },
  stop: ({ run }) => run.pause(),
  plot: () => new ThreadPlot(),
  label: ({ run }) => label(run),
  describe: ({ run }, cell) => (cell ? describeRow(run, cell.column) : describeTable(run)),
  grid: ({ run }) => ({ rows: 1, columns: run.settings.positions }),
  keys: { text: KEYS_TEXT, press: press as never },
  valueAt: ({ column }) => ({ row: column, column: 0 }),
  array: ({ run }) => tableOf(run),
  code: async ({ run }) => (await import("./thread-code.ts")).threadCode(run),
  interact: (figure, plot) => turnByHand(figure, plot.element),
  controls: {
    sliders: [stepSlider],
    bar: [trainButton(({ run }: ThreadShown) => run)],
    more: [
      choose("task", "task", {
        pointer: "as far as the letter says",
        back: "3 letters back",
        count: "count",
      }),
      choose("positions", "positions", [24, 48, 96]),
      choose("dModel", "width d", [16, 32, 64]),
      slide("steps", { ...wholeScale(2), label: "steps", from: 100, to: 5000 }),
      seedField,
    ],
  },
});

/** The rows of a learned table, which line up while a small model trains. */
export class ThreadElement extends ThreadFigure {
  /**
   * Starts a worker with the package's `race-worker.js`. Only the page knows whether its policy allows workers, and a
   * forbidden attempt writes to the console. Default: none; the model trains in slices of 8 ms on the page's own thread.
   */
  static startWorker: (() => Worker) | undefined;
}
