/**
 * `npm run executed [-- --seed=36] [--count=2000] [--keep=100]`: executes the modeling code of transformers, and writes what it measured to
 * tests/fixtures/executed, from where `npm test` replays it. It prints what differs from the files that were there.
 *
 *   --seed    of the random changes; default 36. With another one it writes to build/executed alone: the second-*.jsonl of the fixtures
 *             were chosen by hand
 *   --count   how many changed configs are executed; default 2000
 *   --keep    how many of those that ran are kept; default 100
 *
 * It needs Python 3.11, makes an environment of its own in build/executed (several GB), and takes hours of one core.
 */
import { createHash } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Failure, ROOT, run, runMain } from "../../tools/process.mjs";
import { writeDefaults } from "./executed/defaults.mjs";
import { factsIn, linesOf, withoutDefaults, withoutRepeats, writeLines } from "./executed/fixtures.mjs";
import { spelled } from "./executed/spelled.mjs";

const HERE = join(ROOT, "tests/measure/executed");
const WORK = join(ROOT, "build/executed");
const PYTHON = join(WORK, "venv/bin/python");
const REQUIREMENTS = join(HERE, "requirements.txt");
const FIXTURES = join(ROOT, "tests/fixtures");
/** Only the changed files of this seed are written to the fixtures. */
const FIRST_SEED = 36;
/** A process is used for this many configs: modules that were imported stay in its memory. */
const EACH = 50;
/** ms; the probe's own alarm does not interrupt a call into C. */
const MOST_TIME = 3_600_000;

async function makeEnvironment() {
  const stamp = join(WORK, "venv/requirements.txt");
  const wanted = readFileSync(REQUIREMENTS, "utf8");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  mkdirSync(WORK, { recursive: true });
  await run("python3", ["-m", "venv", join(WORK, "venv")]);
  await run(PYTHON, ["-m", "pip", "install", "-r", REQUIREMENTS], { show: true });
  writeFileSync(stamp, wanted);
}

/** @param {string[]} args */
const python = (...args) =>
  run(PYTHON, [join(HERE, args[0] ?? ""), ...args.slice(1)], { mayFail: true, timeout: MOST_TIME });

/**
 * Executes configs; those that were executed before are not executed again.
 * @param {string} name @param {{ name: string, config: object }[]} items
 * @returns {Promise<Map<string, any>>} the facts of each, by its name
 */
async function execute(name, items) {
  // Another list of configs may have the same names.
  const list = createHash("sha256").update(JSON.stringify(items)).digest("hex").slice(0, 8);
  const [source, target] = [join(WORK, `${name}.json`), join(WORK, `${name}-${list}.jsonl`)];
  for (;;) {
    const done = new Set(linesOf(target).map((line) => line.name));
    const left = items.filter((item) => !done.has(item.name));
    const next = left[0];
    if (next === undefined) break;
    writeFileSync(source, JSON.stringify(left.slice(0, EACH)));
    const { status } = await python("probe.py", source, target);
    const stuck = left.find((item) => !linesOf(target).some((line) => line.name === item.name));
    if (status !== 0 && stuck)
      appendFileSync(target, `${JSON.stringify({ name: stuck.name, error: "ended from outside" })}\n`);
    console.log(`${name}: ${items.length - left.length + EACH} of ${items.length}`);
  }
  return new Map(linesOf(target).map((line) => [line.name, line]));
}

/** Published files that other fixtures hold. */
function published() {
  const of = (/** @type {string} */ path) => JSON.parse(readFileSync(join(FIXTURES, path), "utf8"));
  const listed = of("atlas/published.json").files.map((/** @type {any} */ { name, config }) => ({
    name,
    config: spelled(config),
  }));
  const own = readdirSync(join(FIXTURES, "configs")).map((file) => ({
    name: file,
    config: of(`configs/${file}`),
  }));
  return [...listed, ...own].filter(({ config }) => typeof config.model_type === "string");
}

const ran = (/** @type {any} */ facts) => facts && !facts.error && (facts.layers?.length > 0 || facts.parts);

/** @typedef {Record<string, unknown>} About the first line of each file */

/** @returns {Promise<any[]>} */
async function listedTypes() {
  const listed = join(WORK, "listed.json");
  if (!existsSync(listed)) await python("configs.py", "types", listed);
  return JSON.parse(readFileSync(listed, "utf8"));
}

/** @param {any[]} types @param {Map<string, any>} facts @param {About} about */
function writeTypes(types, facts, about) {
  const fields = new Map(types.map((item) => [item.name, item.fields]));
  const texts = new Map(types.map(({ name }) => [name, JSON.stringify(factsIn(facts.get(name)))]));
  const short = types.map(({ name }) => ({ name, facts: withoutRepeats(factsIn(facts.get(name)), texts) }));
  writeLines("types", about, short);
  const known = types.filter((item) => item.fields);
  const lines = known.map(({ name, fields: own }) => ({ name, fields: withoutDefaults(own, fields) }));
  writeLines("classes", about, lines);
}

/** @param {About} about */
async function writePublished(about) {
  const files = published();
  const facts = await execute("published", files);
  const done = files.filter(({ name }) => ran(facts.get(name)));
  writeLines(
    "published",
    about,
    done.map(({ name }) => ({ name, facts: factsIn(facts.get(name)) })),
  );
}

/** Types that need inputs, fields or a class of their own. @param {About} about */
async function writeGiven(about) {
  const target = join(WORK, "given.jsonl");
  await python("given.py", target);
  // Classes without attention are built, and have no layers that attend.
  const lines = linesOf(target).filter((line) => ran(line) || (!line.error && line.built));
  const written = lines.map(({ config, ...facts }) => ({ name: facts.name, config, facts: factsIn(facts) }));
  writeLines("given", about, written);
}

/** Models of timm that transformers' classes take by default. */
const DEFAULTS_OF_TIMM = ["fastvit_mci3", "mobilenetv5_300m_enc", "resnet50", "swin_tiny_patch4_window7_224"];

/** Vision models of timm that have rows. @param {About} about */
async function writeTimm(about) {
  const { cases } = JSON.parse(readFileSync(join(FIXTURES, "timm.json"), "utf8"));
  const target = join(WORK, "timm.jsonl");
  const names = cases.map((/** @type {{ name: string }} */ { name }) => name);
  await python("timm_layers.py", target, ...names, ...DEFAULTS_OF_TIMM);
  const lines = linesOf(target).map(({ name, config, ...facts }) => ({
    name,
    config,
    facts: factsIn(facts),
  }));
  writeLines("timm", about, lines);
}

/** Modeling code in repositories of its own. @param {About} about */
async function writeRemote(about) {
  const target = join(WORK, "remote.jsonl");
  await python("remote.py", join(WORK, "clones"), target);
  const lines = linesOf(target).filter(ran);
  const written = lines.map(({ name, config, source, ...facts }) => ({
    name,
    config,
    source,
    facts: factsIn(facts),
  }));
  writeLines("remote", about, written);
}

/**
 * Executes files with changed fields.
 * @param {{ types: any[], facts: Map<string, any>, seed: number, count: number, keep: number }} from
 */
async function changedFiles({ types, facts, seed, count, keep }) {
  const [known, changed] = [join(WORK, "known.jsonl"), join(WORK, `changed-${seed}.json`)];
  const lines = types.map((item) => `${JSON.stringify({ ...item, ran: ran(facts.get(item.name)) })}\n`);
  writeFileSync(known, lines.join(""));
  await python("configs.py", "changed", changed, known, `${seed}`, `${count}`);
  /** @type {any[]} */
  const changes = JSON.parse(readFileSync(changed, "utf8"));
  const found = await execute(`executed-${seed}`, changes);
  const kept = changes.filter(({ name }) => ran(found.get(name))).slice(0, keep);
  return kept.map(({ name, written }) => ({ name, config: written, facts: factsIn(found.get(name)) }));
}

await runMain(async () => {
  const option = (/** @type {string} */ name, /** @type {number} */ otherwise) =>
    Number(process.argv.find((arg) => arg.startsWith(`--${name}=`))?.split("=")[1] ?? otherwise);
  const [seed, count, keep] = [option("seed", FIRST_SEED), option("count", 2000), option("keep", 100)];
  if (![seed, count, keep].every((value) => value >= 0))
    throw new Failure("--seed, --count and --keep are numbers from 0");

  await makeEnvironment();
  const versions = Object.fromEntries(
    readFileSync(REQUIREMENTS, "utf8")
      .trim()
      .split("\n")
      .map((line) => line.split("==")),
  );
  const about = {
    about: "what executing the classes of transformers measured; written by `npm run executed`",
    ...versions,
    date: new Date().toISOString().slice(0, 10),
  };

  const types = await listedTypes();
  const facts = await execute("types", types);
  const from = { types, facts, seed, count, keep };
  if (seed !== FIRST_SEED) {
    const lines = await changedFiles(from);
    const target = join(WORK, `second-${seed}.jsonl`);
    writeFileSync(target, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    console.log(`${target}: ${lines.length} files that ran, of ${count}`);
    return;
  }
  writeTypes(types, facts, about);
  writeDefaults(types, about);
  await writePublished(about);
  await writeGiven(about);
  await writeRemote(about);
  await writeTimm({ ...about, version: `timm ${versions.timm}` });
  await python("squares.py", join(FIXTURES, "executed/squares.json"));
  await python("reach.py", join(FIXTURES, "executed/reach.json"));
  await run("npx", ["biome", "format", "--write", join(FIXTURES, "executed")]);
  writeLines("changed", { ...about, seed }, await changedFiles(from));
});
