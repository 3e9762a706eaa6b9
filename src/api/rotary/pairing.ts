/** The pairing of channels: which two channels of a head are rotated together. */
import { pairings } from "../../bindings/rotary.ts";
import { checkWord } from "../arguments/check.ts";
import { currentWord, word } from "../spec/rules.ts";

/** `halves`: channels i and i + rotaryDim/2; `interleaved`: channels 2i and 2i + 1. */
export type Pairing = (typeof pairings)[number];

/** The two channels of a pair, if `width` channels from `first` on are rotated. */
export const channelsOf = (
  pairing: Pairing,
  pair: number,
  width: number,
  first = 0,
): readonly [number, number] =>
  pairing === "halves" ? [first + pair, first + pair + width / 2] : [first + 2 * pair, first + 2 * pair + 1];

/** A pairing as a caller may write it. Version 0.1 said `adjacent` for `interleaved`. */
export type GivenPairing = Pairing | keyof typeof synonyms;

const synonyms = { adjacent: "interleaved" } as const;

export const pairing = { ...word(...pairings), synonyms } as const;

export const checkPairing = (param: string, value: unknown): Pairing =>
  checkWord(param, currentWord(pairing, value), pairings);
