/** The rivals' packages: for comparison only, so no dependency of ours, and installed when the bench first runs. */
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, run } from "../../../tools/process.mjs";

const FOLDER = join(ROOT, "build/rivals");

const VERSIONS = {
  "onnxruntime-web": "1.30.0",
  "@jax-js/jax": "0.1.25",
  "@tensorflow/tfjs": "4.22.0",
  "@tensorflow/tfjs-backend-wasm": "4.22.0",
};

/** @param {string} name */
function installedVersion(name) {
  try {
    return JSON.parse(readFileSync(join(FOLDER, "node_modules", name, "package.json"), "utf8")).version;
  } catch {
    return undefined; // not there yet, or not whole
  }
}

/** Installs what is missing; returns the folder of the packages. */
export async function provideRivals() {
  const wanted = Object.entries(VERSIONS);
  if (wanted.some(([name, version]) => installedVersion(name) !== version)) {
    const names = wanted.map(([name, version]) => `${name}@${version}`);
    console.log(`installing ${names.join(", ")} into build/rivals, some 450 MB`);
    mkdirSync(FOLDER, { recursive: true });
    const quietly = ["--no-save", "--no-package-lock", "--ignore-scripts", "--no-progress"];
    await run("npm", ["install", "--prefix", FOLDER, ...quietly, ...names]);
  }
  return join(FOLDER, "node_modules");
}
