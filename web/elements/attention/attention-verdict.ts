import { superscript } from "../../plot/superscript.ts";
import { quoted } from "../words/label.ts";
import { type Comparison, type Sentences, unmatchedWords } from "./attention-comparison.ts";

/** One sentence that says what the number means. */
export function verdict(comparison: Comparison, sentences: Sentences, causal: boolean): string {
  const { matching, positions, rounding } = comparison;
  const [first, second] = sentences;
  if (first.length === 0 || second.length === 0) return "Type two sentences to compare.";
  if (!matching) return `${first.length} and ${second.length} tokens: the rows cannot be paired one to one.`;
  const identical = first.every((word, index) => word === second[index]);
  if (identical) return "The same sentence twice gives the same rows.";
  if (matching.largest === 0)
    return "Exactly the same rows in another order: attention cannot tell who did what.";
  if (matching.largest <= rounding) return `The same rows in another order. ${why(matching.largest)}`;
  const [onlyFirst, onlySecond] = unmatchedWords(sentences);
  if (onlyFirst.length > 0) {
    return `The sentences differ in their words (${list(onlyFirst)} against ${list(onlySecond)}), so the rows do too.`;
  }
  if (!positions && causal) {
    return "The mask alone gives the order away: each word sees only those before it.";
  }
  if (positions) return "Not the same rows in any order: each word comes out changed by its place.";
  return "Not the same rows: the difference is larger than rounding explains.";
}

/** Where a difference in the last bits comes from. */
function why(difference: number): string {
  const exponent = Math.log2(difference);
  const size = Number.isInteger(exponent) ? `2${superscript(exponent)}` : "the rest";
  return `Only ${size} remains because float32 rounds, and the same terms were summed in another order.`;
}

/** Most words that a verdict names. */
const MOST = 3;

function list(words: readonly string[]): string {
  const more = words.length > MOST ? ` and ${words.length - MOST} more` : "";
  return words.slice(0, MOST).map(quoted).join(", ") + more;
}
