import { type Code, code, indented, literal } from "../../methods/code.ts";
import { frequenciesOf, tableOf } from "../../methods/sinusoidal.ts";
import { keptDimensions, ROWS, type Shift } from "./rotation-shown.ts";

/** Code that makes both panels, one above the other, in double precision. Columns: matrix, P(t), product, P(t + k). */
export const rotationCode = (shift: Shift): Code =>
  code(
    (library) => `${python(shift)}
fitted = ${FIT[library]}
values = xp.vstack([xp.column_stack([m, start, m @ start, end]) for m in (rotation, fitted)])
`,
    javascript(shift),
  );

const FIT = {
  np: "np.linalg.lstsq(table[:rows], table[k:], rcond=None)[0].T",
  torch: 'torch.linalg.lstsq(table[:rows], table[k:], driver="gelsd").solution.T',
};

function python({ spec, part, position, offset }: Shift): string {
  const [first, second, step] = spec.layout === "halves" ? [0, "d // 2", 1] : [0, 1, 2];
  return `t, k, rows = ${position}, ${offset}, ${ROWS}
${frequenciesOf(spec)}
pair = xp.arange(d // 2)
sine, cosine = ${first} + ${step} * pair, ${second} + ${step} * pair
kept = [${keptDimensions(spec, part).join(", ")}]

def encode(position):
${indented(tableOf(spec))}
    return table[:, kept]

rotation = xp.zeros((d, d), dtype=xp.float64)
rotation[sine, sine] = rotation[cosine, cosine] = xp.cos(k * frequency)
rotation[sine, cosine] = xp.sin(k * frequency)
rotation[cosine, sine] = -xp.sin(k * frequency)
rotation = rotation[kept][:, kept]
start, end = encode(xp.asarray([[t], [t + k]]))
table = encode(xp.arange(rows + k)[:, None])`;
}

function javascript({ spec, part, position, offset }: Shift): string {
  const fit = {
    both: `pe.fitShift(spec, { k, length: ${ROWS} })`,
    sines: `pe.fitShift({ method: "sine", dModel: d / 2, base: spec.base }, { k, length: ${ROWS} })`,
    cosines: `pe.fitShift({ table: Float64Array.from({ length: (${ROWS} + k) * n }, cosine), dModel: n }, { k })`,
  }[part];
  const cosine = `const frequencies = pe.frequencies(spec);
const cosine = (_, at) => Math.cos(Math.floor(at / n) * frequencies[at % n]);
`;
  return `const spec = ${literal(spec)};
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
