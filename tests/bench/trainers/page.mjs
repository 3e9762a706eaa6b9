/** Training in the page: the same steps by everyone, the share of what the engine can multiply and add, and time by size. */

import { time, timeInTurn } from "/bench/time.mjs";
import { load } from "/dist/lab.js";
import { multiplyAdds } from "../limit.mjs";
import { jax } from "./jax.mjs";
import { OPTIMISER } from "./problem.mjs";
import { tensorflow } from "./tensorflow.mjs";

const CHECKED = 5; // steps whose losses everyone must agree on
const TOLERANCE = 1e-4; // relative: floats summed in other orders, through some steps of training

const lab = await load();

/** @param {string} encoding @param {{ width: number, heads: number, hidden: number, layers: number, length: number, batch: number }} sizes */
function start(encoding, { length, batch, ...model }) {
  const task = /** @type {const} */ ({ name: "reverse", lengths: [length / 2, length / 2] });
  return lab.start({ encoding, task, batch, model, optimiser: OPTIMISER });
}

/** @param {import("./problem.mjs").TrainingProblem} problem @returns {Promise<{ name: string, ms: number, error: number }[]>} */
export async function compareTrainers(problem) {
  const { width, heads, hidden, length, batch } = problem;
  const model = start("sinusoidal", { width, heads, hidden, layers: 1, length, batch });
  const saved = model.save();
  const trainers = [{ name: "posenc", step: () => model.step().loss }];
  trainers.push(await jax(problem, saved), await tensorflow(problem, saved));
  const losses = trainers.map(({ step }) => Array.from({ length: CHECKED }, step));
  const errors = losses.map((own) => Math.max(...own.map((loss, n) => Math.abs(loss / losses[0][n] - 1))));
  for (const [n, { name }] of trainers.entries())
    if (!(errors[n] <= TOLERANCE))
      throw new Error(`${name} computes other losses: ${losses[n]}, not ${losses[0]}`);
  const times = timeInTurn(trainers.map(({ step }) => step));
  model.free();
  return trainers.map(({ name }, n) => ({ name, ms: times[n].median, error: errors[n] }));
}

/** Multiply-adds of a step: each linear layer forwards and twice backwards, and the visible half of attention, which has two products forwards and four backwards. */
function workOf({ width, hidden, layers, length, batch }, vocabulary) {
  const linear = layers * (4 * width ** 2 + 2 * width * hidden) + width * vocabulary;
  const attention = (layers * width * (length + 1)) / 2;
  return batch * length * (3 * linear + 6 * attention);
}

/** @param {Parameters<typeof start>[1]} sizes @param {number} vocabulary */
export async function shareOfLimit(sizes, vocabulary) {
  const model = start("rope", sizes);
  const limit = await multiplyAdds();
  const [step, alone] = timeInTurn([() => model.step(), limit.run]);
  model.free();
  const [reached, possible] = [workOf(sizes, vocabulary) / step.median, limit.count / alone.median];
  return { ms: step.median, reached: reached / 1e6, possible: possible / 1e6 };
}

/** @param {Parameters<typeof start>[1]} sizes @returns {number} ms */
export function timeOfStep(sizes) {
  const model = start("rope", sizes);
  const { median } = time(() => model.step());
  model.free();
  return median;
}
