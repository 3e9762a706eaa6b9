import type { NamedArray } from "../share/array-contents.ts";
import { type BiasSpec, learnedOf } from "./bias-values.ts";

/** Code that makes the matrix of one head, (queries, keys), ending with `values`. */

export interface BiasState {
  readonly spec: BiasSpec;
  readonly heads: number;
  /** From 0. */
  readonly head: number;
  readonly length: number;
  readonly causal: boolean;
}

export function biasCode(state: BiasState): NamedArray["code"] {
  return {
    numpy: python(state, BIAS_NUMPY),
    pytorch: python(state, BIAS_TORCH),
    javascript: javascript(state),
  };
}

export const BIAS_NUMPY: BiasLibrary = {
  head: "import math\nimport numpy as np\n",
  range: "np.arange",
  doubles: ", dtype=float",
  mask: "np.where(j > i, -np.inf, bias)",
  float32: "astype(np.float32)",
};

export const BIAS_TORCH: BiasLibrary = {
  head: "import math\nimport torch\n",
  range: "torch.arange",
  doubles: ", dtype=torch.float64",
  mask: "bias.masked_fill(j > i, -math.inf)",
  float32: "float()",
};

/** The words of a Python library that formulas of biases use. */
export interface BiasLibrary {
  readonly head: string;
  readonly range: string;
  readonly doubles: string;
  readonly mask: string;
  readonly float32: string;
}

function python({ spec, heads, head, length, causal }: BiasState, library: BiasLibrary): string {
  return `${library.head}
i = ${library.range}(${length}${library.doubles})[:, None]
j = ${library.range}(${length}${library.doubles})[None, :]
heads, head = ${heads}, ${head}
${pythonBias(spec, library)}
values = ${causal ? `(${library.mask})` : "bias"}.${library.float32}
`;
}

/** Lines that make `bias` of the positions `i` and `j`, and of `head` among `heads`. */
export function pythonBias(spec: BiasSpec, library: BiasLibrary): string {
  return `distance = abs(i - j)\n${formula(spec, library)}`;
}

function formula(spec: BiasSpec, { range, doubles }: BiasLibrary): string {
  const log1p = range.replace("arange", "log1p");
  switch (spec.method) {
    case "alibi":
      return `power = 2 ** int(math.log2(heads))  # heads beyond a power of two take every other slope of the next
slope = 2 ** (-8 * (head + 1) / power) if head < power else 2 ** (-4 * (2 * (head - power) + 1) / power)
bias = -slope * distance`;
    case "t5":
      return t5(spec, range.replace("arange", "log"));
    case "kerple":
      return spec.kernel === "power"
        ? "r1, r2 = 1, 1  # learned\nbias = -r1 * distance ** r2"
        : `r1, r2 = 1, 1  # learned\nbias = -r1 * ${log1p}(r2 * distance)`;
    case "sandwich":
      return `p = ${range}(${spec.firstPair}, ${spec.firstPair} + ${spec.dModel} // 2${doubles})
frequency = ${spec.base}.0 ** (-2 * p / ${spec.dModel})
ratio = ${spec.headRatios ? "8 * (head + 1) / heads" : "1"}
bias = ${range.replace("arange", "cos")}(distance[:, :, None] * frequency).sum(-1) / ratio`;
    case "fire":
      return `c, threshold = ${spec.c}, ${spec.threshold}
psi = lambda x: ${log1p}(c * x)
bias = psi(distance) / psi(i.clip(threshold))  # what the learned function is given`;
    case "none":
      return "bias = 0 * distance";
  }
}

/** Steps are nudged, as logarithms of whole ratios may fall just short of them. */
function t5({ buckets, maxDistance, bidirectional }: BiasSpec & { method: "t5" }, log: string): string {
  const sides = bidirectional
    ? `half = ${buckets} // 2\nahead = half * (j > i)`
    : `half, ahead = ${buckets}, 0\ndistance = (i - j).clip(0)`;
  return `${sides}
exact = half // 2
steps = ${log}(distance.clip(exact) / exact) / math.log(${maxDistance} / exact) * (half - exact)
far = (exact + (steps + 1e-9) // 1).clip(None, half - 1)
near = distance < exact
bias = ahead + near * distance + ~near * far  # the bucket; its number is learned`;
}

function javascript({ spec, heads, head, length, causal }: BiasState): string {
  const options = [
    `heads: ${heads}`,
    `queries: ${length}`,
    `causal: ${causal}`,
    ...learnedOptions(spec),
  ].join(", ");
  return `import { load } from "posenc/full";

const pe = await load();
const biases = pe.bias(${JSON.stringify(spec)}, { ${options} });
const values = biases.subarray(${head} * ${length} ** 2, ${head + 1} * ${length} ** 2);
`;
}

/** Options of `bias` for the numbers that stand in for learned ones, as JavaScript. */
export function learnedOptions(spec: BiasSpec): string[] {
  return Object.entries(learnedOf(spec)).map(([name, value]) => `${name}: ${literal(value)}`);
}

/** A value as JavaScript, typed arrays and objects of them too. */
function literal(value: unknown): string {
  if (value instanceof Float32Array) return `Float32Array.of(${value.join(", ")})`;
  if (Array.isArray(value)) return `[${value.join(", ")}]`;
  const fields = Object.entries(value as object).map(([name, field]) => `${name}: ${literal(field)}`);
  return `{ ${fields.join(", ")} }`;
}
