import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import createModule from "../../../build/wasm/web/posenc-lab.mjs";
import { lab } from "../../../src/api/lab/lab.ts";
import type { WasmModule } from "../../../src/api/module/calls.ts";
import { loader } from "../../../src/api/module/load.ts";
import type { Sabotage } from "./faulty-module.ts";

const file = createRequire(import.meta.url).resolve("posenc/posenc-lab.wasm");
const compiled = WebAssembly.compile(readFileSync(file));

/** `posenc/lab` around modules whose exports fail on purpose, and the module of each model, in order. */
export async function loadFaultyLab(sabotage: Sabotage) {
  const modules: WasmModule[] = [];
  const load = loader(
    lab,
    {
      createModule: (target) => {
        const made = createModule(target);
        const module = target as unknown as WasmModule;
        Object.assign(target, sabotage({ ...module }, modules.length));
        modules.push(module);
        return made;
      },
      defaultWasm: () => "file:///posenc-lab.wasm",
    },
    { compile: () => compiled, base: () => undefined },
  );
  return { lab: await load(), modules };
}
