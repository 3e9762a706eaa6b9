/** Faults that are planted in an engine in NumPy: runs them on small probes, and stores the answers for `npm test`. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { ROOT, run } from "../../../tools/process.mjs";
import { PYTHON, WORK } from "./environment.mjs";

const FILE = join(ROOT, "tests/fixtures/engines/answers-planted.json");
const LENGTH = 52;

const narrow = {
  ...{ num_hidden_layers: 1, head_dim: 16, hidden_size: 64, num_attention_heads: 4 },
  ...{ max_position_embeddings: 4096, rope_theta: 10000 },
};
const rule = (/** @type {string} */ rope_type, own = {}) => ({ rope_scaling: { rope_type, ...own } });
const llama3 = { factor: 8, low_freq_factor: 1, high_freq_factor: 4, original_max_position_embeddings: 32 };

/** By the names that planted.py has faults for. @type {Readonly<Record<string, object>>} */
const configs = {
  llama: { model_type: "llama", ...narrow },
  linear: { model_type: "llama", ...narrow, ...rule("linear", { factor: 4 }) },
  llama3: { model_type: "llama", ...narrow, ...rule("llama3", llama3) },
  yarn: {
    model_type: "qwen3",
    ...narrow,
    ...rule("yarn", { factor: 4, original_max_position_embeddings: 32 }),
  },
  mistral: { model_type: "mistral", ...narrow, sliding_window: 24 },
  smollm3: {
    model_type: "smollm3",
    ...narrow,
    rope_theta: 50000,
    num_hidden_layers: 2,
    no_rope_layers: [1, 0],
  },
};

export async function storePlanted() {
  const { makeProbe } = await import(pathToFileURL(join(ROOT, "dist/probe.js")).href);
  const folders = Object.keys(configs).map((name) => join(WORK, "planted", name));
  for (const [i, config] of Object.values(configs).entries()) {
    mkdirSync(folders[i] ?? "", { recursive: true });
    const { files } = makeProbe(config, { length: LENGTH });
    for (const [path, bytes] of Object.entries(files)) writeFileSync(join(folders[i] ?? "", path), bytes);
  }
  await run(PYTHON, [join(ROOT, "tests/measure/engines/planted.py"), ...folders], { show: true });
  const answers = Object.keys(configs).flatMap((config, i) =>
    readdirSync(folders[i] ?? "")
      .filter((name) => name.endsWith(".f32"))
      .map((name) => {
        const [fault, precision] = name.split(".");
        const rows = gzipSync(readFileSync(join(folders[i] ?? "", name)), { level: 9 }).toString("base64");
        return { config, fault, precision, rows };
      }),
  );
  const about =
    "Answers of an engine in NumPy with planted faults; written by `npm run engines -- planted`. rows: base64 of gzip of float32.";
  const lines = answers.map((answer) => JSON.stringify(answer)).join(",\n");
  const head = `"about":${JSON.stringify(about)},"length":${LENGTH},"configs":${JSON.stringify(configs)}`;
  writeFileSync(FILE, `{${head},"answers":[\n${lines}\n]}\n`);
}
