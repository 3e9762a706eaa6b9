import { methods, type Posenc } from "../../../src/api/full.ts";
import { DRAW_JAVASCRIPT, DRAW_NUMPY } from "../share/draw-code.ts";
import type { Language } from "../share/snippets.ts";
import { namedWord } from "../words/named-word.ts";
import { pythonSide } from "./attention-code-python.ts";
import type { Sentences } from "./attention-comparison.ts";
import { type Encoding, FIRE_UNITS } from "./attention-encoding.ts";
import type { Settings } from "./attention-model.ts";

/**
 * Code that makes the outputs of a layer of attention for each encoding and sentence, (words, d) one under the other:
 * random numbers by the stated rule, x and the matrices in float32, q, k and v summed in float64 and rounded to float32.
 * @param encodings - by the names of their variables
 * @param result - the variable that it ends with
 */
export function attentionCode(
  pe: Posenc,
  sentences: Sentences,
  encodings: Readonly<Record<string, Encoding>>,
  settings: Settings,
  result: string,
): Readonly<Record<Language, string>> {
  const words = JSON.stringify(sentences.map((sentence) => sentence.map(namedWord)));
  const tokens = Math.max(...sentences.map(({ length }) => length));
  const sides = Object.entries(encodings).map(([name, encoding]) =>
    pythonSide(pe, encoding, name, settings.heads, tokens),
  );
  const python = `${pythonStart(settings, words)}\n${sides.join("\n")}${PYTHON_HEADS}`;
  const all = `${result} = np.concatenate([attention(words, **side(len(words))) for side in (${Object.keys(encodings)},) for words in sentences])\n`;
  return {
    numpy: `import numpy as np\n${python}${NUMPY}\n${all}`,
    pytorch: `import numpy as np\nimport torch\n${python}${PYTORCH}\n${all.replace("np.concatenate", "torch.cat")}`,
    javascript: javascript(settings, words, Object.values(encodings).map(javascriptSide), result),
  };
}

const javascript = (
  { dModel, heads, causal, scaled, seed }: Settings,
  words: string,
  sides: readonly string[],
  result: string,
): string => `import { load } from "posenc/full";

const pe = await load();
const [d, heads, seed] = [${dModel}, ${heads}, ${seed}];
const sentences = ${words};

${DRAW_JAVASCRIPT}

const sides = [
  ${sides.join(",\n  ")},
];
const matrices = ["query", "key", "value"].map((name) => draw(name, d * d).map((u) => u * Math.sqrt(3 / d)));

function vectors(words, x = new Float32Array(words.length * d)) {
  words.forEach((word, t) => {
    draw(\`word/\${word}\`, d).forEach((u, i) => {
      x[t * d + i] = u * (Math.sqrt(3 / d)${scaled ? " * Math.sqrt(d)" : " * 1"}) + x[t * d + i];
    });
  });
  return x;
}

function attention(words, { table, turn = (x) => x, bias }) {
  const n = words.length;
  const x = vectors(words, table?.(n));
  const [q, k, v] = matrices.map((matrix) => pe.matmul(x, matrix, { inner: d, precise: true }));
  const shape = { heads, headDim: d / heads, causal: ${causal} };
  return pe.attention({ q: turn(q, "query"), k: turn(k, "key"), v, ...shape, ...bias?.(n) }).output;
}

const ${result} = Float32Array.from(
  sides.flatMap((side) => sentences.flatMap((words) => [...attention(words, side)])),
);
`;

/** What an encoding does to a layer, as an expression. */
function javascriptSide({ spec }: Encoding): string {
  const text = JSON.stringify(spec);
  const size = "heads, queries: n, keys: n";
  switch (spec.method) {
    case "none":
      return "{}";
    case "learned":
      return `{ table: (n) => pe.encode(${text}, { length: n, table: draw("learned", ${spec.maxLength} * d) }) }`;
    case "rope":
      return `{ turn: (x) => pe.rotate(x, { ...${text}, heads }) }`;
    case "xpos":
      return `{ turn: (x, side) => pe.rotate(x, { ...${text}, heads, side }) }`;
    case "t5":
      return `{ bias: (n) => ({ bias: pe.bias(${text}, { ${size}, table: draw("t5", ${spec.buckets} * heads) }) }) }`;
    case "kerple": {
      const learned = ["r1", "r2"].map((r) => `${r}: draw("kerple/${r}", heads).map((u) => (1 - u) / 2)`);
      return `{ bias: (n) => ({ bias: pe.bias(${text}, { ${size}, ${learned.join(", ")} }) }) }`;
    }
    case "fire": {
      const perceptron = `{ hiddenWeight: draw("fire/hidden", ${FIRE_UNITS}), hiddenBias: draw("fire/bias", ${FIRE_UNITS}), outputWeight: draw("fire/output", heads * ${FIRE_UNITS}) }`;
      return `{ bias: (n) => ({ bias: pe.bias(${text}, { ${size}, perceptron: ${perceptron} }) }) }`;
    }
    default:
      return methods[spec.method].family === "additive"
        ? `{ table: (n) => pe.encode(${text}, { length: n }) }`
        : `{ bias: (n) => ({ bias: pe.bias(${text}, { ${size} }) }) }`;
  }
}

function pythonStart({ dModel, heads, causal, scaled, seed }: Settings, words: string): string {
  return `
d, heads, seed, causal = ${dModel}, ${heads}, ${seed}, ${causal ? "True" : "False"}
sentences = ${words}

${DRAW_NUMPY}

def rounded(x):
    return x.astype(np.float32).astype(float)

def vectors(words):
    x = np.array([draw(f"word/{word}", d) for word in words]).reshape(len(words), d)
    return x * np.sqrt(3 / d)${scaled ? " * np.sqrt(d)" : ""}

def project(words, table):
    x = rounded(vectors(words) + table)
    for name in ("query", "key", "value"):
        yield rounded(x @ rounded(draw(name, d, d) * np.sqrt(3 / d))).reshape(len(x), heads, -1)
`;
}

const PYTHON_HEADS = `
def attention(words, table=0, turn=lambda x, side: x, bias=0):
    n = len(words)
    q, k, v = project(words, table)
    q, k, v = (x.swapaxes(0, 1) for x in (turn(q, "query"), turn(k, "key"), v))
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
