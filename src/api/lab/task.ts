/** The interface of a task. */

/** The source of a sequence's random numbers. */
export interface RandomNumbers {
  /** An integer from 0 to count − 1. */
  below(count: number): number;
}

/** A task: how its sequences are made, and what they show. */
export interface Task {
  /** The name in menus. */
  readonly title: string;
  /** One sentence: what is asked. */
  readonly description: string;
  /** What a model needs to solve it, and why that tests positions. */
  readonly solvedBy: string;
  /** Size of the vocabulary. */
  readonly vocabulary: number;
  /** The vocabulary as text, by the numbers of its words. */
  readonly words: readonly string[];
  /** A text of trained length to continue. */
  readonly example: string;
  /** The largest share of right answers that guessing reaches. */
  readonly guess: number;
  /** The usual lengths to train on, from and to. */
  readonly lengths: readonly [number, number];
  /** The shortest length. */
  readonly shortest: number;
  /** Number of tokens in a sequence of this length. */
  tokens(length: number): number;
  /**
   * Writes a sequence: its tokens, and for each token the word that should follow, or −1 if no word is asked for.
   *
   * @param length In the unit of the task: items, digits or clauses.
   * @param random The source of random numbers.
   */
  write(length: number, random: RandomNumbers, tokens: Int32Array, targets: Int32Array): void;
  /** How many words a model writes behind these tokens; 0 if they end without a question. Missing in tasks that answer at each word. */
  answer?(tokens: readonly number[]): number;
}
