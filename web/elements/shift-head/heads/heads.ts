import type { Posenc } from "../../../../src/entries/encodings.ts";
import { alibi } from "./alibi.ts";
import type { BuiltHead, HeadEncoding, HeadEncodingName, HeadSettings } from "./head-encoding.ts";
import { learned } from "./learned.ts";
import { rope } from "./rope.ts";
import { sine } from "./sine.ts";
import { sinusoidal } from "./sinusoidal.ts";

/** The encodings that heads are built from, in the order of the menu. */
export const HEAD_ENCODINGS: Readonly<Record<HeadEncodingName, HeadEncoding>> = {
  sinusoidal,
  sine,
  rope,
  alibi,
  learned,
};

export function buildHead(pe: Posenc, settings: HeadSettings, words: number): BuiltHead {
  if (words === 0) return { weights: new Float32Array(), placed: 0 };
  return HEAD_ENCODINGS[settings.encoding].build(pe, settings, words);
}
