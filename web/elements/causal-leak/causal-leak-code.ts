import { type Code, code } from "../../methods/code.ts";
import { JAVASCRIPT_UNIFORMS, PYTHON_UNIFORMS } from "../../methods/uniforms-code.ts";
import { HEADS, LAYERS, type LeakSettings, TEST, TRAIN, VARIANCE, WIDTH } from "./random-layers.ts";

/** Code that makes the numbers of the figure: for each depth the error, and the mean read-out at each position. */
export const causalLeakCode = (settings: LeakSettings, causal: boolean): Code =>
  code(
    (library) =>
      `${pythonInput(settings, causal)}${
        library === "np"
          ? `${NUMPY_ATTENTION}${PYTHON_END}`
          : `${PYTORCH_ATTENTION}${PYTHON_END}values = torch.from_numpy(values)\n`
      }`,
    javascript(settings, causal),
  );

const python = (flag: boolean): string => (flag ? "True" : "False");

const pythonInput = (
  { length, first, seed }: LeakSettings,
  causal: boolean,
): string => `T, d, heads, layers, train, test = ${length}, ${WIDTH}, ${HEADS}, ${LAYERS}, ${TRAIN}, ${TEST}
seed, causal, shared = ${seed}, ${python(causal)}, ${python(first === "shared")}

${PYTHON_UNIFORMS}
def sample(name, variance, *shape):
    values = uniforms(f"{seed}/{name}", int(np.prod(shape))) * np.sqrt(3 * variance)
    return values.reshape(shape).astype(np.float32)

x = np.stack([sample(f"sequence/{n}", 1, T, d) for n in range(train + test)])
if shared:
    x[:, 0] = sample("first", 1, d)
outputs = [x]
for layer in range(1, layers + 1):
    q, k, v = (
        (outputs[-1] @ sample(f"layer/{layer}/{name}", variance / d, d, d)).reshape(-1, T, heads, d // heads).swapaxes(1, 2)
        for name, variance in ${JSON.stringify(Object.entries(VARIANCE))}
    )
`;

const NUMPY_ATTENTION = `    scores = q @ k.swapaxes(2, 3) / np.sqrt(d // heads)
    scores = np.where(np.tri(T, dtype=bool) | (not causal), scores, -np.inf)
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    weights /= weights.sum(-1, keepdims=True)
    outputs.append((weights @ v).swapaxes(1, 2).reshape(-1, T, d))
`;

const PYTORCH_ATTENTION = `    q, k, v = (torch.from_numpy(x) for x in (q, k, v))
    out = torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=causal)
    outputs.append(out.transpose(1, 2).reshape(-1, T, d).numpy())
`;

const PYTHON_END = `
position = np.arange(1, T)
values = []
for output in outputs:
    inputs = np.concatenate((output[:, 1:].astype(float), np.ones((train + test, T - 1, 1))), -1)
    weights = np.linalg.lstsq(inputs[:train].reshape(-1, d + 1), np.tile(position, train), rcond=None)[0]
    read = inputs[train:] @ weights
    values.append([np.sqrt(((read - position) ** 2).mean()), *read.mean(0)])
values = np.array(values)
`;

const javascript = (
  { length, first, seed }: LeakSettings,
  causal: boolean,
): string => `const [T, d, heads, layers, train, test] = [${length}, ${WIDTH}, ${HEADS}, ${LAYERS}, ${TRAIN}, ${TEST}];
const [seed, causal, shared] = [${seed}, ${causal}, ${first === "shared"}];

${JAVASCRIPT_UNIFORMS}
const sample = (name, variance, count) =>
  Float32Array.from(uniforms(\`\${seed}/\${name}\`, count), (u) => u * Math.sqrt(3 * variance));

const matrices = Array.from({ length: layers }, (_, layer) =>
  ${JSON.stringify(Object.entries(VARIANCE))}.map(([name, variance]) =>
    sample(\`layer/\${layer + 1}/\${name}\`, variance / d, d * d),
  ),
);
const outputs = Array.from({ length: layers + 1 }, () => []);
for (let n = 0; n < train + test; n++) {
  let x = sample(\`sequence/\${n}\`, 1, T * d);
  if (shared) x.set(sample("first", 1, d));
  outputs[0].push(x);
  matrices.forEach((layer, index) => {
    const [q, k, v] = layer.map((matrix) => pe.matmul(x, matrix, { inner: d }));
    x = pe.attention({ q, k, v, heads, headDim: d / heads, causal }).output;
    outputs[index + 1].push(x);
  });
}

// Least squares: in a table of two halves each output is followed, half a table later, by its position.
const values = outputs.flatMap((ofDepth) => {
  const rows = train * (T - 1);
  const table = new Float64Array(2 * rows * (d + 1));
  for (let row = 0; row < rows; row++) {
    const [n, t] = [Math.floor(row / (T - 1)), (row % (T - 1)) + 1];
    table.set(ofDepth[n].subarray(t * d, (t + 1) * d), row * (d + 1));
    table[row * (d + 1) + d] = 1;
    table[(rows + row) * (d + 1)] = t;
  }
  const weights = pe.fitShift({ table, dModel: d + 1 }, { k: rows }).matrix;
  const mean = new Float64Array(T - 1);
  let squares = 0;
  for (const output of ofDepth.slice(train)) {
    for (let t = 1; t < T; t++) {
      let read = weights[d];
      for (let i = 0; i < d; i++) read += weights[i] * output[t * d + i];
      mean[t - 1] += read / test;
      squares += (read - t) ** 2;
    }
  }
  return [Math.sqrt(squares / (test * (T - 1))), ...mean];
});
`;
