import type { FigureSpec } from "../figure/figure-spec.ts";
import { DRAW_JAVASCRIPT, DRAW_NUMPY } from "../share/draw-code.ts";
import type { Language } from "../share/snippets.ts";
import { namedWord } from "../words/named-word.ts";
import type { Mode } from "./sum-rows.ts";

/** Code that makes the input of the first layer: a row for each word. */
export function sumCode(
  spec: FigureSpec,
  words: readonly string[],
  { mode, scaled }: { readonly mode: Mode; readonly scaled: boolean },
): Readonly<Record<Language, string>> {
  const list = JSON.stringify(words.map(namedWord));
  return {
    numpy: `import numpy as np\n${python(spec, list, mode, scaled)}`,
    pytorch: `import numpy as np\nimport torch\n${python(spec, list, mode, scaled)}values = torch.from_numpy(values)\n`,
    javascript: javascript(spec, list, mode, scaled),
  };
}

function python({ dModel, base, layout }: FigureSpec, words: string, mode: Mode, scaled: boolean): string {
  const [sines, cosines] = layout === "halves" ? [`:${dModel / 2}`, `${dModel / 2}:`] : ["0::2", "1::2"];
  const joined = mode === "add" ? "x * factor + P" : "np.concatenate([x * factor, P], axis=1)";
  return `
d, base, seed = ${dModel}, ${base}, 1
words = ${words}
factor = ${scaled ? "np.sqrt(d)" : "1"}

${DRAW_NUMPY}

x = np.array([draw(f"word/{word}", d) for word in words]) * np.sqrt(3 / d)
angle = np.arange(len(words))[:, None] * float(base) ** (-np.arange(0, d, 2) / d)
P = np.empty((len(words), d))
P[:, ${sines}], P[:, ${cosines}] = np.sin(angle), np.cos(angle)
values = (${joined}).astype(np.float32)
`;
}

function javascript(
  { dModel, base, layout }: FigureSpec,
  words: string,
  mode: Mode,
  scaled: boolean,
): string {
  const factor = scaled ? "Math.sqrt(d)" : "1";
  const spec = `{ method: "sinusoidal", dModel: d, base: ${base}, layout: "${layout}" }`;
  const joined =
    mode === "add"
      ? `const values = pe.addPositions(x, { spec, scale: ${factor}, length: words.length });`
      : `const P = pe.encode(spec, { length: words.length });
const values = words.flatMap((_, t) => [
  ...x.subarray(t * d, (t + 1) * d).map((value) => value * ${factor}),
  ...P.subarray(t * d, (t + 1) * d),
]);`;
  return `import { load } from "posenc/full";

const pe = await load();
const [d, seed] = [${dModel}, 1];
const words = ${words};
const spec = ${spec};

${DRAW_JAVASCRIPT}

const x = Float32Array.from(words.flatMap((word) => [...draw(\`word/\${word}\`, d)].map((u) => u * Math.sqrt(3 / d))));
${joined}
`;
}
