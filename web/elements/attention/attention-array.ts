import type { Code } from "../../methods/code.ts";
import type { NamedArray } from "../definition/numbers.ts";
import { stacked } from "../share/named-array.ts";
import { label } from "../words/label.ts";
import { SIDES } from "./attention-comparison.ts";
import type { AttentionShown } from "./attention-shown.ts";

/** The outputs as one matrix with a row for each word: the left side before the right, the first sentence before the second. */
export function attentionArray({ comparisons, sentences, settings }: AttentionShown): NamedArray {
  const rows = SIDES.flatMap((side) =>
    sentences.flatMap((words, sentence) =>
      words.map((word, row) => `${side} ${sentence + 1}.${row + 1} ${label(word)}`),
    ),
  );
  const parts = comparisons.flatMap(({ passes }) => passes.map(({ outputs }) => outputs));
  return stacked("output", rows, settings.dModel, parts);
}

export async function codeOfAttention({ comparisons, sentences, settings }: AttentionShown): Promise<Code> {
  const [{ encoding: left }, { encoding: right }] = comparisons;
  const { attentionCode } = await import("./attention-code.ts");
  return attentionCode(sentences, { left, right }, settings, "values");
}
