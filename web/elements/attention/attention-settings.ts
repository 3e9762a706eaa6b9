import type { FigureSpec } from "../figure/figure-spec.ts";

/** What one layer of the attention figure is made of. */
export interface Settings {
  readonly spec: FigureSpec;
  readonly heads: number;
  readonly causal: boolean;
  /** Word vectors times √d before the encoding is added, as in the paper. */
  readonly scaled: boolean;
  readonly seed: number;
}

/** Widest vectors: projecting 64 words of this width takes some frames, and the module's own limit minutes. */
const WIDEST = 256;

/** The same settings; throws a RangeError with a sentence for the reader where one is out of range. */
export function checkSettings(settings: Settings): Settings {
  const { spec, heads, seed } = settings;
  if (!(spec.dModel >= 2 && spec.dModel <= WIDEST && spec.dModel % 2 === 0)) {
    throw new RangeError(`d-model must be an even whole number from 2 to ${WIDEST}; got ${spec.dModel}.`);
  }
  checkWhole("heads", heads, 1, spec.dModel);
  checkWhole("seed", seed, 0, Number.MAX_SAFE_INTEGER);
  if (spec.dModel % heads !== 0) {
    throw new RangeError(`heads must divide d-model; got ${heads} heads and a d-model of ${spec.dModel}.`);
  }
  return settings;
}

export function checkWhole(name: string, value: number, from: number, to: number): void {
  if (Number.isInteger(value) && value >= from && value <= to) return;
  throw new RangeError(`${name} must be a whole number from ${from} to ${to}; got ${value}.`);
}
