import { html } from "../../plot/dom.ts";
import { superscript } from "../../plot/superscript.ts";
import { quoted } from "../words/label.ts";
import { type Comparison, type Sentences, unmatchedWords } from "./attention-comparison.ts";

/** The number that matters, to its last digit, and a sentence that says what it means. */
export class DifferenceNumber {
  readonly element: HTMLElement;
  readonly #value = html("data", { class: "number", part: "number" });
  readonly #verdict = html("span", { class: "verdict" });

  constructor() {
    const title = html("span", { class: "title" }, "largest difference of paired outputs");
    this.element = html("p", { class: "difference" }, title, this.#value, this.#verdict);
  }

  show(comparison: Comparison, sentences: Sentences, causal: boolean): void {
    const { matching } = comparison;
    this.#value.value = matching ? String(matching.largest) : "";
    this.#value.textContent = matching ? digits(matching.largest) : "–";
    this.#verdict.textContent = verdict(comparison, sentences, causal);
  }
}

/** All digits of a float64, with its power of ten set as one. */
function digits(value: number): string {
  const [mantissa = "", exponent] = String(value).split("e");
  return exponent === undefined ? mantissa : `${mantissa} × 10${superscript(Number(exponent))}`;
}

function verdict(comparison: Comparison, sentences: Sentences, causal: boolean): string {
  const { matching, encoding, rounding } = comparison;
  const [first, second] = sentences;
  if (first.length === 0 || second.length === 0) return "Type two sentences to compare.";
  if (!matching) return `${first.length} and ${second.length} tokens: the rows cannot be paired one to one.`;
  const identical = first.every((word, index) => word === second[index]);
  if (identical) return "The same sentence twice: the same sums in the same order, exactly the same rows.";
  if (matching.largest <= rounding) return `${sameRows(comparison, sentences)} ${remainder(comparison)}`;
  const [onlyFirst, onlySecond] = unmatchedWords(sentences);
  if (onlyFirst.length > 0) {
    return `The sentences differ in their words (${list(onlyFirst)} against ${list(onlySecond)}), so the rows do too.`;
  }
  if (encoding.spec.method !== "none")
    return "Not the same rows in any order: each word comes out changed by its place.";
  if (causal) return "The mask alone gives the order away: each word sees only those before it.";
  return "Not the same rows: the difference is larger than rounding explains.";
}

function sameRows({ encoding }: Comparison, [first, second]: Sentences): string {
  if (encoding.spec.method === "none") return "The same rows in another order: who did what is lost.";
  const backwards = first.every((word, index) => word === second[second.length - 1 - index]);
  return backwards
    ? "The same rows in another order: distances alone do not tell a sentence from itself read backwards."
    : "The same rows in another order, in spite of the encoding.";
}

/** Where a difference in the last bits comes from, and that none is left without it. */
function remainder({ matching, repeated }: Comparison): string {
  const difference = matching?.largest ?? 0;
  if (difference === 0) return "Not a bit differs.";
  const exponent = Math.log2(difference);
  const size = Number.isInteger(exponent) ? `2${superscript(exponent)}` : "the rest";
  const again = repeated === 0 ? "exactly 0" : digits(repeated);
  return `Only ${size} remains because float32 rounds and the same terms were summed in another order; in the same order it is ${again}.`;
}

/** Most words that a verdict names. */
const MOST = 3;

function list(words: readonly string[]): string {
  const more = words.length > MOST ? ` and ${words.length - MOST} more` : "";
  return words.slice(0, MOST).map(quoted).join(", ") + more;
}
