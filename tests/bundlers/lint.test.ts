/** What tools that read packages say of ours, and what the guide says of it. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { tableOfBundlers } from "./bundlers.ts";
import { archive, BUNDLERS, packed, ROOT } from "./project.ts";

/** Installed with the bundlers, where this repository's compiler does not look. */
const tool = (name: string) => import(pathToFileURL(createRequire(`${BUNDLERS}/`).resolve(name)).href);

test("publint has nothing to say", async () => {
  const { publint } = await tool("publint");
  const { messages } = await publint({ pkgDir: packed, pack: false, strict: true });
  expect(messages).toEqual([]);
});

test("types are found wherever ES modules are", async () => {
  const { checkPackage, createPackageFromTarballData } = await tool("@arethetypeswrong/core");
  const { types, problems } = await checkPackage(createPackageFromTarballData(readFileSync(archive)), {
    excludeEntrypoints: [/\.(wasm|css)$/], // no code
  });
  expect(types).toMatchObject({ kind: "included" });
  // The package is ESM alone: what resolves as CommonJS, or before `exports` existed, does not count.
  const counted = problems.filter(
    ({ resolutionKind, kind }: { resolutionKind?: string; kind: string }) =>
      !["node10", "node16-cjs"].includes(resolutionKind ?? "") && kind !== "CJSResolvesToESM",
  );
  expect(counted).toEqual([]);
});

test("the guide's table is this folder's", () => {
  const guide = readFileSync(join(ROOT, "web/site/reference/guides/bundlers.md"), "utf8");
  expect(guide).toBe(`${tableOfBundlers()}\n`);
});
