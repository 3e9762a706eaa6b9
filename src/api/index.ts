import type { LoadOptions, Posenc } from "./posenc.ts";

export type { ErrorCode, PosencError } from "./errors.ts";
export type {
  AttentionOptions,
  AttentionResult,
  EncodeOptions,
  HeatmapOptions,
  Interval,
  LoadOptions,
  Posenc,
  Positions,
  Rows,
  SinusoidalOptions,
} from "./posenc.ts";
export type { Layout, PresetName, PresetSpec, ResolvedSpec, SinusoidalSpec, Spec } from "./spec.ts";

/** Loads the WebAssembly module; every call shares one compiled module. */
export declare function load(options?: LoadOptions): Promise<Posenc>;

/** Fills in defaults and checks a spec of unknown origin; throws our errors. */
export declare function checkSpec(spec: unknown): import("./spec.ts").ResolvedSpec;
/** Canonical text of a spec, e.g. `method=sinusoidal&dModel=512&base=10000&layout=interleaved`. */
export declare function formatSpec(spec: import("./spec.ts").Spec): string;
/** Reads that text from a link: never throws on its content, but clamps and drops, and says so in `notes`. */
export declare function parseSpec(text: string): {
  spec: import("./spec.ts").ResolvedSpec;
  notes: string[];
};
/** 256 RGBA colours for −1 … 1: blue, neutral at 0, orange-red. A new copy at each call. */
export declare function divergingPalette(): Uint8ClampedArray<ArrayBuffer>;
