import { formatFloat32 } from "../../plot/numbers.ts";
import { valueTable } from "../controls/panel.ts";
import { isolated } from "../words/label.ts";
import { ORDINAL } from "../words/sentence-field.ts";
import { SIDES, type Side } from "./attention-comparison.ts";
import type { Region } from "./attention-layout.ts";
import { AttentionPlot } from "./attention-plot.ts";
import type { AttentionShown } from "./attention-shown.ts";

/** Tables of the pairing of outputs, and of the region under the cursor. */
export function attentionTables(region: Region | undefined, shown: AttentionShown): HTMLTableElement[] {
  const pairs = ([0, 1] as const).map((side) => pairing(shown, side));
  return region ? [...pairs, matrix(region, shown)] : pairs;
}

const numbered = (words: readonly string[]): string[] =>
  words.map((word, index) => `${index + 1} ${isolated(word)}`);

function pairing({ sentences, comparisons }: AttentionShown, side: Side): HTMLTableElement {
  const { matching, encoding } = comparisons[side];
  const [first, second] = [numbered(sentences[0]), numbered(sentences[1])];
  const rows = (matching?.partners ?? []).map((partner, row) => ({
    name: first[row] as string,
    cells: [second[partner] as string, String(matching?.distances[row])],
  }));
  const caption = `Outputs paired, ${SIDES[side]}: ${encoding.title}`;
  return valueTable(caption, ["first sentence", "second sentence", "largest difference"], rows);
}

function matrix(region: Region, shown: AttentionShown): HTMLTableElement {
  const words = numbered(shown.sentences[region.sentence]);
  const values = AttentionPlot.values(region, shown);
  const { encoding } = shown.comparisons[region.side];
  const isWeights = region.kind === "weights";
  const columns = isWeights ? words : Array.from({ length: region.columns }, (_, index) => String(index));
  const what = isWeights ? `Weights of head ${shown.head + 1}` : "Outputs";
  const caption = `${what}, ${ORDINAL[region.sentence]} sentence, ${SIDES[region.side]}: ${encoding.title}`;
  const rows = words.map((name, row) => ({
    name,
    cells: Array.from(values.subarray(row * region.columns, (row + 1) * region.columns), formatFloat32),
  }));
  return valueTable(caption, [isWeights ? "looks at" : "dimension", ...columns], rows);
}
