/** How well a model does at lengths that it was trained on, and at longer ones. */
import { checkNumber, readOptions } from "../arguments/check.ts";
import { checkList, type Numbers } from "../arguments/numbers.ts";
import { type Batch, evaluationBatch } from "./batch.ts";
import { checkChange, type LabEncoding } from "./encoding.ts";
import { placeOf, tooLong } from "./options.ts";
import type { BlockChange, Session } from "./session.ts";

/** Options of `evaluate`. */
export interface EvaluateOptions {
  /** Lengths, as the task counts them. */
  lengths: Numbers;
  /** Sequences of each length. Default 64. */
  count?: number;
  /**
   * A changed encoding for this evaluation, to see whether it helps on longer texts. It has the trained method and other fields,
   * such as `{ method: "rope", scaling: { type: "yarn", factor: 4 } }`. Fields that are left out are as in training.
   */
  encoding?: LabEncoding;
  /** Cuts the context for this evaluation: how many tokens back a token sees, itself included; 0 for all. */
  window?: number;
}

/** The answers at one length. */
export interface LengthResult {
  length: number;
  /** Tokens of a sequence. */
  tokens: number;
  /** In nats per word. */
  loss: number;
  /** The share of right words, when all words before each one are given. */
  accuracy: number;
  /** The share of sequences without a mistake, which the model would also write by itself. */
  exact: number;
  /** The share of right words after each token; NaN where no word was asked for. */
  byPosition: Float64Array;
}

/** The most tokens of a sequence in evaluation, and of a pass over several. */
const mostTokens = 4096;

export function evaluate(session: Session, options: EvaluateOptions): LengthResult[] {
  const given = readOptions("options", options, ["lengths", "count", "encoding", "window"]);
  const count = checkNumber("count", given.count, { from: 1, to: 1e6, integer: true, default: 64 });
  const { options: trained } = session;
  const encoding = checkChange(given.encoding, trained.encoding, placeOf(trained));
  const all = { from: 0, to: mostTokens, integer: true, default: session.model.window };
  const window = checkNumber("window", given.window, all);
  const lengths = checkLengths(session, given.lengths);
  return lengths.map((length) => evaluateLength(session, { length, count, encoding, window }));
}

function checkLengths(session: Session, value: unknown): number[] {
  const { task } = session;
  const lengths = [
    ...checkList("lengths", value).read({ from: task.shortest, to: mostTokens, integer: true }),
  ];
  for (const [i, length] of lengths.entries()) {
    const tokens = task.tokens(length);
    const rows = session.mostTokens(mostTokens);
    if (tokens > rows) throw tooLong(`lengths[${i}]`, length, tokens, rows);
  }
  return lengths;
}

interface One extends BlockChange {
  length: number;
  count: number;
}

function evaluateLength(session: Session, { length, count, ...change }: One): LengthResult {
  const tokens = session.task.tokens(length);
  const sequences = Math.min(count, Math.max(1, Math.floor(mostTokens / tokens)));
  const block = session.open({ sequences, length: tokens, kept: false }, change);
  try {
    const tally = new Tally(tokens);
    for (let first = 0; first < count; first += sequences) {
      const batch = evaluationBatch(
        session.task,
        length,
        first,
        Math.min(sequences, count - first),
        session.seed,
      );
      tally.add(batch, session.answer(batch, block));
    }
    return { length, tokens, ...tally.result(count) };
  } finally {
    session.close(block);
  }
}

/** Counts right answers. */
class Tally {
  readonly #right: Float64Array;
  readonly #asked: Float64Array;
  #exact = 0;
  #loss = 0;

  constructor(tokens: number) {
    this.#right = new Float64Array(tokens);
    this.#asked = new Float64Array(tokens);
  }

  add({ sequences, width, targets }: Batch, { words, loss }: { words: Int32Array; loss: number }): void {
    let asked = 0;
    for (let n = 0; n < sequences; n++) {
      let wrong = 0;
      for (let t = 0; t < width; t++) {
        const target = targets[n * width + t]!;
        if (target < 0) continue;
        asked++;
        this.#asked[t]!++;
        if (words[n * width + t] === target) this.#right[t]!++;
        else wrong++;
      }
      if (wrong === 0) this.#exact++;
    }
    this.#loss += loss * asked;
  }

  result(count: number): Omit<LengthResult, "length" | "tokens"> {
    const sum = (values: Float64Array) => values.reduce((total, value) => total + value, 0);
    const asked = sum(this.#asked);
    return {
      loss: this.#loss / asked,
      accuracy: sum(this.#right) / asked,
      exact: this.#exact / count,
      byPosition: this.#right.map((right, t) => right / this.#asked[t]!),
    };
  }
}
