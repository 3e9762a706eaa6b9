/** The words of a task as text that a reader can type. */

import { tasks } from "../../../src/api/lab/tasks.ts";
import type { TaskName } from "../../../src/entries/lab.ts";

const letters = (count: number): string[] => [..."abcdefghijklmnop"].slice(0, count);
const DIGITS = [..."0123456789"];
const rewriting = ["|", ...letters(16)];

/** The words by their numbers. */
const WORDS: Readonly<Record<TaskName, readonly string[]>> = {
  copy: rewriting,
  reverse: rewriting,
  sort: rewriting,
  addition: ["=", ...DIGITS, "+"],
  back: letters(8),
  pointer: letters(8),
  induction: letters(8),
  count: ["a", "b", ...DIGITS.slice(0, 8)],
  dyck: ["(", ")", "[", "]", "–", "(", "["],
  grammar: [
    ...["Ann", "Bob", "Cem", "Dan", "Eve", "Fay", "Gus", "Hal"],
    ...["sees", "hears", "calls", "helps", "finds", "likes", "leads", "pays"],
    ...["active", "passive", "?"],
  ],
};

/** An example of each task, at a trained length. */
export const EXAMPLES: Readonly<Record<TaskName, string>> = {
  copy: "badge|",
  reverse: "badge|",
  sort: "badge|",
  addition: "123+456=",
  back: "abcdefgh",
  pointer: "abcadbca",
  induction: "abcadcab",
  count: "aababbaa",
  dyck: "([])[(",
  grammar: "Ann sees active Bob Cem helps passive Dan ? helps",
};

const isSpelled = (task: TaskName): boolean => WORDS[task].every((word) => word.length === 1);

export const wordOf = (task: TaskName, token: number): string => WORDS[task][token] ?? "?";

/** The most words of an example. */
const MOST = 64;

/** The numbers of the words of a text. Throws a sentence for the reader. */
export function readWords(task: TaskName, text: string): number[] {
  const parts = isSpelled(task) ? [...text.replaceAll(/\s/g, "")] : text.split(/\s+/).filter(Boolean);
  if (parts.length < 1 || parts.length > MOST)
    throw new RangeError(`Type 1 to ${MOST} words; got ${parts.length}.`);
  return parts.map((part) => {
    const token = WORDS[task].indexOf(part);
    if (token < 0)
      throw new RangeError(`"${part}" is not a word of this task; its words are ${WORDS[task].join(" ")}.`);
    return token;
  });
}

/**
 * How many words the model shall write behind a question; 0 for a task that answers while the text goes on. A question
 * ends with the separator or, for sentences, with the mark and a verb.
 */
export function wordsToWrite(task: TaskName, tokens: readonly number[]): number {
  const last = tokens.length - 1;
  if (task === "grammar") return tokens[last - 1] === tasks.grammar.vocabulary - 1 ? 2 : 0;
  if (tokens[last] !== 0) return 0;
  if (task === "addition") return Math.floor((last - 1) / 2) + 1;
  return ["copy", "reverse", "sort"].includes(task) ? last : 0;
}
