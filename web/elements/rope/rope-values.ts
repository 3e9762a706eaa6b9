import type { Posenc } from "../../../src/api/full.ts";
import {
  type Fate,
  fateOf,
  type Lengths,
  type RopeSpec,
  type Rule,
  type RuledSpec,
  ruledSpecs,
} from "./rope-rules.ts";

/** The numbers of the two pictures of a rotary encoding. */

/** Where a vector of length 1 points after its turn: upwards by the cosine, to the right by the sine. */
export interface Hand {
  readonly cosine: number;
  readonly sine: number;
}

/** One pair of channels of a query and a key with the same content. */
export interface TurnedPair {
  readonly pair: number;
  /** Radians a token. */
  readonly frequency: number;
  readonly query: Hand;
  readonly key: Hand;
}

export interface Turned {
  readonly pairs: readonly TurnedPair[];
  /** Inner product of query and key, in which each pair counts 1 at most. */
  readonly score: number;
}

/** All pairs of a query and a key that point the same way before they are turned by their positions. */
export function turnedPairs(pe: Posenc, spec: RopeSpec, query: number, key: number): Turned {
  const frequencies = pe.frequencies(spec);
  const { cos, sin } = pe.rotaryTable(spec, { positions: [query, key] });
  const factor = pe.attentionFactor(spec);
  const hand = (row: number, pair: number): Hand => ({
    cosine: (cos[row * frequencies.length + pair] as number) / factor,
    sine: (sin[row * frequencies.length + pair] as number) / factor,
  });
  const pairs = Array.from(frequencies, (frequency, pair) => ({
    pair,
    frequency,
    query: hand(0, pair),
    key: hand(1, pair),
  }));
  const products = pairs.map(({ query: q, key: k }) => q.cosine * k.cosine + q.sine * k.sine);
  return { pairs, score: products.reduce((sum, product) => sum + product, 0) };
}

/** The pairs under one rule. */
export interface RuledPairs extends Omit<RuledSpec, "spec"> {
  /** Tokens in a turn, infinite for pairs that stand still. */
  readonly wavelengths: readonly number[];
  readonly fates: readonly Fate[];
  /** Turns at the end of the context. */
  readonly turns: readonly number[];
}

/** All pairs under all rules; without scaling first. */
export function ruledPairs(
  pe: Posenc,
  spec: RopeSpec,
  compared: readonly Rule[],
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
