/** Inputs that show at once what the workbench does. */

export interface Sample {
  readonly name: string;
  readonly text: string;
  /** What the numbers should be; empty if that is not known. */
  readonly expected: string;
}

/** The fields of openai/gpt-oss-20b's config.json that concern positions. */
const gptOss = {
  model_type: "gpt_oss",
  num_hidden_layers: 24,
  num_attention_heads: 64,
  num_key_value_heads: 8,
  head_dim: 64,
  sliding_window: 128,
  max_position_embeddings: 131072,
  rope_theta: 150000,
  rope_scaling: {
    rope_type: "yarn",
    factor: 32,
    beta_fast: 32,
    beta_slow: 1,
    truncate: false,
    original_max_position_embeddings: 4096,
  },
};

const PAIRS = 16;
const BASE = 10_000;
const POSITIONS = [0, 1, 2, 3, 100, 511, 513, 1000, 2049, 4001];

const frequency = (pair: number): number => BASE ** (-pair / PAIRS);

/** The nearest number with 8 bits of significand, ties to even. */
function toBfloat16(value: number): number {
  const view = new DataView(new ArrayBuffer(4));
  view.setFloat32(0, value);
  const bits = view.getUint32(0);
  view.setUint32(0, (bits + 0x7fff + ((bits >>> 16) & 1)) & 0xffff0000);
  return view.getFloat32(0);
}

/** A cache whose positions were rounded to bfloat16: 511 and 513 are the same row. */
function brokenCache(): string {
  const rows = (of: (angle: number) => number) =>
    POSITIONS.map((position) =>
      Array.from({ length: PAIRS }, (_, pair) =>
        Number(of(toBfloat16(position) * frequency(pair)).toFixed(6)),
      ),
    );
  return JSON.stringify({ cos: rows(Math.cos), sin: rows(Math.sin), positions: POSITIONS });
}

/** The first rows of the sinusoidal table, as PyTorch prints them in bfloat16. */
function bf16Table(): string {
  const row = (position: number) =>
    Array.from({ length: 2 * PAIRS }, (_, column) => {
      const angle = position * frequency(Math.floor(column / 2));
      return toBfloat16(column % 2 === 0 ? Math.sin(angle) : Math.cos(angle)).toFixed(4);
    }).join(", ");
  const rows = Array.from({ length: 24 }, (_, position) => `[${row(position)}]`);
  return `tensor([${rows.join(",\n        ")}], dtype=torch.bfloat16)`;
}

/** Cosines and sines of a rotation in interleaved pairs, each entry for both of its channels. */
function interleavedCache(): string {
  const rows = (of: (angle: number) => number) =>
    Array.from({ length: 48 }, (_, position) =>
      Array.from({ length: 2 * PAIRS }, (_, channel) =>
        Number(of(position * frequency(Math.floor(channel / 2))).toFixed(4)),
      ),
    );
  return JSON.stringify({ cos: rows(Math.cos), sin: rows(Math.sin) });
}

/** A sinusoidal table whose angles were taken for degrees. */
function inDegrees(): string {
  const rows = Array.from({ length: 24 }, (_, position) =>
    Array.from({ length: 2 * PAIRS }, (_, column) => {
      const angle = (position * frequency(Math.floor(column / 2)) * Math.PI) / 180;
      return (column % 2 === 0 ? Math.sin(angle) : Math.cos(angle)).toFixed(6);
    }).join(", "),
  );
  return rows.join("\n");
}

/** The sample that the page shows before it has an input. */
export const EXAMPLE = "a cache with interleaved pairs";

export const samples = (): readonly Sample[] => [
  { name: "gpt-oss in engines", text: JSON.stringify(gptOss, undefined, 2), expected: "" },
  { name: "a broken cache", text: brokenCache(), expected: "" },
  {
    name: EXAMPLE,
    text: interleavedCache(),
    expected: "method=rope&headDim=32&pairing=halves",
  },
  { name: "degrees", text: inDegrees(), expected: "" },
  { name: "a table in bfloat16", text: bf16Table(), expected: "" },
];
