/** The sizes of the built files, in bytes of brotli: below their limits, and as the guide to imports has them. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import limits from "./dist-limits.json" with { type: "json" };

const root = fileURLToPath(new URL("../..", import.meta.url));
const imports = readFileSync(join(root, "web/site/reference/guides/imports.md"), "utf8");
const readme = readFileSync(join(root, "README.md"), "utf8");
const dist = join(root, "dist");

/** Both tests ask, and the best compression takes seconds. */
const sizes = new Map<string, number>();

function sizeOf(file: string): number {
  const size = sizes.get(file) ?? brotliCompressSync(readFileSync(join(dist, file))).length;
  sizes.set(file, size);
  return size;
}

/** Files of the package and all that they import at once, each one time. */
function withImports(files: readonly string[]): Set<string> {
  const found = new Set(files);
  for (const file of found) {
    if (!file.endsWith(".js")) continue;
    const code = readFileSync(join(dist, file), "utf8");
    for (const [, from] of code.matchAll(/\b(?:from|import)\s*["'`](\.[^"'`]+)["'`]/g))
      found.add(join(dirname(file), from!));
  }
  return found;
}

// The limits leave room for a method; the guide has the sizes as they are.
test("no file is larger than its limit", () => {
  const tooLarge = Object.entries(limits).filter(([name, limit]) => sizeOf(name) > limit);
  expect(tooLarge.map(([name, limit]) => ({ name, limit, size: sizeOf(name) }))).toEqual([]);
  const scripts = readdirSync(dist).filter((name) => name.endsWith(".js"));
  expect(Object.keys(limits)).toEqual(expect.arrayContaining(scripts));
});

test("the guide has the sizes of the built files, and the README has three of them", () => {
  const files: Record<string, readonly string[]> = {
    posenc: ["index.js", "posenc.wasm"],
    "posenc/rotary": ["rotary.js", "posenc-rotary.wasm"],
    "posenc/full": ["full.js", "posenc-full.wasm"],
    "posenc/inline": ["inline.js"],
    "posenc/spec": ["spec.js"],
    "posenc/atlas": ["atlas.js"],
    "posenc/files": ["files.js"],
    "posenc/diagnose": ["diagnose.js"],
    "posenc/engines": ["engines.js"],
    "posenc/probe": ["probe.js"],
    "posenc/lab": ["lab.js", "posenc-lab.wasm"],
    "posenc/embed.single.js": ["embed.single.js"],
    "posenc/anywidget": ["anywidget.js"],
    "posenc/embed.js": ["embed.js", "chunks/heatmap.js", "light-functions.js", "posenc.wasm"],
  };
  for (const [entry, parts] of Object.entries(files)) {
    const bytes = [...withImports(parts)].reduce((sum, file) => sum + sizeOf(file), 0);
    const [, stated] = new RegExp(`^\\| \`${entry}\` \\|.*\\| (\\d+) \\|$`, "m").exec(imports) ?? [];
    // A kilobyte more or less is no false promise, and spares the guide a change with each sentence of the code.
    expect(Math.abs(Number(stated) - bytes / 1000), `${entry}: ${bytes} bytes`).toBeLessThanOrEqual(1.5);
    const promised = {
      posenc: `${stated} kB for a table`,
      "posenc/rotary": `${stated} kB for rotary embeddings`,
      "posenc/full": `${stated} kB for everything`,
    };
    expect(readme).toContain(promised[entry as "posenc"] ?? "");
  }
});
