/** Everyone who takes part, each as its documentation would have a page use it. Runs in the page. */
import { load } from "/dist/full.js";
import { onnxruntime } from "./onnxruntime.mjs";
import { angleAddition, attention, mathSin, rotate } from "./plain-javascript.mjs";
import { tensorflow } from "./tensorflow.mjs";

/** @typedef {import("./problems.mjs").Contender} Contender */
/** @typedef {import("./problems.mjs").TableProblem} TableProblem */

/** @typedef {Awaited<ReturnType<typeof import("posenc/full").load>>} Posenc */

/** The options of transformerLayer. @param {import("./encoder.mjs").EncoderInputs} inputs */
function layerOptions({ gain, bias, weights, width, heads }) {
  const norm = { gain, bias };
  const { query, key, value, output, first, second } = weights;
  return {
    ...{ dModel: width, heads, rotary: { pairing: "halves" } },
    ...{ normFirst: true, activation: "gelu-tanh", weightLayout: "in-out" },
    weights: {
      ...{
        query: { weight: query },
        key: { weight: key },
        value: { weight: value },
        output: { weight: output },
      },
      ...{ up: { weight: first }, down: { weight: second }, attentionNorm: norm, feedForwardNorm: norm },
    },
  };
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
  rotate({ x, width, heads }) {
    const out = new Float32Array(x.length);
    const options = { heads, headDim: width / heads, pairing: "halves", out };
    return { run: () => pe.rotate(x, options) };
  },
  encoder(inputs) {
    // The others keep their weights, too.
    const options = layerOptions(inputs);
    const kept = pe.keepWeights(options.weights);
    return {
      run: () => pe.transformerLayer(inputs.x, { ...options, weights: kept }),
      release: () => kept.free(),
    };
  },
});

/** @param {Posenc} pe @returns {Contender} */
const posencCopied = (pe) => ({
  name: "posenc, weights copied",
  encoder(inputs) {
    const options = layerOptions(inputs);
    return { run: () => pe.transformerLayer(inputs.x, options) };
  },
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
  rotate(inputs) {
    const out = new Float32Array(inputs.x.length);
    return {
      run() {
        rotate(inputs, out);
        return out;
      },
    };
  },
};

/** The first is the one that the others are compared with. @returns {Promise<Contender[]>} */
export async function allContenders() {
  const pe = await load();
  return [
    posenc(pe),
    posencNew(pe),
    posencCopied(pe),
    await onnxruntime(),
    await tensorflow(),
    plainLoop,
    { name: "angle addition", table: filled(angleAddition) },
  ];
}
