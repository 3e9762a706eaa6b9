/** Tasks that give items, then a separator, and ask for an answer word by word. */
import type { RandomNumbers, Task } from "./task.ts";

/** The separator. The words of a task come after it. */
const separator = 0;

/** Writes a question and its answer: each word of the answer is the target of the word before it. */
function writeAnswer(
  question: ArrayLike<number>,
  answer: ArrayLike<number>,
  tokens: Int32Array,
  targets: Int32Array,
): void {
  targets.fill(-1);
  tokens.set(question);
  tokens[question.length] = separator;
  for (let i = 0; i < answer.length; i++) {
    targets[question.length + i] = answer[i]!;
    if (i + 1 < answer.length) tokens[question.length + 1 + i] = answer[i]!;
  }
}

const items = (length: number, random: RandomNumbers, words: number) =>
  Int32Array.from({ length }, () => 1 + random.below(words));

const letters = "abcdefghijklmnop";

/** A task whose answer is as long as its question. */
const rewriting = (
  doc: Pick<Task, "title" | "description" | "solvedBy" | "lengths">,
  answerTo: (question: Int32Array) => Int32Array,
): Task => ({
  ...doc,
  vocabulary: 1 + letters.length,
  words: ["|", ...letters],
  example: "badge|",
  guess: 1 / letters.length,
  shortest: 1,
  tokens: (length) => 2 * length,
  write(length, random, tokens, targets) {
    const question = items(length, random, letters.length);
    writeAnswer(question, answerTo(question), tokens, targets);
  },
  answer: (tokens) => (tokens.at(-1) === separator ? tokens.length - 1 : 0),
});

export const copy = rewriting(
  {
    title: "copy",
    description: "Repeat the letters in their order.",
    solvedBy: "Looking back by the same distance at each step: the number of letters.",
    lengths: [1, 6],
  },
  (question) => question,
);

export const reverse = rewriting(
  {
    title: "reverse",
    description: "Repeat the letters in the opposite order.",
    solvedBy: "Looking back by a distance that grows by two with each step, from one.",
    lengths: [1, 6],
  },
  (question) => question.slice().reverse(),
);

export const sort = rewriting(
  {
    title: "sort",
    description: "Repeat the letters in the order of the alphabet.",
    solvedBy: "Counting letters and comparing them: their places do not matter, and positions may disturb.",
    lengths: [2, 8],
  },
  (question) => question.slice().sort(),
);

const digits = "0123456789";

/** The digits of two numbers, the lowest first, with a word between them; then the digits of their sum. */
export const addition: Task = {
  title: "addition",
  description: "Add two numbers of the same number of digits, the lowest digit first.",
  solvedBy: "Looking at the two digits of one place, which are a fixed distance apart, and at the carry.",
  vocabulary: 2 + digits.length,
  words: ["=", ...digits, "+"],
  example: "123+456=",
  guess: 1 / digits.length,
  lengths: [1, 4],
  shortest: 1,
  tokens: (length) => 3 * length + 2,
  write(length, random, tokens, targets) {
    const plus = 1 + digits.length;
    const first = items(length, random, digits.length);
    const second = items(length, random, digits.length);
    let carry = 0;
    const sum: number[] = [];
    for (let i = 0; i < length; i++) {
      const total = first[i]! + second[i]! - 2 + carry;
      sum.push(1 + (total % digits.length));
      carry = total >= digits.length ? 1 : 0;
    }
    writeAnswer([...first, plus, ...second], [...sum, 1 + carry], tokens, targets);
  },
  answer: (tokens) => (tokens.at(-1) === separator ? Math.floor(tokens.length / 2) : 0),
};
