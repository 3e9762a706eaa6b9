import { type ArrayLibrary, type Code, code, indented, inLibrary, literal } from "../../methods/code.ts";
import {
  addsNothing,
  biasPython,
  isAdditive,
  isRotary,
  learnedOf,
  methodOf,
  type RotarySpec,
  type ShownSpec,
} from "../../methods/methods.ts";
import { randomJavaScript, randomPython } from "../../methods/stand-in.ts";
import { SAMPLE_JAVASCRIPT, SAMPLE_NUMPY } from "../../methods/uniforms-code.ts";
import { namedWord } from "../words/label.ts";
import type { LayerEncoding, LayerSettings } from "./attention-model.ts";

/**
 * Code that makes the outputs of a layer of attention, (words, d), for each encoding and sentence, one below another:
 * random numbers by the rule of the figure, x and the matrices in float32, q, k and v summed in float64 and rounded.
 * @param encodings - by the names of their variables
 * @param result - name of the variable with the outputs
 */
export function attentionCode(
  sentences: readonly (readonly string[])[],
  encodings: Readonly<Record<string, LayerEncoding>>,
  settings: LayerSettings,
  result: string,
): Code {
  const words = JSON.stringify(sentences.map((sentence) => sentence.map(namedWord)));
  const sides = Object.entries(encodings).map(([name, encoding]) => pythonSide(name, encoding));
  const each = `[attention(words, **side(len(words))) for side in (${Object.keys(encodings)},) for words in sentences]`;
  const end: Readonly<Record<ArrayLibrary, string>> = {
    np: `${NUMPY}\n${result} = np.concatenate(${each})\n`,
    torch: `${PYTORCH}\n${result} = torch.cat(${each})\n`,
  };
  return code(
    (library) => `${pythonStart(settings, words)}\n${sides.join("\n")}${PYTHON_HEADS}${end[library]}`,
    javascript(settings, words, Object.values(encodings).map(javascriptSide), result),
  );
}

const javascript = (
  { dModel, heads, causal, scaled, seed }: LayerSettings,
  words: string,
  sides: readonly string[],
  result: string,
): string => `const [d, heads, seed] = [${dModel}, ${heads}, ${seed}];
const sentences = ${words};

${SAMPLE_JAVASCRIPT}

const sides = [
  ${sides.join(",\n  ")},
];
const matrices = ["query", "key", "value"].map((name) => sample(name, d * d).map((u) => u * Math.sqrt(3 / d)));

function vectors(words, x = new Float32Array(words.length * d)) {
  words.forEach((word, t) => {
    sample(\`word/\${word}\`, d).forEach((u, i) => {
      x[t * d + i] = u * (Math.sqrt(3 / d)${scaled ? " * Math.sqrt(d)" : " * 1"}) + x[t * d + i];
    });
  });
  return x;
}

function attention(words, { table, rotate = (x) => x, bias }) {
  const n = words.length;
  const x = vectors(words, table?.(n));
  const [q, k, v] = matrices.map((matrix) => pe.matmul(x, matrix, { inner: d, precise: true }));
  const shape = { heads, headDim: d / heads, causal: ${causal} };
  return pe.attention({ q: rotate(q, "query"), k: rotate(k, "key"), v, ...shape, bias: bias?.(n) }).output;
}

const ${result} = Float32Array.from(
  sides.flatMap((side) => sentences.flatMap((words) => [...attention(words, side)])),
);
`;

/** The input of an encoding to the layer, as an object of `table`, `rotate` or `bias`. */
function javascriptSide({ spec }: LayerEncoding): string {
  const text = literal(spec);
  const learned = randomJavaScript(learnedOf(spec));
  if (isAdditive(spec))
    return `{ table: (n) => pe.encode(${text}, { ${["length: n", ...learned].join(", ")} }) }`;
  if (isRotary(spec))
    return `{ rotate: (x, side) => pe.rotate(x, { ...${text}, heads${methodOf(spec).hasSides ? ", side" : ""} }) }`;
  if (addsNothing(spec.method)) return "{}";
  return `{ bias: (n) => pe.bias(${text}, { ${["heads", "queries: n", "keys: n", ...learned].join(", ")} }) }`;
}

/** A function that returns the input of an encoding to a layer of n words: the argument `table`, `rotate` or `bias`. */
function pythonSide(name: string, { spec, title }: LayerEncoding): string {
  const lines = inLibrary(`${randomPython(learnedOf(spec))}${pythonLines(spec)}`, "np");
  return `
def ${name}(n):  # ${title}
${indented(lines)}
`;
}

function pythonLines(spec: ShownSpec): string {
  if (isAdditive(spec)) {
    return `position = ${spec.start} + np.arange(n)[:, None]
${methodOf(spec).python(spec)}
return dict(table=table)`;
  }
  if (isRotary(spec)) return pythonRotation(spec);
  if (addsNothing(spec.method)) return "return dict()";
  return `query, key = np.arange(n)[:, None], np.arange(n)
biases = []
for head in range(heads):
${indented(biasPython(spec))}
    biases.append(bias)
return dict(bias=np.stack(biases))`;
}

function pythonRotation(spec: RotarySpec): string {
  const { rotaryDim, rotaryOffset: from, pairing } = spec;
  const [half, end] = [from + rotaryDim / 2, from + rotaryDim];
  const [first, second] =
    pairing === "halves"
      ? [`${from || ""}:${half}`, `${half}:${end}`]
      : [`${from}:${end}:2`, `${from + 1}:${end}:2`];
  return `position = np.arange(n)[:, None, None]
${methodOf(spec).python(spec)}
sin, cos = np.sin(position * frequency), np.cos(position * frequency)
def rotate(x, side):
    y = x.copy()
    a, b = x[..., ${first}], x[..., ${second}]
    y[..., ${first}] = size(position, side) * (a * cos - b * sin)
    y[..., ${second}] = size(position, side) * (a * sin + b * cos)
    return rounded(y)
return dict(rotate=rotate)`;
}

const pythonStart = ({ dModel, heads, causal, scaled, seed }: LayerSettings, words: string): string =>
  `d, heads, seed, causal = ${dModel}, ${heads}, ${seed}, ${causal ? "True" : "False"}
sentences = ${words}

${SAMPLE_NUMPY}

def rounded(x):
    return x.astype(np.float32).astype(float)

def vectors(words):
    x = np.array([sample(f"word/{word}", d) for word in words]).reshape(len(words), d)
    return x * np.sqrt(3 / d)${scaled ? " * np.sqrt(d)" : ""}

def project(words, table):
    x = rounded(vectors(words) + table)
    for name in ("query", "key", "value"):
        yield rounded(x @ rounded(sample(name, d, d) * np.sqrt(3 / d))).reshape(len(x), heads, -1)
`;

const PYTHON_HEADS = `
def attention(words, table=0, rotate=lambda x, side: x, bias=0):
    n = len(words)
    q, k, v = project(words, table)
    q, k, v = (x.swapaxes(0, 1) for x in (rotate(q, "query"), rotate(k, "key"), v))
    bias = np.where(np.tri(n, dtype=bool) | (not causal), bias, -np.inf)`;

const NUMPY = `
    scores = q @ k.swapaxes(1, 2) / np.sqrt(d // heads) + bias
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    weights /= weights.sum(-1, keepdims=True)
    return (weights @ v).swapaxes(0, 1).reshape(n, d).astype(np.float32)
`;

const PYTORCH = `
    q, k, v, bias = (torch.tensor(x, dtype=torch.float32) for x in (q, k, v, bias))
    out = torch.nn.functional.scaled_dot_product_attention(q, k, v, attn_mask=bias)
    return out.transpose(0, 1).reshape(n, d)
`;
