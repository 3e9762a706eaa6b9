import { type Code, code } from "../../methods/code.ts";
import { JAVASCRIPT_UNIFORMS, PYTHON_UNIFORMS } from "../../methods/uniforms-code.ts";
import { type DialsSettings, HEAD_DIM, PAIRING } from "./dials-shown.ts";

/** Code that makes the numbers of the figure: a row for each pair, with both rotated pairs and their product. */
export const dialsCode = ({ query, key, base, seed }: DialsSettings): Code =>
  code(
    (library) => `d, base, seed = ${HEAD_DIM}, ${base}, ${seed}

${PYTHON_UNIFORMS}
frequency = base ** (-np.arange(d // 2) / (d // 2))

def turn(name, position):
    x, y, size = uniforms(f"{seed}/{name}", 3 * d // 2).reshape(-1, 3).T
    pairs = (x + 1j * y) * (0.8 + 0.2 * size) / np.sqrt(x * x + y * y)
    return pairs * np.exp(1j * position * frequency)

q, k = turn("query", ${query}), turn("key", ${key})
values = np.stack([q.real, q.imag, k.real, k.imag, (q * k.conj()).real], 1)
${library === "torch" ? "values = torch.from_numpy(values)\n" : ""}`,
    `const [d, base, seed] = [${HEAD_DIM}, ${base}, ${seed}];

${JAVASCRIPT_UNIFORMS}
const content = (u) =>
  Float32Array.from({ length: d }, (_, i) => {
    const [x, y, size] = u.subarray(3 * (i >> 1));
    return ((i % 2 ? y : x) * (0.8 + 0.2 * size)) / Math.sqrt(x * x + y * y);
  });
const turn = (name, position) =>
  pe.rotate(content(uniforms(\`\${seed}/\${name}\`, (3 * d) / 2)), {
    method: "rope", headDim: d, base, pairing: "${PAIRING}", heads: 1, positions: [position],
  });

const [q, k] = [turn("query", ${query}), turn("key", ${key})];
const values = Array.from({ length: d / 2 }, (_, i) => {
  const [a, b, c, e] = [q[2 * i], q[2 * i + 1], k[2 * i], k[2 * i + 1]];
  return [a, b, c, e, a * c + b * e];
}).flat();
`,
  );
