/** The browser tests' own server and browser, for benches in a page. */
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

const FROM = join(dirname(fileURLToPath(import.meta.url)), "../browser/harness");

export async function harness() {
  const [{ module: site }, { module: launch }] = await Promise.all([
    runnerImport(join(FROM, "site.ts")),
    runnerImport(join(FROM, "launch.ts")),
  ]);
  return { ...site, ...launch };
}
