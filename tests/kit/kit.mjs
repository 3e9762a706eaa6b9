/**
 * `npm run kit -- pytest|cargo|go`: runs a reader of the conformance kit on a small engine of its language. The readers for node:test
 * and ctest run in `npm test`.
 *
 * pytest needs Python 3.11 and makes an environment of its own in build/kit; cargo needs Rust 1.74 and compiles in build/kit; go needs
 * Go 1.22.
 */
import { cpSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { Failure, ROOT, run, runMain } from "../../tools/process.mjs";

const READERS = join(ROOT, "tests/kit");
const KIT = join(ROOT, "tests/fixtures/kit");
const WORK = join(ROOT, "build/kit");

/** @type {Readonly<Record<string, () => Promise<unknown>>>} */
const LANGUAGES = {
  async pytest() {
    const python = join(WORK, "venv/bin/python");
    if (!existsSync(python)) {
      mkdirSync(WORK, { recursive: true });
      await run("python3", ["-m", "venv", join(WORK, "venv")]);
      await run(python, ["-m", "pip", "install", "-q", "-r", join(READERS, "requirements.txt")], {
        show: true,
      });
    }
    const args = ["-m", "pytest", "-q", "-p", "no:cacheprovider", join(READERS, "test_kit.py")];
    return run(python, args, {
      show: true,
      env: { KIT, KIT_ENGINE: "naive_engine", PYTHONPATH: READERS, PYTHONDONTWRITEBYTECODE: "1" },
    });
  },
  cargo() {
    // Cargo writes its lock file and what it compiles into the folder of the crate.
    const crate = join(WORK, "cargo");
    cpSync(join(READERS, "cargo"), crate, { recursive: true });
    return run("cargo", ["test", "--", "--nocapture"], { cwd: crate, show: true, env: { KIT } });
  },
  go: () =>
    run("go", ["test", "-count=1", "-v", "./..."], { cwd: join(READERS, "go"), show: true, env: { KIT } }),
};

await runMain(async () => {
  const [name = "", more] = process.argv.slice(2);
  const language = LANGUAGES[name];
  if (language === undefined || more !== undefined)
    throw new Failure(`name one of ${Object.keys(LANGUAGES).join(", ")}: npm run kit -- pytest`);
  await language();
});
