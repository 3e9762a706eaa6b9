import type { FigureSpec } from "../figure/figure-spec.ts";
import type { Language } from "../share/snippets.ts";
import type { Measure, Stretch } from "./similarity-values.ts";

/** Code that makes the numbers of the figure, in double precision. */

/** The measure by offset: one row for each. */
export function offsetCode(spec: FigureSpec, measure: Measure, { count }: Stretch): Record<Language, string> {
  const offsets = `offset = xp.arange(${1 - count}, ${count})[:, None, None]`;
  const javascript = `const values = pe.${apiOf(measure)}(spec, { from: ${1 - count}, to: ${count - 1} });`;
  return code(spec, measure, offsets, javascript);
}

/** The measure of every two positions. */
export function matrixCode(
  spec: FigureSpec,
  measure: Measure,
  { from, count }: Stretch,
): Record<Language, string> {
  const offsets = `position = xp.arange(${from}, ${from + count})
offset = (position[None, :] - position[:, None])[:, :, None]`;
  const javascript = `const offsets = Array.from({ length: ${count ** 2} }, (_, n) => (n % ${count}) - Math.floor(n / ${count}));
const values = pe.${apiOf(measure)}(spec, { offsets });`;
  return code(spec, measure, offsets, javascript);
}

const apiOf = (measure: Measure) => (measure === "dot" ? "similarity" : "distance");

/** `xp` stands for the array module; the sum runs over the last axis. */
function code(
  { dModel, base, layout }: FigureSpec,
  measure: Measure,
  offsets: string,
  javascript: string,
): Record<Language, string> {
  const values =
    measure === "dot"
      ? "xp.cos(offset * frequency).sum(-1)"
      : "2 * xp.sqrt((xp.sin(offset * frequency / 2) ** 2).sum(-1))";
  const python = (module: string, type: string) =>
    `d_model, base = ${dModel}, ${base}
frequency = float(base) ** (-xp.arange(0, d_model, 2${type}) / d_model)
${offsets}
values = ${values}
`.replaceAll("xp.", `${module}.`);
  return {
    numpy: `import numpy as np\n\n${python("np", "")}`,
    pytorch: `import torch\n\n${python("torch", ", dtype=torch.float64")}`,
    javascript: `import { load } from "posenc/full";

const pe = await load();
const spec = { method: "sinusoidal", dModel: ${dModel}, base: ${base}, layout: "${layout}" };
${javascript}
`,
  };
}
