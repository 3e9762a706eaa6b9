import { type Code, code, indented, inLibrary, literal } from "../../methods/code.ts";
import { type Sinusoid, sinusoids } from "../../methods/sinusoidal.ts";
import { SAMPLE_JAVASCRIPT, SAMPLE_NUMPY } from "../../methods/uniforms-code.ts";

/** Code that computes the numbers of the criteria: a row for each way. */
export const criteriaCode = (spec: Sinusoid, length: number): Code =>
  code(
    (library) => python(spec, length) + (library === "torch" ? "values = torch.from_numpy(values)\n" : ""),
    javascript(spec, length),
  );

const python = (spec: Sinusoid, length: number): string => `n, seed = ${length}, 1

${SAMPLE_NUMPY}

def sinusoidal(n):
    position = np.arange(n)[:, None]
${indented(inLibrary(sinusoids(spec), "np"))}
    return table

ways = [
    lambda n: np.arange(n)[:, None],
    lambda n: 2 * np.arange(n)[:, None] / (n - 1) - 1,
    np.eye,
    sinusoidal,
    lambda n: sample("learned", n, ${spec.dModel}),
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

const javascript = (spec: Sinusoid, length: number): string => `const [n, seed] = [${length}, 1];
const spec = ${literal(spec)};

${SAMPLE_JAVASCRIPT}

const ways = [
  (n) => ({ table: pe.encode({ method: "index" }, { length: n }), dModel: 1 }),
  (n) => ({ table: pe.encode({ method: "normalized-index", maxLength: n }, { length: n }), dModel: 1 }),
  (n) => ({ table: pe.encode({ method: "one-hot", dModel: n }, { length: n }), dModel: n }),
  (n) => ({ table: pe.encode(spec, { length: n }), dModel: spec.dModel }),
  (n) => ({ table: sample("learned", n * spec.dModel), dModel: spec.dModel }),
];

const step = ({ table, dModel }) =>
  Math.hypot(...table.subarray(dModel, 2 * dModel).map((value, j) => value - table[j]));

const values = ways.flatMap((way) => {
  const { unique, consistent, bounded } = pe.criteria(way(n));
  const { smallest, largest, mean } = bounded;
  return [unique.smallestDistance, consistent.largestSpread, step(way(n)), step(way(2 * n)), smallest, largest, mean];
});
`;
