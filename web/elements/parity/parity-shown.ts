import { engines, type Parity, parity, type ScoreDifference } from "../../../src/entries/engines.ts";
import { formatPower, logAxis, logScale } from "../../plot/curve-axes.ts";
import { html, type Point, polyline, stroke, svg, text } from "../../plot/dom.ts";
import { type Frame, frameOf, type Size } from "../../plot/layered-plot.ts";
import type { Interval } from "../../plot/scale.ts";
import type { Cell, Part, PartMaker } from "../definition/definition.ts";
import { refusal } from "../definition/rules.ts";

/** The drawn data: two engines on one config, and the means of their differences of phase as far as they are computed. */

export const VIEWS = ["phase", "score", "wavelengths"] as const;
export type View = (typeof VIEWS)[number];

/** Stretches of positions, each with one mean. */
export const CELLS = 256;

export interface ParityState {
  readonly config: string;
  readonly engine: string;
  readonly reference: string;
  readonly length: number;
  readonly kind: string;
  readonly view: View;
}

export interface ParityShown {
  readonly view: View;
  /** The config and settings of the comparison, as text; the same text gives the same numbers. */
  readonly key: string;
  readonly model: string;
  readonly parity: Parity;
  /** (pairs, CELLS) means of the size of the difference, radians. */
  readonly means: Float64Array;
  /** The first cells, which are computed. */
  readonly done: number;
}

export function parityShown(state: ParityState, before: ParityShown | undefined): ParityShown {
  const { config, engine, reference, length, kind, view } = state;
  const key = JSON.stringify([config, engine, reference, length, kind]);
  if (before?.key === key) return { ...before, view };
  const compared = compare(state);
  const means = new Float64Array(compared.pairs * CELLS);
  return { view, key, model: modelOf(config), parity: compared, means, done: 0 };
}

/** The text of a config, or one for the defaults of a type. */
const configOf = (config: string): string =>
  config.trimStart().startsWith("{") ? config : JSON.stringify({ model_type: config.trim() });

/** The name of the model's type, or nothing if the text does not tell. */
function modelOf(config: string): string {
  if (!config.trimStart().startsWith("{")) return config.trim();
  return /"model_type"\s*:\s*"([\w.-]{1,40})"/.exec(config)?.[1] ?? "the config";
}

function compare({ config, engine, reference, length, kind }: ParityState): Parity {
  const engines = [engine, reference];
  try {
    return parity(configOf(config), { engines, length, ...(kind === "" ? {} : { kind }) });
  } catch (error) {
    const { param, message, value } = error as { param?: string; message: string; value?: unknown };
    if (param === "kind") throw refusal("kind", message.replace(/^kind must be |; got .*$/g, ""), value);
    throw error;
  }
}

/** The first position of a cell. One cell past the last, it is the length. */
export const startOf = ({ parity: { length } }: ParityShown, cell: number): number =>
  Math.floor((cell * length) / CELLS);

/** The means of a cell, one for each pair. */
export const meansIn = (shown: ParityShown, cell: number): Float64Array =>
  shown.parity.mean(startOf(shown, cell), startOf(shown, cell + 1));

/** Computes cells until all are done or the time is over. */
export function advance(shown: ParityShown, time: number): ParityShown {
  const { means, parity: compared } = shown;
  const end = performance.now() + time;
  let { done } = shown;
  while (done < CELLS) {
    const own = meansIn(shown, done);
    for (let pair = 0; pair < compared.pairs; pair++) means[pair * CELLS + done] = own[pair]!;
    done++;
    if (performance.now() > end) break;
  }
  return { ...shown, done };
}

/** What a rule for longer texts does with a pair. */
export type Band = "kept" | "blended" | "scaled" | "still";

export interface Wave {
  /** Tokens per turn; infinite for a pair that stands still. */
  readonly wavelength: number;
  readonly band: Band;
}

/** A relative difference larger than rounding. */
const LEAST = 1e-9;

/** The wavelengths of one of the two engines. A pair is scaled if the rule slows down no pair more. */
export function wavesOf({ parity: { sides, pairs } }: ParityShown, side: 0 | 1): Wave[] {
  const { frequencies, plain } = sides[side];
  const ratios = frequencies.map((f, pair) => (plain[pair] ? f / plain[pair] : 0));
  const slowest = Math.min(...ratios.filter((ratio) => ratio > 0));
  return Array.from({ length: pairs }, (_, pair) => {
    const frequency = frequencies[pair] ?? 0;
    const ratio = ratios[pair] ?? 0;
    if (frequency === 0) return { wavelength: Number.POSITIVE_INFINITY, band: "still" };
    const isKept = Math.abs(ratio - 1) < LEAST;
    const band = isKept ? "kept" : ratio < slowest * (1 + LEAST) ? "scaled" : "blended";
    return { wavelength: (2 * Math.PI) / frequency, band };
  });
}

/** The difference of scores by length, both axes logarithmic. A difference of 0 stands on the lower edge. */

const MARGIN = { left: 3.6, top: 2.2, right: 1.4, bottom: 3.4 };
/** More than this is another score altogether. */
const WHOLE = 1;

export const scoreFrame = (size: Size, fontSize: number): Frame => frameOf(size, MARGIN, fontSize);

interface Scales {
  readonly x: (length: number) => number;
  readonly y: (relative: number) => number;
  readonly across: Interval;
  readonly down: Interval;
}

function scalesOf({ left, top, width, height }: Frame, scores: readonly ScoreDifference[]): Scales {
  const lengths = scores.map(({ length }) => length);
  const across: Interval = [lengths[0] ?? 1, lengths.at(-1) ?? 10];
  const some = scores.map(({ relative }) => relative).filter((relative) => relative > 0);
  const least = 10 ** Math.floor(Math.log10(Math.min(1e-3, ...some)));
  const most = 10 ** Math.ceil(Math.log10(Math.max(WHOLE, ...some)));
  const down: Interval = [least, most];
  const height10 = logScale({ view: down, from: top + height, to: top });
  return {
    x: logScale({ view: across, from: left, to: left + width }),
    y: (relative) => (relative > least ? height10(relative) : top + height),
    across,
    down,
  };
}

export function drawScores(frame: Frame, { parity: { scores } }: ParityShown): SVGElement[] {
  const { left, top, width, height, fontSize } = frame;
  const { x, y, across, down } = scalesOf(frame, scores);
  const [right, bottom] = [left + width, top + height];
  const points = scores.map(({ length, relative }): Point => [x(length), y(relative)]);
  const decades = Math.round(Math.log10(down[1] / down[0]));
  const every = Math.max(1, Math.ceil((1.6 * fontSize * decades) / height));
  const levels = Array.from({ length: decades + 1 }, (_, n) => down[0] * 10 ** n);
  return [
    ...levels.flatMap((level, n) => [
      stroke(`M${left} ${y(level)}H${right}`, { opacity: 0.15 }),
      ...(n % every === 0
        ? [text(formatPower(level), left - 0.5 * fontSize, y(level) + 0.34 * fontSize, "end", fontSize)]
        : []),
    ]),
    logAxis({ view: across, from: left, to: right, at: bottom, fontSize }),
    text("difference of scores / score", 0, top - 0.9 * fontSize, "start", fontSize),
    text("distance, tokens →", right, bottom + 2.75 * fontSize, "end", fontSize),
    stroke(polyline(points), { width: 2, "data-paint": true, class: "scores" }),
    ...points.map(([cx, cy]) => svg("circle", { cx, cy, r: 3, "data-paint": true, class: "dot" })),
  ];
}

export function ringScore(frame: Frame, { parity: { scores } }: ParityShown, cell: Cell): SVGElement[] {
  const { x, y } = scalesOf(frame, scores);
  const score = scores[cell.column];
  return score === undefined
    ? []
    : [svg("circle", { class: "ring", cx: x(score.length), cy: y(score.relative), r: 7 })];
}

export function scoreCellAt(frame: Frame, { parity: { scores } }: ParityShown, left: number): Cell {
  const { x } = scalesOf(frame, scores);
  const far = scores.map(({ length }) => Math.abs(x(length) - left));
  return { row: 0, column: far.indexOf(Math.min(...far)) };
}

/** The names of the engines, with the exact angles first. */
export const NAMES: readonly [string, ...string[]] = ["posenc", ...engines().map(({ name }) => name)];

/** Types whose defaults show how engines differ. Attributes allow all of the atlas, and whole configs. */
const MODELS = [
  ...["gpt_oss", "llama", "gemma3_text", "qwen3_vl", "phi3", "glm4", "minimax_m2", "deepseek_v3"],
] as const;

interface ParityMenus {
  config: string;
  engine: string;
  reference: string;
}

/** A menu of texts for a property. A text that is not in it gets an option of its own. */
function menu(
  name: keyof ParityMenus,
  label: string,
  options: readonly (readonly [value: string, title: string])[],
): PartMaker<ParityMenus, ParityShown> {
  return (figure): Part<ParityShown> => {
    const other = html("option", { value: "", hidden: true }, "another");
    const select = html(
      "select",
      { "aria-label": label },
      ...options.map(([value, title]) => html("option", { value }, title)),
      other,
    );
    select.addEventListener("change", () => Object.assign(figure, { [name]: select.value }));
    return {
      element: html(
        "label",
        { class: "encoding", part: "control" },
        html("span", { class: "quiet" }, label),
        select,
      ),
      show() {
        const value = figure[name];
        select.value = options.some(([known]) => known === value) ? value : "";
      },
    };
  };
}

const known = engines().map(({ name, title }): [string, string] => {
  const [, version] = name.split("@");
  return [name, version === undefined ? title : `${title} at ${version}`];
});

/** The model, and the two engines. */
export const parityMenus: PartMaker<ParityMenus, ParityShown> = (figure) => {
  const all: (readonly [string, string])[] = [["posenc", "posenc, exact"], ...known];
  const parts = [
    menu(
      "config",
      "model",
      MODELS.map((name) => [name, name]),
    )(figure),
    menu("engine", "engine", all)(figure),
    menu("reference", "other engine", all)(figure),
  ];
  return {
    element: html("div", { class: "menus" }, ...parts.map(({ element }) => element)),
    show(shown) {
      for (const part of parts) part.show?.(shown);
    },
  };
};
