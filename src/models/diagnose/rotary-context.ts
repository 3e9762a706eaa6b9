/** What claims about a rotation are made from. */
import type { Rope } from "./frequencies.ts";
import type { Claim } from "./phases.ts";

export interface RotaryContext {
  readonly pairs: number;
  /** Channels of a head, if they are known. */
  readonly headDim?: number | undefined;
  readonly expected?: Rope | undefined;
  /** How presets and callers name what they expect. */
  readonly expectedName?: Claim["is"] | undefined;
  /** Bases that were fitted to the numbers, the likeliest first. */
  readonly bases: readonly number[];
  /** The frequency of the first pair, as fitted: 1 unless all are scaled. */
  readonly first: number;
  /** How far the logarithm of the last base may be off. */
  readonly spread: number;
  /** Whether only plain powers of a base are looked for, without scaling. Default: no. */
  readonly isPlain?: boolean | undefined;
  /** The frequency of each pair as measured, and its largest error. */
  readonly frequencies: Float64Array;
  readonly errors: Float64Array;
  /** The rows between the first position and the last one, both included, if there are rows. */
  readonly span?: number | undefined;
  /** The measured factor of cosines and sines, if there are any. */
  readonly length?: { readonly length: number; readonly error: number } | undefined;
}
