import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import createModule from "../../../build/wasm/web/posenc-full.mjs";
import type { WasmModule } from "../../../src/api/module/calls.ts";
import { Engine } from "../../../src/api/module/engine.ts";
import { loader } from "../../../src/api/module/load.ts";
import { type Posenc, posenc } from "../../../src/api/posenc.ts";

const file = createRequire(import.meta.url).resolve("posenc/posenc-full.wasm");
export const wasmBytes = () => readFileSync(file);

/** Replaces exports of each new instance; gets the instance, and how many came before it. */
export type Sabotage = (module: WasmModule, instance: number) => Partial<WasmModule>;

const compiled = WebAssembly.compile(wasmBytes());

/**
 * The package's loader around a module whose exports fail on purpose.
 *
 * @param isTested Whether it tests itself: afterwards the instance has the memory that it keeps for small calls.
 */
export async function loadFaulty(sabotage: Sabotage, isTested = true) {
  let instances = 0;
  const load = loader(
    isTested ? posenc : { ...posenc, results: () => [] },
    {
      createModule: (target) => {
        const made = createModule(target);
        Object.assign(target, sabotage({ ...(target as unknown as WasmModule) }, instances++));
        return made;
      },
      defaultWasm: () => "file:///posenc-full.wasm",
    },
    { compile: () => compiled, base: () => undefined },
  );
  return { pe: await load(), instances: () => instances };
}

/** The package's functions, whose work is cut into parts of so many bytes. */
export async function inPartsOf(partBytes: number): Promise<Posenc> {
  const wasm = await compiled;
  const instance = () => {
    const target = { wasm };
    createModule(target).catch(() => {});
    return target as unknown as WasmModule;
  };
  return posenc.functions(new Engine(instance(), instance, partBytes));
}

/** Counts what is allocated and given back, and fails where told to. */
export class Allocations {
  /** Bytes by address. */
  readonly live = new Map<number, number>();
  count = 0;
  /** Whether the allocation of this number fails; counted from 0. */
  fails = (_n: number) => false;

  readonly sabotage: Sabotage = (module) => ({
    allocate: (bytes) => {
      if (this.fails(this.count++)) return 0;
      const address = module.allocate(bytes);
      if (address !== 0) this.live.set(address, bytes);
      return address;
    },
    release: (address) => {
      if (!this.live.delete(address)) throw new Error(`released twice: ${address}`);
      module.release(address);
    },
  });

  /** Counts the allocations of one call from 0, some of which fail. */
  during<T>(fails: (n: number) => boolean, call: () => T): T {
    this.count = 0;
    this.fails = fails;
    try {
      return call();
    } finally {
      this.fails = () => false;
    }
  }
}
