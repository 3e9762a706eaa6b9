import type { Perceptron as Weights } from "../../bindings/full/bias.ts";
import { checkArray, checkLength } from "../arguments/buffers.ts";
import { readOptions } from "../arguments/check.ts";
import { rangeError } from "../arguments/errors.ts";
import { input } from "../module/areas.ts";

/** A perceptron with one hidden layer of rectified units, its weights as frameworks store a linear layer. */
export interface Perceptron {
  /** (units, inputs), row-major. */
  hiddenWeight: Float32Array;
  /** (units). */
  hiddenBias: Float32Array;
  /** (heads, units), row-major. */
  outputWeight: Float32Array;
  /** (heads). Default: none. */
  outputBias?: Float32Array | undefined;
}

const names = ["hiddenWeight", "hiddenBias", "outputWeight", "outputBias"] as const;

export function checkPerceptron(given: unknown, inputs: number, heads: number): Weights {
  const read = readOptions("perceptron", given, names);
  const array = (name: (typeof names)[number]) =>
    checkArray(`perceptron.${name}`, read[name], ["Float32Array"]);
  const bias = array("hiddenBias");
  const units = bias.length;
  if (units === 0) {
    const text = "perceptron.hiddenBias must have at least one entry, one for each hidden unit; got 0";
    throw rangeError(text, { code: "length", param: "perceptron.hiddenBias", value: 0 });
  }
  const weight = array("hiddenWeight");
  checkLength("perceptron.hiddenWeight", weight, units * inputs, `units · inputs = ${units} · ${inputs}`);
  const outputWeight = array("outputWeight");
  checkLength("perceptron.outputWeight", outputWeight, heads * units, `heads · units = ${heads} · ${units}`);
  const outputBias = read.outputBias === undefined ? new Float32Array(0) : array("outputBias");
  if (read.outputBias !== undefined) checkLength("perceptron.outputBias", outputBias, heads, "heads");
  return {
    hiddenWeight: input(weight),
    hiddenBias: input(bias),
    outputWeight: input(outputWeight),
    outputBias: input(outputBias),
  };
}
