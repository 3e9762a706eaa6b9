/** Builds a copy of the sources and runs tests on it: does one of them catch a mutation of TypeScript? */
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { Failure, ROOT, run } from "../../tools/process.mjs";
import { withChoices } from "./choices.mjs";

/** Longer than any list of tests takes beside other work: then a mutation made a loop without an end. */
const SLOWEST = 600_000; // ms

/**
 * A mutation of a source, as `mutated` gives it.
 *
 * @typedef {import("./mutations.mjs").Mutation & ReturnType<typeof import("./mutations.mjs").mutated>} Placed
 */

/**
 * Tests of the API and the terminal, and of what figures and pages compute, in Node. All mutations are built at once, and a number
 * chooses one. Tests are repeated with one after the other in one process; what they do not catch there runs in a process of its
 * own, because values of modules are made once. A page does not know the number: mutations that are seen there alone are built one
 * by one.
 */
export class ScriptTests {
  #copy;
  /** @type {readonly Placed[]} */
  #together = [];
  /** The test that caught a mutation, by its number. @type {Map<number, string>} */
  #caught = new Map();
  /** Lists of tests that pass without a mutation, in processes of their own. */
  #passing = new Set();

  /** @param {string} copy of the sources */
  constructor(copy) {
    this.#copy = copy;
  }

  /** Builds the copy with the WebAssembly of these sources, and repeats the tests. @param {readonly Placed[]} all */
  async prepare(all) {
    console.log("Building the package with all mutations of TypeScript");
    // Anew each time: the modules of an earlier run may have other imports.
    cpSync(join(ROOT, "build/wasm/web"), join(this.#copy, "build/wasm/web"), { recursive: true });
    this.#together = all.filter(({ inPages }) => !inPages);
    for (const file of new Set(this.#together.map((mutation) => mutation.file))) {
      const source = readFileSync(join(ROOT, file), "utf8");
      writeFileSync(join(this.#copy, file), withChoices(source, this.#breaksOf(file)));
    }
    await this.#call("tools/build/package.mjs", "buildPackage");
    if (all.some(({ inPages }) => inPages)) await this.#buildSite();
    for (const list of new Set(this.#together.map(({ tests }) => tests))) await this.#repeat(list);
  }

  /** Runs the tests of a list with each of its mutations in turn. @param {readonly string[]} tests */
  async #repeat(tests) {
    const folder = "tests/api";
    const files = tests.filter((test) => test.startsWith(`${folder}/`)).map((test) => basename(test));
    if (files.length === 0) return;
    const numbers = this.#together.flatMap((mutation, n) => (mutation.tests === tests ? [n + 1] : []));
    const caught = join(this.#copy, "build/caught.txt");
    writeFileSync(caught, "");
    await run(process.execPath, [join(this.#copy, "tests/mutations/repeat-tests.mjs"), folder, ...files], {
      cwd: this.#copy,
      mayFail: true,
      timeout: SLOWEST,
      env: { NO_COLOR: "1", BREAKS: numbers.join(" "), CAUGHT: caught },
    });
    for (const line of readFileSync(caught, "utf8").trim().split("\n").filter(Boolean)) {
      const [number = "", ...test] = line.split(" ");
      this.#caught.set(Number(number), test.join(" "));
    }
    console.log(
      `${files.join(" ")}: ${numbers.filter((n) => this.#caught.has(n)).length} of ${numbers.length}`,
    );
  }

  /** @param {string} file */
  #breaksOf(file) {
    return this.#together.flatMap(({ start, from, to, ...mutation }, index) =>
      mutation.file === file ? [{ number: index + 1, start, end: start + from.length, to }] : [],
    );
  }

  /** @param {Placed} mutation @returns {Promise<string | undefined>} the test that catches it */
  async verdict(mutation) {
    const { inPages, tests } = mutation;
    const number = this.#together.indexOf(mutation) + 1;
    const caught = this.#caught.get(number);
    if (caught !== undefined) return caught;
    const failing = this.#passing.has(tests) ? undefined : await this.#failing(tests);
    if (failing !== undefined) throw new Failure(`a test fails without any mutation: ${failing}`);
    this.#passing.add(tests);
    return inPages ? this.#verdictInPages(mutation) : this.#failing(tests, number);
  }

  /** @param {Placed} mutation */
  async #verdictInPages({ file, before, after, tests }) {
    writeFileSync(join(this.#copy, file), after);
    try {
      await this.#buildSite();
      return await this.#failing(tests);
    } finally {
      writeFileSync(join(this.#copy, file), before);
    }
  }

  /** @param {readonly string[]} tests @param {number} [broken] the mutation that counts */
  async #failing(tests, broken = 0) {
    for (const folder of new Set(tests.map((test) => test.split("/").slice(0, 2).join("/")))) {
      const files = tests.filter((test) => test.startsWith(`${folder}/`));
      const caught = await this.#failingIn(folder, files, broken);
      if (caught !== undefined) return caught;
    }
    return undefined;
  }

  /** @param {string} folder @param {readonly string[]} tests @param {number} broken */
  async #failingIn(folder, tests, broken) {
    const project = folder === "tests/browser" ? ["--project=chromium"] : [];
    const files = tests.map((test) => test.slice(folder.length + 1));
    const args = ["run", "--root", folder, "--bail=1", "--reporter=dot", ...project, ...files];
    const vitest = join(this.#copy, "node_modules/.bin/vitest");
    const { status, output } = await run(vitest, args, {
      cwd: this.#copy,
      mayFail: true,
      timeout: SLOWEST,
      // Also for the processes that tests start.
      env: { NO_COLOR: "1", NODE_OPTIONS: `--import=data:text/javascript,globalThis.broken=${broken}` },
    });
    if (/No test files found/.test(output))
      throw new Failure(`there are no tests ${files.join(", ")} in ${folder}`);
    return status === 0 ? undefined : (/FAIL\s+(.+)/.exec(output)?.[1] ?? "a test run that ends early");
  }

  #buildSite() {
    return this.#call("web/site/build/site.mjs", "buildSite");
  }

  /** @param {string} script @param {string} name of its function */
  async #call(script, name) {
    const call = `import { ${name} } from "./${script}"; await ${name}();`;
    await run(process.execPath, ["--input-type=module", "--eval", call], { cwd: this.#copy });
  }
}
