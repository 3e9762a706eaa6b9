import { css } from "@lit/reactive-element";
import { dragIn } from "../../plot/drag.ts";
import { formatInteger } from "../../plot/numbers.ts";
import { choose, seedField, slide, slider, wholeScale } from "../controls/bound.ts";
import { readingStyles } from "../controls/reading-styles.ts";
import { trainButton, trainStyles } from "../controls/training.ts";
import { type Cell, cellAfter, type Host, type Part, whenShown } from "../definition/definition.ts";
import { type NamedArray, range } from "../definition/figure-spec.ts";
import { noModule } from "../definition/page-modules.ts";
import { real, seedRule, whole, word } from "../definition/rules.ts";
import { figure } from "../figure/figure.ts";
import { TASKS, type ThreadRun } from "./thread-run.ts";
import {
  describeRow,
  describeTable,
  goOn,
  label,
  ThreadPlot,
  type ThreadShown,
  threadShown,
} from "./thread-shown.ts";

/** What a reader does beside training: looks back at earlier steps, and turns the picture. */

export type Figure = Host<object, ThreadShown>;
type Turned = Host<{ yaw: number; pitch: number }, ThreadShown>;

/** Runs along while the model trains; afterwards it leads back to every step. */
function stepSlider(figure: Figure): Part<ThreadShown> {
  const stepOf = (share: number) => formatInteger(share * (figure.shown?.run.settings.steps ?? 0));
  const { element, show } = slider({
    label: "step",
    min: 0,
    max: 1,
    step: 0.001,
    format: stepOf,
    oninput: (share) => whenShown(figure, ({ run }) => run.look(share)),
  });
  return { element, show: ({ run }) => show(run.seen.step / run.settings.steps) };
}

const DEGREES = 5; // of an arrow key
const PER_PIXEL = 0.5; // degrees

/** An angle within half a turn on each side. */
const wrapped = (angle: number): number => angle - 360 * Math.round(angle / 360);

function turn(figure: Turned, right: number, up: number): void {
  figure.yaw = wrapped(figure.yaw + right);
  figure.pitch = Math.min(Math.max(figure.pitch + up, -90), 90);
}

const KEYS_TEXT =
  "The arrows turn the picture. Page Up, Page Down, Home and End go from position to position.";

/** Arrows turn the picture; other keys move along the thread. */
function press(event: KeyboardEvent, figure: Turned): Cell | true | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey || !figure.shown) return undefined;
  const turns: Readonly<Record<string, readonly [number, number]>> = {
    ArrowLeft: [-DEGREES, 0],
    ArrowRight: [DEGREES, 0],
    ArrowUp: [0, DEGREES],
    ArrowDown: [0, -DEGREES],
  };
  const by = Object.hasOwn(turns, event.key) ? turns[event.key] : undefined;
  if (by) {
    turn(figure, ...by);
    figure.announce(`turned to ${formatInteger(figure.yaw)}°, ${formatInteger(figure.pitch)}°`);
    return true;
  }
  const { positions } = figure.shown.run.settings;
  const grid = { rows: 1, columns: positions };
  const moves: Readonly<Record<string, string>> = { PageUp: "ArrowLeft", PageDown: "ArrowRight" };
  return cellAfter(moves[event.key] ?? event.key, figure.cursor ?? { row: 0, column: -1 }, grid);
}

/** A mouse turns the picture in both directions. A finger that moves sideways turns it, and one that moves upright scrolls the page. */
function turnByHand(figure: Turned, element: HTMLElement): void {
  let last: readonly [number, number] = [0, 0];
  dragIn(element, {
    take(x, y) {
      last = [x, y];
      return figure.shown !== undefined;
    },
    move(x, y) {
      turn(figure, PER_PIXEL * (x - last[0]), PER_PIXEL * (y - last[1]));
      last = [x, y];
    },
  });
}

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
      whenShown(this, ({ run }: ThreadShown) => run.train());
    },
    pause(): void {
      whenShown(this, ({ run }: ThreadShown) => run.pause());
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
  keys: { text: KEYS_TEXT, press },
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
