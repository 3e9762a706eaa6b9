import type { CSSResultGroup, PropertyDeclarations } from "@lit/reactive-element";
import { divergingPalette, type Posenc } from "../../../src/api/full.ts";
import { html } from "../../plot/dom.ts";
import { formatFixed, formatInteger } from "../../plot/numbers.ts";
import type { Picture } from "../../plot/picture.ts";
import { controlsStyles } from "../controls/controls-styles.ts";
import { slider } from "../controls/slider.ts";
import { baseSlider, widthSlider } from "../controls/spec-sliders.ts";
import { countOfNumbers, numberAttribute } from "../figure/attributes.ts";
import type { Cell, Grid } from "../figure/cell-cursor.ts";
import { CellFigure } from "../figure/cell-figure.ts";
import { checkWhole } from "../figure/check-whole.ts";
import { SpecFigure } from "../figure/spec-figure.ts";
import type { NamedArray } from "../share/array-contents.ts";
import { criteriaCode } from "./criteria-code.ts";
import { LONGEST, type Mean, type Means } from "./criteria-means.ts";
import { CriteriaPlot, type Shown } from "./criteria-plot.ts";
import { criteriaStyles } from "./criteria-styles.ts";
import { CRITERIA, verdictsOf } from "./verdicts.ts";
import { type Judged, judge, WAYS } from "./ways.ts";

/** All pairs of rows are compared, so these bound the time of a drawing: some ten milliseconds. */
const MOST_ROWS = 256;
const WIDEST = 1024;

/** Lengths whose means are marked: examples, a sentence's limit, a table's, and a whole period of the posts' pictures. */
const MARKED = [50, 512, 5000, 45_000] as const;
const POINTS_A_DECADE = 40;

const NUMBERS = [
  "smallest distance",
  "largest spread",
  "step",
  "step at twice the length",
  "smallest",
  "largest",
  "mean",
] as const;

/**
 * Ways to say a position against the four criteria of a good encoding, each decided by a computed number.
 *
 * @attr d-model - Channels, an even number from 2 to 1024.
 * @attr length - The positions that are compared, a whole number from 2 to 256.
 * @example
 * <pe-criteria d-model="128" length="50"></pe-criteria>
 */
export class CriteriaElement extends CellFigure {
  static override styles: CSSResultGroup = [SpecFigure.styles, controlsStyles, criteriaStyles];

  static override properties: PropertyDeclarations = { length: numberAttribute("length") };

  static override readonly viewAttributes = { length: countOfNumbers(1, 1) };

  declare length: number;

  readonly #palette = divergingPalette();
  readonly #plot = new CriteriaPlot();
  readonly #width = widthSlider(this, 512);
  readonly #base = baseSlider(this);
  readonly #length = slider({
    label: "positions",
    min: 2,
    max: MOST_ROWS,
    oninput: (value) => {
      this.length = value;
    },
  });
  #shown: Shown | undefined;

  constructor() {
    super(512);
    this.length = 50;
  }

  override get grid(): Grid {
    return { rows: WAYS.length + 1, columns: CRITERIA.length };
  }

  picture(): Picture {
    return { drawing: this.#plot.drawing, canvas: this.#plot.canvas };
  }

  array(): NamedArray {
    const ways = this.#shown?.ways ?? [];
    return {
      corner: "way",
      rows: WAYS,
      columns: NUMBERS,
      values: Float64Array.from(ways.flatMap(numbersOf)),
      code: criteriaCode(this.spec, this.length),
    };
  }

  override cellAt(x: number, y: number): Cell | undefined {
    return this.#plot.cellAt(x, y);
  }

  protected override build(): Node {
    const sliders = [this.#length, this.#width, this.#base].map(({ element }) => element);
    const bar = html("div", { class: "bar" }, html("span", { class: "quiet" }, LEARNED));
    const controls = html(
      "div",
      { class: "controls", part: "controls" },
      html("div", { class: "sliders" }, ...sliders),
      bar,
    );
    return this.assemble("table of verdicts", this.#plot.element, controls, bar);
  }

  protected override paint(pe: Posenc): void {
    const { spec, length } = this;
    checkWhole("length", length, 2, MOST_ROWS);
    checkWhole("d-model", spec.dModel, 2, WIDEST);
    const ways = WAYS.map((way) => judge(pe, way, spec, length));
    const verdicts = ways.map((judged) => verdictsOf(judged, length));
    this.#shown = { ways, verdicts, means: this.#means(pe), palette: this.#palette };
    this.#plot.draw(this.size, this.#shown);
    this.#plot.element.setAttribute("aria-label", this.#summary);
    this.#length.show(length);
    this.#width.show(spec.dModel);
    this.#base.show(spec.base);
  }

  protected override point(cell: Cell | undefined): void {
    this.#plot.point(cell);
  }

  protected override read(_: Posenc, cell: Cell | undefined): string {
    const shown = this.#shown;
    if (!cell || !shown) return this.#summary;
    const mark = shown.means.marks[cell.column] as Mean;
    const verdict = shown.verdicts[cell.row]?.[cell.column];
    if (!verdict) {
      const places = `${formatInteger(mark.length)} positions of ${formatInteger(this.dModel)} dimensions`;
      return `mean of all entries over ${places}: ${formatFixed(mark.mean, 3)}, not 0`;
    }
    const { title, question } = CRITERIA[cell.column] as (typeof CRITERIA)[number];
    return `${WAYS[cell.row]}, ${title}: ${verdict.holds ? "yes" : "no"}, ${verdict.reason}. ${question}`;
  }

  /** The mark of a mean belongs to the sinusoidal row. */
  protected override valueAt({ row, column }: Cell): Cell {
    return { row: Math.min(row, WAYS.length - 1), column };
  }

  get #summary(): string {
    const failed = (this.#shown?.verdicts ?? []).flatMap((verdicts, way) => {
      const titles = verdicts.flatMap(({ holds }, column) => (holds ? [] : [CRITERIA[column]?.title]));
      return titles.length === 0 ? [] : [`${WAYS[way]}: ${titles.join(", ")}`];
    });
    const mean = this.#shown?.ways[WAYS.indexOf("sinusoidal")]?.criteria.bounded.mean ?? 0;
    return (
      `What fails over ${formatInteger(this.length)} positions. ${failed.join("; ")}. ` +
      `The sinusoidal table is bounded, yet not zero-centred: its mean is ${formatFixed(mean, 3)}.`
    );
  }

  #means(pe: Posenc): Means {
    const meanOf = (length: number): Mean => ({ length, mean: pe.mean(this.spec, { length }) });
    const points = Math.log10(LONGEST) * POINTS_A_DECADE;
    const lengths = Array.from({ length: points + 1 }, (_, n) => Math.round(10 ** (n / POINTS_A_DECADE)));
    return { curve: [...new Set(lengths)].map(meanOf), marks: MARKED.map(meanOf) };
  }
}

const LEARNED = "“learned” is shown as it begins: random numbers in [−1, 1)";

function numbersOf({ criteria: { unique, consistent, bounded }, steps }: Judged): number[] {
  const { smallest, largest, mean } = bounded;
  return [unique.smallestDistance, consistent.largestSpread, ...steps, smallest, largest, mean];
}
