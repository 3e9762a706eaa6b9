// As Cloudflare's wrangler bundles a worker: these conditions, and each .wasm beside the script as a module of its own.
import { copyFileSync, mkdirSync } from "node:fs";
import { basename, join } from "node:path";
import { build } from "esbuild";

const wasm = {
  name: "wasm",
  setup({ onResolve }) {
    onResolve({ filter: /\.wasm$/ }, ({ path, resolveDir }) => {
      mkdirSync("dist", { recursive: true });
      copyFileSync(join(resolveDir, path), join("dist", basename(path)));
      return { path: `./${basename(path)}`, external: true };
    });
  },
};

await build({
  ...{ entryPoints: ["worker.js"], bundle: true, format: "esm", outdir: "dist", logLevel: "error" },
  ...{ conditions: ["workerd", "worker", "browser"], plugins: [wasm] },
});
