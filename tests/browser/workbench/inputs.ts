import { storedZip } from "../../api/harness/stored-zip.ts";
import files from "../../fixtures/files.json" with { type: "json" };

/** Files for the workbench, as a reader may drop them. */

export interface Dropped {
  readonly name: string;
  readonly base64: string;
}

export const textFile = (name: string, content: string): Dropped => ({
  name,
  base64: Buffer.from(content).toString("base64"),
});

/** A plain sinusoidal table in plain arithmetic. */
const table = (rows: number, width: number): number[][] =>
  Array.from({ length: rows }, (_, position) =>
    Array.from({ length: width }, (_, column) => {
      const angle = position / 10_000 ** ((2 * Math.floor(column / 2)) / width);
      return column % 2 === 0 ? Math.sin(angle) : Math.cos(angle);
    }),
  );

/** Cosines or sines of a rotation of 32 channels, in plain arithmetic. */
const cacheOf = (part: (angle: number) => number): number[][] =>
  Array.from({ length: 12 }, (_, position) =>
    Array.from({ length: 16 }, (_, pair) => part(position / 10_000 ** (pair / 16))),
  );

const csv = (rows: readonly number[][]): string =>
  rows.map((row) => row.map((value) => value.toFixed(6)).join(",")).join("\n");

/** float32, version 1.0. */
function npy(rows: readonly number[][]): Buffer {
  const header = `{'descr': '<f4', 'fortran_order': False, 'shape': (${rows.length}, ${rows[0]!.length}), }`;
  const start = Buffer.from([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, 118, 0]);
  const padded = Buffer.from(`${header.padEnd(117)}\n`);
  return Buffer.concat([start, padded, Buffer.from(Float32Array.from(rows.flat()).buffer)]);
}

const config = {
  model_type: "llama",
  hidden_size: 1024,
  num_hidden_layers: 1,
  num_attention_heads: 8,
  num_key_value_heads: 8,
};

/** Numbers that are the same in each run. Source: Numerical Recipes' generator. */
function* uniforms(): Generator<number> {
  let state = 7;
  for (;;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

/** The rows of a query projection, 8 heads of 128 channels in pairs of halves, whose two rows have about the same norm. */
export function plantedRows(): Float32Array {
  const next = uniforms();
  const draw = () => next.next().value as number;
  const rows = new Float32Array(1024 * 2);
  for (let head = 0; head < 8; head++)
    for (let pair = 0; pair < 64; pair++) {
      const norm = Math.exp(draw());
      for (const channel of [pair, pair + 64])
        rows.fill(norm * (1 + 0.02 * draw()), 2 * (128 * head + channel), 2 * (128 * head + channel) + 2);
    }
  return rows;
}

function safetensors(): Buffer {
  const rows = Buffer.from(plantedRows().buffer);
  const name = "model.layers.0.self_attn.q_proj.weight";
  const header = JSON.stringify({
    [name]: { dtype: "F32", shape: [1024, 2], data_offsets: [0, rows.length] },
  });
  const length = Buffer.alloc(8);
  length.writeUInt32LE(header.length);
  return Buffer.concat([length, Buffer.from(header), rows]);
}

const [gguf] = files.models.filter(({ file }) => file !== undefined);

export const dropped = {
  config: textFile("config.json", JSON.stringify({ ...config, rope_theta: 10_000 })),
  otherConfig: textFile("other.json", JSON.stringify({ ...config, rope_theta: 500_000 })),
  cosines: textFile("cosines.csv", csv(cacheOf(Math.cos))),
  sines: textFile("sines.csv", csv(cacheOf(Math.sin))),
  broken: textFile("config.json", '{ "model_type": "llama", '),
  csv: textFile("table.csv", csv(table(24, 16))),
  json: textFile("table.json", JSON.stringify(table(8, 8))),
  npy: { name: "table.npy", base64: npy(table(32, 16)).toString("base64") },
  archive: {
    name: "cache.npz",
    base64: storedZip([
      ["cos.npy", npy(cacheOf(Math.cos))],
      ["sin.npy", npy(cacheOf(Math.sin))],
    ]).toString("base64"),
  },
  npz: { name: "arrays.npz", base64: files.npz[0]!.file },
  cut: { name: "cut.npy", base64: npy(table(32, 16)).subarray(0, 500).toString("base64") },
  safetensors: { name: "model.safetensors", base64: safetensors().toString("base64") },
  gguf: { name: "model.gguf", base64: gguf!.file },
} satisfies Record<string, Dropped>;

/** Runs in the page: drops files on its field. */
export function drop(given: readonly Dropped[]): void {
  const transfer = new DataTransfer();
  for (const { name, base64 } of given) {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    transfer.items.add(new File([bytes], name));
  }
  const event = (type: string) =>
    new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true });
  document.querySelector("#drop")?.dispatchEvent(event("dragover"));
  document.querySelector("#drop")?.dispatchEvent(event("drop"));
}
