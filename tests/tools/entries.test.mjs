/** Commands that run the set-up start before npm packages are installed: they must not import any. */
import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const TOOLS = fileURLToPath(new URL("../../tools/", import.meta.url));

/**
 * Imports of npm packages that run as soon as the file does, through all the files that it imports; `import()` waits.
 * @param {string} file
 * @param {Set<string>} seen
 * @returns {string[]}
 */
function packagesOf(file, seen = new Set()) {
  if (seen.has(file)) return [];
  seen.add(file);
  const imports = readFileSync(file, "utf8").matchAll(
    /^(?:import|export)\b[^;]*?from "([^"]+)";|^import "([^"]+)";/gm,
  );
  return [...imports].flatMap(([, from, bare]) => {
    const name = from ?? bare ?? "";
    if (name.startsWith("node:")) return [];
    return name.startsWith(".")
      ? packagesOf(join(dirname(file), name), seen)
      : [`${relative(TOOLS, file)}: ${name}`];
  });
}

test.each(["start", "test", "build", "bench", "check", "format", "setup"])(
  "tools/%s.mjs imports no npm package before the set-up",
  (name) => expect(packagesOf(join(TOOLS, `${name}.mjs`))).toEqual([]),
);

test("a check that waits for the set-up imports npm packages", () => {
  expect(packagesOf(join(TOOLS, "checks/layers.mjs"))).not.toEqual([]);
});
