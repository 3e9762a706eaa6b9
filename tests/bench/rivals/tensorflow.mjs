/** tfjs on its WebAssembly backend, one thread, SIMD. Runs in the page. */
import { frequencies } from "./problems.mjs";

const FOLDER = "/rivals/@tensorflow/";
const HIDDEN = -1e9; // added to the scores that a causal mask hides

/** Its packages are made for script elements: each adds to one global. @param {string} source */
function script(source) {
  return new Promise((resolve, reject) => {
    const element = Object.assign(document.createElement("script"), { src: source });
    element.addEventListener("load", resolve);
    element.addEventListener("error", () => reject(new Error(`${source} does not load`)));
    document.head.append(element);
  });
}

export async function loadTensorflow() {
  await script(`${FOLDER}tfjs/dist/tf.min.js`);
  await script(`${FOLDER}tfjs-backend-wasm/dist/tf-backend-wasm.min.js`);
  const tf = globalThis.tf;
  tf.wasm.setWasmPaths(`${FOLDER}tfjs-backend-wasm/dist/`);
  await tf.setBackend("wasm");
  return tf;
}

/** @returns {Promise<import("./problems.mjs").Contender>} */
export async function tensorflow() {
  const tf = await loadTensorflow();

  /** Read outside of tidy, which walks through every element of what is returned to it. @param {() => object} compute */
  const read = (compute) => {
    const tensor = tf.tidy(compute);
    const values = tensor.dataSync();
    tensor.dispose();
    return values;
  };

  return {
    name: "tfjs",
    attention({ q, k, v, queries, tokens, width, heads, causal }) {
      const scale = 1 / Math.sqrt(width / heads);
      const hidden = () =>
        Float32Array.from({ length: tokens * tokens }, (_, i) =>
          i % tokens > Math.floor(i / tokens) ? HIDDEN : 0,
        );
      const mask = causal ? tf.tensor2d(hidden(), [tokens, tokens]) : undefined;
      const shape = [tokens, width];
      // Its matMul is fast on two matrices alone: many times slower in batches, or told to transpose a factor itself.
      const compute = () => {
        const scaled = tf.split(tf.mul(tf.tensor2d(q, [queries, width]), scale), heads, 1);
        const keys = tf.split(tf.transpose(tf.tensor2d(k, shape)), heads);
        const values = tf.split(tf.tensor2d(v, shape), heads, 1);
        const outputs = scaled.map((query, h) => {
          const scores = tf.matMul(query, keys[h]);
          return tf.matMul(tf.softmax(mask ? tf.add(scores, mask) : scores), values[h]);
        });
        return tf.concat(outputs, 1);
      };
      return { run: () => read(compute), release: async () => mask?.dispose() };
    },
    matmul: ({ size, a, b }) => ({
      run: () => read(() => tf.matMul(tf.tensor2d(a, [size, size]), tf.tensor2d(b, [size, size]))),
    }),
    softmax: ({ size, x }) => ({ run: () => read(() => tf.softmax(tf.tensor2d(x, [size, size]))) }),
    table({ rows, width }) {
      const positions = Float32Array.from({ length: rows }, (_, t) => t);
      const omega = Float32Array.from(frequencies(width));
      const compute = () => {
        const angles = tf.mul(tf.tensor2d(positions, [rows, 1]), tf.tensor2d(omega, [1, width / 2]));
        return tf.concat([tf.sin(angles), tf.cos(angles)], 1);
      };
      return { run: () => read(compute), halves: true };
    },
  };
}
