import type { Contents } from "../share/contents.ts";
import { npyHeader, shortest } from "../share/files.ts";
import type { Shown } from "./attention-plot.ts";
import type { Settings } from "./attention-settings.ts";
import { attentionSnippet } from "./attention-snippets.ts";

/**
 * The outputs of the attention figure as files and as code: a row for each word, the first sentence before the second,
 * without positions before with them.
 */
export function attentionContents(figure: {
  readonly settings: Settings;
  /** Undefined until something is drawn. */
  readonly shown: Shown | undefined;
}): Contents {
  const shown = () => {
    if (!figure.shown) throw new Error("Nothing is drawn yet.");
    return figure.shown;
  };
  return {
    csv: () => new Blob([toCsv(shown())], { type: "text/csv" }),
    npy: () => new Blob(toNpy(shown()), { type: "application/octet-stream" }),
    code: (language) => attentionSnippet(language, figure.settings, shown().sentences),
  };
}

function toCsv({ comparisons, sentences, dModel }: Shown): string {
  const dimensions = Array.from({ length: dModel }, (_, index) => index);
  const lines = comparisons.flatMap(({ positions, passes }) =>
    passes.flatMap(({ outputs }, sentence) =>
      (sentences[sentence] ?? []).map((word, row) => {
        const values = outputs.subarray(row * dModel, (row + 1) * dModel);
        return [positions, sentence + 1, csvText(word), ...Array.from(values, shortest)].join(",");
      }),
    ),
  );
  return [`positions,sentence,word,${dimensions.join(",")}`, ...lines, ""].join("\n");
}

const csvText = (text: string): string => `"${text.replaceAll('"', '""')}"`;

function toNpy({ comparisons, dModel }: Shown): BlobPart[] {
  const parts = comparisons.flatMap(({ passes }) => passes.map(({ outputs }) => outputs));
  const rows = parts.reduce((sum, { length }) => sum + length, 0) / dModel;
  return [npyHeader([rows, dModel]), ...(parts as Float32Array<ArrayBuffer>[])];
}
