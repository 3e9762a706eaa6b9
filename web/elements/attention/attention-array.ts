import type { Posenc } from "../../../src/api/full.ts";
import type { NamedArray } from "../share/array-contents.ts";
import { label } from "../words/label.ts";
import { attentionCode } from "./attention-code.ts";
import { SIDES } from "./attention-comparison.ts";
import type { Settings } from "./attention-model.ts";
import type { Shown } from "./attention-plot.ts";

/** The outputs as one matrix: a row for each word, the first sentence before the second, the left side before the right. */
export function attentionArray(pe: Posenc, shown: Shown, settings: Settings): NamedArray {
  const { comparisons, sentences, dModel } = shown;
  const rows = SIDES.flatMap((side) =>
    sentences.flatMap((words, sentence) =>
      words.map((word, row) => `${side} ${sentence + 1}.${row + 1} ${label(word)}`),
    ),
  );
  const parts = comparisons.flatMap(({ passes }) => passes.map(({ outputs }) => outputs));
  const values = new Float32Array(rows.length * dModel);
  let filled = 0;
  for (const part of parts) {
    values.set(part, filled);
    filled += part.length;
  }
  const columns = Array.from({ length: dModel }, (_, dimension) => dimension);
  const [{ encoding: left }, { encoding: right }] = comparisons;
  const code = attentionCode(pe, sentences, { left, right }, settings, "values");
  return { corner: "output", rows, columns, values, code };
}
