import type { FigureSpec } from "../figure/figure-spec.ts";
import { DRAW_JAVASCRIPT, DRAW_NUMPY } from "../share/draw-code.ts";
import type { Language } from "../share/snippets.ts";

/** Code that computes the numbers of the criteria: a row for each way. */
export function criteriaCode(spec: FigureSpec, length: number): Readonly<Record<Language, string>> {
  return {
    numpy: `import numpy as np\n${python(spec, length)}`,
    pytorch: `import numpy as np\nimport torch\n${python(spec, length)}values = torch.from_numpy(values)\n`,
    javascript: javascript(spec, length),
  };
}

function python({ dModel, base, layout }: FigureSpec, length: number): string {
  const [sines, cosines] = layout === "halves" ? [`:${dModel / 2}`, `${dModel / 2}:`] : ["0::2", "1::2"];
  return `
d_model, base, n, seed = ${dModel}, ${base}, ${length}, 1

${DRAW_NUMPY}

def sinusoidal(n):
    angle = np.arange(n)[:, None] * float(base) ** (-np.arange(0, d_model, 2) / d_model)
    table = np.empty((n, d_model))
    table[:, ${sines}], table[:, ${cosines}] = np.sin(angle), np.cos(angle)
    return table

ways = [
    lambda n: np.arange(n)[:, None],
    lambda n: 2 * np.arange(n)[:, None] / (n - 1) - 1,
    np.eye,
    sinusoidal,
    lambda n: draw("learned", n, d_model),
]

def numbers(way):
    table, twice = way(n), way(2 * n)
    apart = [np.linalg.norm(table[k:] - table[:-k], axis=1) for k in range(1, n)]
    spread = max(np.ptp(distances) for distances in apart)
    step = np.linalg.norm(twice[1] - twice[0])
    smallest = min(distances.min() for distances in apart)
    return [smallest, spread, apart[0][0], step, table.min(), table.max(), table.mean()]

values = np.array([numbers(way) for way in ways])
`;
}

function javascript({ dModel, base, layout }: FigureSpec, length: number): string {
  return `import { load } from "posenc/full";

const pe = await load();
const [n, seed] = [${length}, 1];
const spec = { method: "sinusoidal", dModel: ${dModel}, base: ${base}, layout: "${layout}" };

${DRAW_JAVASCRIPT}

const ways = [
  (n) => ({ table: pe.encode({ method: "index" }, { length: n }), dModel: 1 }),
  (n) => ({ table: pe.encode({ method: "normalized-index", maxLength: n }, { length: n }), dModel: 1 }),
  (n) => ({ table: pe.encode({ method: "one-hot", dModel: n }, { length: n }), dModel: n }),
  (n) => ({ table: pe.encode(spec, { length: n }), dModel: ${dModel} }),
  (n) => ({ table: draw("learned", n * ${dModel}), dModel: ${dModel} }),
];

const step = ({ table, dModel }) =>
  Math.hypot(...table.subarray(dModel, 2 * dModel).map((value, j) => value - table[j]));

const values = ways.flatMap((way) => {
  const { unique, consistent, bounded } = pe.criteria(way(n));
  const { smallest, largest, mean } = bounded;
  return [unique.smallestDistance, consistent.largestSpread, step(way(n)), step(way(2 * n)), smallest, largest, mean];
});
`;
}
