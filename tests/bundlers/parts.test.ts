/** What bundlers leave of the package: little for a small import, and a clear error where a bundle has no address. */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeProject, packed, runIn } from "./project.ts";

const folder = makeProject("parts", ["parts"]);
runIn(folder, ["build.mjs"]);
const { version } = JSON.parse(readFileSync(join(packed, "package.json"), "utf8"));

test.each(["esbuild", "rollup"])("an import of `version` is less than 1 kB with %s", (bundler) => {
  const file = `dist/${bundler}.mjs`;
  expect(runIn(folder, [file]).trim()).toBe(version);
  expect(statSync(join(folder, file)).size).toBeLessThan(1000);
});

test("a bundle in CommonJS says that it has no address, and takes one", () => {
  expect(runIn(folder, ["dist/program.cjs"])).toContain(
    'load({ wasm: require.resolve("posenc/posenc.wasm") })',
  );
  expect(runIn(folder, ["dist/program.cjs", join(packed, "dist/posenc.wasm")])).toBe("0,1,0,1\n");
});
