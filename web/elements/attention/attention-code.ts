import { methods, type Posenc } from "../../../src/api/full.ts";
import { DRAW_JAVASCRIPT, DRAW_NUMPY } from "../share/draw-code.ts";
import type { Language } from "../share/snippets.ts";
import { namedWord } from "../words/named-word.ts";
import { pythonSide } from "./attention-code-python.ts";
import { type Encoding, FIRE_UNITS } from "./attention-encoding.ts";
import type { Settings } from "./attention-model.ts";
import type { Shown } from "./attention-plot.ts";

/**
 * Code that makes the outputs of the attention figure: random numbers by the stated rule, x and the matrices in float32,
 * q, k and v summed in float64 and rounded to float32. It ends with `values`, in the order of the matrix.
 */
export function attentionCode(
  pe: Posenc,
  { sentences, comparisons }: Shown,
  settings: Settings,
): Readonly<Record<Language, string>> {
  const encodings = comparisons.map(({ encoding }) => encoding);
  const words = JSON.stringify(sentences.map((sentence) => sentence.map(namedWord)));
  const tokens = Math.max(...sentences.map(({ length }) => length));
  const sides = encodings.map((encoding, side) =>
    pythonSide(pe, encoding, SIDE_NAMES[side] as string, settings.heads, tokens),
  );
  const python = `${pythonStart(settings, words)}\n${sides.join("\n")}`;
  return {
    numpy: `import numpy as np\n${python}${NUMPY}`,
    pytorch: `import numpy as np\nimport torch\n${python}${PYTORCH}`,
    javascript: javascript(settings, words, encodings.map(javascriptSide)),
  };
}

const SIDE_NAMES = ["left", "right"];

const javascript = (
  { dModel, heads, causal, scaled, seed }: Settings,
  words: string,
  sides: readonly string[],
): string => `import { load } from "posenc/full";

const pe = await load();
const [d, heads, seed] = [${dModel}, ${heads}, ${seed}];
const sentences = ${words};

${DRAW_JAVASCRIPT}

const sides = [
  ${sides.join(",\n  ")},
];
const matrices = ["query", "key", "value"].map((name) => draw(name, d * d).map((u) => u * Math.sqrt(3 / d)));

function attention(words, { table, turn = (x) => x, bias }) {
  const n = words.length;
  const x = table ? table(n) : new Float32Array(n * d);
  words.forEach((word, t) => {
    draw(\`word/\${word}\`, d).forEach((u, i) => {
      x[t * d + i] = u * (Math.sqrt(3 / d)${scaled ? " * Math.sqrt(d)" : " * 1"}) + x[t * d + i];
    });
  });
  const [q, k, v] = matrices.map((matrix) =>
    x.map((_, at) => {
      let sum = 0;
      for (let i = 0; i < d; i++) sum += x[at - (at % d) + i] * matrix[i * d + (at % d)];
      return sum;
    }),
  );
  const shape = { heads, headDim: d / heads, causal: ${causal} };
  return pe.attention({ q: turn(q, "query"), k: turn(k, "key"), v, ...shape, ...bias?.(n) }).output;
}

const values = Float32Array.from(
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

def project(words, table):
    x = np.array([draw(f"word/{word}", d) for word in words]).reshape(len(words), d)
    x = rounded(x * np.sqrt(3 / d)${scaled ? " * np.sqrt(d)" : ""} + table)
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

const PYTHON_END = `
values = np.concatenate([attention(words, **side(len(words))) for side in (left, right) for words in sentences])
`;

const NUMPY = `${PYTHON_HEADS}
    scores = q @ k.swapaxes(1, 2) / np.sqrt(d // heads) + bias
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    weights /= weights.sum(-1, keepdims=True)
    return (weights @ v).swapaxes(0, 1).reshape(n, d).astype(np.float32)
${PYTHON_END}`;

const PYTORCH = `${PYTHON_HEADS}
    q, k, v, bias = (torch.tensor(x, dtype=torch.float32) for x in (q, k, v, bias))
    out = torch.nn.functional.scaled_dot_product_attention(q, k, v, attn_mask=bias)
    return out.transpose(0, 1).reshape(n, d)
${PYTHON_END.replace("np.concatenate", "torch.cat")}`;
