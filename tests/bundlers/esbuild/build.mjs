import { cpSync } from "node:fs";
import { build } from "esbuild";

await build({ entryPoints: ["main.js"], bundle: true, format: "esm", outdir: "dist", logLevel: "warning" });
for (const name of ["posenc", "posenc-attention", "posenc-full"])
  cpSync(`node_modules/posenc/dist/${name}.wasm`, `dist/${name}.wasm`);
cpSync("index.html", "dist/index.html");
