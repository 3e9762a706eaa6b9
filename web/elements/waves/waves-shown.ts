import type { Interval } from "../../plot/interval.ts";
import type { Host } from "../definition/definition.ts";
import { type FigureSpec, pairOf } from "../definition/figure-spec.ts";
import type { Light } from "../definition/light-module.ts";
import { refusal } from "../definition/refusal.ts";
import { gather } from "../share/entries.ts";

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

/** The mark nearest to a position. */
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
