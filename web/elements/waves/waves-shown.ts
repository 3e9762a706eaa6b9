import type { Light } from "../../../src/entries/index.ts";
import { html, painted, stroke, svg } from "../../plot/dom.ts";
import { formatFixed, formatInteger, formatRough } from "../../plot/numbers.ts";
import type { Interval } from "../../plot/scale.ts";
import { dimensionColour, dimensionDash } from "../../plot/series.ts";
import type { Host, Part } from "../definition/definition.ts";
import { type FigureSpec, gather, pairOf } from "../definition/figure-spec.ts";
import { refusal } from "../definition/rules.ts";

/** Some dimensions of an encoding, and their values at marked positions. */
export interface WavesShown {
  readonly spec: FigureSpec;
  readonly view: Interval;
  readonly dimensions: readonly number[];
  /** Whole positions in view. */
  readonly marks: readonly number[];
  /** Length of a period in positions, for each dimension. */
  readonly wavelengths: readonly number[];
  /** Values of the dimensions at some positions: (positions, dimensions). */
  valuesAt(positions: readonly number[]): Float32Array;
}

export interface WavesState {
  readonly dimensions: readonly number[];
  readonly positions: readonly number[];
  readonly marks: readonly number[];
}

export function wavesShown(
  pe: Light,
  spec: FigureSpec,
  { dimensions: chosen, positions, marks }: WavesState,
): WavesShown {
  const dimensions = dimensionsOf(spec, chosen);
  const view = positions as unknown as Interval;
  const frequencies = pe.frequencies(spec);
  return {
    spec,
    view,
    dimensions,
    marks: marks.map((mark) => markIn(view, mark)),
    wavelengths: dimensions.map(
      (dimension) => (2 * Math.PI) / (frequencies[pairOf(spec, dimension)] as number),
    ),
    valuesAt: (positions) => gather(pe, { spec, positions, dimensions }),
  };
}

/** The chosen dimensions that the table has. Throws if it has none of them. */
function dimensionsOf({ dModel }: FigureSpec, chosen: readonly number[]): number[] {
  const there = chosen.filter(
    (dimension) => Number.isInteger(dimension) && dimension >= 0 && dimension < dModel,
  );
  if (there.length > 0) return there;
  throw refusal("dimensions", `whole numbers from 0 to ${dModel - 1}`, chosen);
}

/** The nearest whole position in view. */
const markIn = ([from, to]: Interval, position: number): number =>
  Math.min(Math.max(Math.round(position), Math.ceil(from)), Math.floor(to));

export function nearestMark({ marks }: WavesShown, position: number): number {
  const distances = marks.map((mark) => Math.abs(mark - position));
  return distances.indexOf(Math.min(...distances));
}

/** Moves a mark to the nearest whole position in view. */
export function moveMark(figure: Host<{ marks: readonly number[] }, WavesShown>, index: number, to: number) {
  const { shown } = figure;
  if (!shown) return;
  figure.marks = shown.marks.map((mark, other) => (other === index ? markIn(shown.view, to) : mark));
}

/** The name of a mark: A, B, C … */
export const markName = (index: number): string => String.fromCharCode("A".charCodeAt(0) + index);

/** A table of the values at the marked positions, with range inputs that move the marks. */

const DECIMALS = 3;
const WAVELENGTH_DIGITS = 5;

interface Mark {
  readonly input: HTMLInputElement;
  readonly position: HTMLElement;
}

export function wavesTable(figure: Host<{ marks: readonly number[] }, WavesShown>): Part<WavesShown> {
  const head = html("tr");
  const body = html("tbody");
  const caption = html("caption", { class: "unseen" }, "Values at the marked positions");
  const table = html("table", {}, caption, html("thead", {}, head), body);
  let marks: Mark[] = [];
  let before: WavesShown | undefined;
  const show = (shown: WavesShown) => {
    if (marks.length !== shown.marks.length) {
      marks = shown.marks.map((_, index) => mark(figure, index));
      head.replaceChildren(...headings(marks));
    }
    for (const [index, { input, position }] of marks.entries()) {
      const value = shown.marks[index] as number;
      input.min = String(Math.ceil(shown.view[0]));
      input.max = String(Math.floor(shown.view[1]));
      input.value = String(value);
      position.textContent = formatInteger(value);
    }
    const values = shown.valuesAt(shown.marks);
    body.replaceChildren(...shown.dimensions.map((_, column) => row(shown, values, column)));
    const moved = before && movedMark(before, shown);
    if (moved !== undefined) figure.announce(spoken(shown, moved, values));
    before = shown;
  };
  return { element: html("div", { class: "scroll", part: "table" }, table), show };
}

function mark(figure: Host<{ marks: readonly number[] }, WavesShown>, index: number): Mark {
  const input = html("input", { type: "range", step: 1, "aria-label": `position ${markName(index)}` });
  input.addEventListener("input", () => moveMark(figure, index, input.valueAsNumber));
  return { input, position: html("span", { class: "value" }) };
}

const headings = (marks: readonly Mark[]): HTMLElement[] => [
  html("th", { scope: "col" }, html("span", {}, "dimension")),
  ...marks.map(({ input, position }, index) =>
    html("th", { scope: "col" }, markName(index), " = ", position, input),
  ),
  html("th", { scope: "col" }, "wavelength"),
];

/** The mark that has moved, if it is the only one: a drag or a slider has moved it. */
function movedMark(before: WavesShown, { marks }: WavesShown): number | undefined {
  const moved = marks.flatMap((mark, index) => (mark === before.marks[index] ? [] : [index]));
  return moved.length === 1 && marks.length === before.marks.length ? moved[0] : undefined;
}

/** A sentence on the values at a mark. */
function spoken({ dimensions, marks }: WavesShown, index: number, values: Float32Array): string {
  const texts = dimensions.map(
    (dimension, column) => `${dimension}: ${cell(values, index * dimensions.length + column)}`,
  );
  return `position ${formatInteger(marks[index] as number)}, dimension ${texts.join(", ")}`;
}

const cell = (values: Float32Array, index: number): string => formatFixed(values[index] as number, DECIMALS);

function row(shown: WavesShown, values: Float32Array, column: number): HTMLTableRowElement {
  const { dimensions, marks, wavelengths } = shown;
  const dimension = dimensions[column] as number;
  return html(
    "tr",
    {},
    html("th", { scope: "row" }, swatch(dimension), `j = ${dimension}`),
    ...marks.map((_, index) => html("td", {}, cell(values, index * dimensions.length + column))),
    html("td", { class: "quiet" }, formatWavelength(wavelengths[column] as number)),
  );
}

/** With a huge base the module cannot represent the frequencies of the slowest waves: they do not move. */
const formatWavelength = (wavelength: number): string =>
  Number.isFinite(wavelength) ? formatRough(wavelength, WAVELENGTH_DIGITS) : "∞";

/** A piece of the curve beside the name of its dimension. */
function swatch(dimension: number): SVGSVGElement {
  const line = stroke("M1 5H27", { width: 2, dash: dimensionDash(dimension, 2) });
  const swatch = { width: 28, height: 10, class: "swatch", "aria-hidden": "true" };
  return svg("svg", swatch, painted(line, { stroke: dimensionColour(dimension) }));
}
