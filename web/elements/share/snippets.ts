import type { FigureSpec } from "../figure/figure-spec.ts";
import type { Entries } from "./entries.ts";

/** Code that makes the numbers of a picture: float64 inside, one rounding to float32 at the end. */

export type Language = "numpy" | "pytorch" | "javascript";

export const LANGUAGES: Readonly<Record<Language, string>> = {
  numpy: "NumPy",
  pytorch: "PyTorch",
  javascript: "JavaScript",
};

/** The code, ready to run, ending with the variable `values`. */
export function snippet(language: Language, entries: Entries): string {
  return WRITERS[language](entries);
}

const WRITERS: Readonly<Record<Language, (entries: Entries) => string>> = {
  numpy: (entries) => `import numpy as np

d_model, base = ${entries.spec.dModel}, ${entries.spec.base}
position = np.${pythonPositions(entries, "array")}[:, None]
frequency = float(base) ** (-np.arange(0, d_model, 2) / d_model)
values = np.empty((len(position), d_model), np.float32)
${pythonFill(entries.spec, "np")}${pythonColumns(entries)}`,

  pytorch: (entries) => `import torch

d_model, base = ${entries.spec.dModel}, ${entries.spec.base}
position = torch.${pythonPositions(entries, "tensor", ", dtype=torch.float64")}[:, None]
frequency = float(base) ** (-torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
values = torch.empty(len(position), d_model)
${pythonFill(entries.spec, "torch")}${pythonColumns(entries)}`,

  javascript: ({ spec, positions, dimensions }) => {
    const { dModel, base, layout } = spec;
    const rows =
      "start" in positions
        ? `start: ${positions.start}, length: ${positions.length}`
        : `positions: [${positions.join(", ")}]`;
    const all = dimensions.length === dModel;
    const select = `const columns = [${dimensions.join(", ")}];
const values = Float32Array.from(
  { length: (table.length / ${dModel}) * columns.length },
  (_, at) => table[Math.floor(at / columns.length) * ${dModel} + columns[at % columns.length]],
);
`;
    return `import { load } from "posenc";

const pe = await load();
const ${all ? "values" : "table"} = pe.sinusoidal({ dModel: ${dModel}, base: ${base}, layout: "${layout}", ${rows} });
${all ? "" : select}`;
  },
};

function pythonPositions({ positions }: Entries, list: string, type = ""): string {
  if ("start" in positions) return `arange(${positions.start}, ${positions.start + positions.length}${type})`;
  return `${list}([${positions.join(", ")}]${type})`;
}

function pythonFill({ layout, dModel }: FigureSpec, module: string): string {
  const [sines, cosines] = layout === "halves" ? [`:${dModel / 2}`, `${dModel / 2}:`] : ["0::2", "1::2"];
  return `values[:, ${sines}] = ${module}.sin(position * frequency)
values[:, ${cosines}] = ${module}.cos(position * frequency)
`;
}

function pythonColumns({ spec, dimensions }: Entries): string {
  return dimensions.length === spec.dModel ? "" : `values = values[:, [${dimensions.join(", ")}]]\n`;
}
