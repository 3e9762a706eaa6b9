/** tfjs on its WebAssembly backend, one thread, SIMD. Weights are one array for the update, so that it is few calls. Runs in the page. */
import { loadTensorflow } from "../rivals/tensorflow.mjs";
import { EPSILON, OPTIMISER, scalesOf, tableOf, tensorsOf } from "./problem.mjs";

const HIDDEN = -1e9; // added to the scores of later tokens

/** @param {any} tf @param {import("./problem.mjs").TrainingProblem} problem */
function lossOf(tf, problem) {
  const { width, heads, vocabulary, length, batch, asked } = problem;
  const table = tf.tensor(tableOf(problem), [1, length, width]);
  const later = Float32Array.from({ length: length ** 2 }, (_, n) =>
    n % length > Math.floor(n / length) ? HIDDEN : 0,
  );
  const mask = tf.tensor(later, [length, length]);
  const channels = width / heads;

  return (weights, tokens, targets) => {
    const norm = (x, name) => {
      const centred = tf.sub(x, tf.mean(x, -1, true));
      const variance = tf.mean(tf.square(centred), -1, true);
      const unit = tf.div(centred, tf.sqrt(tf.add(variance, EPSILON)));
      return tf.add(tf.mul(unit, weights[`${name}Gain`]), weights[`${name}Shift`]);
    };
    const linear = (x, name) => tf.add(tf.matMul(x, weights[`${name}Weight`]), weights[`${name}Bias`]);
    const byHead = (x) => tf.transpose(tf.reshape(x, [batch, length, heads, channels]), [0, 2, 1, 3]);
    const gelu = (x) => {
      const z = tf.mul(Math.sqrt(2 / Math.PI), tf.add(x, tf.mul(0.044715, tf.mul(x, tf.square(x)))));
      return tf.mul(tf.mul(x, 0.5), tf.add(1, tf.tanh(z)));
    };
    const embedded = tf.matMul(tf.oneHot(tokens, vocabulary).toFloat(), weights.embedding);
    let x = tf.reshape(tf.add(tf.reshape(embedded, [batch, length, width]), table), [batch * length, width]);
    const [q, k, v] = tf.split(linear(norm(x, "first"), "rows"), 3, 1).map(byHead);
    const scores = tf.matMul(tf.mul(q, 1 / Math.sqrt(channels)), k, false, true);
    const mixed = tf.transpose(tf.matMul(tf.softmax(tf.add(scores, mask)), v), [0, 2, 1, 3]);
    x = tf.add(x, linear(tf.reshape(mixed, [batch * length, width]), "output"));
    x = tf.add(x, linear(gelu(linear(norm(x, "second"), "up")), "down"));
    const chosen = tf.mul(
      tf.logSoftmax(linear(norm(x, "last"), "head")),
      tf.oneHot(targets, vocabulary).toFloat(),
    );
    return tf.mul(tf.sum(chosen), -1 / asked);
  };
}

/** @param {import("./problem.mjs").TrainingProblem} problem @param {Uint8Array} saved @returns {Promise<import("./problem.mjs").Trainer>} */
export async function tensorflow(problem, saved) {
  const tf = await loadTensorflow();
  const tensors = tensorsOf(saved, problem);
  const sizes = tensors.map(([, , values]) => values.length);
  const { beta1, beta2, epsilon, clip } = OPTIMISER;
  const loss = lossOf(tf, problem);
  let weights = tf.concat(tensors.map(([, , values]) => tf.tensor(values)));
  let [first, second] = [tf.zerosLike(weights), tf.zerosLike(weights)];

  /** @param {import("./problem.mjs").Batch} batch @param {ReturnType<typeof scalesOf>} scales */
  const next = (batch, scales) => {
    const parts = tf.split(weights, sizes).map((part, n) => tf.reshape(part, tensors[n][1]));
    const [tokens, targets] = [batch.tokens, batch.targets].map((list) => tf.tensor1d(list, "int32"));
    const named = (list) => Object.fromEntries(tensors.map(([name], n) => [name, list[n]]));
    const { value, grads } = tf.valueAndGrads((...list) => loss(named(list), tokens, targets))(parts);
    const gradient = tf.concat(grads.map((grad) => tf.reshape(grad, [-1])));
    const factor = tf.minimum(1, tf.div(clip, tf.norm(gradient)));
    const g = tf.mul(gradient, factor);
    const m = tf.add(tf.mul(first, beta1), tf.mul(g, 1 - beta1));
    const v = tf.add(tf.mul(second, beta2), tf.mul(tf.square(g), 1 - beta2));
    const root = tf.add(tf.sqrt(tf.mul(v, scales.second)), epsilon);
    return [value, tf.sub(weights, tf.mul(tf.div(m, root), scales.rate)), m, v];
  };

  let done = 0;
  const step = () => {
    const batch = problem.batches[done % problem.batches.length];
    const before = [weights, first, second];
    const [value, ...after] = tf.tidy(() => next(batch, scalesOf(++done)));
    [weights, first, second] = after;
    const [number] = value.dataSync();
    for (const tensor of [value, ...before]) tensor.dispose();
    return number;
  };
  return { name: "tfjs, wasm", step };
}
