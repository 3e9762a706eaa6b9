import type { Slices } from "./module.ts";

/** The functions of src/bindings/full/layers.cpp. */
export interface LayerFunctions {
  softmax(slices: Slices, rows: number, columns: number): void;
  matmulScratch(rows: number, inner: number, columns: number, precise: boolean): number;
  matmul(slices: Slices, rows: number, inner: number, columns: number, precise: boolean): void;
  layerNorm(slices: Slices, columns: number, eps: number): void;
  gelu(slices: Slices, byTanh: boolean): void;
}
