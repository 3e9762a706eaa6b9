import type { CSSResultGroup, PropertyDeclarations } from "@lit/reactive-element";
import { divergingPalette, type Posenc } from "../../../src/api/full.ts";
import { SERIES } from "../../plot/glyph.ts";
import { formatRough } from "../../plot/numbers.ts";
import type { Picture } from "../../plot/picture.ts";
import { controlsStyles } from "../controls/controls-styles.ts";
import { countOfNumbers, numbersAttribute, oneOf, wordAttribute } from "../figure/attributes.ts";
import type { Cell, Grid } from "../figure/cell-cursor.ts";
import { CellFigure } from "../figure/cell-figure.ts";
import { checkMost } from "../figure/check-whole.ts";
import { SpecFigure } from "../figure/spec-figure.ts";
import type { NamedArray } from "../share/array-contents.ts";
import { range } from "../share/entries.ts";
import { matrixCode, offsetCode } from "./similarity-code.ts";
import { SimilarityControls } from "./similarity-controls.ts";
import type { CurveShown } from "./similarity-curve.ts";
import { SimilarityPlot } from "./similarity-plot.ts";
import { describeAll, describeCell } from "./similarity-reading.ts";
import { similarityStyles } from "./similarity-styles.ts";
import {
  byOffset,
  type ComparedRow,
  compareRows,
  largest,
  largestDifference,
  type Measure,
  type Stretch,
} from "./similarity-values.ts";

const MEASURES = ["dot", "distance"] as const;
const VIEWS = ["offset", "matrix"] as const;

/** Most positions: their matrix has a pixel for each on the smallest screen. */
const MOST = 200;
/** Widest table whose rows are multiplied in a few milliseconds. */
const WIDEST = 4096;

/**
 * The inner product and the distance of two positions, by their offset and as a matrix: both depend on the offset alone.
 *
 * @attr d-model - Channels, an even number from 2 to 4096.
 * @attr positions - The positions compared, `from to`: whole numbers 2 to 200 apart, up to 2^24; the end is not
 * included.
 * @attr marks - The positions whose rows are drawn as points, apart by spaces.
 * @attr measure - The inner product of two rows, or their distance.
 * @attr view - Curves by offset, or the matrix of all pairs of positions.
 * @example
 * <pe-similarity d-model="128" positions="0 100"></pe-similarity>
 */
export class SimilarityElement extends CellFigure {
  static override styles: CSSResultGroup = [SpecFigure.styles, controlsStyles, similarityStyles];

  static override properties: PropertyDeclarations = {
    positions: numbersAttribute("positions"),
    marks: numbersAttribute("marks"),
    measure: wordAttribute<Measure>("measure", MEASURES),
    view: wordAttribute("view", VIEWS),
  };

  static override readonly viewAttributes = {
    positions: countOfNumbers(2, 2),
    marks: countOfNumbers(1, SERIES),
    measure: oneOf(...MEASURES),
    view: oneOf(...VIEWS),
  };

  declare positions: readonly number[];
  declare marks: readonly number[];
  declare measure: Measure;
  declare view: (typeof VIEWS)[number];

  readonly #palette = divergingPalette();
  readonly #plot = new SimilarityPlot();
  readonly #controls = new SimilarityControls(this);
  /** Values at offsets 0 … count − 1. */
  #values: Float64Array = new Float64Array();
  #shown: CurveShown | undefined;
  /** What is drawn: a bad attribute leaves it. */
  #drawn: Stretch = { from: 0, count: 0 };
  #summary = "";

  constructor() {
    super(128);
    this.positions = [0, 100];
    this.marks = [30, 70];
    this.measure = "dot";
    this.view = "offset";
  }

  /** The positions compared. */
  get stretch(): Stretch {
    const [from = Number.NaN, to = Number.NaN] = this.positions.map(Math.round);
    if (to - from >= 2 && to - from <= MOST && Math.abs(from) <= 2 ** 24) return { from, count: to - from };
    throw new RangeError(
      `positions must be two whole numbers 2 to ${MOST} apart; got "${this.positions.join(" ")}".`,
    );
  }

  /** The marks, at positions that are compared. */
  get shownMarks(): number[] {
    const { from, count } = this.stretch;
    const within = (mark: number) => Math.min(Math.max(Math.round(mark), from), from + count - 1);
    return this.marks.slice(0, SERIES).map(within);
  }

  picture(): Picture {
    const { drawing, canvas } = this.#plot;
    return this.view === "matrix" ? { drawing, canvas } : { drawing };
  }

  array(): NamedArray {
    const { spec, measure, stretch } = this;
    const { from, count } = stretch;
    if (this.view === "matrix") {
      const names = range(from, from + count);
      const values = Float64Array.from({ length: count ** 2 }, (_, n) =>
        this.#valueOf((n % count) - Math.floor(n / count)),
      );
      return {
        corner: "position",
        rows: names,
        columns: names,
        values,
        code: matrixCode(spec, measure, stretch),
      };
    }
    const rows = range(1 - count, count);
    const values = Float64Array.from(rows, (offset) => this.#valueOf(offset));
    const columns = [measure === "dot" ? "dot product" : "distance"];
    return { corner: "offset", rows, columns, values, code: offsetCode(spec, measure, stretch) };
  }

  override get grid(): Grid {
    const { count } = this.#drawn;
    return { rows: count, columns: count };
  }

  protected override build(): Node {
    const { element, bar } = this.#controls;
    return this.assemble("similarity plot", this.#plot.element, element, bar);
  }

  protected override paint(pe: Posenc): void {
    const { spec, measure, stretch, size } = this;
    checkMost("d-model", spec.dModel, WIDEST);
    this.#values = byOffset(pe, spec, measure, Float64Array.from(range(0, stretch.count)));
    const rows = compareRows(pe, spec, measure, stretch, this.shownMarks);
    const difference = largestDifference(rows, stretch, (offset) => this.#valueOf(offset));
    this.#summary = describeAll(this, rows, difference, this.#valueOf(0));
    this.#shown = this.#curve(pe, rows);
    this.#drawn = stretch;
    if (this.view === "offset") this.#plot.showCurve(size, this.#shown);
    else this.#paintMatrix();
    this.#plot.element.setAttribute("aria-label", this.#summary);
    this.#controls.show();
  }

  #curve(pe: Posenc, rows: readonly ComparedRow[]): CurveShown {
    const { spec, measure, stretch, size } = this;
    const points = Math.ceil(this.#plot.curveWidth(size) / 2); // on each side of offset 0: both are the same
    const reach = stretch.count - 1;
    const side = byOffset(
      pe,
      spec,
      measure,
      Float64Array.from(range(0, points + 1), (n) => (n * reach) / points),
    );
    const curve = Float64Array.from(range(-points, points + 1), (n) => side[Math.abs(n)] as number);
    if (measure === "distance") return { stretch, rows, curve, title: "distance of P(t) and P(t+k)" };
    const peak = `|P|² = d/2 = ${formatRough(this.#valueOf(0))}`;
    return { stretch, rows, curve, title: "dot product of P(t) and P(t+k)", peak };
  }

  #paintMatrix(): void {
    const { measure, stretch, dModel } = this;
    const most = largest(measure, dModel);
    const ends =
      measure === "dot"
        ? ({ least: -1, label: `dot product ÷ ${formatRough(most)}` } as const)
        : ({ least: 0, label: `distance ÷ ${formatRough(most)}` } as const);
    const shown = { stretch, marks: this.shownMarks, palette: this.#palette, ends };
    this.#plot.showMatrix(this.size, shown, (offset) => this.#valueOf(offset) / most);
  }

  protected override point(cell: Cell | undefined): void {
    if (!cell || !this.#shown) this.#plot.clearCursor();
    else if (this.view === "matrix") this.#plot.frameCell(this.stretch.count, cell);
    else this.#plot.ring(this.#shown, cell.column - cell.row, this.#valueOf(cell.column - cell.row));
  }

  protected override read(pe: Posenc, cell: Cell | undefined): string {
    if (!cell) return this.#summary;
    const { from } = this.stretch;
    const [t, s] = [from + cell.row, from + cell.column] as const;
    const between = { from: Math.min(t, s), count: Math.abs(t - s) + 1 };
    const [row] = compareRows(pe, this.spec, this.measure, between, [t]);
    const value = row?.values.at(s < t ? 0 : -1) as number;
    return describeCell(this.measure, t, s, value, this.#valueOf(s - t));
  }

  override cellAt(x: number, y: number): Cell | undefined {
    const { left, top, width, height } = this.#plot.frame;
    const { from, count } = this.#drawn;
    const [across, down] = [(x - left) / width, (y - top) / height];
    if (across < 0 || across >= 1 || down < 0 || down >= 1) return undefined;
    if (this.view === "matrix") return { row: Math.floor(down * count), column: Math.floor(across * count) };
    const offset = Math.round((2 * across - 1) * (count - 1));
    const marks = this.#shown?.rows.map(({ position }) => position - from) ?? [];
    const reaches = (row: number) => row + offset >= 0 && row + offset < count;
    const row = marks.find(reaches) ?? (offset < 0 ? count - 1 : 0);
    return { row, column: row + offset };
  }

  protected override valueAt({ row, column }: Cell): Cell {
    if (this.view === "matrix") return { row, column };
    return { row: column - row + this.stretch.count - 1, column: 0 };
  }

  #valueOf(offset: number): number {
    return this.#values[Math.abs(offset)] as number;
  }
}
