import { dimensionColour, dimensionDash } from "../../plot/dimension-style.ts";
import { html, svg } from "../../plot/dom.ts";
import { formatFixed, formatInteger, formatRough } from "../../plot/numbers.ts";
import { painted, stroke } from "../../plot/stroke.ts";
import type { Host, Part } from "../definition/definition.ts";
import { markName, moveMark, type WavesShown } from "./waves-shown.ts";

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
