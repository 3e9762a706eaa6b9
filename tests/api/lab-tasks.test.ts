/** The tasks of the lab: what they ask for, and that training and evaluation never share a sequence. */
import { taskNames, tasks } from "posenc/lab";
import { describe, expect, test } from "vitest";
import { evaluationBatch, trainingBatch } from "../../src/api/lab/batch.ts";
import { philox, Random, seedOf } from "../../src/api/lab/random.ts";
import results from "../../web/site/lab/results.json" with { type: "json" };

const seed = seedOf(7);

/** Sequences of a task, as lists. */
function sequencesOf(name: (typeof taskNames)[number], length: number, count = 200) {
  const { width, tokens, targets } = evaluationBatch(tasks[name], length, 0, count, seed);
  return Array.from({ length: count }, (_, n) => ({
    tokens: [...tokens.subarray(n * width, (n + 1) * width)],
    targets: [...targets.subarray(n * width, (n + 1) * width)],
  }));
}

test("the published table was trained on the lengths that everybody trains on who gives none", () => {
  const published = results.tasks as Record<string, number[]>;
  expect(Object.keys(published).length).toBeGreaterThan(3);
  for (const [name, lengths] of Object.entries(published))
    expect(tasks[name as keyof typeof tasks].lengths, name).toEqual(lengths);
});

test("philox has the known answers of the published library", () => {
  // Random123, tests/kat_vectors: philox 4x32 10.
  const hex = (words: number[]) => words.map((word) => word.toString(16).padStart(8, "0")).join(" ");
  expect(hex(philox([0, 0, 0, 0], seedOf(0)))).toBe("6627e8d5 e169c58d bc57ac4c 9b00dbd8");
  const [ones, all] = [0xffffffff, { low: 0xffffffff, high: 0xffffffff }];
  expect(hex(philox([ones, ones, ones, ones], all))).toBe("408f276d 41c83b0e a20bc7c6 6d5451fd");
});

test("numbers below a count are uniform", () => {
  const random = new Random(seed, 4, 1, 2);
  const counts = new Array(10).fill(0);
  for (let i = 0; i < 10_000; i++) counts[random.below(10)]++;
  for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(150); // five deviations
});

describe.each(taskNames)("%s", (name) => {
  const task = tasks[name];

  test("has words of its vocabulary, asks something, and can be any length", () => {
    for (const length of [task.shortest, ...task.lengths, 100])
      for (const { tokens, targets } of sequencesOf(name, length, 20)) {
        expect(tokens).toHaveLength(task.tokens(length));
        expect(Math.min(...tokens)).toBeGreaterThanOrEqual(0);
        expect(Math.max(...tokens, ...targets)).toBeLessThan(task.vocabulary);
        expect(Math.min(...targets)).toBeGreaterThanOrEqual(-1);
        expect(targets.some((target) => target >= 0)).toBe(true);
      }
  });

  test("spells its words, and says how long its answers are", () => {
    expect(task.words).toHaveLength(task.vocabulary);
    const isSpelled = task.words.every((word) => word.length === 1);
    for (const word of isSpelled ? task.example : task.example.split(" "))
      expect(task.words, word).toContain(word);
    for (const { tokens, targets } of task.answer ? sequencesOf(name, task.lengths[1], 20) : []) {
      const question = Array.from(tokens).slice(0, targets.findIndex((target) => target >= 0) + 1);
      expect(task.answer?.(question)).toBe(targets.filter((target) => target >= 0).length);
      expect(task.answer?.(question.slice(0, -1))).toBe(0);
    }
  });

  test("cannot be guessed better than it says", () => {
    const words = sequencesOf(name, 30).flatMap(({ targets }) => targets.filter((target) => target >= 0));
    const counts = new Map<number, number>();
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    expect(Math.max(...counts.values()) / words.length).toBeLessThan(task.guess + 0.1);
  });

  test("has other sequences for training than for evaluation", () => {
    const length = 40;
    const own = new Set(sequencesOf(name, length, 500).map(({ tokens }) => tokens.join()));
    expect(own.size).toBe(500);
    const options = { lengths: [length, length] as const, sequences: 50, seed };
    for (let step = 1; step <= 40; step++) {
      const { width, tokens } = trainingBatch(task, options, step);
      for (let n = 0; n < 50; n++)
        expect(own.has(tokens.subarray(n * width, (n + 1) * width).join())).toBe(false);
    }
  });
});

describe("answers", () => {
  const asked = (targets: number[]) => targets.filter((target) => target >= 0);

  test.each([
    ["copy", (letters: number[]) => letters],
    ["reverse", (letters: number[]) => [...letters].reverse()],
    ["sort", (letters: number[]) => [...letters].sort((a, b) => a - b)],
  ] as const)("of %s", (name, answer) => {
    for (const { tokens, targets } of sequencesOf(name, 6)) {
      const due = answer(tokens.slice(0, 6));
      expect(asked(targets)).toEqual(due);
      expect(tokens.slice(6)).toEqual([0, ...due.slice(0, -1)]);
    }
  });

  test("of addition", () => {
    const value = (words: number[]) => words.reduceRight((sum, word) => sum * 10n + BigInt(word - 1), 0n);
    for (const { tokens, targets } of sequencesOf("addition", 20)) {
      expect([tokens[20], tokens[41]]).toEqual([11, 0]);
      expect(value(asked(targets))).toBe(value(tokens.slice(0, 20)) + value(tokens.slice(21, 41)));
    }
  });

  test("of induction: the last time that the letter was there", () => {
    for (const { tokens, targets } of sequencesOf("induction", 12))
      for (const [t, token] of tokens.entries()) {
        const before = tokens.slice(0, t).lastIndexOf(token);
        expect(targets[t]).toBe(before < 0 ? -1 : tokens[before + 1]);
      }
  });

  test("of pointer: as far back as the letter says", () => {
    for (const { tokens, targets } of sequencesOf("pointer", 20))
      for (const [t, token] of tokens.entries()) {
        const at = t - (token + 1);
        expect(targets[t]).toBe(at < 0 ? -1 : tokens[at]);
      }
  });

  test("of back and of count", () => {
    for (const { tokens, targets } of sequencesOf("back", 9))
      expect(targets).toEqual([-1, -1, -1, ...tokens.slice(0, 6)]);
    for (const { tokens, targets } of sequencesOf("count", 30))
      expect(targets).toEqual(
        tokens.map((_, t) => 2 + (tokens.slice(0, t + 1).filter((x) => x === 0).length % 8)),
      );
  });

  test("of brackets", () => {
    for (const { tokens, targets } of sequencesOf("dyck", 30))
      for (const [t, target] of targets.entries()) {
        let text = tokens.slice(0, t + 1).join("");
        while (/01|23/.test(text)) text = text.replace(/01|23/g, "");
        expect(target).toBe(4 + { "": 0, 0: 1, 2: 2 }[text.slice(-1)]!);
      }
  });

  test("of sentences", () => {
    for (const { tokens, targets } of sequencesOf("grammar", 5)) {
      const clauses = Array.from({ length: 5 }, (_, n) => tokens.slice(4 * n, 4 * n + 4));
      const [a, , form, b] = clauses.filter(([, verb]) => verb === tokens[21]).at(-1)!;
      const due = form === 16 ? [a, b] : [b, a];
      expect(asked(targets)).toEqual(due);
      expect(tokens.slice(20)).toEqual([18, tokens[21], due[0]]);
    }
  });
});
