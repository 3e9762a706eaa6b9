import type { ParitySide, ScoreDifference } from "../../../src/entries/engines.ts";
import { type Code, code } from "../../methods/code.ts";
import type { ParityShown } from "./parity-shown.ts";

/** Code for the differences of scores: the rotations of a head as matrices, and the norm of what is between them. */
export function scoreCode({ parity: { sides, scores, headDim } }: ParityShown): Code {
  const distances = scores.map(({ distance }) => distance);
  const [own, other] = sides.map((side) => ({ list: rotations(side, scores), shape: shapeOf(side) }));
  return code(
    `# the scale of queries and the angle of each pair, ${distances.join(", ")} tokens apart
owns = [
${own!.list}
]
others = [
${other!.list}
]
${pythonMatrix(headDim)}
rows = []
for own, other in zip(owns, others):
    a, b = matrix(*own, ${own!.shape}), matrix(*other, ${other!.shape})
    rms = float(((a - b) ** 2).sum()) ** 0.5
    rows.append([rms, rms / float((b ** 2).sum()) ** 0.5])
values = xp.asarray(rows, dtype=xp.float64)
`,
    `const own = [
${own!.list}
];
const other = [
${other!.list}
];
${scriptMatrix(headDim)}
const norm = (list) => Math.sqrt(list.reduce((sum, x) => sum + x * x, 0));
const values = own.flatMap((_, n) => {
  const [a, b] = [matrix(...own[n], ${own!.shape}), matrix(...other[n], ${other!.shape})];
  const rms = norm(a.map((x, i) => x - b[i]));
  return [rms, rms / norm(b)];
});
`,
  );
}

/** The rotation of a head at the distance of each length, as one line of a list. */
const rotations = (side: ParitySide, scores: readonly ScoreDifference[]): string =>
  scores
    .map(({ distance, length }) => {
      const angles = side.phasesAt(distance, length).join(", ");
      return `  [${side.queryScaleAt(distance)}, [${angles}]],`;
    })
    .join("\n");

/** The square of the factor, the channels from a pair to the next, and those between the two of a pair. */
const shapeOf = ({ attentionFactor, pairing, steps: { pairs } }: ParitySide): string =>
  [attentionFactor ** 2, ...(pairing === "interleaved" ? [2, 1] : [1, pairs])].join(", ");

const pythonMatrix = (headDim: number) => `
def matrix(query, angles, factor, step, apart):
    turned = xp.zeros((${headDim}, ${headDim}), dtype=xp.float64)
    for channel in range(2 * len(angles), ${headDim}):
        turned[channel, channel] = query
    for pair, angle in enumerate(angles):
        a, b = step * pair, step * pair + apart
        turned[a, a] = turned[b, b] = query * factor * math.cos(angle)
        turned[a, b] = -query * factor * math.sin(angle)
        turned[b, a] = query * factor * math.sin(angle)
    return turned
`;

const scriptMatrix = (headDim: number) => `function matrix(query, angles, factor, step, apart) {
  const turned = new Float64Array(${headDim ** 2});
  for (let c = 2 * angles.length; c < ${headDim}; c++) turned[c * ${headDim + 1}] = query;
  angles.forEach((angle, pair) => {
    const [a, b] = [step * pair, step * pair + apart];
    turned[a * ${headDim + 1}] = turned[b * ${headDim + 1}] = query * factor * Math.cos(angle);
    turned[a * ${headDim} + b] = -query * factor * Math.sin(angle);
    turned[b * ${headDim} + a] = query * factor * Math.sin(angle);
  });
  return turned;
}`;
