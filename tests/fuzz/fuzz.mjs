/**
 * `npm run fuzz -- <name> [--minutes=5] [--keep]`: kernels against reference on inputs that libFuzzer invents, with sanitizers. The
 * names are those of the folders of kernels: tests/fuzz/<name>.cpp. Without one, all of them share the time.
 *
 *   --minutes   how long; default 5
 *   --keep      afterwards writes the smallest inputs that reach all that was reached to tests/fuzz/corpus/<name>.txt, from where
 *               every test run takes them
 *
 * An input that fails is printed as a line of that file: add it there, and mend the kernel.
 *
 * `npm run fuzz -- typescript [<target>…] [--seed=1] [--share=1]`: the readers of configs, files and texts instead, with the inputs
 * of tests/fuzz/typescript. A share of 0.01 takes a minute.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { basename, join } from "node:path";
import { buildCpp } from "../../tools/build/cpp.mjs";
import { Failure, ROOT, run, runMain } from "../../tools/process.mjs";
import { setUp } from "../../tools/setup.mjs";
import { fewest, linesOf, readLines } from "./corpus.mjs";
import { fuzzTypeScript } from "./typescript.mjs";

const CORPORA = join(ROOT, "tests/fuzz/corpus");
const WORK = join(ROOT, "build/fuzz-inputs");
/** A test run replays them all with sanitizers. */
const MOST_KEPT = 40;

const textOf = (/** @type {string} */ name) => join(CORPORA, `${name}.txt`);

await runMain(async () => {
  const args = process.argv.slice(2);
  if (args[0] === "typescript") return fuzzTypeScript(args.slice(1));
  const known = readdirSync(CORPORA).map((file) => basename(file, ".txt"));
  const names = args.filter((arg) => !arg.startsWith("--"));
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new Failure(`there is no target ${unknown}; there are: ${known.join(", ")}`);
  const chosen = names.length > 0 ? names : known;
  const minutes = Number(args.find((arg) => arg.startsWith("--minutes="))?.split("=")[1] ?? 5);
  if (!(minutes > 0)) throw new Failure("--minutes must be a number above 0");

  await setUp("fuzz");
  const program = join(await buildCpp("fuzz", ["fuzz"]), "fuzz");
  const failing = [];
  for (const name of chosen) {
    const seconds = Math.ceil((60 * minutes) / chosen.length);
    if (!(await fuzz(program, name, seconds))) failing.push(name);
    else if (args.includes("--keep")) await keep(program, name);
  }
  if (failing.length > 0) throw new Failure(`kernels and reference differ: ${failing.join(", ")}`);
});

/** @param {string} program @param {string} name @param {number} seconds @returns {Promise<boolean>} whether nothing was found */
async function fuzz(program, name, seconds) {
  const inputs = join(WORK, name);
  const failures = join(WORK, "failing", name);
  mkdirSync(inputs, { recursive: true });
  rmSync(failures, { recursive: true, force: true });
  mkdirSync(failures, { recursive: true });
  for (const [n, bytes] of readLines(textOf(name)).entries()) writeFileSync(join(inputs, `kept-${n}`), bytes);
  console.log(`${name}: ${seconds} s on ${availableParallelism()} processors`);
  const options = [
    `--target=${name}`,
    `-max_total_time=${seconds}`,
    `-fork=${availableParallelism()}`, // one process after the other on each processor: a failure ends but one
    "-ignore_crashes=0",
    `-artifact_prefix=${failures}/`,
  ];
  const { status, output } = await run(program, [...options, inputs], { mayFail: true });
  const last = output.match(/^#.*$/gm)?.at(-1) ?? "";
  console.log(`  ${last.trim()}\n  ${readdirSync(inputs).length} inputs`);
  const found = readdirSync(failures);
  if (status === 0 && found.length === 0) return true;
  console.log(
    output.match(/^(difference: .*|SUMMARY: .*|.*runtime error.*|.*Assertion.*)$/gm)?.join("\n") ?? output,
  );
  console.log(linesOf(found.map((file) => readFileSync(join(failures, file)))));
  return false;
}

/** Keeps the inputs that reach something, the smallest first. @param {string} program @param {string} name */
async function keep(program, name) {
  const merged = join(WORK, "merged", name);
  rmSync(merged, { recursive: true, force: true });
  mkdirSync(merged, { recursive: true });
  await run(program, [`--target=${name}`, "-set_cover_merge=1", "-use_counters=0", merged, join(WORK, name)]);
  const inputs = readdirSync(merged).map((file) => readFileSync(join(merged, file)));
  const kept = fewest(inputs, MOST_KEPT);
  writeFileSync(textOf(name), `${linesOf(kept)}\n`);
  cpSync(merged, join(WORK, name), { recursive: true });
  console.log(`  ${kept.length} of ${inputs.length} inputs kept in ${textOf(name)}`);
}
