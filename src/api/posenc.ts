import type { ResolvedSpec, Spec } from "./spec.ts";

/** A pair of numbers, first below second. */
export type Interval = readonly [from: number, to: number];

/** Positions by number: any real array of them, fractional and negative ones too. */
export type Positions = ArrayLike<number>;

/** Which rows of a table: `length` rows from `start` on, or one for each of `positions`. */
export interface Rows {
  /** Number of rows; 0 is legal. Required unless `positions` is given. */
  length?: number | undefined;
  /** Position of the first row, from −2^53 to 2^53. Default 0. */
  start?: number | undefined;
  /** The position of each row, from −2^53 to 2^53, instead of `length` and `start`. */
  positions?: Positions | undefined;
}

export interface EncodeOptions<Out extends Float32Array = Float32Array<ArrayBuffer>> extends Rows {
  /** Filled and returned instead of a new array; exactly length · dModel entries. */
  out?: Out | undefined;
}

export interface SinusoidalOptions<Out extends Float32Array = Float32Array<ArrayBuffer>>
  extends EncodeOptions<Out> {
  dModel: number;
  base?: number | undefined;
  layout?: "interleaved" | "halves" | undefined;
}

export interface HeatmapOptions {
  /** The part of the table that the picture shows; entry (t, j) fills [t, t+1) × [j, j+1). */
  view: { positions: Interval; dimensions: Interval };
  /** Width in pixels. */
  width: number;
  /** Height in pixels. */
  height: number;
  /** `exact`: mean of the entries under a pixel; `nearest`: the entry under its centre; `difference`: nearest − exact. Default `"exact"`. */
  mode?: "exact" | "nearest" | "difference" | undefined;
  /** Along which side positions run; `y` is downwards. Default `"y"`. */
  positionAxis?: "x" | "y" | undefined;
  /** 256 colours as RGBA bytes (1024 in all), for values from −1 to 1. Default `divergingPalette()`. */
  palette?: Uint8ClampedArray | Uint8Array | undefined;
}

export interface AttentionOptions<Out extends Float32Array = Float32Array<ArrayBuffer>> {
  /** Queries, (queries, heads, headDim). */
  q: Float32Array;
  /** Keys, (keys, kvHeads, headDim). */
  k: Float32Array;
  /** Values, (keys, kvHeads, valueDim). */
  v: Float32Array;
  heads: number;
  /** Heads of keys and values, a divisor of `heads`. Default `heads`. */
  kvHeads?: number | undefined;
  /** Width of a head. Default q.length / (queries · heads). One of `headDim` and `queries` is required. */
  headDim?: number | undefined;
  queries?: number | undefined;
  keys?: number | undefined;
  /** Hides the keys after the query. Default false. */
  causal?: boolean | undefined;
  /** Factor on the scores. Default 1/√headDim. */
  scale?: number | undefined;
  /** Whether to return the weights too. Default false. */
  weights?: boolean | undefined;
  /** Filled and returned as `output`; (queries, heads, valueDim). */
  out?: Out | undefined;
}

export interface AttentionResult<Out extends Float32Array = Float32Array<ArrayBuffer>> {
  /** (queries, heads, valueDim). */
  output: Out;
  /** (heads, queries, keys), when asked for. */
  weights?: Float32Array<ArrayBuffer>;
}

/** What `load()` gives. Every function is synchronous, and may be taken off the object. */
export interface Posenc {
  /** Radians per position, one per pair of channels. */
  frequencies(spec: Spec): Float64Array<ArrayBuffer>;
  /** The sinusoidal table, (length, dModel) row-major. */
  sinusoidal<Out extends Float32Array = Float32Array<ArrayBuffer>>(options: SinusoidalOptions<Out>): Out;
  /** The table of any additive spec, (length, dModel) row-major. */
  encode<Out extends Float32Array = Float32Array<ArrayBuffer>>(spec: Spec, options: EncodeOptions<Out>): Out;
  /** A picture of the table as RGBA bytes, (height, width, 4), ready for ImageData. */
  heatmap<Out extends Uint8ClampedArray = Uint8ClampedArray<ArrayBuffer>>(
    spec: Spec,
    options: HeatmapOptions & { as?: "rgba" | undefined; out?: Out | undefined },
  ): Out;
  /** The same as numbers, (height, width). */
  heatmap<Out extends Float32Array = Float32Array<ArrayBuffer>>(
    spec: Spec,
    options: HeatmapOptions & { as: "values"; out?: Out | undefined },
  ): Out;
  /** softmax(scale · q kᵀ) v, head by head. */
  attention<Out extends Float32Array = Float32Array<ArrayBuffer>>(
    options: AttentionOptions<Out>,
  ): AttentionResult<Out>;
}

/** Where the WebAssembly comes from. */
export interface LoadOptions {
  /** Default: posenc.wasm beside the script. */
  wasm?: URL | string | Response | BufferSource | WebAssembly.Module | undefined;
}

export type { ResolvedSpec, Spec };
