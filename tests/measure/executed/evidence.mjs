/**
 * `node tests/measure/executed/evidence.mjs`: writes the types that no run has measured to src/models/types/data/read.json, from the
 * fixtures. Answers say of them that their facts were read in sources.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT } from "../../../tools/process.mjs";

const FIXTURES = join(ROOT, "tests/fixtures");
const READ = join(ROOT, "src/models/types/data/read.json");

const read = (/** @type {string} */ path) => readFileSync(join(FIXTURES, path), "utf8");

/** The types of the parts of a model in which layers were measured. @param {any} facts @returns {string[]} */
function measuredIn({ as, type, layers, error, parts = {} }) {
  const own = as ?? (layers !== undefined && error === undefined ? type : undefined);
  return [...(own === undefined ? [] : [own]), ...Object.values(parts).flatMap(measuredIn)];
}

/** Programs that ran layers of each type, with their versions. @returns {Map<string, string>} */
export function runs() {
  /** @type {Map<string, string>} */
  const found = new Map();
  const note = (/** @type {string[]} */ types, /** @type {string} */ by) => {
    for (const type of types) if (!found.has(type)) found.set(type, by);
  };
  const files = readdirSync(join(FIXTURES, "executed")).filter((file) => file.endsWith(".jsonl"));
  for (const file of files) {
    const [head, ...lines] = read(`executed/${file}`)
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const by = head.version ?? `transformers ${head.transformers}`;
    for (const { facts, config, source } of lines)
      if (facts) {
        const types = measuredIn(facts);
        if (source) note(types, `${source.repository} at ${source.commit.slice(0, 12)}`);
        note(types, by);
        // A whole is measured with its parts.
        if (types.length > 0) note([config?.model_type ?? config?.architecture ?? facts.type], by);
      }
  }
  const latest = JSON.parse(read("executed-latest.json"));
  for (const { config, facts } of latest.models)
    note([config.model_type, ...measuredIn(facts)], `transformers ${latest.transformers}`);
  const { diffusers, cases, linear } = JSON.parse(read("diffusers-executed.json"));
  for (const { config } of [...cases, ...linear]) note([config._class_name], `diffusers ${diffusers}`);
  return found;
}

/** The rows that no run has measured. @param {readonly string[]} rows */
export function onlyRead(rows) {
  const measured = runs();
  return rows.filter((type) => !measured.has(type)).sort();
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const { atlas } = await import(pathToFileURL(join(ROOT, "dist/atlas.js")).href);
  const types = onlyRead(atlas().map((/** @type {{ type: string }} */ { type }) => type));
  const about = "types that no run has measured; written by tests/measure/executed/evidence.mjs";
  writeFileSync(READ, `${JSON.stringify({ about, types: types.join(" ") }, null, 2)}\n`);
  console.log(`${types.length} types`);
}
