import type { Code } from "../../methods/code.ts";
import type { NamedArray } from "../definition/numbers.ts";
import type { AtlasShown } from "./atlas-shown.ts";

/** The numbers of the models, (models, 5); 0 stands where a model has none. */

const COLUMNS = ["year", "month", "base", "second base", "context"] as const;

const numbersOf = ({ models }: AtlasShown): number[][] =>
  models.map(({ year, month, bases: [first = 0, second = 0], context = 0 }) => [
    year,
    month,
    first,
    second,
    context,
  ]);

export const atlasArray = (shown: AtlasShown): NamedArray => ({
  corner: "model",
  rows: shown.models.map(({ name }) => name),
  columns: COLUMNS,
  values: Float64Array.from(numbersOf(shown).flat()),
});

export function atlasCode(shown: AtlasShown): Code {
  const rows = numbersOf(shown).map((row, index) => ({
    row: row.join(", "),
    name: shown.models[index]?.name,
  }));
  const python = (library: string) =>
    `# ${COLUMNS.join(", ")}; 0 where there is none\nvalues = ${library}.asarray([\n${rows
      .map(({ row, name }) => `    [${row}],  # ${name}`)
      .join("\n")}\n], dtype=${library}.float64)\n`;
  return {
    numpy: `import numpy as np\n\n${python("np")}`,
    pytorch: `import torch\n\n${python("torch")}`,
    javascript: `// ${COLUMNS.join(", ")}; 0 where there is none\nconst values = [\n${rows
      .map(({ row, name }) => `  [${row}], // ${name}`)
      .join("\n")}\n].flat();\n`,
  };
}
