/** A process that trains the models that it is sent, one after the other. */
import { load, tasks } from "posenc/lab";
import { BATCH, CHANGES, COUNT, MODEL, MULTIPLES, OPTIMISER, TASKS } from "./plan.mjs";

/** @typedef {import("./plan.mjs").Run} Run */

const lab = await load();

/** More digits than 128 sequences can tell apart. @param {number} value */
const rounded = (value) => Math.round(value * 1e5) / 1e5;

/** @param {Run} run */
function train({ task, encoding, seed }) {
  const started = performance.now();
  const lengths = TASKS[task];
  const longest = lengths[1];
  const model = lab.start({
    encoding,
    task: { name: task, lengths },
    seed,
    batch: BATCH,
    model: MODEL,
    optimiser: OPTIMISER,
  });
  const { losses } = model.step(OPTIMISER.steps);
  const last = losses.subarray(-50);
  const test = (/** @type {number} */ times, change = {}) =>
    model.evaluate({ lengths: [times * longest], count: COUNT, ...change })[0]?.accuracy ?? Number.NaN;
  /** @type {Record<string, number[]>} */
  const accuracy = { trained: MULTIPLES.map((times) => rounded(test(times))) };
  const tokens = tasks[task].tokens(longest);
  for (const [name, changeOf] of Object.entries(CHANGES)) {
    if (changeOf(encoding, 1, tokens) === undefined) continue;
    accuracy[name] = MULTIPLES.map((times) => rounded(test(times, changeOf(encoding, times, tokens))));
  }
  const { r2 } = model.probe("position");
  model.free();
  return {
    accuracy,
    loss: rounded(last.reduce((sum, loss) => sum + loss / last.length, 0)),
    probe: [...r2].map(rounded),
    seconds: Math.round((performance.now() - started) / 100) / 10,
  };
}

process.on("message", (/** @type {Run} */ run) => {
  process.send?.(train(run));
});
