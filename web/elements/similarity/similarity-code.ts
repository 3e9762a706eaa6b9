import { type Code, code, literal } from "../../methods/code.ts";
import { frequenciesOf, type Sinusoid } from "../../methods/sinusoidal.ts";
import type { Measure, ShownRange, SimilarityShown } from "./similarity-shown.ts";

/** Code that makes the numbers of the figure, in double precision. */

/** The measure by offset: one row for each. */
const offsetCode = (spec: Sinusoid, measure: Measure, { count }: ShownRange): Code =>
  measured(
    spec,
    measure,
    `offset = xp.arange(${1 - count}, ${count})[:, None, None]`,
    `from: ${1 - count}, to: ${count - 1}`,
  );

/** The measure of every two positions. */
const matrixCode = (spec: Sinusoid, measure: Measure, { from, count }: ShownRange): Code =>
  measured(
    spec,
    measure,
    `position = xp.arange(${from}, ${from + count})
offset = (position[None, :] - position[:, None])[:, :, None]`,
    `offsets: Array.from({ length: ${count ** 2} }, (_, n) => (n % ${count}) - Math.floor(n / ${count}))`,
  );

export const similarityCode = ({ spec, measure, view, stretch }: SimilarityShown): Code =>
  (view === "matrix" ? matrixCode : offsetCode)(spec, measure, stretch);

/** The sum runs over the last axis. */
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
