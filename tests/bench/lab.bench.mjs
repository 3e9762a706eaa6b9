/**
 * Milliseconds of a step of training, with the steps a second, by width, layers, tokens and sequences.
 *
 * The first row is the model of the comparison with jax-js and tfjs: width 32, 16 tokens, 32 sequences, 128 hidden channels.
 */
import { load } from "posenc/lab";
import { time } from "./time.mjs";

/** Width, layers, tokens, sequences. */
const MODELS = /** @type {const} */ ([
  [32, 1, 16, 32],
  [32, 2, 16, 32],
  [64, 2, 16, 32],
  [128, 2, 16, 32],
  [128, 2, 32, 32],
  [128, 2, 16, 64],
]);

const lab = await load();
for (const [width, layers, tokens, batch] of MODELS) {
  const task = /** @type {const} */ ({ name: "reverse", lengths: [tokens / 2, tokens / 2] });
  const model = lab.start({ encoding: "rope", task, batch, model: { width, layers } });
  const { best, median } = time(() => model.step());
  const row = `${width} wide, ${layers} layers, ${tokens} tokens × ${batch}`.padEnd(38);
  console.log(`${row}${best.toFixed(2)} (${median.toFixed(2)})  ${Math.round(1000 / best)} a second`);
  model.free();
}
