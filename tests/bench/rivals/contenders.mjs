/** Everyone who takes part, each as its documentation would have a page use it. Runs in the page. */
import { load } from "/dist/full.js";
import { onnxruntime } from "./onnxruntime.mjs";
import { angleAddition, attention, mathSin } from "./plain-javascript.mjs";
import { tensorflow } from "./tensorflow.mjs";

/** @typedef {import("./problems.mjs").Contender} Contender */
/** @typedef {import("./problems.mjs").TableProblem} TableProblem */

/** @typedef {Awaited<ReturnType<typeof import("posenc/full").load>>} Posenc */

/** @param {Posenc} pe @param {import("./encoder.mjs").EncoderInputs} inputs */
function encoderLayer(pe, { x, gain, bias, weights, width, heads, hidden }) {
  const norm = { dModel: width, gain, bias };
  const plus = (a, b) => {
    for (let i = 0; i < a.length; i++) b[i] += a[i];
    return b;
  };
  const n = pe.layerNorm(x, norm);
  const [q, k, v] = [weights.query, weights.key, weights.value].map((matrix) =>
    pe.matmul(n, matrix, { inner: width }),
  );
  const rotary = { pairing: "halves" };
  const { output } = pe.attention({ q, k, v, heads, headDim: width / heads, rotary });
  const y = plus(x, pe.matmul(output, weights.output, { inner: width }));
  const wide = pe.matmul(pe.layerNorm(y, norm), weights.first, { inner: width });
  const activated = pe.gelu(wide, { approximate: "tanh", out: wide });
  return plus(y, pe.matmul(activated, weights.second, { inner: hidden }));
}

/** @param {Posenc} pe @returns {Contender} */
const posenc = (pe) => ({
  name: "posenc",
  attention: ({ q, k, v, width, heads, causal }) => ({
    run: () => pe.attention({ q, k, v, heads, headDim: width / heads, causal }).output,
  }),
  table({ rows, width }) {
    const out = new Float32Array(rows * width);
    return { run: () => pe.sinusoidal({ length: rows, dModel: width, out }) };
  },
  matmul: ({ size, a, b }) => ({ run: () => pe.matmul(a, b, { inner: size }) }),
  softmax: ({ size, x }) => ({ run: () => pe.softmax(x, { columns: size }) }),
  encoder: (inputs) => ({ run: () => encoderLayer(pe, inputs) }),
});

/** As the frameworks have to, which take no array of the caller's. @returns {Contender} */
const posencNew = (pe) => ({
  name: "posenc, new array",
  table: ({ rows, width }) => ({ run: () => pe.sinusoidal({ length: rows, dModel: width }) }),
});

/** @param {(out: Float32Array, rows: number, width: number) => void} fill @returns {Contender["table"]} */
const filled =
  (fill) =>
  ({ rows, width }) => {
    const out = new Float32Array(rows * width);
    return {
      run() {
        fill(out, rows, width);
        return out;
      },
    };
  };

/** @type {Contender} */
const plainLoop = {
  name: "plain JavaScript",
  attention(inputs) {
    const out = new Float32Array(inputs.q.length);
    return {
      run() {
        attention(inputs, out);
        return out;
      },
    };
  },
  table: filled(mathSin),
};

/** The first is the one that the others are compared with. @returns {Promise<Contender[]>} */
export async function allContenders() {
  const pe = await load();
  return [
    posenc(pe),
    posencNew(pe),
    await onnxruntime(),
    await tensorflow(),
    plainLoop,
    { name: "angle addition", table: filled(angleAddition) },
  ];
}
