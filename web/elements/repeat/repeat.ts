import type { Posenc } from "../../../src/entries/encodings.ts";
import { baseSlider, choose, slide, wholeScale } from "../controls/bound.ts";
import { fullModule } from "../definition/full-module.ts";
import { whole } from "../definition/rules.ts";
import { sinusoid } from "../definition/sinusoid.ts";
import { figure } from "../figure/figure.ts";
import { repeatCode } from "./repeat-code.ts";
import { RepeatPlot } from "./repeat-plot.ts";
import { progressOf, togglePause } from "./repeat-progress.ts";
import { describeBest, describeStretch, reasonOf } from "./repeat-reading.ts";
import { FARTHEST, type RepeatShown, repeatShown } from "./repeat-shown.ts";
import { repeatStyles } from "./repeat-styles.ts";

/** The largest width for which the first slice of a search takes a few milliseconds. */
const WIDEST = 4096;

type Ends = HTMLElement & { from: number; to: number };

const RepeatFigure = figure({
  tag: "pe-repeat",
  doc: "The offset at which an encoding comes nearest to repeating itself; the search runs while the figure is visible.",
  example: '<pe-repeat d-model="4" to="100000"></pe-repeat>',
  members: {
    share: { type: "number", doc: "Progress of the search, from 0 to 1." },
    isPaused: { type: "boolean", doc: "Whether the search is stopped." },
    togglePause: { type: "() => void", doc: "Pauses or resumes the search." },
  },
  module: fullModule,
  encoding: sinusoid({ dModel: 2, widest: WIDEST }),
  state: {
    from: whole({ from: 1, to: FARTHEST, default: 1, doc: "The first offset to check" }),
    to: whole({ from: 1, to: FARTHEST, default: 10_000_000, doc: "The last offset to check" }),
  },
  styles: repeatStyles,
  heights: [{ em: 54 }, { from: 44, em: 32 }],
  kind: "points",
  compute: (pe: Posenc, { spec, from, to }, before: RepeatShown | undefined): RepeatShown =>
    repeatShown(pe, { spec, from, to }, RepeatElement.startWorker, before),
  methods: {
    get share(): number {
      return this.shown?.search.share ?? 0;
    },
    get isPaused(): boolean {
      return this.shown?.search.isPaused ?? false;
    },
    togglePause(): void {
      togglePause(this);
    },
  },
  proceed(shown, _pe, figure): Promise<RepeatShown> | undefined {
    const { search } = shown;
    if (search.isFinished || search.isPaused) return undefined;
    return search.advance().then((): RepeatShown => {
      if (search.isFinished) figure.announce(describeBest(search.stretches));
      return { ...shown };
    });
  },
  stop: ({ search }) => search.stop(),
  plot: () => new RepeatPlot(),
  label: ({ search }) => describeBest(search.stretches),
  describe({ search: { stretches }, spec }, cell, pe) {
    const stretch = cell && stretches[cell.column];
    return stretch ? describeStretch(stretch) : `${describeBest(stretches)} ${reasonOf(pe, spec)}`;
  },
  grid: ({ search }) => ({ rows: 1, columns: Math.max(1, search.stretches.length) }),
  valueAt: ({ column }) => ({ row: column, column: 3 }),
  array: ({ search: { stretches } }) => ({
    corner: "stretch",
    rows: stretches.map((_, index) => index),
    columns: ["from", "to", "offset", "distance"],
    values: stretches.flatMap(({ from, to, offset, distance }) => [from, to, offset, distance]),
  }),
  code: ({ spec, search }) => repeatCode(spec, search.stretches),
  controls: {
    rows: [choose("dModel", "width d", [2, 4, 8, 128, 512])],
    sliders: [
      slide("to", {
        ...wholeScale(2),
        label: "search to",
        from: 1,
        to: 1e8,
        oninput: (value, figure) => set(figure as Ends, "to", value),
      }),
    ],
    bar: [progressOf],
    more: [
      slide("from", {
        ...wholeScale(2),
        label: "from",
        from: 1,
        to: 1e4,
        oninput: (value, figure) => set(figure as Ends, "from", value),
      }),
      baseSlider,
    ],
  },
});

/** Sets one end of the range, which cannot pass the opposite end. */
function set(figure: Ends, end: "from" | "to", value: number): void {
  if (end === "to") figure.to = Math.max(value, figure.from);
  else figure.from = Math.min(value, figure.to);
}

/** The offsets at which an encoding comes nearest to repeating itself. */
export class RepeatElement extends RepeatFigure {
  /**
   * Starts a worker with the package's `repeat-worker.js`, for long searches. Only the page knows whether its policy
   * allows workers, and a forbidden attempt writes to the console. Default: none; all searches run in slices on the
   * page's own thread.
   */
  static startWorker: (() => Worker) | undefined;
}
