/**
 * `npm run mutate [-- <word>…]`: breaks the kernels and the bindings on purpose, one by one, in a copy of the sources, and runs the
 * tests on each. With words, those whose file or description has one of them. A mutation that no test catches is a survivor, and
 * the end is a failure.
 *
 * Kernels are tested by the native tests, without sanitizers; bindings by the tests of the API, on the package built from them.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { mutated, readMutations } from "./mutate/mutations.mjs";
import { BindingTests, KernelTests } from "./mutate/verdict.mjs";
import { Failure, ROOT, runMain } from "./process.mjs";
import { setUp } from "./setup.mjs";
import { copySources } from "./source-copy.mjs";

const COPY = join(ROOT, "build/mutate/copy");
const REPORT = join(ROOT, "build/mutate/report.txt");

await runMain(async () => {
  const words = process.argv.slice(2);
  const chosen = readMutations().filter(
    ({ file, breaks }) => words.length === 0 || words.some((word) => `${file}: ${breaks}`.includes(word)),
  );
  if (chosen.length === 0) throw new Failure(`no mutation has ${words.join(" or ")}`);
  await setUp("native");
  await copySources(COPY);
  const kernels = new KernelTests(COPY);
  const bindings = new BindingTests(COPY);
  const testsOf = (/** @type {string} */ file) => (file.startsWith("src/bindings/") ? bindings : kernels);
  for (const tests of new Set(chosen.map(({ file }) => testsOf(file)))) await tests.prepare();

  const report = [];
  let survivors = 0;
  for (const [index, mutation] of chosen.entries()) {
    const path = join(COPY, mutation.file);
    const { before, after } = mutated(mutation);
    writeFileSync(path, after);
    const caughtBy = await testsOf(mutation.file).verdict(mutation.file);
    writeFileSync(path, before);
    if (caughtBy === undefined) survivors++;
    const name = `${mutation.file}: ${mutation.breaks}`;
    const line = caughtBy === undefined ? `SURVIVED ${name}` : `caught   ${name}\n           by ${caughtBy}`;
    console.log(`[${index + 1}/${chosen.length}] ${line}`);
    report.push(line);
    writeFileSync(REPORT, `${report.join("\n")}\n`);
  }
  console.log(`\n${chosen.length} mutations, ${survivors} survived`);
  if (survivors > 0) throw new Failure("tests are missing: see the survivors above");
});
