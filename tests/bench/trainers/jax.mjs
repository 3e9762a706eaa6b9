/**
 * jax-js on its WebAssembly backend: the whole step is one function that it compiles. Runs in the page.
 *
 * What a function of jax-js is given is gone after it; `.ref` keeps it for one more use.
 */
import { EPSILON, OPTIMISER, scalesOf, tableOf, tensorsOf } from "./problem.mjs";

const {
  numpy: np,
  nn,
  jit,
  valueAndGrad,
  init,
  defaultDevice,
} = await import("/rivals/@jax-js/jax/dist/index.js");

/** @param {import("./problem.mjs").TrainingProblem} problem */
function lossOf(problem) {
  const { width, heads, vocabulary, length, batch, asked } = problem;
  const table = np.array(tableOf(problem), { shape: [length, width] });

  return (weights, tokens, targets) => {
    const used = { ...weights };
    const norm = (x, name) =>
      nn.standardize(x, -1, { epsilon: EPSILON }).mul(used[`${name}Gain`]).add(used[`${name}Shift`]);
    const linear = (x, name) => np.matmul(x, used[`${name}Weight`]).add(used[`${name}Bias`]);
    const embedded = np.matmul(nn.oneHot(tokens, vocabulary), used.embedding);
    let x = embedded
      .reshape([batch, length, width])
      .add(table.ref)
      .reshape([batch * length, width]);
    const rows = linear(norm(x.ref, "first"), "rows").reshape([batch, length, 3, heads, width / heads]);
    const [q, k, v] = [0, 1, 2].map((part) => (part < 2 ? rows.ref : rows).slice([], [], part, [], []));
    const mixed = nn.dotProductAttention(q, k, v, { isCausal: true });
    x = x.add(linear(mixed.reshape([batch * length, width]), "output"));
    x = x.ref.add(linear(nn.gelu(linear(norm(x, "second"), "up")), "down"));
    const logits = nn.logSoftmax(linear(norm(x, "last"), "head"), -1);
    // Its oneHot is ones for a number that is none of a class.
    const isAsked = np
      .greaterEqual(targets.ref, 0)
      .astype(np.float32)
      .reshape([batch * length, 1]);
    const answers = nn.oneHot(np.maximum(targets, 0), vocabulary).mul(isAsked);
    return logits
      .mul(answers)
      .sum()
      .mul(-1 / asked);
  };
}

/** @param {import("./problem.mjs").TrainingProblem} problem */
function stepOf(problem) {
  const lossAndGradient = valueAndGrad(lossOf(problem));
  const { beta1, beta2, epsilon, clip } = OPTIMISER;
  return jit((weights, first, second, tokens, targets, rate, secondScale) => {
    const names = Object.keys(weights);
    const kept = Object.fromEntries(names.map((name) => [name, weights[name].ref]));
    const [loss, gradient] = lossAndGradient(kept, tokens, targets);
    const squares = names.map((name) => np.square(gradient[name].ref).sum());
    const factor = np.minimum(1, np.reciprocal(np.sqrt(squares.reduce((a, b) => a.add(b)))).mul(clip));
    const updated = names.map((name) => {
      const g = gradient[name].mul(factor.ref);
      const m = first[name].mul(beta1).add(g.ref.mul(1 - beta1));
      const v = second[name].mul(beta2).add(np.square(g).mul(1 - beta2));
      const root = np.sqrt(v.ref.mul(secondScale.ref)).add(epsilon);
      return [name, weights[name].sub(m.ref.div(root).mul(rate.ref)), m, v];
    });
    const part = (index) => Object.fromEntries(updated.map((tensor) => [tensor[0], tensor[index]]));
    return [loss, part(1), part(2), part(3)];
  });
}

/** @param {import("./problem.mjs").TrainingProblem} problem @param {Uint8Array} saved @returns {Promise<import("./problem.mjs").Trainer>} */
export async function jax(problem, saved) {
  await init("wasm");
  defaultDevice("wasm");
  const tensors = tensorsOf(saved, problem);
  const of = (values) =>
    Object.fromEntries(tensors.map(([name, shape, x]) => [name, np.array(values(x), { shape })]));
  let [weights, first, second] = [of((x) => x), of((x) => x.map(() => 0)), of((x) => x.map(() => 0))];
  const compiled = stepOf(problem);
  let done = 0;
  const step = () => {
    const { tokens, targets } = problem.batches[done % problem.batches.length];
    const { rate, second: scale } = scalesOf(++done);
    const integers = (list) => np.array(Int32Array.from(list), { dtype: np.int32 });
    const scalar = (value) => np.array(Float32Array.of(value), { shape: [] });
    const result = compiled(
      weights,
      first,
      second,
      integers(tokens),
      integers(targets),
      scalar(rate),
      scalar(scale),
    );
    [, weights, first, second] = result;
    return result[0].item();
  };
  return { name: "jax-js, wasm", step };
}
