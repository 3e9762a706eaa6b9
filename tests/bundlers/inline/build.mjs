import { cpSync } from "node:fs";
import { build } from "esbuild";

await build({ entryPoints: ["main.js"], bundle: true, format: "iife", outdir: "dist", logLevel: "error" });
cpSync("index.html", "dist/index.html");
