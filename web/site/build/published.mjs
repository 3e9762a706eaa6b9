/** The published config.json files that the atlas answers from: their fields about positions, and where each was read. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../../tools/process.mjs";

const NAME = "posenc:published";

/** The file with the configs; tests compare what is read from them with values of their own. */
const PUBLISHED = "tests/fixtures/atlas/published.json";

/** @typedef {{ name: string, repository: string, path: string, commit: string, config: unknown }} File */

/** @returns {string} a module with the files, without the values that only tests need */
function publishedModule() {
  /** @type {{ files: File[] }} */
  const { files } = JSON.parse(readFileSync(join(ROOT, PUBLISHED), "utf8"));
  const kept = files.map(({ name, repository, path, commit, config }) => ({
    ...{ name, repository, path, commit, config },
  }));
  return `export const published = ${JSON.stringify(kept)};`;
}

/**
 * A plugin for Vite.
 * @returns {import("vite").Plugin}
 */
export const published = () => ({
  name: "published",
  resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
  load: (id) => (id === `\0${NAME}` ? publishedModule() : undefined),
});
