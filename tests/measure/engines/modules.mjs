/** What modules of engines compute without a probe: rotary modules by themselves, in modules.json, and layers of mlx-lm. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, run } from "../../../tools/process.mjs";
import { factsIn, linesOf, writeLines } from "../executed/fixtures.mjs";
import { ENGINES, HERE, PYTHON, WORK } from "./environment.mjs";

const FILE = join(ROOT, "tests/fixtures/engines/modules.json");

/**
 * Layers whose module computes the same, or the engine's own error.
 * @typedef {{ layers: number[], frequencies: number[], factor: number }[] | { error: string }} Modules
 */

/** @param {{ layer: number, frequencies: number[], factor: number }[]} layers @returns {Modules} */
function grouped(layers) {
  /** @type {Map<string, { layers: number[], frequencies: number[], factor: number }>} */
  const groups = new Map();
  for (const { layer, ...rest } of layers) {
    const key = JSON.stringify(rest);
    const group = groups.get(key) ?? { layers: [], ...rest };
    group.layers.push(layer);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** @param {readonly string[]} folders of probes @param {string} date */
export async function storeModules(folders, date) {
  /** @type {Map<string, { name: string, answers: Record<string, Modules> }>} */
  const rows = new Map();
  const engines = Object.fromEntries(
    ["transformers", "mlx"].map((name) => [name, { version: ENGINES[name]?.version, date }]),
  );
  for (const engine of Object.keys(engines)) {
    const env = { ...process.env, HF_HUB_OFFLINE: "1" };
    const { stdout } = await run(PYTHON, [join(HERE, "rope_modules.py"), engine, ...folders], { env });
    for (const line of stdout.split("\n").filter((text) => text.startsWith("{"))) {
      const { name, layers, error } = JSON.parse(line);
      /** @type {{ name: string, answers: Record<string, Modules> }} */
      const row = rows.get(name) ?? { name, answers: {} };
      row.answers[engine] = layers ? grouped(layers) : { error };
      rows.set(name, row);
    }
  }
  const about =
    "What rotary modules compute by themselves, in radians per position; written by `npm run engines -- modules`.";
  const lines = [...rows.values()].map((row) => JSON.stringify(row)).join(",\n");
  const head = `"about":${JSON.stringify(about)},"engines":${JSON.stringify(engines)}`;
  writeFileSync(FILE, `{${head},"rows":[\n${lines}\n]}\n`);
}

/** What the layers of mlx-lm's model files compute. @param {string} date */
export async function storeLayers(date) {
  const target = join(WORK, "mlx-layers.jsonl");
  await run(PYTHON, [join(ROOT, "tests/measure/executed/mlx_layers.py"), target], { show: true });
  const about = "what executing model files of mlx-lm measured; written by `npm run engines -- layers`";
  const lines = linesOf(target).filter(({ error }) => error === undefined);
  writeLines(
    "mlx",
    { about, version: ENGINES.mlx?.version, date },
    lines.map(({ name, config, ...facts }) => ({ name, config, facts: factsIn(facts) })),
  );
}
