/** Address of a list of slices in WebAssembly memory; see memory.ts. */
export type Slices = number;

/**
 * What the WebAssembly module exports: the tables of src/bindings, typed. The arrays that each function takes are named
 * there, in order.
 */
export interface WasmModule {
  readonly wasmMemory: WebAssembly.Memory;
  /** Address of that many bytes, aligned to 16; 0 when there are none left. Bytes are a multiple of 16. */
  allocate(bytes: number): number;
  release(address: number): void;

  /** Size of one frequency. */
  frequencyBytes(): number;
  frequencies(slices: Slices, base: number, numerator: number, denominator: number): void;
  radians(slices: Slices): void;

  sincosTable(slices: Slices, start: number, rows: number): void;
  sincosTableAt(slices: Slices): void;

  heatmapScratch(slices: Slices, pairs: number): number;
  heatmapValues(slices: Slices, mode: number): void;
  heatmapColours(slices: Slices, mode: number): void;

  attentionScratch(slices: Slices, scale: number, causal: boolean): number;
  attention(slices: Slices, scale: number, causal: boolean): void;
}

/** Emscripten's factory: adds the exports to its argument, before it returns, and promises the same object. */
export type CreateModule = (target: { wasm: WebAssembly.Module }) => Promise<WasmModule>;
