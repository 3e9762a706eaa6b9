import type { RopeSpec } from "./rope-rules.ts";

/** Python that makes the frequencies of a rotary encoding, in doubles. */

/** The words of a Python library. */
export interface Library {
  readonly name: "np" | "torch";
  readonly head: string;
  /** How an array of doubles is counted, and how columns are put side by side. */
  readonly doubles: string;
  readonly columns: string;
}

export const NUMPY: Library = {
  name: "np",
  head: 'import numpy as np\n\nnp.seterr(divide="ignore")  # pairs that stand still have no wavelength\n',
  doubles: ", dtype=float",
  columns: "axis=1",
};
export const TORCH: Library = {
  name: "torch",
  head: "import torch\n",
  doubles: ", dtype=torch.float64",
  columns: "dim=1",
};

export const pythonHead = ({ head }: Library): string => `import math\n${head}`;

/** Lines that end with `frequency`, by the formula of the spec's rule. */
export function pythonFrequency(spec: RopeSpec, library: Library): string {
  const { rotaryDim: d, base } = spec;
  return `d, base = ${d}, ${base}.0
i = ${library.name}.arange(d // 2${library.doubles})
f = base ** (-2 * i / d)
${pythonRule(spec, library)}`;
}

function pythonRule({ scaling, currentLength, rotaryDim }: RopeSpec, library: Library): string {
  switch (scaling.type) {
    case "none":
      return "frequency = f";
    case "linear":
      return `frequency = f / ${scaling.factor}`;
    case "ntk":
      return `frequency = (base * ${scaling.factor} ** (d / (d - 2))) ** (-2 * i / d)`;
    case "dynamic":
      return `s, L, n = ${scaling.factor}, ${scaling.originalLength}, ${currentLength}
frequency = (base * (s * max(n, L) / L - (s - 1)) ** (d / (d - 2))) ** (-2 * i / d)`;
    case "yarn":
      return pythonYarn(scaling);
    case "llama3":
      return `s, L, low, high = ${scaling.factor}, ${scaling.originalLength}, ${scaling.lowFreqFactor}, ${scaling.highFreqFactor}
kept = ((L * f / (2 * math.pi) - low) / (high - low)).clip(0, 1)
frequency = (1 - kept) * f / s + kept * f`;
    case "longrope": {
      const isLong = currentLength > scaling.originalLength;
      const divisors = isLong ? scaling.longFactor : scaling.shortFactor;
      const list = library.name === "np" ? "np.array" : "torch.tensor";
      return `frequency = f / ${list}([${divisors.join(", ")}]${library.doubles})`;
    }
    case "proportional": {
      const turning = Math.floor((scaling.partialRotaryFactor * rotaryDim) / 2);
      return `frequency = (i < ${turning}) * f / ${scaling.factor}`;
    }
  }
}

/** A ramp without length is given that of the published code, a thousandth of a pair. */
function pythonYarn(scaling: RopeSpec["scaling"] & { type: "yarn" }): string {
  const { factor, originalLength, betaFast, betaSlow, truncate } = scaling;
  const whole = truncate ? "\nlow, high = math.floor(low), math.ceil(high)" : "";
  return `s, L = ${factor}, ${originalLength}
low, high = (d * math.log(L / (2 * math.pi * turns)) / (2 * math.log(base)) for turns in (${betaFast}, ${betaSlow}))${whole}
low, high = max(low, 0), min(high, d - 1)
scaled = ((i - low) / (high - low or 0.001)).clip(0, 1)
frequency = scaled * f / s + (1 - scaled) * f`;
}
