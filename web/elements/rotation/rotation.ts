import type { Posenc } from "../../../src/entries/encodings.ts";
import { formatFixed, formatFloat32, formatInteger, formatSmall } from "../../plot/numbers.ts";
import { baseSlider, choose, slide, widthSlider } from "../controls/bound.ts";
import { readingStyles } from "../controls/reading-styles.ts";
import type { Cell } from "../definition/definition.ts";
import type { NamedArray } from "../definition/figure-spec.ts";
import { fullModule } from "../definition/full-module.ts";
import { whole, word } from "../definition/rules.ts";
import { sinusoid } from "../definition/sinusoid.ts";
import { figure } from "../figure/figure.ts";
import { RotationPlot } from "./rotation-plot.ts";
import { fitted, PARTS, ROWS, type RotationShown, rotationOf, type Shift } from "./rotation-shown.ts";

/** Describes the whole picture. */
function describeAll(shown: RotationShown): string {
  const { position, offset, part, residual, determinant, orthogonality, composition } = shown;
  const [t, k, sum] = [position, offset, position + offset].map(formatInteger);
  const what = part === "both" ? `R(${k})` : `R(${k}) with ${part} only`;
  return (
    `${what}: det ${formatFixed(determinant, 6)}, RᵀR − I at most ${formatSmall(orthogonality)}, ` +
    `R(${t}) R(${k}) − R(${sum}) at most ${formatSmall(composition)}. ` +
    `Least squares over ${ROWS} rows leaves a relative residual of ${formatSmall(residual)}.`
  );
}

/** The number in a cell. Rows: the formula's panel, then the fit's. Columns: the matrix, then three others. */
function valueIn(shown: RotationShown, { row, column }: Cell): number {
  const size = shown.dimensions.length;
  const { matrix, product } = row < size ? shown.formula : shown.fitted;
  const line = row % size;
  const columns = [shown.from, product, shown.to];
  const value = column < size ? matrix.values[line * size + column] : columns[column - size]?.[line];
  return value as number;
}

function describeCell(shown: RotationShown, cell: Cell): string {
  const { dimensions, position, offset } = shown;
  const size = dimensions.length;
  const [t, k, sum] = [position, offset, position + offset].map(formatInteger);
  const name = `${cell.row < size ? "R" : "R̂"}(${k})`;
  const value = formatFloat32(valueIn(shown, cell));
  const row = dimensions[cell.row % size] as number;
  if (cell.column < size) return `${name}, row ${row}, column ${dimensions[cell.column]}: ${value}`;
  const names = [`P(${t})`, `${name} P(${t})`, `P(${sum})`];
  return `${names[cell.column - size]}, position ${[t, sum, sum][cell.column - size]}, dimension ${row}: ${value}`;
}

/** The largest width: its cells can still be told apart, and its fit takes a few milliseconds. */
const WIDEST = 32;
/** The last position with correctly rounded tables. */
const LAST = 2 ** 24 - 1;
/** The largest offset that can be fitted without a pause. */
const FARTHEST = 1000;
/** The end of the sliders for position and offset. */
const SLIDER_END = 100;

const gridOf = ({ dimensions: { length } }: RotationShown) => ({ rows: 2 * length, columns: length + 3 });

/** Everything that a fit depends on, as text. A fit takes longer than all other steps. */
const fitKey = ({ spec, part, offset }: Shift): string => JSON.stringify([spec, part, offset]);

/** The matrix R(k) that maps the encoding of any position to the encoding k positions later, and the matrix that least squares finds. */
export const RotationElement = figure({
  tag: "pe-rotation",
  doc: "The matrix R(k) that maps the encoding of any position to the encoding k positions later, and the matrix that least squares finds.",
  example: '<pe-rotation d-model="8" offset="5"></pe-rotation>',
  module: fullModule,
  encoding: sinusoid({ dModel: 8, widest: WIDEST }),
  state: {
    position: whole({ from: 0, to: LAST, default: 3, doc: "t, the position to shift" }),
    offset: whole({ from: 0, to: FARTHEST, default: 5, doc: "k, the shift in positions" }),
    keep: word(PARTS, { doc: "The dimensions to keep" }),
  },
  styles: readingStyles({ 0: 5, 30: 3, 44: 2 }),
  heights: [
    { aspect: [5, 8] },
    { from: 30, aspect: [2, 3] },
    { from: 44, aspect: [3, 2] },
    { from: 56, aspect: [19, 10] },
  ],
  kind: "matrices",
  compute(
    pe: Posenc,
    { spec, keep: part, position, offset },
    before: RotationShown | undefined,
  ): RotationShown {
    const shift = { spec, part, position, offset };
    const isFitted = before && fitKey(before) === fitKey(shift);
    const fit = isFitted ? { matrix: before.fitted.matrix, residual: before.residual } : fitted(pe, shift);
    return rotationOf(pe, shift, fit);
  },
  plot: () => new RotationPlot(),
  label: describeAll,
  describe: (shown, cell) => (cell ? describeCell(shown, cell) : describeAll(shown)),
  grid: gridOf,
  array: arrayOf,
  code: async (shown) => (await import("./rotation-code.ts")).rotationCode(shown),
  controls: {
    sliders: [
      slide("position", { label: "position t", to: SLIDER_END }),
      slide("offset", { label: "offset k", to: SLIDER_END }),
    ],
    more: [choose("keep", "keep", PARTS), widthSlider(WIDEST), baseSlider],
  },
});

function arrayOf(shown: RotationShown): NamedArray {
  const { rows, columns } = gridOf(shown);
  const names = shown.dimensions.map(String);
  return {
    corner: "dimension",
    rows: ["R", "R̂"].flatMap((name) => names.map((dimension) => `${name} ${dimension}`)),
    columns: [...names, "P(t)", "product", "P(t + k)"],
    values: Float64Array.from({ length: rows * columns }, (_, n) =>
      valueIn(shown, { row: Math.floor(n / columns), column: n % columns }),
    ),
  };
}
