/** The encoder layer of encoder.mjs as an ONNX model, whose weights are its constants. */

import { onnxModel } from "./onnx-model.mjs";
import { angles } from "./problems.mjs";

/** @param {import("./encoder.mjs").EncoderInputs} inputs @returns {import("./onnx-model.mjs").Constant[]} */
function constants(inputs) {
  const { tokens, width, heads, hidden, gain, bias, weights } = inputs;
  const turns = angles(inputs);
  const pairs = width / heads / 2;
  const square = [width, width];
  return [
    { name: "gain", shape: [width], data: gain },
    { name: "bias", shape: [width], data: bias },
    { name: "cosines", shape: [1, tokens, pairs], data: Float32Array.from(turns, Math.cos) },
    { name: "sines", shape: [1, tokens, pairs], data: Float32Array.from(turns, Math.sin) },
    { name: "query", shape: square, data: weights.query },
    { name: "key", shape: square, data: weights.key },
    { name: "value", shape: square, data: weights.value },
    { name: "output", shape: square, data: weights.output },
    { name: "first", shape: [width, hidden], data: weights.first },
    { name: "second", shape: [hidden, width], data: weights.second },
  ];
}

/** @param {import("./encoder.mjs").EncoderInputs} inputs */
export function encoderModel(inputs) {
  const { tokens, width, heads } = inputs;
  const shape = [1, tokens, width];
  const rotary = { num_heads: heads };
  const attention = { q_num_heads: heads, kv_num_heads: heads };
  /** @param {string} op @param {string[]} names @param {string} output @param {Record<string, number | string>} [attributes] */
  const node = (op, names, output, attributes) => ({ op, inputs: names, output, attributes });
  return onnxModel({
    inputs: [{ name: "x", shape }],
    constants: constants(inputs),
    nodes: [
      node("LayerNormalization", ["x", "gain", "bias"], "n"), // its epsilon is 1e-5, too
      node("MatMul", ["n", "query"], "q"),
      node("MatMul", ["n", "key"], "k"),
      node("MatMul", ["n", "value"], "v"),
      node("RotaryEmbedding", ["q", "cosines", "sines"], "turned q", rotary),
      node("RotaryEmbedding", ["k", "cosines", "sines"], "turned k", rotary),
      node("Attention", ["turned q", "turned k", "v"], "mixed", attention),
      node("MatMul", ["mixed", "output"], "added"),
      node("Add", ["x", "added"], "y"),
      node("LayerNormalization", ["y", "gain", "bias"], "n y"),
      node("MatMul", ["n y", "first"], "wide"),
      node("Gelu", ["wide"], "activated", { approximate: "tanh" }),
      node("MatMul", ["activated", "second"], "added y"),
      node("Add", ["y", "added y"], "result"),
    ],
    output: { name: "result", shape },
  });
}
