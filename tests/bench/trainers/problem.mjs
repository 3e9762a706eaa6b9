/**
 * What every trainer is given: a causal transformer of one layer with a sinusoidal table, its first weights, and batches of the lab's
 * task "reverse". All take steps of AdamW with warm-up and a clipped gradient, in float32.
 *
 *   x = embedding[token] + table        x = x + output(attention(norm(x)))        x = x + down(gelu(up(norm(x))))
 *   logits = head(norm(x))              loss: the mean cross-entropy where something is asked
 *
 * @typedef {{ tokens: number[], targets: number[] }} Batch (batch, length) of numbers; a target is -1 where nothing is asked
 *
 * @typedef {object} TrainingProblem
 * @property {number} width
 * @property {number} heads
 * @property {number} hidden
 * @property {number} vocabulary
 * @property {number} length tokens of a sequence
 * @property {number} batch sequences of a step
 * @property {number} asked targets of a step
 * @property {Batch[]} batches of the first steps
 *
 * @typedef {object} Trainer
 * @property {string} name
 * @property {() => number} step takes the next step; returns the loss before it
 */

/** AdamW as the lab has it by default, without decay: it is the same for everyone, and a framework needs no mask for it. */
export const OPTIMISER = {
  rate: 0.006,
  beta1: 0.9,
  beta2: 0.98,
  epsilon: 1e-8,
  decay: 0,
  clip: 1,
  warmup: 100,
};

/** What depends on the number of a step, from 1. @param {number} step */
export const scalesOf = (step) => ({
  rate: (OPTIMISER.rate * Math.min(1, step / OPTIMISER.warmup)) / (1 - OPTIMISER.beta1 ** step),
  second: 1 / (1 - OPTIMISER.beta2 ** step),
});

/** The variance of a norm is never below it. */
export const EPSILON = 1e-5;

/** Each tensor's name and shape, in the order in which the lab saves them. @param {TrainingProblem} problem @returns {[string, number[]][]} */
function tensorShapes({ width, hidden, vocabulary }) {
  /** @param {string} name @returns {[string, number[]][]} */
  const norm = (name) => [
    [`${name}Gain`, [width]],
    [`${name}Shift`, [width]],
  ];
  /** @param {string} name @param {number} inputs @param {number} outputs @returns {[string, number[]][]} */
  const linear = (name, inputs, outputs) => [
    [`${name}Weight`, [outputs, inputs]],
    [`${name}Bias`, [outputs]],
  ];
  return [
    ["embedding", [vocabulary, width]],
    ...norm("first"),
    ...linear("rows", width, 3 * width),
    ...linear("output", width, width),
    ...norm("second"),
    ...linear("up", width, hidden),
    ...linear("down", hidden, width),
    ...norm("last"),
    ...linear("head", width, vocabulary),
  ];
}

/**
 * The tensors of a model that `save()` wrote, which starts with a text and has the weights before their moments. Matrices of linear
 * layers are turned to (inputs, outputs), as both frameworks multiply them.
 *
 * @param {Uint8Array} saved @param {TrainingProblem} problem @returns {[string, number[], Float32Array][]}
 */
export function tensorsOf(saved, problem) {
  const view = new DataView(saved.buffer, saved.byteOffset, saved.byteLength);
  let at = 4 + view.getUint32(0, true);
  return tensorShapes(problem).map(([name, shape]) => {
    const [rows, columns = 1] = shape;
    const values = Float32Array.from({ length: rows * columns }, (_, i) => view.getFloat32(at + 4 * i, true));
    at += 4 * values.length;
    if (!name.endsWith("Weight")) return [name, shape, values];
    const turned = values.map((_, i) => values[(i % rows) * columns + Math.floor(i / rows)]);
    return [name, [columns, rows], turned];
  });
}

/** The table that is added: sines and cosines in turn, divided by √2. @param {TrainingProblem} problem */
export const tableOf = ({ length, width }) =>
  Float32Array.from({ length: length * width }, (_, n) => {
    const [t, c] = [Math.floor(n / width), n % width];
    const angle = t * 10000 ** (-(c - (c % 2)) / width);
    return (c % 2 === 0 ? Math.sin(angle) : Math.cos(angle)) * Math.SQRT1_2;
  });
