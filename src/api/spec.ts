/** Where the sine and the cosine of pair i stand in a row: at 2i and 2i+1, or at i and i + dModel/2. */
export type Layout = "interleaved" | "halves";

/** The sinusoidal encoding: sin and cos of position · base^(−2i/dModel), for i = 0 … dModel/2 − 1. */
export interface SinusoidalSpec {
  method: "sinusoidal";
  /** Width of the embedding, in channels: an even integer from 2 to 65536. */
  dModel: number;
  /** Ratio of the slowest frequency's period to the fastest one's, as dModel grows. Default 10000. */
  base?: number | undefined;
  /** Order of sines and cosines in a row. Default `"interleaved"`, as in the paper. */
  layout?: Layout | undefined;
}

/** A spec by name: the conventions of a published model or text, with the fields it leaves open. */
export interface PresetSpec {
  preset: PresetName;
  /** Width of the embedding, in channels: an even integer from 2 to 65536. */
  dModel: number;
}

export type PresetName = "attention-is-all-you-need";

/** Every encoding this package knows, as plain data. */
export type Spec = SinusoidalSpec | PresetSpec;

/** A spec with every default filled in; `checkSpec` makes it. */
export type ResolvedSpec = Readonly<{ method: "sinusoidal"; dModel: number; base: number; layout: Layout }>;
