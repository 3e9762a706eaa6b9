/** Builds a copy of the sources and runs tests on it: which one catches a mutation? */
import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { Failure, ROOT, run } from "../../tools/process.mjs";
import { CATCH2_FLAGS } from "../../tools/test/native.mjs";

const SLOWEST = 10; // times as long as without a mutation: then it does not end

/**
 * What the build says of a mutation that it does not accept: a static assertion, or arguments of a binding in another order.
 * @param {() => Promise<void>} build @throws {Failure} if it fails for another reason
 */
async function complaintOf(build) {
  try {
    await build();
  } catch (error) {
    const said =
      error instanceof Failure ? /(static assertion failed: .*| stands where .*)/.exec(error.details) : null;
    if (said === null) throw error;
    return `the build: ${said[1]?.trim()}`;
  }
}

/** Catch2's native tests. */
export class KernelTests {
  #copy;
  #build;
  #limit = Number.POSITIVE_INFINITY; // ms

  /** @param {string} copy of the sources */
  constructor(copy) {
    this.#copy = copy;
    this.#build = join(copy, "build/kernels");
  }

  /** Builds the copy as it is: its tests must pass. */
  async prepare() {
    // Assertions on; optimised as much as takes no time to compile.
    const flags = ["-DCMAKE_BUILD_TYPE=None", "-DCMAKE_CXX_FLAGS=-O1"];
    await run("cmake", ["-S", this.#copy, "-B", this.#build, "-G", "Ninja", ...flags]);
    console.log("Building the kernels' tests");
    await this.#make();
    const start = performance.now();
    const failing = await this.#failing([]);
    if (failing !== undefined) throw new Failure(`the tests fail without any mutation: ${failing}`);
    this.#limit = SLOWEST * (performance.now() - start);
  }

  /** @param {string} file that is broken @returns {Promise<string | undefined>} the test that catches it */
  async verdict(file) {
    const complaint = await complaintOf(() => this.#make());
    if (complaint !== undefined) return complaint;
    return (await this.#failing([testsOfFolder(file)])) ?? this.#failing([]);
  }

  async #make() {
    await run("cmake", ["--build", this.#build, "--target", "kernel_tests"]);
  }

  /** @param {readonly string[]} spec of Catch2: which tests @returns {Promise<string | undefined>} the first that fails */
  async #failing(spec) {
    const args = ["--abort", "--filenames-as-tags", ...CATCH2_FLAGS, ...spec];
    const timeout = Number.isFinite(this.#limit) ? { timeout: Math.ceil(this.#limit) } : {};
    const { status, output } = await run(join(this.#build, "kernel_tests"), args, {
      mayFail: true,
      ...timeout,
    });
    if (status === 0) return undefined;
    return /^-{40,}\n(.+)\n/m.exec(output)?.[1] ?? "a test that does not end, or a crash outside of a test";
  }
}

/** The tests of the kernels in the folder of a file, or in all if it has none. @param {string} file */
function testsOfFolder(file) {
  const folder = join(ROOT, dirname(file).replace(/^src\//, "tests/"));
  return readdirSync(folder)
    .filter((name) => name.endsWith("_test.cpp"))
    .map((name) => `[#${basename(name, ".cpp")}]`)
    .join();
}

/** Vitest's tests of the API, on a package built from the copy. */
export class BindingTests {
  #copy;

  /** @param {string} copy of the sources */
  constructor(copy) {
    this.#copy = copy;
  }

  async prepare() {
    console.log("Building the package");
    await this.#buildModules();
    await this.#buildPackage();
  }

  /** @returns {Promise<string | undefined>} the test that catches it */
  async verdict() {
    const complaint = await complaintOf(() => this.#buildModules());
    if (complaint !== undefined) return complaint;
    try {
      await this.#buildPackage(); // which runs the modules: for the pictures of presets
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return `the build of the package: ${/^\w*Error: .*/m.exec(error.details)?.[0] ?? error.message}`;
    }
    const args = ["run", "--root", "tests/api", "--bail=1", "--reporter=dot"];
    const vitest = join(this.#copy, "node_modules/.bin/vitest");
    const { status, output } = await run(vitest, args, { cwd: this.#copy, mayFail: true });
    return status === 0 ? undefined : (/FAIL\s+(.+)/.exec(output)?.[1] ?? "a test run that ends early");
  }

  #buildModules() {
    return this.#run(`import { buildModules } from "./tools/build/cpp.mjs"; await buildModules();`);
  }

  #buildPackage() {
    return this.#run(`import { buildPackage } from "./tools/build/package.mjs"; await buildPackage();`);
  }

  /** @param {string} script */
  async #run(script) {
    await run(process.execPath, ["--input-type=module", "--eval", script], { cwd: this.#copy });
  }
}
