import type { Language } from "../share/snippets.ts";
import { keptDimensions, ROWS, type Shift } from "./rotation-values.ts";

/**
 * Code that makes both panels, one above the other, in double precision: each the matrix, P(t), their product and
 * P(t + k).
 */
export function rotationCode(shift: Shift): Record<Language, string> {
  return {
    numpy: `import numpy as np\n\n${python(shift, "np")}
fitted = np.linalg.lstsq(table[:rows], table[k:], rcond=None)[0].T
values = np.vstack([np.column_stack([m, start, m @ start, end]) for m in (rotation, fitted)])
`,
    pytorch: `import torch\n\n${python(shift, "torch")}
fitted = torch.linalg.lstsq(table[:rows], table[k:], driver="gelsd").solution.T
values = torch.vstack([torch.column_stack([m, start, m @ start, end]) for m in (rotation, fitted)])
`,
    javascript: javascript(shift),
  };
}

function python({ spec, part, position, offset }: Shift, module: "np" | "torch"): string {
  const { dModel, base, layout } = spec;
  const sizes = layout === "halves" ? [0, dModel / 2, 1] : [0, 1, 2];
  const [first, second, step] = sizes;
  const float = module === "np" ? "" : `, dtype=${module}.float64`;
  return `d_model, base, t, k, rows = ${dModel}, ${base}, ${position}, ${offset}, ${ROWS}
frequency = float(base) ** (-${module}.arange(0, d_model, 2${float}) / d_model)
pair = ${module}.arange(d_model // 2)
sine, cosine = ${first} + ${step} * pair, ${second} + ${step} * pair
kept = [${keptDimensions(spec, part).join(", ")}]

def encode(position):
    out = ${module}.empty((len(position), d_model)${float})
    out[:, sine] = ${module}.sin(position[:, None] * frequency)
    out[:, cosine] = ${module}.cos(position[:, None] * frequency)
    return out[:, kept]

rotation = ${module}.zeros((d_model, d_model)${float})
rotation[sine, sine] = rotation[cosine, cosine] = ${module}.cos(k * frequency)
rotation[sine, cosine] = ${module}.sin(k * frequency)
rotation[cosine, sine] = -${module}.sin(k * frequency)
rotation = rotation[kept][:, kept]
start, end = encode(${module}.${module === "np" ? "array" : "tensor"}([t, t + k]))
table = encode(${module}.arange(rows + k))`;
}

function javascript({ spec, part, position, offset }: Shift): string {
  const { dModel, base, layout } = spec;
  const fit = {
    both: `pe.fitShift(spec, { k, length: ${ROWS} })`,
    sines: `pe.fitShift({ method: "sine", dModel: d / 2, base: spec.base }, { k, length: ${ROWS} })`,
    cosines: `pe.fitShift({ table: Float64Array.from({ length: (${ROWS} + k) * n }, cosine), dModel: n }, { k })`,
  }[part];
  const cosine = `const frequencies = pe.frequencies(spec);
const cosine = (_, at) => Math.cos(Math.floor(at / n) * frequencies[at % n]);
`;
  return `import { load } from "posenc/full";

const pe = await load();
const spec = { method: "sinusoidal", dModel: ${dModel}, base: ${base}, layout: "${layout}" };
const [d, t, k] = [spec.dModel, ${position}, ${offset}];
const kept = [${keptDimensions(spec, part).join(", ")}];
const n = kept.length;
${part === "cosines" ? cosine : ""}
const rows = pe.encode(spec, { positions: [t, t + k] });
const [start, end] = [0, 1].map((row) => kept.map((j) => rows[row * d + j]));
const rotation = pe.shiftMatrix(spec, { k });
const formula = kept.flatMap((row) => kept.map((column) => rotation[row * d + column]));
const fitted = Array.from(${fit}.matrix);
const values = [formula, fitted].flatMap((matrix) =>
  start.flatMap((value, row) => {
    const line = matrix.slice(row * n, (row + 1) * n);
    const product = line.reduce((sum, entry, column) => sum + entry * start[column], 0);
    return [...line, value, product, end[row]];
  }),
);
`;
}
