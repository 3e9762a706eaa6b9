import { type Code, code, doubles, literal } from "../../methods/code.ts";
import { sinusoids } from "../../methods/sinusoidal.ts";
import type { Entries } from "../definition/figure-spec.ts";

/** Code that makes entries of a table as its last variable `values`: float64 inside, rounded once to float32. */
export function entriesCode({ spec, positions, dimensions }: Entries): Code {
  const { method: _, ...fields } = spec;
  const isAll = dimensions.length === spec.dModel;
  const columns = `[${dimensions.join(", ")}]`;
  const [listed, rows] =
    "start" in positions
      ? [`xp.arange(${positions.start}, ${positions.start + positions.length})`, positions]
      : [doubles(positions), { positions }];
  const select = `const columns = ${columns};
const values = Float32Array.from(
  { length: (table.length / ${spec.dModel}) * columns.length },
  (_, at) => table[Math.floor(at / columns.length) * ${spec.dModel} + columns[at % columns.length]],
);
`;
  return code(
    `position = ${listed}[:, None]
${sinusoids(spec)}
values = xp.asarray(table${isAll ? "" : `[:, ${columns}]`}, dtype=xp.float32)
`,
    `const ${isAll ? "values" : "table"} = pe.sinusoidal(${literal({ ...fields, ...rows })});
${isAll ? "" : select}`,
    "posenc",
  );
}
