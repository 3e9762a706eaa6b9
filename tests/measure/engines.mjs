/**
 * `npm run engines -- [engine…] [--only=NAME]`: measures engines with probes on the configs of tests/measure/engines/configs.mjs, and writes
 * what it measured to tests/fixtures/engines/measured.json, from where `npm test` replays it.
 *
 *   engine   transformers, mlx, llama-cpp, onnxruntime-genai; default: all. planted: faults in an engine in NumPy, whose answers go to
 *            answers-planted.json; answers: all engines on the small probes alone, in answers-*.json and largest-*.json; headers: llama.cpp
 *            on the keys of .gguf headers alone, in gguf-layers.json; modules: the rotary modules of transformers and mlx-lm by
 *            themselves, in modules.json; layers: model files of mlx-lm without weights, in executed/mlx-1.jsonl; probes: no engine, only the probes, each in
 *            build/engines/probes/CONFIG; NAME@VERSION: another engine that posenc compare knows, which you ran on these probes: its
 *            answers are in their folders, in NAME.json, as posenc probe read takes them; its own error if it stops, in NAME.error
 *   --only   configs whose names begin so
 *
 * Answers of other engines and configs in the file stay. It needs Linux on x64, Python 3.11, git, a C compiler and a built package, makes
 * an environment of its own in build/engines (several GB), and takes a core for some 30 minutes, most of them for ONNX.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { Failure, ROOT, runMain } from "../../tools/process.mjs";
import { configs, lengths, stored, storedLength } from "./engines/configs.mjs";
import {
  ALIASES,
  ENGINES,
  makeEnvironment,
  makeLlama,
  PRECISIONS,
  runEngine,
  WORK,
} from "./engines/environment.mjs";
import { storeHeaders } from "./engines/headers.mjs";
import { STORED, storeLargest } from "./engines/largest.mjs";
import { factsOf } from "./engines/measured.mjs";
import { storeLayers, storeModules } from "./engines/modules.mjs";
import { storePlanted } from "./engines/planted.mjs";

const FOLDER = join(ROOT, "tests/fixtures/engines");
const FILE = join(FOLDER, "measured.json");
/** Models that were loaded stay in the memory of a process. */
const EACH = 40;

/** @typedef {import("./engines/measured.mjs").Measured} Measured */
/** @typedef {{ name: string, config: object, length: number, answers: Record<string, Measured> }} Row */

/** A probe as .gguf has a folder of its own: it has more tokens. @param {string} name @param {string} [engine] */
const folderOf = (name, engine) => join(WORK, "probes", name, engine === "llama-cpp-gguf" ? "gguf" : "");

/** @param {Readonly<Record<string, object>>} given @param {(name: string) => number} lengthOf */
async function makeProbes(given, lengthOf) {
  const { makeProbe } = await import(pathToFileURL(join(ROOT, "dist/probe.js")).href);
  for (const [name, config] of Object.entries(given)) {
    rmSync(folderOf(name), { recursive: true, force: true });
    for (const format of ["gguf", "safetensors"]) {
      const folder = folderOf(name, `llama-cpp-${format}`);
      mkdirSync(folder, { recursive: true });
      const { files } = makeProbe(JSON.stringify(config), { length: lengthOf(name), format });
      for (const [path, bytes] of Object.entries(files)) writeFileSync(join(folder, path), bytes);
    }
  }
}

/** @param {string} name of a config @param {string} engine @returns {Promise<Measured>} */
async function read(name, engine) {
  const { readProbe } = await import(pathToFileURL(join(ROOT, "dist/probe.js")).href);
  const at = (/** @type {string} */ file) => join(folderOf(name), file);
  if (existsSync(at(`${engine}.json`))) {
    const [plan, answers] = ["probe", engine].map((file) =>
      JSON.parse(readFileSync(at(`${file}.json`), "utf8")),
    );
    try {
      return { layers: factsOf(readProbe(plan, answers)) };
    } catch (error) {
      throw new Failure(`${name}/${engine}.json: ${error instanceof Error ? error.message : error}`);
    }
  }
  if (!existsSync(at(`${engine}.f32`)))
    return {
      error: existsSync(at(`${engine}.error`)) ? readFileSync(at(`${engine}.error`), "utf8") : "ended",
    };
  const plan = JSON.parse(readFileSync(at("probe.json"), "utf8"));
  const bytes = readFileSync(at(`${engine}.f32`));
  const logprobs = plan.prompt.map(
    (/** @type {number} */ _, /** @type {number} */ t) =>
      new Float32Array(
        bytes.buffer.slice(
          bytes.byteOffset + 4 * t * plan.vocab,
          bytes.byteOffset + 4 * (t + 1) * plan.vocab,
        ),
      ),
  );
  return { layers: factsOf(readProbe(plan, { tokens: plan.prompt, logprobs })) };
}

/** @param {Row[]} rows @param {Record<string, { version: string, date: string }>} engines */
function write(rows, engines) {
  mkdirSync(join(FILE, ".."), { recursive: true });
  const about = "What running engines on probes measured; written by `npm run engines`.";
  const lines = rows.map((row) => JSON.stringify(row)).join(",\n");
  writeFileSync(
    FILE,
    `{"about":${JSON.stringify(about)},"engines":${JSON.stringify(engines)},"rows":[\n${lines}\n]}\n`,
  );
}

/**
 * Runs engines on the small configs, and stores their answers: all rows, float32, in base64; and those to probes with 20
 * log-probabilities.
 * @param {readonly string[]} engines
 */
async function storeAnswers(engines) {
  await makeProbes(stored, () => storedLength);
  const names = Object.keys(stored);
  const all = [
    ...engines,
    ...Object.keys(PRECISIONS).filter((name) => engines.some((own) => name.startsWith(own))),
  ];
  for (const engine of all) {
    await runEngine(
      engine,
      names.map((name) => folderOf(name, engine)),
    );
    /** @type {Record<string, { config: object, rows?: string, error?: string }>} */
    const answers = {};
    for (const name of names) {
      const at = (/** @type {string} */ file) => join(folderOf(name, engine), file);
      const config = JSON.parse(JSON.stringify(stored[name]));
      answers[name] = existsSync(at(`${engine}.f32`))
        ? {
            config,
            ...(engine === "llama-cpp-gguf" ? { file: hashOf(readFileSync(at("model.gguf"))) } : {}),
            rows: gzipSync(readFileSync(at(`${engine}.f32`)), { level: 9 }).toString("base64"),
          }
        : { config, error: readFileSync(at(`${engine}.error`), "utf8") };
    }
    const about =
      "Answers of an engine to small probes; written by `npm run engines`. rows: base64 of gzip of float32.";
    const { version } = ENGINES[engine] ?? PRECISIONS[engine] ?? {};
    const document = { about, engine, version, date: today(), length: storedLength, answers };
    writeFileSync(join(FOLDER, `answers-${engine}.json`), `${JSON.stringify(document, undefined, 1)}\n`);
  }
  await storeLargest(
    STORED.filter((name) => engines.includes(name)),
    today(),
  );
}

const hashOf = (/** @type {Buffer} */ bytes) => createHash("sha256").update(bytes).digest("hex");
const today = () => new Date().toISOString().slice(0, 10);

/** What is stored beside measured.json. @type {Readonly<Record<string, () => Promise<void>>>} */
const STORES = {
  planted: storePlanted,
  answers: () => storeAnswers(Object.keys(ENGINES)),
  headers: () => storeHeaders(today()),
  layers: () => storeLayers(today()),
};

await runMain(async () => {
  const given = process.argv
    .slice(2)
    .filter((argument) => !argument.startsWith("--"))
    .map((name) => ALIASES[name] ?? name);
  const store = STORES[given.join()];
  if (store !== undefined) {
    await (store === STORES.headers ? makeLlama() : makeEnvironment());
    return store();
  }
  const only = process.argv.find((argument) => argument.startsWith("--only="))?.split("=")[1] ?? "";
  const names = Object.keys(configs).filter((name) => name.startsWith(only));
  const make = () =>
    makeProbes(
      Object.fromEntries(names.map((name) => [name, configs[name] ?? {}])),
      (name) => lengths[name] ?? 1024,
    );
  if (given.join() === "probes") return make();
  if (given.join() === "modules") {
    await makeEnvironment();
    await make();
    return storeModules(
      names.map((name) => folderOf(name)),
      today(),
    );
  }
  const [own = "", ownVersion] = given.length === 1 ? (given[0]?.split("@") ?? []) : [];
  if (ownVersion !== undefined) return measureOther(own, ownVersion, names);
  const other = given.find((name) => !Object.hasOwn(ENGINES, name));
  if (other !== undefined)
    throw new Failure(
      `unknown engine ${other}; known: ${Object.keys(ENGINES).join(", ")}. For answers of another one say its version: ${other}@1.2.3`,
    );
  const engines = given.length === 0 ? Object.keys(ENGINES) : given;
  await makeEnvironment();
  await make();
  for (const engine of engines)
    for (let i = 0; i < names.length; i += EACH)
      await runEngine(
        engine,
        names.slice(i, i + EACH).map((name) => folderOf(name)),
      );
  await measure(
    engines,
    names,
    Object.fromEntries(engines.map((name) => [name, ENGINES[name]?.version ?? ""])),
  );
  if (only !== "") return;
  await storeAnswers(engines);
});

/** Measures an engine that somebody else ran. @param {string} own @param {string} version @param {readonly string[]} names */
async function measureOther(own, version, names) {
  const { engines: known } = await import(pathToFileURL(join(ROOT, "dist/engines.js")).href);
  const all = known().map((/** @type {{ name: string }} */ { name }) => name);
  if (!all.includes(own))
    throw new Failure(`posenc compare does not know ${own}; it knows ${all.join(", ")}`);
  const files = [`${own}.json`, `${own}.error`];
  const answered = names.filter((name) => files.some((file) => existsSync(join(folderOf(name), file))));
  if (answered.length === 0)
    throw new Failure(
      `no answers: run ${own} on the probes in ${join(WORK, "probes")}, and save them as CONFIG/${own}.json`,
    );
  return measure([own], answered, { [own]: version });
}

/**
 * Reads the answers of engines to the probes of configs, and writes them beside those that are there.
 * @param {readonly string[]} engines @param {readonly string[]} names of configs @param {Readonly<Record<string, string>>} versions
 */
async function measure(engines, names, versions) {
  const before = existsSync(FILE) ? JSON.parse(readFileSync(FILE, "utf8")) : { engines: {}, rows: [] };
  /** @type {Map<string, Row>} */
  const rows = new Map(before.rows.map((/** @type {Row} */ row) => [row.name, row]));
  for (const engine of engines) {
    for (const name of names) {
      const config = JSON.parse(JSON.stringify(configs[name]));
      const old = rows.get(name);
      // Answers to another config are of no use beside the new one.
      const kept = JSON.stringify(old?.config) === JSON.stringify(config) ? old?.answers : {};
      const row = { name, config, length: lengths[name] ?? 1024, answers: { ...kept } };
      row.answers[engine] = await read(name, engine);
      rows.set(name, row);
    }
    before.engines[engine] = { version: versions[engine] ?? "", date: today() };
  }
  write(
    Object.keys(configs).flatMap((name) => rows.get(name) ?? []),
    before.engines,
  );
}
