import { readOptions } from "../arguments/check.ts";
import type { AnyScheduleKernels } from "../table/schedule-kernels.ts";
import { checkEngine, checkVersion, compile, notLoaded } from "./compile.ts";
import { Engine } from "./engine.ts";
import type { CreateModule, LightModule } from "./module.ts";
import { type Result, selfTest } from "./self-test.ts";
import { addressOf, bytesOfSource, isModule, type WasmSource } from "./wasm-source.ts";

/** Where `load` finds the WebAssembly file. */
export interface LoadOptions {
  /**
   * The WebAssembly file, or where it is. Default: `posenc.wasm` beside this script. Needed where a bundler has moved
   * the script and not the file.
   */
  wasm?: WasmSource | undefined;
}

/** What differs between browsers and Node. */
export interface Host {
  /** Compiles what an address gives, over the network or, in Node, from the disk. */
  compile: (address: string) => Promise<WebAssembly.Module>;
  /** What relative addresses are relative to. */
  base: () => string | undefined;
}

/** What differs between the light package and the full one. */
export interface Contents<M extends LightModule, Functions> {
  /** What the file must say of itself. */
  version: string;
  kernels: AnyScheduleKernels;
  functions(engine: Engine<M>): Functions;
  results(functions: Functions): Iterable<Result>;
}

export interface Source<M> {
  createModule: CreateModule<M>;
  /** An address; no URL, as some bundlers make an object of their own from `new URL`. */
  defaultWasm: () => string;
}

/** A function that loads the WebAssembly file of an entry and gives what computes with it. */
export type Load<Functions> = (options?: LoadOptions) => Promise<Functions>;

/** Makes the `load` of one entry; loads of one address share their result, and a failed one can be tried again. */
export function loader<M extends LightModule, Functions>(
  contents: Contents<M, Functions>,
  source: Source<M>,
  host: Host,
): Load<Functions> {
  const loaded = new Map<string, Promise<Functions>>();
  const start = (wasm: WebAssembly.Module, origin: string) => startModule(contents, source, wasm, origin);
  const fromAddress = async (address: string) => start(await host.compile(address), address);

  return async (options = {}) => {
    const { wasm = source.defaultWasm() } = readOptions("options", options, ["wasm"]);
    checkEngine();
    const address = addressOf(wasm, host.base());
    if (address === undefined) {
      if (isModule(wasm)) return start(wasm, "the given module");
      const given = await bytesOfSource(wasm);
      return start(await compile(given), given.origin);
    }
    const known = loaded.get(address);
    if (known) return known;
    const made = fromAddress(address);
    loaded.set(address, made);
    made.catch(() => loaded.delete(address));
    return made;
  };
}

async function startModule<M extends LightModule, Functions>(
  { version, kernels, functions, results }: Contents<M, Functions>,
  { createModule }: Source<M>,
  wasm: WebAssembly.Module,
  origin: string,
): Promise<Functions> {
  checkVersion(wasm, version, origin);
  const first = await instantiate(createModule, wasm, origin);
  const made = functions(new Engine(first, () => instantiateAgain(createModule, wasm), kernels));
  selfTest(results(made), origin);
  return made;
}

async function instantiate<M>(
  createModule: CreateModule<M>,
  wasm: WebAssembly.Module,
  origin: string,
): Promise<M> {
  try {
    return await createModule({ wasm });
  } catch (cause) {
    throw notLoaded(
      "damaged",
      `the WebAssembly file at ${origin} does not start: ${(cause as Error).message}`,
      origin,
      cause,
    );
  }
}

/** The factory fills its argument before it returns; the promise only repeats it. */
function instantiateAgain<M>(createModule: CreateModule<M>, wasm: WebAssembly.Module): M {
  const target = { wasm };
  createModule(target).catch(() => {});
  return target as unknown as M;
}
