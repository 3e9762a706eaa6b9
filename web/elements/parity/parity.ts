import { css } from "@lit/reactive-element";
import { putAt } from "../../plot/box.ts";
import { CanvasPlot, type Frame, plotFontSize, type Size } from "../../plot/layered-plot.ts";
import { formatCount, formatInteger, formatRough, formatSmall } from "../../plot/numbers.ts";
import { Raster } from "../../plot/raster.ts";
import { choose, slide } from "../controls/bound.ts";
import { readingStyles } from "../controls/reading-styles.ts";
import type { Cell, Palette, Plot } from "../definition/definition.ts";
import { type NamedArray, range } from "../definition/figure-spec.ts";
import { noModule } from "../definition/page-modules.ts";
import { text, whole, word } from "../definition/rules.ts";
import { figure } from "../figure/figure.ts";
import { parityCode } from "./parity-code.ts";
import {
  drawPhase,
  drawWaves,
  framePhase,
  paintPhase,
  phaseCellAt,
  phaseFrame,
  positionsOf,
  threadOf,
  waveCellAt,
  wavesFrame,
} from "./parity-plot.ts";
import {
  advance,
  type Band,
  CELLS,
  drawScores,
  meansIn,
  NAMES,
  type ParityShown,
  parityMenus,
  parityShown,
  ringScore,
  scoreCellAt,
  scoreFrame,
  startOf,
  VIEWS,
  type View,
  wavesOf,
} from "./parity-shown.ts";

const parityStyles = [
  ...readingStyles({ 0: 6, 24: 4, 40: 3, 60: 2 }),
  css`
    .scores,
    .scaled path,
    .blended path,
    .scaled circle,
    .blended circle {
      stroke: var(--_accent);
    }
    .dot,
    .scaled circle {
      fill: var(--_accent);
      stroke: none;
    }
    .menus {
      display: flex;
      flex-wrap: wrap;
      gap: 0.5em 1.25em;
    }
  `,
];

/** Two engines in words. */

const BANDS: Readonly<Record<Band, string>> = {
  kept: "kept by the rule",
  blended: "blended by the rule",
  scaled: "scaled by the rule",
  still: "stands still",
};

function describeCell(shown: ParityShown, cell: Cell): string {
  const { view, parity } = shown;
  if (view === "score") {
    const { length, distance, rms, relative } = parity.scores[cell.column]!;
    return `${formatCount(length, "token")}: scores differ most between tokens ${formatInteger(distance)} apart, by ${formatSmall(rms)} or ${formatSmall(relative)} of a score (root mean square for normal queries and keys)`;
  }
  if (view === "wavelengths") {
    const both = ([0, 1] as const).map((side) => {
      const { wavelength, band } = wavesOf(shown, side)[cell.column]!;
      const turn = Number.isFinite(wavelength) ? `${formatRough(wavelength, 4)} tokens per turn, ` : "";
      return `${parity.sides[side].engine} ${turn}${BANDS[band]}`;
    });
    return `pair ${cell.column}: ${both.join("; ")}`;
  }
  const [first, last] = positionsOf(shown, cell.column);
  const where =
    first === last
      ? `position ${formatInteger(first)}`
      : `positions ${formatInteger(first)} to ${formatInteger(last)}`;
  return `pair ${cell.row}, ${where}: mean difference ${formatSmall(meansIn(shown, cell.column)[cell.row]!)} rad`;
}

/** Describes the whole picture. */
function describeParity(shown: ParityShown): string {
  const { parity, model } = shown;
  const { sides, scores, length, kind } = parity;
  const [own, other] = sides;
  const who = `${model}${kind === "all" ? "" : `, ${kind}`}: ${own.title} beside ${other.title}.`;
  const last = parity.at(length);
  let worst = 0;
  last.forEach((difference, pair) => {
    if (Math.abs(difference) > Math.abs(last[worst]!)) worst = pair;
  });
  const phases =
    last[worst] === 0
      ? `Phases are the same at position ${formatInteger(length)}.`
      : `At position ${formatInteger(length)} phases differ most on pair ${worst}, by ${formatSmall(Math.abs(last[worst]!))} rad.`;
  const factors =
    own.attentionFactor === other.attentionFactor
      ? ""
      : ` Attention factors ${formatRough(own.attentionFactor, 5)} and ${formatRough(other.attentionFactor, 5)}.`;
  const score = scores.at(-1)?.relative ?? 0;
  return `${who} ${phases}${factors} Scores differ by up to ${formatSmall(score)} of a score in 2²⁰ tokens.`;
}

const FRAMES: Readonly<Record<View, (size: Size, fontSize: number) => Frame>> = {
  phase: phaseFrame,
  score: scoreFrame,
  wavelengths: wavesFrame,
};
const CURSORS = { phase: framePhase, score: ringScore, wavelengths: threadOf } as const;
const CELL_AT = { phase: phaseCellAt, score: scoreCellAt, wavelengths: waveCellAt } as const;

/** One of three pictures of two engines. */
class ParityPlot extends CanvasPlot implements Plot<ParityShown> {
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

/** The numbers of each view; those that are not computed yet are computed at once. */
function parityArray(shown: ParityShown): NamedArray {
  const { view, parity } = shown;
  if (view === "score")
    return {
      corner: "tokens",
      rows: parity.scores.map(({ length }) => length),
      columns: ["rms", "relative"],
      values: Float64Array.from(parity.scores.flatMap(({ rms, relative }) => [rms, relative])),
    };
  const rows = range(0, parity.pairs);
  if (view === "phase")
    return {
      corner: "pair",
      rows,
      columns: range(0, CELLS).map((cell) => startOf(shown, cell)),
      values: advance(shown, Number.POSITIVE_INFINITY).means,
    };
  const [own, other] = ([0, 1] as const).map((side) => wavesOf(shown, side).map(turnOf));
  return {
    corner: "pair",
    rows,
    columns: parity.sides.map(({ engine }) => engine),
    values: Float64Array.from(rows.flatMap((pair) => [own![pair]!, other![pair]!])),
  };
}

/** Tokens in a turn; 0 for a pair that stands still. */
const turnOf = ({ wavelength }: { readonly wavelength: number }): number =>
  Number.isFinite(wavelength) ? wavelength : 0;

const SHORTEST = 2 ** 9;
const LONGEST = 2 ** 20;
/** Computation in one frame, ms: the page stays free for as much again. */
const FRAME = 8;

/** Two engines on one config: differences of phase, of scores, and of wavelengths. */
export const ParityElement = figure({
  tag: "pe-parity",
  doc: "What two engines compute from the same config: the phase difference of every pair at every position as exact means, the difference of scores by length, or the wavelengths with the effect of the scaling rule on each pair.",
  example: '<pe-parity config="gpt_oss" engine="vllm@ffdc985"></pe-parity>',
  module: noModule,
  state: {
    view: word(VIEWS, { doc: "Phase differences, score differences, or wavelengths" }),
    config: text({
      default: "gpt_oss",
      doc: "A model type of the atlas, with the defaults of its class, or the text of a config.json",
    }),
    engine: word(NAMES, { default: "vllm@ffdc985", doc: "The engine; `posenc` is exact" }),
    reference: word(NAMES, { doc: "The engine to compare with" }),
    length: whole({
      from: SHORTEST,
      to: LONGEST,
      default: 131_072,
      doc: "The length that the engines serve, in tokens",
    }),
    kind: text({
      default: "",
      doc: "The kind of layers, as named in the config; empty for the first kind that rotates",
    }),
  },
  styles: parityStyles,
  heights: [
    { aspect: [1, 2] },
    { from: 20, aspect: [5, 8] },
    { from: 30, aspect: [1, 1] },
    { from: 44, aspect: [5, 3] },
    { from: 52, aspect: [2, 1] },
    { from: 58, aspect: [9, 4] },
  ],
  kind: "plot",
  compute: (_, state, before: ParityShown | undefined): ParityShown => {
    const shown = parityShown(state, before);
    return state.view === "phase" && shown.done < CELLS ? advance(shown, FRAME) : shown;
  },
  proceed: (shown) => (shown.view === "phase" && shown.done < CELLS ? advance(shown, FRAME) : undefined),
  plot: () => new ParityPlot(),
  label: ({ view, parity: { sides, pairs } }) =>
    `${{ phase: "Phase differences", score: "Score differences", wavelengths: "Wavelengths" }[view]} of ${pairs} pairs, ${sides.map(({ engine }) => engine).join(" and ")}`,
  describe: (shown, cell) => (cell ? describeCell(shown, cell) : describeParity(shown)),
  grid: ({ view, parity: { pairs, scores } }) =>
    ({
      phase: { rows: pairs, columns: CELLS },
      score: { rows: 1, columns: scores.length },
      wavelengths: { rows: 2, columns: pairs },
    })[view],
  valueAt: ({ row, column }, { view }) =>
    view === "phase"
      ? { row, column }
      : view === "score"
        ? { row: column, column: 1 }
        : { row: column, column: row },
  array: parityArray,
  code: parityCode,
  controls: {
    rows: [parityMenus],
    sliders: [
      slide("length", {
        label: "length, tokens",
        step: 1,
        toValue: (raw) => 2 ** raw,
        toRaw: Math.log2,
      }),
    ],
    bar: [choose("view", "show", VIEWS)],
  },
});
