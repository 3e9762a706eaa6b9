import type { Slices } from "./module.ts";

/** The functions of src/bindings/full/bias.cpp and src/bindings/full/relative_scores.cpp. */
export interface BiasFunctions {
  alibiSlopes(slices: Slices): void;

  alibi(slices: Slices, heads: number, causal: boolean): void;
  t5(slices: Slices, heads: number, causal: boolean): void;
  kerple(slices: Slices, heads: number, causal: boolean, power: boolean): void;
  sandwich(slices: Slices, heads: number, causal: boolean, firstPair: number, headRatios: boolean): void;
  noBias(slices: Slices, heads: number, causal: boolean): void;
  fire(slices: Slices, heads: number, causal: boolean): void;
  swin(slices: Slices, heads: number): void;
  swinComputed(slices: Slices, heads: number): void;

  t5Index(slices: Slices): void;
  swinIndex(slices: Slices): void;
  shawIndex(slices: Slices, clip: number): void;
  debertaIndex(slices: Slices, term: number, reach: number): void;

  shawScores(slices: Slices, tableHeads: number, scale: number, causal: boolean): void;
  shawValues(slices: Slices, tableHeads: number): void;
  transformerXLScores(slices: Slices, encodingWidth: number, scale: number, causal: boolean): void;
  debertaScores(
    slices: Slices,
    keyTableHeads: number,
    queryTableHeads: number,
    scale: number,
    causal: boolean,
  ): void;
}
