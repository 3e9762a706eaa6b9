import { css } from "@lit/reactive-element";
import type { Posenc } from "../../../src/entries/encodings.ts";
import { type Code, code, literal } from "../../methods/code.ts";
import { frequenciesOf, type Sinusoid } from "../../methods/sinusoidal.ts";
import { html } from "../../plot/dom.ts";
import { baseSlider, choose, slide, wholeScale } from "../controls/bound.ts";
import { readingStyles } from "../controls/reading-styles.ts";
import { type Host, type Part, whenShown } from "../definition/definition.ts";
import { fullModule } from "../definition/full-module.ts";
import { whole } from "../definition/rules.ts";
import { sinusoid } from "../definition/sinusoid.ts";
import { figure } from "../figure/figure.ts";
import { RepeatPlot } from "./repeat-plot.ts";
import {
  describeBest,
  describeStretch,
  FARTHEST,
  type RepeatShown,
  reasonOf,
  repeatShown,
  type SearchedStretch,
} from "./repeat-shown.ts";

const repeatStyles = [
  readingStyles({ 0: 9, 30: 5, 44: 3 }),
  css`
  .record {
    fill: var(--_accent);
  }
  .steps {
    stroke: var(--_accent);
  }
  button:disabled {
    opacity: 0.6;
    cursor: default;
  }
  .row {
    gap: 0.375rem;
  }
  progress {
    inline-size: 3.5rem;
    accent-color: var(--_accent);
  }
  @container (min-width: 44rem) {
    progress {
      inline-size: 12rem;
    }
  }
`,
];

/** Stops or continues the search. */
const togglePause = (figure: Host<object, RepeatShown>): void =>
  whenShown(figure, ({ search }) => {
    search.isPaused = !search.isPaused;
    if (search.isPaused) search.stop();
  });

/** The progress of the search, and a button that stops it. */
function progressOf(figure: Host<object, RepeatShown>): Part<RepeatShown> {
  const progress = html("progress", { max: 1, "aria-label": "search" });
  const pause = html("button", { type: "button", onclick: () => togglePause(figure) });
  return {
    element: html("div", { class: "row" }, pause, progress),
    show({ search: { share, isPaused } }) {
      progress.value = share;
      pause.disabled = share === 1;
      pause.textContent = pause.disabled ? "Done" : isPaused ? "Resume" : "Stop";
    },
  };
}

/** Code that finds the nearest repeat of each stretch. Python computes the distance at every offset, in double precision. */
function repeatCode({ layout: _, ...spec }: Sinusoid, stretches: readonly SearchedStretch[]): Code {
  const list = literal(stretches.map(({ from, to }) => [from, to]));
  return code(
    `stretches = ${list}
${frequenciesOf(spec)}

def nearest(first, last):
    best = float("inf"), 0
    for start in range(first, last + 1, 4096):
        offset = xp.arange(start, min(start + 4096, last + 1))
        distance = 2 * xp.sqrt((xp.sin(offset[:, None] * frequency / 2) ** 2).sum(1))
        best = min(best, (distance.min().item(), offset[distance.argmin()].item()))
    return best

values = xp.asarray([[first, last, *nearest(first, last)[::-1]] for first, last in stretches], dtype=xp.float64)
`,
    `const spec = ${literal(spec)};
const stretches = ${list};
const values = stretches.flatMap(([from, to]) => {
  const { offset, distance } = pe.nearestRepeatSync(spec, { from, to });
  return [from, to, offset, distance];
});
`,
  );
}

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
