/** What `npm run lab` trains: every task with every encoding and seed; some encodings are then tested under changed rules too. */

/** Lengths of the test, as multiples of the longest one trained. */
export const MULTIPLES = [1, 2, 4, 8];

/** Sequences of a test. */
export const COUNT = 128;

export const SEEDS = 5;

/**
 * The encodings that models are trained with.
 * @type {readonly import("posenc/lab").LabMethod[]}
 */
export const ENCODINGS = [
  "none",
  "sinusoidal",
  "sine",
  "learned",
  "rope",
  "rope-half",
  "rope-alternate",
  "alibi",
  "kerple",
  "t5",
  "fire",
  "shaw",
  "fox",
];

/** Tasks with the lengths trained: short ones, so that a small model learns them in some seconds. */
export const TASKS = /** @type {const} */ ({
  induction: [4, 12],
  reverse: [1, 6],
  copy: [1, 6],
  back: [4, 12],
  addition: [1, 4],
});

export const MODEL = { width: 32, heads: 4, layers: 2 };
const STEPS = 2000;
export const OPTIMISER = { rate: 0.006, warmup: 100, steps: STEPS, end: 0.02 };
export const BATCH = 32;

/**
 * Changes after training, by name: of the rotary rule, to read texts so many times longer; of the context, to the tokens
 * of the longest sequence trained.
 * @type {Record<string, (encoding: string, times: number, tokens: number) => object | undefined>}
 */
export const CHANGES = {
  linear: (encoding, times) => stretched(encoding, "linear", times),
  ntk: (encoding, times) => stretched(encoding, "ntk", times),
  yarn: (encoding, times) => stretched(encoding, "yarn", times),
  cut: (encoding, _, tokens) =>
    ["none", "rope", "alibi"].includes(encoding) ? { window: tokens } : undefined,
};

/** @param {string} encoding @param {"linear" | "ntk" | "yarn"} type @param {number} factor */
const stretched = (encoding, type, factor) =>
  encoding === "rope" ? { encoding: { method: encoding, scaling: { type, factor } } } : undefined;

/** A run, by its place in the table. @typedef {{ task: keyof typeof TASKS, encoding: import("posenc/lab").LabMethod, seed: number }} Run */

/**
 * All runs. Seeds come one after the other, so that a table that was ended early has all tasks and encodings.
 * @param {number} [seeds]
 * @returns {Run[]}
 */
export function allRuns(seeds = SEEDS) {
  const tasks = /** @type {(keyof typeof TASKS)[]} */ (Object.keys(TASKS));
  return Array.from({ length: seeds }, (_, n) => n + 1).flatMap((seed) =>
    tasks.flatMap((task) => ENCODINGS.map((encoding) => ({ task, encoding, seed }))),
  );
}

/** What decides a run besides its place: results of other settings are not used. */
export const SETTINGS = {
  tasks: TASKS,
  model: MODEL,
  optimiser: OPTIMISER,
  batch: BATCH,
  count: COUNT,
  multiples: MULTIPLES,
};
