import type { Posenc } from "../../../src/entries/encodings.ts";
import { atAnyPosition } from "../../methods/rope.ts";
import type { Lengths, ScheduleName } from "../../methods/schedules/schedule.ts";
import type { Hand } from "../../plot/hand.ts";
import { type Fate, fateOf, type RopeSpec, type RuledSpec, ruledSpecs } from "./rope-rules.ts";

/** The numbers of the two pictures of a rotary encoding. */

/** One pair of channels of a query and a key with the same content. */
export interface RotatedPair {
  readonly pair: number;
  /** Radians per token; negative in a spec whose pairs turn backward. */
  readonly frequency: number;
  readonly query: Hand;
  readonly key: Hand;
}

export interface RotatedPairs {
  readonly pairs: readonly RotatedPair[];
  /** Inner product of query and key; each pair adds at most 1. */
  readonly score: number;
}

/** All pairs of a query and a key that are equal before the rotation by their positions. */
export function rotatedPairs(pe: Posenc, spec: RopeSpec, query: number, key: number): RotatedPairs {
  const frequencies = pe.frequencies(spec);
  const { cos, sin } = pe.rotaryTable(atAnyPosition(spec), { positions: [query, key] });
  const factor = pe.attentionFactor(spec);
  const hand = (row: number, pair: number): Hand => ({
    cosine: (cos[row * frequencies.length + pair] as number) / factor,
    sine: (sin[row * frequencies.length + pair] as number) / factor,
  });
  const sign = spec.direction === "backward" ? -1 : 1;
  const pairs = Array.from(frequencies, (frequency, pair) => ({
    pair,
    frequency: sign * frequency,
    query: hand(0, pair),
    key: hand(1, pair),
  }));
  const products = pairs.map(({ query: q, key: k }) => q.cosine * k.cosine + q.sine * k.sine);
  return { pairs, score: products.reduce((sum, product) => sum + product, 0) };
}

/** The pairs under one rule. */
export interface RuledPairs extends Omit<RuledSpec, "spec"> {
  /** Tokens per turn; infinite for pairs that do not rotate. */
  readonly wavelengths: readonly number[];
  readonly fates: readonly Fate[];
  /** Turns in the context. */
  readonly turns: readonly number[];
}

/** All pairs under all rules; the first row is without scaling. */
export function ruledPairs(
  pe: Posenc,
  spec: RopeSpec,
  compared: readonly ScheduleName[],
  lengths: Lengths,
): RuledPairs[] {
  const plain = pe.frequencies({ ...spec, scaling: { type: "none" } });
  return ruledSpecs(spec, compared, lengths).map(({ spec: ruled, ...rule }) => {
    const frequencies = [...pe.frequencies(ruled)];
    return {
      ...rule,
      wavelengths: frequencies.map((frequency) => (2 * Math.PI) / frequency),
      fates: frequencies.map((frequency, pair) => fateOf(plain[pair] as number, frequency, lengths)),
      turns: frequencies.map((frequency) => (frequency * lengths.context) / (2 * Math.PI)),
    };
  });
}
