import type { Slices } from "./module.ts";

/** The functions of src/bindings/light/schedules.cpp. */
export interface ScheduleFunctions {
  /** Size of one frequency. */
  frequencyBytes(): number;
  geometricFrequencies(slices: Slices, base: number, numerator: number, denominator: number): void;
  scaleFrequencies(slices: Slices, factor: number): void;
  recipeFrequencies(
    slices: Slices,
    recipe: number,
    base: number,
    numerator: number,
    denominator: number,
  ): void;
  castFrequencies(slices: Slices): void;
}

/** The functions of src/bindings/full/rotary_schedules.cpp. */
export interface RotaryScheduleFunctions {
  divideFrequencies(slices: Slices, factor: number): void;
  ntkFrequencies(slices: Slices, base: number, factor: number): void;
  dynamicNtkFrequencies(slices: Slices, base: number): void;
  yarnFrequencies(slices: Slices, base: number, truncate: boolean): void;
  longropeFrequencies(slices: Slices, base: number): void;
  llama3Frequencies(slices: Slices, base: number): void;
  proportionalFrequencies(slices: Slices, base: number, turning: number, factor: number): void;
  restartedFrequencies(slices: Slices, base: number): void;
  xposExponents(slices: Slices, gamma: number): void;
  yarnAttentionFactor(factor: number, mscale: number, mscaleAllDim: number): number;
  longropeAttentionFactor(factor: number, originalLength: number): number;
}

/** The functions of src/bindings/light/tables.cpp. */
export interface TableFunctions {
  radians(slices: Slices): void;
  recipeRadians(slices: Slices): void;
  sincosTable(slices: Slices, start: number, first: number, rows: number): void;
  sincosTableAt(slices: Slices): void;
  amplifiedTable(slices: Slices, start: number, first: number, rows: number, amplitude: number): void;
  amplifiedTableAt(slices: Slices, amplitude: number): void;
  recipeTableAt(slices: Slices, scale: number, amplitude: number): void;
  heatmapScratch(slices: Slices, pairs: number): number;
  heatmapValues(slices: Slices, mode: number): void;
  heatmapColours(slices: Slices, mode: number): void;
}

/** The functions of src/bindings/full/additive.cpp. */
export interface AdditiveFunctions {
  indexRows(slices: Slices): void;
  normalizedIndexRows(slices: Slices, length: number): void;
  oneHotRows(slices: Slices): void;
  learnedRows(slices: Slices, rows: number): void;
  fourier(slices: Slices): void;
  normalNumbers(slices: Slices, sigma: number, seed: number): void;
  randomFourier(slices: Slices, dimensions: number): void;
  gridTable(slices: Slices, start: number): void;
  addPositions(slices: Slices): void;
  addSinusoids(slices: Slices, start: number): void;
}

/** The functions of src/bindings/full/rotary.cpp. */
export interface RotaryFunctions {
  rotaryTable(slices: Slices, start: number, tokens: number, amplitude: number): void;
  rotaryRecipeTable(slices: Slices, tokens: number, amplitude: number): void;
  xposTable(slices: Slices, scaleBase: number, isKey: boolean): void;
  splitRotaryTable(slices: Slices, pairs: number): void;
  rotate(slices: Slices, isAdjacent: boolean, isInverse: boolean): void;
  permutePairing(slices: Slices, toAdjacent: boolean): void;
}
