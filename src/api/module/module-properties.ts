import type { Slices } from "./module.ts";

/** The functions of src/bindings/full/properties.cpp. */
export interface PropertyFunctions {
  periods(slices: Slices): void;
  unfinishedPairs(slices: Slices, length: number): number;

  similarities(slices: Slices, firstOffset: number): void;
  similaritiesOf(slices: Slices): void;
  similaritiesAt(slices: Slices, position: number, firstOffset: number): void;
  similaritiesOfAt(slices: Slices, position: number): void;

  nearestRepeatScratch(pairs: number): number;
  nearestRepeat(slices: Slices, last: number): void;

  shiftMatrix(slices: Slices, offset: number): void;
  tableMean(slices: Slices, start: number, rows: number): number;
  tableDoubles(slices: Slices, start: number): void;

  fitShiftScratch(width: number): number;
  fitShift(slices: Slices, width: number, offset: number): void;
  criteria(slices: Slices, width: number, lastOffset: number): void;
}
