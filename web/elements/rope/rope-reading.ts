import type { Lengths } from "../../methods/schedules/schedule.ts";
import { degrees } from "../../plot/angle.ts";
import { formatCount, formatFixed, formatInteger, formatRough } from "../../plot/numbers.ts";
import { withinTurn } from "./rope-dials-plot.ts";
import type { RotatedPairs, RuledPairs } from "./rope-values.ts";

/** Describes one dial. */
export function describePair({ pairs }: RotatedPairs, index: number, query: number, key: number): string {
  const { pair, frequency } = pairs[index] as RotatedPairs["pairs"][number];
  const angle = (position: number) => `${formatFixed(withinTurn(position * frequency), 1)}°`;
  return (
    `Pair ${pair} rotates ${formatRough(degrees(frequency))}° per token: query at ${angle(query)}, ` +
    `key at ${angle(key)}, the angle between them is ${angle(query - key)}.`
  );
}

/** Describes all dials. */
export function describeScore({ pairs, score }: RotatedPairs, query: number, key: number): string {
  return (
    `Query and key of the same content, ${formatCount(query - key, "token")} apart: the ${pairs.length} pairs ` +
    `agree by ${formatFixed(score, 4)}. Move both: all hands rotate, and the angles between them stay.`
  );
}

/** Describes one mark: a pair under a rule. */
export function describeMark(row: RuledPairs, plain: RuledPairs, pair: number, lengths: Lengths): string {
  const turns = formatRough(row.turns[pair] as number);
  const context = formatInteger(lengths.context);
  const wavelength = row.wavelengths[pair] as number;
  const once = Number.isFinite(wavelength)
    ? `a turn takes ${formatRough(wavelength, 5)} tokens, so ${context} make ${turns} turns`
    : "it does not rotate";
  const made = formatRough(lengths.trained / (plain.wavelengths[pair] as number));
  const verdict = {
    finished: "every angle was seen",
    seen: "this context stays within seen angles",
    unseen: "this context reaches unseen angles",
  }[row.fates[pair] as RuledPairs["fates"][number]];
  return `${row.label}, pair ${pair}: ${once}. Unscaled, ${formatInteger(lengths.trained)} were ${made}: ${verdict}.`;
}

/** Describes all marks. */
export function describeRules(rows: readonly RuledPairs[], lengths: Lengths): string {
  const [plain] = rows;
  if (!plain) return "";
  const unfinished = plain.fates.filter((fate) => fate !== "finished").length;
  const unseen = plain.fates.filter((fate) => fate === "unseen").length;
  const trained = formatInteger(lengths.trained);
  const first = `In ${trained} tokens ${unfinished} of ${plain.fates.length} pairs never complete a turn (rings).`;
  if (unseen === 0) return `${first} This context reaches only angles seen in training.`;
  return `${first} In ${formatInteger(lengths.context)} tokens, unscaled, ${unseen} reach unseen angles (filled).`;
}
