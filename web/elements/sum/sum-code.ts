import { type Code, code, inLibrary, literal } from "../../methods/code.ts";
import { type Sinusoid, sinusoids } from "../../methods/sinusoidal.ts";
import { SAMPLE_JAVASCRIPT, SAMPLE_NUMPY } from "../../methods/uniforms-code.ts";
import { namedWord } from "../words/label.ts";
import type { SumMode } from "./sum-shown.ts";

/** Code that makes the input of the first layer, with a row for each word. */
export function sumCode(
  spec: Sinusoid,
  words: readonly string[],
  { mode, scaled }: { readonly mode: SumMode; readonly scaled: boolean },
): Code {
  const list = JSON.stringify(words.map(namedWord));
  return code(
    (library) =>
      python(spec, list, mode, scaled) + (library === "torch" ? "values = torch.from_numpy(values)\n" : ""),
    javascript(spec, list, mode, scaled),
  );
}

const python = (spec: Sinusoid, words: string, mode: SumMode, scaled: boolean): string => `seed = 1
words = ${words}

${SAMPLE_NUMPY}

position = np.arange(len(words))[:, None]
${inLibrary(sinusoids(spec), "np")}
x = np.array([sample(f"word/{word}", d) for word in words]) * np.sqrt(3 / d)${scaled ? " * np.sqrt(d)" : ""}
values = (${mode === "add" ? "x + table" : "np.hstack([x, table])"}).astype(np.float32)
`;

function javascript(spec: Sinusoid, words: string, mode: SumMode, scaled: boolean): string {
  const factor = scaled ? "Math.sqrt(d)" : "1";
  const joined =
    mode === "add"
      ? `const values = pe.addPositions(x, { spec, scale: ${factor}, length: words.length });`
      : `const P = pe.encode(spec, { length: words.length });
const values = words.flatMap((_, t) => [
  ...x.subarray(t * d, (t + 1) * d).map((value) => value * ${factor}),
  ...P.subarray(t * d, (t + 1) * d),
]);`;
  return `const [d, seed] = [${spec.dModel}, 1];
const words = ${words};
const spec = ${literal(spec)};

${SAMPLE_JAVASCRIPT}

const x = Float32Array.from(words.flatMap((word) => [...sample(\`word/\${word}\`, d)].map((u) => u * Math.sqrt(3 / d))));
${joined}
`;
}
