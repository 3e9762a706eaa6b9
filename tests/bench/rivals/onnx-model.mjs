/**
 * ONNX models written byte by byte: the few fields of onnx.proto that a graph of float tensors needs.
 *
 * A field is its number and wire type in one varint, then a varint (type 0) or a length and bytes (type 2).
 */
const FLOAT = 1; // TensorProto.DataType
const INT = 2; // AttributeProto.AttributeType
const STRING = 3;
const IR_VERSION = 11; // the one that came with opset 23
const OPSET = 23; // the first that has Attention

/** @typedef {{ name: string, shape: readonly number[] }} Value a float tensor that goes in or comes out */
/** @typedef {Value & { data: Float32Array }} Constant a float tensor that belongs to the model */
/**
 * @typedef {object} Node
 * @property {string} op
 * @property {readonly string[]} inputs
 * @property {string} output
 * @property {Readonly<Record<string, number | string>>} [attributes] numbers are whole, from 0 on
 */

const text = new TextEncoder();

/** @param {number} value @returns {number[]} */
function varint(value) {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
}

/** @param {number} field @param {number} value */
const whole = (field, value) => [...varint(field * 8), ...varint(value)];

/** @param {number} field @param {readonly number[]} bytes */
const nested = (field, bytes) => [...varint(field * 8 + 2), ...varint(bytes.length), ...bytes];

/** @param {number} field @param {string} value */
const string = (field, value) => nested(field, [...text.encode(value)]);

/** @param {number} field @param {Value} value */
function valueInfo(field, { name, shape }) {
  const dimensions = shape.flatMap((size) => nested(1, whole(1, size)));
  const tensor = [...whole(1, FLOAT), ...nested(2, dimensions)];
  return nested(field, [...string(1, name), ...nested(2, nested(1, tensor))]);
}

/** @param {Node} node */
function nodeBytes({ op, inputs, output, attributes = {} }) {
  return [
    ...inputs.flatMap((input) => string(1, input)),
    ...string(2, output),
    ...string(4, op),
    ...Object.entries(attributes).flatMap(([name, value]) =>
      nested(5, [
        ...string(1, name),
        ...(typeof value === "string" ? string(4, value) : whole(3, value)),
        ...whole(20, typeof value === "string" ? STRING : INT),
      ]),
    ),
  ];
}

/** @param {Constant} constant */
function constantBytes({ name, shape, data }) {
  const dimensions = shape.flatMap((size) => whole(1, size));
  return [
    ...dimensions,
    ...whole(2, FLOAT),
    ...string(8, name),
    ...nested(9, [...new Uint8Array(data.buffer)]),
  ];
}

/**
 * The bytes of a model.
 *
 * @param {object} graph
 * @param {readonly Value[]} graph.inputs
 * @param {readonly Constant[]} [graph.constants]
 * @param {readonly Node[]} graph.nodes in an order in which they can run
 * @param {Value} graph.output
 */
export function onnxModel({ inputs, constants = [], nodes, output }) {
  const graph = [
    ...nodes.flatMap((node) => nested(1, nodeBytes(node))),
    ...string(2, "bench"),
    ...constants.flatMap((constant) => nested(5, constantBytes(constant))),
    ...inputs.flatMap((input) => valueInfo(11, input)),
    ...valueInfo(12, output),
  ];
  return Uint8Array.from([...whole(1, IR_VERSION), ...nested(7, graph), ...nested(8, whole(2, OPSET))]);
}
