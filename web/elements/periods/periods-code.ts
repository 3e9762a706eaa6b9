import type { FigureSpec } from "../figure/figure-spec.ts";
import type { Language } from "../share/snippets.ts";

/** Code that makes frequencies and periods of all pairs, in double precision. */
export function periodsCode({ dModel, base }: FigureSpec): Record<Language, string> {
  const python = (module: string, type: string, axis: string) => `d_model, base = ${dModel}, ${base}
frequency = float(base) ** (-${module}.arange(0, d_model, 2${type}) / d_model)
values = ${module}.stack([frequency, 2 * ${module}.pi / frequency], ${axis}=1)
`;
  return {
    numpy: `import numpy as np\n\n${python("np", "", "axis")}`,
    pytorch: `import torch\n\n${python("torch", ", dtype=torch.float64", "dim")}`,
    javascript: `import { load } from "posenc/full";

const pe = await load();
const spec = { method: "sinusoidal", dModel: ${dModel}, base: ${base} };
const periods = pe.periods(spec);
const values = Array.from(pe.frequencies(spec)).flatMap((frequency, i) => [frequency, periods[i]]);
`,
  };
}
