/** Runs engines on probes of which each position has the 20 largest log-probabilities, as servers give them, and stores these. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { ROOT } from "../../../tools/process.mjs";
import { largest, storedLength } from "./configs.mjs";
import { ENGINES, runEngine, WORK } from "./environment.mjs";

const TOP = 20;
/** The engines whose answers are stored. */
export const STORED = ["transformers", "llama-cpp", "mlx"];

const folderOf = (/** @type {string} */ name) => join(WORK, "probes", `largest-${name}`);

/** @param {readonly string[]} engines of {@link STORED} @param {string} date */
export async function storeLargest(engines, date) {
  const { makeProbe } = await import(pathToFileURL(join(ROOT, "dist/probe.js")).href);
  const names = Object.keys(largest);
  for (const name of names) {
    rmSync(folderOf(name), { recursive: true, force: true });
    mkdirSync(folderOf(name), { recursive: true });
    const { files } = makeProbe(JSON.stringify(largest[name]), { length: storedLength, top: TOP });
    for (const [path, bytes] of Object.entries(files)) writeFileSync(join(folderOf(name), path), bytes);
  }
  for (const engine of engines) {
    await runEngine(engine, names.map(folderOf));
    const lines = names.map((name) => {
      const config = JSON.stringify(largest[name]);
      return `${JSON.stringify(name)}: {"config": ${config}, ${answerOf(name, engine)}}`;
    });
    const about =
      "The 20 largest log-probabilities of an engine on small probes; written by `npm run engines`. rows: base64 of gzip; for each prompt and token the ids as bytes, then all values as float32.";
    const head = { about, engine, version: ENGINES[engine]?.version, date, length: storedLength, top: TOP };
    const file = join(ROOT, "tests/fixtures/engines", `largest-${engine}.json`);
    writeFileSync(file, `${JSON.stringify(head).slice(0, -1)}, "answers": {\n${lines.join(",\n")}\n}}\n`);
  }
}

/** @param {string} name of a config @param {string} engine */
function answerOf(name, engine) {
  const at = (/** @type {string} */ file) => join(folderOf(name), file);
  if (!existsSync(at(`${engine}.f32`)))
    return `"error": ${JSON.stringify(readFileSync(at(`${engine}.error`), "utf8"))}`;
  const { vocab } = JSON.parse(readFileSync(at("probe.json"), "utf8"));
  const bytes = readFileSync(at(`${engine}.f32`));
  const all = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  const count = all.length / vocab;
  const [ids, values] = [new Uint8Array(count * TOP), new Float32Array(count * TOP)];
  for (let t = 0; t < count; t++) {
    const row = all.subarray(t * vocab, (t + 1) * vocab);
    const first = [...row.keys()].sort((a, b) => (row[b] ?? 0) - (row[a] ?? 0)).slice(0, TOP);
    ids.set(first, t * TOP);
    values.set(
      first.map((id) => row[id] ?? 0),
      t * TOP,
    );
  }
  const packed = gzipSync(Buffer.concat([ids, Buffer.from(values.buffer)]), { level: 9 });
  return `"rows": ${JSON.stringify(packed.toString("base64"))}`;
}
