/** Batches of a task: for training by step, for evaluation by length. */
import { Random, type Seed, streams } from "./random.ts";
import type { Task } from "./task.ts";

export interface Batch {
  sequences: number;
  /** The length, in the task's own unit. */
  length: number;
  /** Tokens of each sequence. */
  width: number;
  tokens: Int32Array<ArrayBuffer>;
  targets: Int32Array<ArrayBuffer>;
}

/** The counter of the random number that decides a step's length; no sequence uses it. */
const lengthPlace = 2 ** 32 - 1;

function batchOf(task: Task, length: number, sequences: number, randomOf: (n: number) => Random): Batch {
  const width = task.tokens(length);
  const tokens = new Int32Array(sequences * width);
  const targets = new Int32Array(sequences * width);
  for (let n = 0; n < sequences; n++) {
    const from = n * width;
    task.write(
      length,
      randomOf(n),
      tokens.subarray(from, from + width),
      targets.subarray(from, from + width),
    );
  }
  return { sequences, length, width, tokens, targets };
}

/** The batch of a step: all sequences have one length, drawn from the trained lengths. */
export function trainingBatch(
  task: Task,
  { lengths, sequences, seed }: { lengths: readonly [number, number]; sequences: number; seed: Seed },
  step: number,
): Batch {
  const [from, to] = lengths;
  const length = from + new Random(seed, streams.training, step, lengthPlace).below(to - from + 1);
  return batchOf(task, length, sequences, (n) => new Random(seed, streams.training, step, n));
}

/** Sequences `first`, `first + 1`, … of a length for evaluation. */
export const evaluationBatch = (
  task: Task,
  length: number,
  first: number,
  sequences: number,
  seed: Seed,
): Batch => batchOf(task, length, sequences, (n) => new Random(seed, streams.evaluation, length, first + n));
