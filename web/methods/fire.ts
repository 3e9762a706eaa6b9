import { formatInteger } from "../plot/numbers.ts";
import type { BiasMethod } from "./method.ts";

/** Hidden units of the perceptron. Source: Li et al. 2023, arXiv 2310.04418, section 4. */
const UNITS = 32;

export const fire: BiasMethod<"fire"> = {
  family: "bias",
  title: "FIRE",
  form: "matrix",
  quantity: "input",
  headsDiffer: () => false,
  // The simplest perceptron returns its input.
  learned: () => ({
    perceptron: {
      hiddenWeight: { random: "fire/hidden", shape: [UNITS], plain: [1] },
      hiddenBias: { random: "fire/bias", shape: [UNITS], plain: [0] },
      outputWeight: { random: "fire/output", shape: ["heads", UNITS], plain: [[1]] },
    },
  }),
  learnedInWords: `FIRE’s perceptron of ${UNITS} units seed/fire/hidden, seed/fire/bias and seed/fire/output`,
  sentence: ({ threshold }) =>
    "FIRE learns a function of ψ(distance) / ψ(query’s position), ψ(x) = ln(1 + c x); shown is what the " +
    `function is given. Positions below ${formatInteger(threshold)} count as ${formatInteger(threshold)}.`,
  python: ({ c, threshold }) => `psi = lambda x: xp.log1p(${c} * x)
share = psi(distance) / psi(query.clip(${threshold}))
hidden = (share[..., None] * hidden_weight + hidden_bias).clip(0)
bias = (hidden * output_weight[head]).sum(-1)`,
};
