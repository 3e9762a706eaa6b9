import { cpSync } from "node:fs";
import nodeResolve from "@rollup/plugin-node-resolve";
import { rollup } from "rollup";

const bundle = await rollup({ input: "main.js", plugins: [nodeResolve({ browser: true })] });
await bundle.write({ dir: "dist", format: "es" });
for (const name of ["posenc", "posenc-attention", "posenc-full"])
  cpSync(`node_modules/posenc/dist/${name}.wasm`, `dist/${name}.wasm`);
cpSync("index.html", "dist/index.html");
