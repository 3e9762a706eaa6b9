import { html, svg } from "../../plot/dom.ts";
import { formatFixed, formatInteger, formatRough } from "../../plot/numbers.ts";
import { dimensionColour, dimensionDash } from "../figure/dimension-style.ts";
import { markName } from "./waves-plot.ts";

/** Values of a few dimensions at the marked positions, with the range inputs that move them. */

export interface WavesValues {
  readonly dimensions: readonly number[];
  readonly marks: readonly number[];
  /** First and last whole position of the view. */
  readonly limits: readonly [first: number, last: number];
  /** Positions in a period, one for each dimension. */
  readonly wavelengths: readonly number[];
  /** (marks, dimensions). */
  readonly values: Float32Array;
}

const DECIMALS = 3;
const WAVELENGTH_DIGITS = 5;

export class WavesTable {
  readonly element: HTMLElement;
  readonly #head = html("tr");
  readonly #body = html("tbody");
  readonly #moved: (index: number, position: number) => void;
  #marks: { input: HTMLInputElement; position: HTMLElement }[] = [];

  constructor(moved: (index: number, position: number) => void) {
    this.#moved = moved;
    const caption = html("caption", { class: "unseen" }, "Values at the marked positions");
    const table = html("table", {}, caption, html("thead", {}, this.#head), this.#body);
    this.element = html("div", { class: "scroll", part: "table" }, table);
  }

  show(shown: WavesValues): void {
    if (this.#marks.length !== shown.marks.length) this.#buildHead(shown.marks.length);
    for (const [index, { input, position }] of this.#marks.entries()) {
      const mark = shown.marks[index] as number;
      input.min = String(shown.limits[0]);
      input.max = String(shown.limits[1]);
      input.value = String(mark);
      position.textContent = formatInteger(mark);
    }
    this.#body.replaceChildren(...shown.dimensions.map((dimension, column) => row(shown, dimension, column)));
  }

  #buildHead(count: number): void {
    this.#marks = Array.from({ length: count }, (_, index) => {
      const label = `position ${markName(index)}`;
      const input = html("input", { type: "range", step: 1, "aria-label": label });
      input.addEventListener("input", () => this.#moved(index, input.valueAsNumber));
      return { input, position: html("span", { class: "value" }) };
    });
    this.#head.replaceChildren(
      html("th", { scope: "col" }, html("span", {}, "dimension")),
      ...this.#marks.map(({ input, position }, index) =>
        html("th", { scope: "col" }, markName(index), " = ", position, input),
      ),
      html("th", { scope: "col" }, "wavelength"),
    );
  }
}

function row(shown: WavesValues, dimension: number, column: number): HTMLTableRowElement {
  const { dimensions, marks, values, wavelengths } = shown;
  return html(
    "tr",
    {},
    html("th", { scope: "row" }, swatch(dimension), `j = ${dimension}`),
    ...marks.map((_, index) =>
      html("td", {}, formatFixed(values[index * dimensions.length + column] as number, DECIMALS)),
    ),
    html("td", { class: "quiet" }, formatWavelength(wavelengths[column] as number)),
  );
}

/** The slowest waves of huge bases stand still, as far as the module can tell. */
const formatWavelength = (wavelength: number): string =>
  Number.isFinite(wavelength) ? formatRough(wavelength, WAVELENGTH_DIGITS) : "∞";

/** A piece of the curve, so that a row is found by its look. */
function swatch(dimension: number): SVGSVGElement {
  const line = svg("path", {
    d: "M1 5H27",
    stroke: "currentColor",
    "stroke-width": 2,
    "stroke-dasharray": dimensionDash(dimension, 2),
  });
  line.style.stroke = dimensionColour(dimension);
  return svg("svg", { width: 28, height: 10, class: "swatch", "aria-hidden": "true" }, line);
}
