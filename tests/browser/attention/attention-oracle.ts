/**
 * The attention figure's numbers once more, from the rule that it states and in float64: nothing here is shared with
 * the page or the module. What the rule rounds to float32 is not rounded here.
 */

export interface Layer {
  dModel: number;
  heads: number;
  seed: number;
  causal: boolean;
  scaled: boolean;
  base: number;
  layout: "interleaved" | "halves";
}

export const LAYER: Layer = {
  dModel: 32,
  heads: 2,
  seed: 1,
  causal: false,
  scaled: true,
  base: 10_000,
  layout: "interleaved",
};

type Matrix = number[][];

const WORD = 2n ** 32n;

function hash(name: string): bigint {
  let h = 2166136261n;
  for (const byte of Buffer.from(name, "utf8")) h = ((h ^ BigInt(byte)) * 16777619n) % WORD;
  return h;
}

function mixed(word: bigint): bigint {
  let h = word;
  h = ((h ^ (h >> 16n)) * 2246822507n) % WORD;
  h = ((h ^ (h >> 13n)) * 3266489909n) % WORD;
  return h ^ (h >> 16n);
}

export function entry(name: string, index: number): number {
  return Number(mixed((hash(name) + BigInt(index + 1) * 2654435769n) % WORD) >> 8n) / 8388608 - 1;
}

function matrix({ seed, dModel }: Layer, name: string): Matrix {
  return range(dModel).map((row) =>
    range(dModel).map((column) => entry(`${seed}/${name}`, row * dModel + column) * Math.sqrt(3 / dModel)),
  );
}

function encoding({ dModel, base, layout }: Layer, position: number, index: number): number {
  const half = dModel / 2;
  const [pair, cosine] =
    layout === "halves" ? [index % half, index >= half] : [Math.floor(index / 2), index % 2 === 1];
  const angle = position / base ** ((2 * pair) / dModel);
  return cosine ? Math.cos(angle) : Math.sin(angle);
}

const range = (length: number): number[] => [...Array(length).keys()];
const product = (a: Matrix, b: Matrix): Matrix =>
  a.map((row) =>
    range(b[0]?.length ?? 0).map((j) => row.reduce((sum, value, k) => sum + value * at(b, k, j), 0)),
  );
const at = (m: Matrix, i: number, j: number): number => m[i]?.[j] as number;

/** Outputs (T, d), and weights by head, of one sentence. */
export function attention(
  words: string[],
  layer: Layer,
  positions: boolean,
): { outputs: Matrix; weights: Matrix[] } {
  const { dModel, heads, causal, scaled } = layer;
  const factor = Math.sqrt(3 / dModel) * (scaled ? Math.sqrt(dModel) : 1);
  const x = words.map((word, t) =>
    range(dModel).map(
      (i) => entry(`${layer.seed}/word/${word}`, i) * factor + (positions ? encoding(layer, t, i) : 0),
    ),
  );
  const [q, k, v] = ["query", "key", "value"].map((name) => product(x, matrix(layer, name))) as [
    Matrix,
    Matrix,
    Matrix,
  ];
  const width = dModel / heads;
  const weights = range(heads).map((head) =>
    words.map((_, t) => {
      const scores = words.map((_, s) => {
        if (causal && s > t) return Number.NEGATIVE_INFINITY;
        const dot = range(width).reduce(
          (sum, i) => sum + at(q, t, head * width + i) * at(k, s, head * width + i),
          0,
        );
        return dot / Math.sqrt(width);
      });
      const terms = scores.map((score) => Math.exp(score - Math.max(...scores)));
      const total = terms.reduce((sum, term) => sum + term, 0);
      return terms.map((term) => term / total);
    }),
  );
  const outputs = words.map((_, t) =>
    range(dModel).map((i) => {
      const head = weights[Math.floor(i / width)] as Matrix;
      return words.reduce((sum, _, s) => sum + at(head, t, s) * at(v, s, i), 0);
    }),
  );
  return { outputs, weights };
}

/** The least t for which the rows can be paired with no entry off by more than t: all permutations are tried. */
export function leastDifference(first: Matrix, second: Matrix): number {
  const distances = first.map((a) =>
    second.map((b) => Math.max(...a.map((value, i) => Math.abs(value - (b[i] as number))))),
  );
  const best = (row: number, free: number[]): number => {
    if (free.length === 0) return 0;
    const options = free.map((column) =>
      Math.max(
        at(distances, row, column),
        best(
          row + 1,
          free.filter((other) => other !== column),
        ),
      ),
    );
    return Math.min(...options);
  };
  return best(0, range(second.length));
}

/** The figure's number for two sentences of words apart by spaces. */
export function difference(first: string, second: string, layer: Layer, positions: boolean): number {
  const [a, b] = [first, second].map((text) => attention(text.split(" "), layer, positions).outputs);
  return leastDifference(a as Matrix, b as Matrix);
}
