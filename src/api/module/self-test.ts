import { notLoaded } from "./compile.ts";

/** The functions that are tested. */
interface Tested {
  sinusoidal(
    options: { dModel: number } & ({ length: number; start: number } | { positions: number[] }),
  ): Float32Array;
  heatmap(
    spec: { method: "sinusoidal"; dModel: number },
    options: {
      view: { positions: readonly [number, number]; dimensions: readonly [number, number] };
      width: number;
      height: number;
      as: "values";
    },
  ): Float32Array;
}

/** Entries of the tables of width 20 and 512 and base 10000, correctly rounded. Computed with 60 digits (mpmath). */
const rowsOfWidth20: [position: number, entries: number[]][] = [
  [
    44999,
    [
      -0.92198277, 0.38723093, 0.8739431, 0.48602825, 0.43095705, 0.9023724, -0.6851462, 0.72840554,
      -0.60485196, 0.7963379, -0.67594814, -0.7369492, -0.07339836, -0.9973027, 0.8063901, -0.591384,
      -0.11784121, -0.99303246, -0.95304376, 0.30283263,
    ],
  ],
  [
    16777215,
    [
      -0.94823265, -0.31757647, 0.06063456, -0.99816, 0.08019735, -0.996779, -0.99806523, 0.06217583,
      -0.9383248, 0.34575507, -0.9943104, 0.10652153, 0.86043304, 0.50956357, -0.3394932, 0.9406085,
      -0.9938925, 0.110352695, -0.9799326, -0.19932896,
    ],
  ],
];
const entriesOfWidth512: [position: number, channel: number, entry: number][] = [
  [1, 2, 0.8218562],
  [1, 510, 0.00010366329],
  [4999, 2, 0.0012853239],
  [5000, 11, 0.06525544],
  [44999, 13, -0.25650358],
  [999999, 2, -0.07337963],
  [1000000, 511, -0.9999571],
];

/** The mean of sin(t · 10000^(−1/10)) over t = 0 … 999. */
const meanOfChannel2 = 0.0036834262;

/** A result of the self-test: its name in messages, the number computed, the expected one, and the largest error allowed. */
export type Result = [what: string, got: number, expected: number, bound: number];

/** Throws if a result is wrong: JavaScript engines have shipped with wrong SIMD code. */
export function selfTest(results: Iterable<Result>, origin: string): void {
  for (const [what, got, expected, bound] of results) {
    if (Math.abs(got - expected) <= bound) continue;
    const text = `this JavaScript engine computes ${what} as ${got}; expected ${expected}. Its WebAssembly SIMD is faulty: update the browser or Node`;
    throw notLoaded("self-test", text, origin);
  }
}

/** The results that every entry tests. */
export function* lightResults(pe: Tested): Generator<Result> {
  for (const [position, entries] of rowsOfWidth20) {
    const row = pe.sinusoidal({ dModel: 20, length: 1, start: position });
    for (const [j, entry] of entries.entries())
      yield [`P(${position}, ${j})`, row[j]!, Math.fround(entry), 0];
  }
  const positions = entriesOfWidth512.map(([position]) => position);
  const table = pe.sinusoidal({ dModel: 512, positions });
  for (const [i, [position, channel, entry]] of entriesOfWidth512.entries()) {
    yield [`P(${position}, ${channel})`, table[i * 512 + channel]!, Math.fround(entry), 0];
  }
  const view = { positions: [0, 1000], dimensions: [2, 3] } as const;
  const [mean] = pe.heatmap(
    { method: "sinusoidal", dModel: 20 },
    { view, width: 1, height: 1, as: "values" },
  );
  yield ["a mean", mean!, Math.fround(meanOfChannel2), 0];
}

interface Tabulating {
  rotaryTable(
    spec: { method: "rope"; headDim: number; pairing: "halves" },
    options: { positions: number[] },
  ): { cos: Float32Array; sin: Float32Array };
}

/** The results that posenc/rotary tests. It turns by the angles of the sinusoidal encoding, so the same rows are right. */
export function* rotaryResults(pe: Tabulating): Generator<Result> {
  for (const [position, entries] of rowsOfWidth20) {
    const spec = { method: "rope", headDim: entries.length, pairing: "halves" } as const;
    const { cos, sin } = pe.rotaryTable(spec, { positions: [position] });
    for (const [j, entry] of entries.entries()) {
      const [name, wave] = j % 2 === 0 ? (["a sine", sin] as const) : (["a cosine", cos] as const);
      yield [`${name} of position ${position}`, wave[j >> 1]!, Math.fround(entry), 0];
    }
  }
}

/** 1 / (1 + 1/e): the weight of the second of two keys with scores 0 and 1. */
const weightOfSecondKey = 0.7310585786300049;

interface Attending {
  attention(options: object): { output: Float32Array };
}

/** The results that the full entries test. */
export function* fullResults(pe: Tested & Attending): Generator<Result> {
  yield* lightResults(pe);
  yield* attentionResults(pe);
}

/** The results that the entry of attention tests. */
export function* attentionResults(pe: Attending): Generator<Result> {
  const [q, k] = [Float32Array.of(1), Float32Array.of(0, 1)];
  const { output } = pe.attention({ q, k, v: k, heads: 1, headDim: 1 });
  yield ["a softmax", output[0]!, weightOfSecondKey, 2 ** -21];
}
