import { type Code, code, literal } from "../../methods/code.ts";
import { biasPython, learnedOf } from "../../methods/methods.ts";
import { plainJavaScript, plainPython } from "../../methods/stand-in.ts";
import type { BiasShown } from "./bias-shown.ts";

/** Code that makes the matrix of one head, (queries, keys), as its last variable `values`. */
export function biasCode({ spec, heads, head, length, causal }: BiasShown): Code {
  const learned = learnedOf(spec);
  const options = [`heads: ${heads}`, `queries: ${length}`, `causal: ${causal}`, ...plainJavaScript(learned)];
  return code(
    `query = xp.arange(${length}, dtype=xp.float64)[:, None]
key = xp.arange(${length}, dtype=xp.float64)
heads, head = ${heads}, ${head}
${plainPython(learned)}${biasPython(spec)}
values = xp.asarray(${causal ? "xp.where(key > query, -xp.inf, bias)" : "bias"}, dtype=xp.float32)
`,
    `const biases = pe.bias(${literal(spec)}, { ${options.join(", ")} });
const values = biases.subarray(${head} * ${length} ** 2, ${head + 1} * ${length} ** 2);
`,
  );
}
