/** Makes the published table of finished runs. */
import { ENCODINGS, SETTINGS, TASKS } from "./plan.mjs";

/** @typedef {import("./plan.mjs").Run} Run */
/**
 * @typedef {Run & { accuracy: Record<string, number[]>, loss: number, probe: number[], date: string,
 *   machine: { processor: string, node: string } }} Finished
 */

/** @param {number[]} values */
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** @param {number} value */
const rounded = (value) => Math.round(value * 1e4) / 1e4;

/** The mean, the smallest and the largest number of each place. @param {number[][]} rows */
function summary(rows) {
  const columns = (rows[0] ?? []).map((_, i) => rows.map((row) => row[i] ?? Number.NaN));
  return {
    mean: columns.map((column) => rounded(mean(column))),
    min: columns.map((column) => rounded(Math.min(...column))),
    max: columns.map((column) => rounded(Math.max(...column))),
  };
}

/** Name of a row: the encoding, and how it was changed after training. @param {string} encoding @param {string} change */
const rowName = (encoding, change) => (change === "trained" ? encoding : `${encoding}, ${change}`);

/** @param {readonly Finished[]} runs of one task and encoding */
function rowsOf(runs) {
  const [first] = runs;
  if (first === undefined) return [];
  return Object.keys(first.accuracy).map((change) => ({
    encoding: rowName(first.encoding, change),
    seeds: runs.map(({ seed }) => seed),
    accuracy: summary(runs.map(({ accuracy }) => accuracy[change] ?? [])),
    ...(change === "trained" && {
      loss: rounded(mean(runs.map(({ loss }) => loss))),
      probe: summary(runs.map(({ probe }) => probe)).mean,
    }),
  }));
}

/**
 * @typedef {{ date: string, machines: string[],
 *   results: { task: string, rows: { encoding: string, seeds: number[] }[] }[] }} Published
 */

/** Whether a row of the published table is of an encoding, as trained or changed. @param {{ encoding: string }} row @param {string} encoding */
const isOf = (row, encoding) => row.encoding.split(", ")[0] === encoding;

/**
 * Accuracy is the share of right words, each after the right ones before it, at multiples of the longest length trained; the
 * loss is the mean of the last 50 steps; the probe is R² of a linear map from the values between layers to the position.
 *
 * @param {readonly Finished[]} runs
 * @param {readonly Run[]} due all that the table should have
 * @param {Published} [published] whose rows stay for encodings without runs
 */
export function resultsOf(runs, due, published) {
  const has = (/** @type {Run} */ a) =>
    runs.some((b) => a.task === b.task && a.encoding === b.encoding && a.seed === b.seed);
  const names = /** @type {(keyof typeof TASKS)[]} */ (Object.keys(TASKS));
  const own = runs.map(({ machine }) => `${machine.processor}, Node ${machine.node}`);
  const results = names.map((task) => {
    const kept = published?.results.find((one) => one.task === task)?.rows ?? [];
    const rows = ENCODINGS.flatMap((encoding) => {
      const trained = runs.filter((run) => run.task === task && run.encoding === encoding);
      return trained.length > 0 ? rowsOf(trained) : kept.filter((row) => isOf(row, encoding));
    });
    return { task, rows };
  });
  const models = results.flatMap(({ rows }) => rows.filter(({ encoding }) => !encoding.includes(", ")));
  return {
    date: [...runs.map(({ date }) => date), ...(published ? [published.date] : [])].sort().at(-1),
    machines: [...new Set([...(published?.machines ?? []), ...own])],
    ...SETTINGS,
    runs: models.reduce((sum, { seeds }) => sum + seeds.length, 0),
    missing: due
      .filter((run) => !has(run))
      .map(({ task, encoding, seed }) => `${task}, ${encoding}, seed ${seed}`),
    results,
  };
}
