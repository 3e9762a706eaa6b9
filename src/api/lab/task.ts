/** What a task is. */

/** Where the random numbers of a sequence come from. */
export interface RandomNumbers {
  /** An integer from 0 to count − 1. */
  below(count: number): number;
}

/** A task: how its sequences are made, and what they show. */
export interface Task {
  /** One sentence: what is asked. */
  readonly description: string;
  /** What a model needs to solve it, and why that tests positions. */
  readonly solvedBy: string;
  /** How many different words there are. */
  readonly vocabulary: number;
  /** The share of right answers of somebody who guesses, at most. */
  readonly guess: number;
  /** The usual lengths to train on, from and to. */
  readonly lengths: readonly [number, number];
  /** The shortest length. */
  readonly shortest: number;
  /** Tokens of a sequence of a length. */
  tokens(length: number): number;
  /**
   * Writes a sequence: its tokens, and after each the word that should follow, or −1 where nothing is asked.
   *
   * @param length What the task calls its length: items, digits or clauses.
   * @param random Where its random numbers come from.
   */
  write(length: number, random: RandomNumbers, tokens: Int32Array, targets: Int32Array): void;
}
