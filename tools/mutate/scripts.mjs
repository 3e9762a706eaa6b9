/** Bundles a copy of the sources and runs tests on it: does one of them catch a mutation of TypeScript? */
import { cpSync, existsSync } from "node:fs";
import { join } from "node:path";
import { Failure, ROOT, run } from "../process.mjs";

/** Tests of the API and the terminal in Node, of figures and pages in Chromium. */
export class ScriptTests {
  #copy;

  /** @param {string} copy of the sources */
  constructor(copy) {
    this.#copy = copy;
  }

  /** Builds the copy as it is, with the WebAssembly of these sources. @param {readonly string[]} files that will be broken */
  async prepare(files) {
    console.log("Bundling the package");
    if (!existsSync(join(this.#copy, "build/wasm")))
      cpSync(join(ROOT, "build/wasm"), join(this.#copy, "build/wasm"), { recursive: true });
    await this.#call("tools/build/package.mjs", "buildPackage");
    if (files.some((file) => file.startsWith("web/site/"))) await this.#buildSite();
  }

  /** @param {string} file that is broken @param {readonly string[]} tests @returns {Promise<string | undefined>} the test that catches it */
  async verdict(file, tests) {
    try {
      await this.#call(
        "tools/build/package.mjs",
        "buildPackage",
        file.startsWith("src/") ? "functions" : "figures",
      );
      if (file.startsWith("web/site/")) await this.#buildSite();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return `the build: ${/^\w*Error: .*/m.exec(error.details)?.[0] ?? error.message}`;
    }
    for (const folder of new Set(tests.map((test) => test.split("/").slice(0, 2).join("/")))) {
      const caught = await this.#failing(
        folder,
        tests.filter((test) => test.startsWith(`${folder}/`)),
      );
      if (caught !== undefined) return caught;
    }
    return undefined;
  }

  /** @param {string} folder @param {readonly string[]} tests */
  async #failing(folder, tests) {
    const project = folder === "tests/browser" ? ["--project=chromium"] : [];
    const files = tests.map((test) => test.slice(folder.length + 1));
    const args = ["run", "--root", folder, "--bail=1", "--reporter=dot", ...project, ...files];
    const vitest = join(this.#copy, "node_modules/.bin/vitest");
    const { status, output } = await run(vitest, args, {
      cwd: this.#copy,
      mayFail: true,
      env: { NO_COLOR: "1" },
    });
    if (/No test files found/.test(output))
      throw new Failure(`there are no tests ${files.join(", ")} in ${folder}`);
    return status === 0 ? undefined : (/FAIL\s+(.+)/.exec(output)?.[1] ?? "a test run that ends early");
  }

  #buildSite() {
    return this.#call("web/site/build/site.mjs", "buildSite");
  }

  /** @param {string} script @param {string} name of its function @param {string[]} args */
  async #call(script, name, ...args) {
    const call = `import { ${name} } from "./${script}"; await ${name}(...${JSON.stringify(args)});`;
    await run(process.execPath, ["--input-type=module", "--eval", call], { cwd: this.#copy });
  }
}
