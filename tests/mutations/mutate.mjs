/**
 * `npm run mutate [-- <word>…]`: breaks the sources on purpose, one by one, in a copy, and runs the tests on each. With words, the
 * mutations whose list, place or description has one of them: `npm run mutate -- typescript`. A mutation that no test catches is a
 * survivor, and the end is a failure.
 *
 * Kernels are tested by the native tests, without sanitizers; bindings by the tests of the API, on the package built from them;
 * TypeScript by the tests that its list names, on one package that has all its mutations.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildModules } from "../../tools/build/cpp.mjs";
import { Failure, ROOT, runMain } from "../../tools/process.mjs";
import { setUp } from "../../tools/setup.mjs";
import { copySources } from "../../tools/source-copy.mjs";
import { mutated, readMutations } from "./mutations.mjs";
import { ScriptTests } from "./scripts.mjs";
import { BindingTests, KernelTests } from "./verdict.mjs";

const COPY = join(ROOT, "build/mutate/copy");
const REPORT = join(ROOT, "build/mutate/report.txt");

const isScript = (/** @type {string} */ file) => file.endsWith(".ts") && !file.startsWith("src/bindings/");

await runMain(async () => {
  const words = process.argv.slice(2);
  const isChosen = (/** @type {string} */ text) =>
    words.length === 0 || words.some((word) => text.includes(word));
  const chosen = readMutations()
    .filter(({ at, place, breaks }) => isChosen(`${at}: ${place}: ${breaks}`))
    .map((mutation) => ({ ...mutation, ...mutated(mutation) }));
  if (chosen.length === 0) throw new Failure(`no mutation has ${words.join(" or ")}`);
  await setUp("native");
  if (chosen.some(({ file }) => isScript(file))) await buildModules();
  await copySources(COPY);
  const [kernels, bindings, scripts] = [new KernelTests(COPY), new BindingTests(COPY), new ScriptTests(COPY)];
  const testsOf = (/** @type {string} */ file) => (file.startsWith("src/bindings/") ? bindings : kernels);
  const sources = chosen.filter(({ file }) => !isScript(file));
  for (const tests of new Set(sources.map(({ file }) => testsOf(file)))) await tests.prepare();
  if (sources.length < chosen.length) await scripts.prepare(chosen.filter(({ file }) => isScript(file)));

  const report = [];
  let survivors = 0;
  for (const [index, mutation] of chosen.entries()) {
    const { file, place, breaks, before, after } = mutation;
    const path = join(COPY, file);
    const inSource = async () => {
      writeFileSync(path, after);
      const caughtBy = await testsOf(file).verdict(file);
      writeFileSync(path, before);
      return caughtBy;
    };
    const caughtBy = isScript(file) ? await scripts.verdict(mutation) : await inSource();
    if (caughtBy === undefined) survivors++;
    const name = `${place}: ${breaks}`;
    const line = caughtBy === undefined ? `SURVIVED ${name}` : `caught   ${name}\n           by ${caughtBy}`;
    console.log(`[${index + 1}/${chosen.length}] ${line}`);
    report.push(line);
    writeFileSync(REPORT, `${report.join("\n")}\n`);
  }
  console.log(`\n${chosen.length} mutations, ${survivors} survived`);
  if (survivors > 0) throw new Failure("tests are missing: see the survivors above");
});
