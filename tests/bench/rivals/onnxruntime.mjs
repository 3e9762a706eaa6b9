/** onnxruntime-web on its WebAssembly backend, one thread, SIMD. Runs in the page. */
import { encoderModel } from "./onnx-encoder.mjs";
import { onnxModel } from "./onnx-model.mjs";
import { frequencies } from "./problems.mjs";

const DIST = "/rivals/onnxruntime-web/dist/";

/** @typedef {import("./problems.mjs").Work} Work */
/** @typedef {import("./problems.mjs").Contender} Contender */

/**
 * ONNX's own Attention; com.microsoft.MultiHeadAttention and a graph of MatMul and Softmax take as long.
 *
 * @param {import("./problems.mjs").AttentionProblem} problem
 */
function attentionModel({ queries, tokens, width, heads, causal }) {
  const [short, shape] = [queries, tokens].map((rows) => [1, rows, width]);
  const attributes = { q_num_heads: heads, kv_num_heads: heads, is_causal: Number(causal) };
  return onnxModel({
    inputs: [
      { name: "q", shape: short },
      { name: "k", shape },
      { name: "v", shape },
    ],
    nodes: [{ op: "Attention", inputs: ["q", "k", "v"], output: "result", attributes }],
    output: { name: "result", shape: short },
  });
}

/** Sines before cosines, which spares it the interleaving. @param {import("./problems.mjs").TableProblem} problem */
function tableModel({ rows, width }) {
  return onnxModel({
    inputs: [
      { name: "positions", shape: [rows, 1] },
      { name: "frequencies", shape: [1, width / 2] },
    ],
    nodes: [
      { op: "Mul", inputs: ["positions", "frequencies"], output: "angles" },
      { op: "Sin", inputs: ["angles"], output: "sines" },
      { op: "Cos", inputs: ["angles"], output: "cosines" },
      { op: "Concat", inputs: ["sines", "cosines"], output: "result", attributes: { axis: 1 } },
    ],
    output: { name: "result", shape: [rows, width] },
  });
}

/** @param {number} size @param {string} op @param {readonly string[]} names @param {Record<string, number>} attributes */
function squareModel(size, op, names, attributes = {}) {
  const shape = [size, size];
  return onnxModel({
    inputs: names.map((name) => ({ name, shape })),
    nodes: [{ op, inputs: names, output: "result", attributes }],
    output: { name: "result", shape },
  });
}

/** @returns {Promise<Contender>} */
export async function onnxruntime() {
  const { env, InferenceSession, Tensor } = await import(`${DIST}ort.wasm.min.mjs`);
  env.wasm.numThreads = 1;
  env.wasm.wasmPaths = DIST;

  /**
   * @param {Uint8Array} model
   * @param {Record<string, [data: Float32Array, shape: readonly number[]]>} inputs
   * @returns {Promise<Work>}
   */
  const work = async (model, inputs) => {
    const session = await InferenceSession.create(model, { executionProviders: ["wasm"] });
    const tensors = Object.entries(inputs).map(([name, [data, shape]]) => [
      name,
      new Tensor("float32", data, shape),
    ]);
    const feeds = Object.fromEntries(tensors);
    return {
      run: async () => (await session.run(feeds)).result.data,
      halves: true,
      release: () => session.release(),
    };
  };

  return {
    name: "onnxruntime-web",
    attention(inputs) {
      const { q, k, v, queries, tokens, width } = inputs;
      const shape = [1, tokens, width];
      return work(attentionModel(inputs), { q: [q, [1, queries, width]], k: [k, shape], v: [v, shape] });
    },
    matmul: ({ size, a, b }) =>
      work(squareModel(size, "MatMul", ["a", "b"]), { a: [a, [size, size]], b: [b, [size, size]] }),
    softmax: ({ size, x }) =>
      work(squareModel(size, "Softmax", ["x"], { axis: 1 }), { x: [x, [size, size]] }),
    encoder(inputs) {
      const shape = [1, inputs.tokens, inputs.width];
      return work(encoderModel(inputs), { x: [inputs.x, shape] });
    },
    table: (problem) =>
      work(tableModel(problem), {
        positions: [Float32Array.from({ length: problem.rows }, (_, t) => t), [problem.rows, 1]],
        frequencies: [Float32Array.from(frequencies(problem.width)), [1, problem.width / 2]],
      }),
  };
}
