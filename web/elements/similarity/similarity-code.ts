import { type Code, code, literal } from "../../methods/code.ts";
import { frequenciesOf, type Sinusoid } from "../../methods/sinusoidal.ts";
import type { Measure, PositionRange, SimilarityShown } from "./similarity-shown.ts";

/** Code that makes the numbers of the figure, in double precision. */

/** The measure by offset, with a row for each offset. */
const offsetCode = (spec: Sinusoid, measure: Measure, { count }: PositionRange): Code =>
  measured(
    spec,
    measure,
    `offset = xp.arange(${1 - count}, ${count})[:, None, None]`,
    `from: ${1 - count}, to: ${count - 1}`,
  );

/** The measure of all pairs of positions. */
const matrixCode = (spec: Sinusoid, measure: Measure, { from, count }: PositionRange): Code =>
  measured(
    spec,
    measure,
    `position = xp.arange(${from}, ${from + count})
offset = (position[None, :] - position[:, None])[:, :, None]`,
    `offsets: Array.from({ length: ${count ** 2} }, (_, n) => (n % ${count}) - Math.floor(n / ${count}))`,
  );

export const similarityCode = ({ spec, measure, view, positions }: SimilarityShown): Code =>
  (view === "matrix" ? matrixCode : offsetCode)(spec, measure, positions);

/** @param offset - Python that makes `offset`; sums are over its last axis */
function measured(spec: Sinusoid, measure: Measure, offset: string, offsets: string): Code {
  const { name, values } = {
    dot: { name: "similarity", values: "xp.cos(offset * frequency).sum(-1)" },
    distance: {
      name: "distance",
      values: "2 * xp.sqrt((xp.sin(offset * frequency / 2) ** 2).sum(-1))",
    },
  }[measure];
  return code(
    `${frequenciesOf(spec)}
${offset}
values = ${values}
`,
    `const values = pe.${name}(${literal(spec)}, { ${offsets} });
`,
  );
}
