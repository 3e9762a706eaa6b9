import { readOptions } from "./check.ts";
import { checkEngine, checkVersion, compile, notLoaded } from "./compile.ts";
import { Engine } from "./engine.ts";
import type { CreateModule, WasmModule } from "./module.ts";
import { type Posenc, posenc } from "./posenc.ts";
import { selfTest } from "./self-test.ts";
import { version } from "./version.ts";
import { addressOf, bytesOfSource, isModule, type ReadAddress, type WasmSource } from "./wasm-source.ts";

export interface LoadOptions {
  /**
   * The WebAssembly file, or where it is. Default: `posenc.wasm` beside this script. Needed where a bundler has moved
   * the script and not the file.
   */
  wasm?: WasmSource | undefined;
}

/** What differs between browsers and Node. */
export interface Host {
  createModule: CreateModule;
  defaultWasm: () => URL;
  read: ReadAddress;
  /** What relative addresses are relative to. */
  base: () => string | undefined;
}

export type Load = (options?: LoadOptions) => Promise<Posenc>;

/** Makes the `load` of one host; loads of one address share their result, and a failed one can be tried again. */
export function loader(host: Host): Load {
  const loaded = new Map<string, Promise<Posenc>>();

  return async (options = {}) => {
    const { wasm = host.defaultWasm() } = readOptions("options", options, ["wasm"]);
    checkEngine();
    if (isModule(wasm)) return start(host, wasm, "the given module");
    const address = addressOf(wasm, host.base());
    if (address === undefined) {
      const source = await bytesOfSource(wasm);
      return start(host, await compile(source), source.origin);
    }
    const known = loaded.get(address);
    if (known) return known;
    const made = fromAddress(host, address);
    loaded.set(address, made);
    made.catch(() => loaded.delete(address));
    return made;
  };
}

async function fromAddress(host: Host, address: string): Promise<Posenc> {
  const bytes = await host.read(address);
  return start(host, await compile({ bytes, origin: address }), address);
}

async function start(host: Host, wasm: WebAssembly.Module, origin: string): Promise<Posenc> {
  checkVersion(wasm, version, origin);
  const first = await instantiate(host, wasm, origin);
  const pe = posenc(new Engine(first, () => instantiateAgain(host, wasm)));
  selfTest(pe, origin);
  return pe;
}

async function instantiate(host: Host, wasm: WebAssembly.Module, origin: string): Promise<WasmModule> {
  try {
    return await host.createModule({ wasm });
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
function instantiateAgain(host: Host, wasm: WebAssembly.Module): WasmModule {
  const target = { wasm };
  host.createModule(target).catch(() => {});
  return target as unknown as WasmModule;
}
