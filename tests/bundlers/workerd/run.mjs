// As workerd runs a worker: compiled modules are its imports, and it may make no code itself, nor fetch a file of its own.
import { readFileSync } from "node:fs";
import vm from "node:vm";

const { URL, TextDecoder, Response } = globalThis;
const sandbox = { URL, TextDecoder, Response, console };
const context = vm.createContext(sandbox, { codeGeneration: { strings: false, wasm: false } });

async function importModule(name) {
  const compiled = await WebAssembly.compile(readFileSync(`dist/${name}`));
  return new vm.SyntheticModule(
    ["default"],
    function () {
      this.setExport("default", compiled);
    },
    { context },
  );
}

const worker = new vm.SourceTextModule(readFileSync("dist/worker.js", "utf8"), { context });
await worker.link(importModule);
await worker.evaluate();
const refused = await vm.runInContext(
  "WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])).catch(String)",
  context,
);
console.log(await (await worker.namespace.default.fetch()).text());
console.log(refused);
