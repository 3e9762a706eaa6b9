/** Bundles an import of one small name with several bundlers, and a program as CommonJS. */

import { nodeResolve } from "@rollup/plugin-node-resolve";
import { build } from "esbuild";
import { rollup } from "rollup";

await build({
  entryPoints: ["version.mjs"],
  bundle: true,
  minify: true,
  format: "esm",
  outfile: "dist/esbuild.mjs",
});
const bundle = await rollup({ input: "version.mjs", plugins: [nodeResolve()] });
await bundle.write({ file: "dist/rollup.mjs" });
await build({
  entryPoints: ["program.mjs"],
  bundle: true,
  platform: "node",
  format: "cjs",
  outfile: "dist/program.cjs",
  external: ["posenc/posenc.wasm"],
  logOverride: { "empty-import-meta": "silent" },
});
