/** The engines: their Python environment, and llama.cpp's libraries and sources. Made once in build/engines. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, run } from "../../../tools/process.mjs";

export const HERE = join(ROOT, "tests/measure/engines");
export const WORK = join(ROOT, "build/engines");
export const PYTHON = join(WORK, "venv/bin/python");
const LLAMA = join(WORK, "llama");
const SOURCES = join(LLAMA, "sources");

/** The npm packages with llama.cpp's libraries and, as a bundle of git, its sources. */
const BINDINGS = "3.22.1";
/** Files of the libraries. @param {string} release */
const librariesOf = (release) => [`libllama.${release}.so`, `libggml.${release}.so`, "libggml-base.so"];
const RELEASE = "v0.5.0";
const LIBRARIES = join(LLAMA, "node_modules/@node-llama-cpp/linux-x64/bins/linux-x64");

const LLAMA_ENVIRONMENT = {
  LLAMA_CPP: SOURCES,
  LLAMA_RUN: join(LLAMA, "llama_logits"),
  LLAMA_BACKENDS: LIBRARIES,
};

/**
 * The engines by their names for `compare`: the script, the version, and what the script gets beside folders.
 * @type {Readonly<Record<string, { script: string, version: string, environment?: Record<string, string> }>>}
 */
export const ENGINES = {
  transformers: { script: "run_transformers.py", version: versionOf("transformers") },
  mlx: { script: "run_mlx.py", version: `mlx-lm ${versionOf("mlx-lm")}` },
  "llama-cpp": {
    script: "run_llama_cpp.py",
    version: RELEASE.slice(1),
    environment: LLAMA_ENVIRONMENT,
  },
  "onnxruntime-genai": { script: "run_onnx_genai.py", version: versionOf("onnxruntime-genai") },
};

/** Other names for engines on the command line. @type {Readonly<Record<string, string>>} */
export const ALIASES = { "llama.cpp": "llama-cpp", onnx: "onnxruntime-genai", "mlx-lm": "mlx" };

/**
 * The engines at lower precision, whose answers are stored to test the reading of noisy ones and the refusal of quantised ones, and llama.cpp with the probe's own
 * .gguf file in place of the one that its converter writes.
 * @type {typeof ENGINES}
 */
export const PRECISIONS = {
  "llama-cpp-float16-cache": {
    script: "run_llama_cpp.py",
    version: RELEASE.slice(1),
    environment: { ...LLAMA_ENVIRONMENT, LLAMA_CACHE: "f16", ENGINE: "llama-cpp-float16-cache" },
  },
  "llama-cpp-q8-0": {
    script: "run_llama_cpp.py",
    version: RELEASE.slice(1),
    environment: { ...LLAMA_ENVIRONMENT, LLAMA_TYPE: "MOSTLY_Q8_0", ENGINE: "llama-cpp-q8-0" },
  },
  "llama-cpp-gguf": {
    script: "run_llama_cpp.py",
    version: RELEASE.slice(1),
    environment: { ...LLAMA_ENVIRONMENT, LLAMA_FILE: "model.gguf", ENGINE: "llama-cpp-gguf" },
  },
  "transformers-bfloat16": {
    script: "run_transformers.py",
    version: versionOf("transformers"),
    environment: { DTYPE: "bfloat16", ENGINE: "transformers-bfloat16" },
  },
};

/** @param {string} name of a Python package @returns {string} */
function versionOf(name) {
  const lines = readFileSync(join(HERE, "requirements.txt"), "utf8").split("\n");
  return lines.map((line) => line.split("==")).find(([own]) => own === name)?.[1] ?? "";
}

export async function makeEnvironment() {
  await once("venv/requirements.txt", readFileSync(join(HERE, "requirements.txt"), "utf8"), async () => {
    await run("python3", ["-m", "venv", join(WORK, "venv")]);
    await run(PYTHON, ["-m", "pip", "install", "-q", "-r", join(HERE, "requirements.txt")], { show: true });
  });
  await makeLlama();
}

/** llama.cpp's libraries and sources, and the programs that use them. */
export async function makeLlama() {
  const programs = ["llama_logits", "llama_layers"];
  const texts = ["llama_errors.h", ...programs.map((name) => `${name}.c`)].map((file) =>
    readFileSync(join(HERE, file), "utf8"),
  );
  await once("llama/made-from.txt", `${BINDINGS} ${texts.join("")}`, async () => {
    const names = ["node-llama-cpp", "@node-llama-cpp/linux-x64"].map((name) => `${name}@${BINDINGS}`);
    await run("npm", ["install", "--ignore-scripts", "--no-save", "--prefix", LLAMA, ...names]);
    const bundle = join(LLAMA, "node_modules/node-llama-cpp/llama/gitRelease.bundle");
    if (!existsSync(SOURCES)) await run("git", ["clone", "-q", bundle, SOURCES]);
    for (const name of programs)
      await run("cc", [
        ...["-O2", "-rdynamic"], // one of them replaces a function of the library
        ...["include", "ggml/include"].map((folder) => `-I${join(SOURCES, folder)}`),
        join(HERE, `${name}.c`),
        ...["-o", join(LLAMA, name), `-L${LIBRARIES}`],
        ...librariesOf(RELEASE).map((library) => `-l:${library}`),
        ...["-lm", `-Wl,-rpath,${LIBRARIES}`],
      ]);
  });
}

/** What llama.cpp computes in a model with the keys in a file. @param {string} keys @param {number} tokens */
export const runLayers = (keys, tokens) =>
  run(join(LLAMA, "llama_layers"), [LIBRARIES, keys, `${tokens}`], { mayFail: true, timeout: 120_000 });

/** Makes something unless it was made from the same. @param {string} path @param {string} from @param {() => Promise<void>} make */
async function once(path, from, make) {
  const stamp = join(WORK, path);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === from) return;
  mkdirSync(join(stamp, ".."), { recursive: true });
  await make();
  writeFileSync(stamp, from);
}

/** Runs an engine on folders of probes. @param {string} name @param {readonly string[]} folders */
export async function runEngine(name, folders) {
  const engine = ENGINES[name] ?? PRECISIONS[name];
  if (!engine) return;
  await run(PYTHON, [join(HERE, engine.script), ...folders], {
    mayFail: true,
    show: true,
    env: { ...process.env, ...engine.environment, HF_HUB_OFFLINE: "1" },
  });
}
