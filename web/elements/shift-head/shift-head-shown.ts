import type { Posenc } from "../../../src/entries/encodings.ts";
import { refusal } from "../definition/refusal.ts";
import { label } from "../words/label.ts";
import { firstTokens } from "../words/tokens.ts";
import type { BuiltHead } from "./built-head.ts";
import { buildHead } from "./heads/heads.ts";
import { BEGIN, runInduction } from "./induction.ts";
import type { Layer } from "./shift-head-lines.ts";
import { type HeadVerdict, inductionVerdict, shiftVerdict } from "./shift-head-reading.ts";
import type { HeadSettings } from "./shift-head-settings.ts";

/** The drawn data: the weights of one head, or of two layers. */
export interface ShiftHeadShown {
  readonly settings: HeadSettings;
  readonly words: readonly string[];
  readonly head: BuiltHead;
  readonly layers: readonly Layer[];
  readonly verdict: HeadVerdict;
  /** A text under the last column of words. */
  readonly foot: string;
  /** Whether the text is empty, so that the picture of the previous text stays. */
  readonly isLeft?: boolean;
}

export function shiftHeadShown(
  pe: Posenc,
  text: string,
  settings: HeadSettings,
  before: ShiftHeadShown | undefined,
): ShiftHeadShown {
  const typed = firstTokens(text).words;
  if (typed.length === 0 && before) return { ...before, isLeft: true };
  if (typed.length === 0) throw refusal("text", "at least one word", text);
  return settings.head === "shift" ? shiftOf(pe, settings, typed) : inductionOf(pe, settings, typed);
}

function shiftOf(pe: Posenc, settings: HeadSettings, words: readonly string[]): ShiftHeadShown {
  const head = buildHead(pe, settings, words.length);
  const isMeant = (t: number, s: number) => t - s === settings.offset;
  const titles = ["solid: to the intended word", "framed: the intended word"] as const;
  const layers = [{ titles, weights: head.weights, isMeant }];
  return { settings, words, head, layers, verdict: shiftVerdict(settings, head), foot: "" };
}

function inductionOf(pe: Posenc, settings: HeadSettings, typed: readonly string[]): ShiftHeadShown {
  const words = [BEGIN, ...typed];
  const induction = runInduction(pe, settings, words);
  const { copy, weights, places, next } = induction;
  const names = words.map((word) => word.normalize("NFC"));
  const follows = (t: number, s: number) => s > 0 && s <= t && names[s - 1] === names[t];
  const both = (title: string) => [title, title] as const;
  const isBefore = (t: number, s: number) => t - s === 1;
  const layers = [
    { titles: both("1: the previous word"), weights: copy.weights, isMeant: isBefore },
    { titles: both("2: what followed"), weights, isMeant: follows },
  ];
  const foot = places.length > 0 ? `next: ${label(next.word)}` : "";
  return { settings, words, head: copy, layers, verdict: inductionVerdict(words, induction), foot };
}
