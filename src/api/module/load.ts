import { checkFlag, readOptions } from "../arguments/check.ts";
import { typeError } from "../arguments/errors.ts";
import type { CreateModule, WasmModule } from "./calls.ts";
import { checkEngine, checkVersion, compile, notLoaded } from "./compile.ts";
import { Engine } from "./engine.ts";
import { type Host, MAKER, type Place } from "./host.ts";
import { type Result, selfTest } from "./self-test.ts";
import { addressOf, bytesOfSource, isModule, type WasmSource } from "./wasm-source.ts";

/** The smallest module with an instruction of relaxed SIMD: (func (result v128) … f32x4.relaxed_madd). */
const relaxedProbe = Uint8Array.of(
  ...[0, 97, 115, 109, 1, 0, 0, 0], // magic, version
  ...[1, 5, 1, 96, 0, 1, 123], // type () → v128
  ...[3, 2, 1, 0], // one function
  ...[10, 19, 1, 17, 0, 65, 0, 253, 15, 65, 0, 253, 15, 65, 0, 253, 15, 253, 133, 2, 11], // its code
);

/** An address, if this browser or Node has relaxed SIMD: Node 20 does not. */
export const ifRelaxed = (address: () => string) => () =>
  WebAssembly.validate(relaxedProbe) ? address() : undefined;

/** Where `load` finds the WebAssembly file. */
export interface LoadOptions {
  /**
   * The WebAssembly file, or its address. Default: `posenc.wasm` or `posenc-full.wasm` beside this script. Needed if a
   * bundler has moved the script and not the file.
   */
  wasm?: WasmSource | undefined;
  /**
   * Whether matrix products and attention use relaxed SIMD, by another file of the same size, `posenc-full-relaxed.wasm`. They
   * take up to a fifth less time in Chromium and a seventh to a third less in Firefox. All stated bounds hold; but the machine
   * decides how a multiply-add is rounded, so that their bits may differ from machine to machine. Without relaxed SIMD, as in
   * Node 20, in workerd, and in the entries `posenc` and `posenc/inline`, the usual module is loaded. Default false.
   */
  relaxed?: boolean | undefined;
  /**
   * Whether to start a module that no other load shares, with memory of its own: `dispose` then frees it alone. Its file is
   * compiled again. Default false.
   */
  fresh?: boolean | undefined;
}

/** The functions of an entry of the package. */
export interface Program<Functions> {
  /** The version that the file must state. */
  version: string;
  /** Makes the functions, which use the engine, or fresh instances of the module, only when they are called. */
  functions(engine: Engine, instantiate: () => WasmModule): Functions;
  /** The results of the self-test. */
  results(functions: Functions): Iterable<Result>;
}

/** The module that an entry computes with. */
export interface ModuleFiles {
  createModule: CreateModule;
  /** An address as a string: some bundlers replace `new URL(...)` by an object of their own. */
  defaultWasm: () => string;
  /** The address of the module with relaxed SIMD, if there is one that this machine can run. */
  relaxedWasm?: () => string | undefined;
}

/** The type of `load`. */
export interface Load<Functions> {
  /**
   * Loads the WebAssembly module, and tests that this browser or Node computes correctly with it.
   *
   * @param options Where the WebAssembly file is, if it is not beside this script.
   * @returns A promise of the functions. Loads from one address share one module; a load that failed can be tried again.
   * @throws TypeError for a wrong option; Error if the file is not found, is not WebAssembly, is damaged or has another
   * version, and if the browser or the page's Content-Security-Policy does not allow WebAssembly. See `code`.
   * @example
   * const pe = await load();
   */
  // biome-ignore lint/style/useShorthandFunctionType: editors show the comment of a call signature, not the comment of a type
  (options?: LoadOptions): Promise<Functions>;
}

/** Makes the `load` of one entry. */
/* @__NO_SIDE_EFFECTS__ */
export function loader<Functions extends object>(
  program: Program<Functions>,
  files: ModuleFiles,
  host: Host,
): Load<Functions> {
  const loaded = new Map<string, Promise<Functions>>();
  const start = (wasm: WebAssembly.Module, origin: string) =>
    startModule(program, files.createModule, wasm, origin);
  const fromAddress = async (address: string) => start(await host.compile(address), address);
  const load = async (options: LoadOptions) => {
    const given = readOptions("options", options, ["wasm", "relaxed", "fresh"]);
    const relaxed = checkFlag("relaxed", given.relaxed, false);
    if (relaxed && given.wasm !== undefined) throw twoFiles();
    const fresh = checkFlag("fresh", given.fresh, false);
    checkEngine();
    const { wasm = besideScript(files, relaxed) } = given;
    const address = addressOf(wasm, host.base());
    if (address === undefined) {
      if (isModule(wasm)) return start(wasm, "the given module");
      const file = await bytesOfSource(wasm);
      return start(await compile(file), file.origin);
    }
    if (fresh) return fromAddress(address);
    const known = loaded.get(address);
    if (known) return known;
    const made = fromAddress(address);
    loaded.set(address, made);
    made.catch(() => loaded.delete(address));
    return made;
  };
  const whole = (options: LoadOptions = {}) =>
    notYet(load(options), Object.keys(program.functions(undefined as never, undefined as never)));
  const maker = ({ host: there, defaultWasm = files.defaultWasm, hasNoRelaxed = false }: Place) => {
    const { relaxedWasm, ...plain } = files;
    return loader(program, { ...(hasNoRelaxed ? plain : files), defaultWasm }, there);
  };
  return Object.defineProperty(whole, MAKER, { value: maker });
}

/** The address of the file beside this script, which only a module knows. */
function besideScript({ relaxedWasm, defaultWasm }: ModuleFiles, relaxed: boolean): string {
  try {
    return (relaxed && relaxedWasm?.()) || defaultWasm();
  } catch (cause) {
    const text =
      'this bundle does not know where the .wasm file is: a CommonJS or classic script does not know its own address. Pass the file as load({ wasm }), in Node as load({ wasm: require.resolve("posenc/posenc.wasm") }), or import posenc/inline, which has it inside';
    throw notLoaded("not-found", text, undefined, cause);
  }
}

const twoFiles = () =>
  typeError("wasm and relaxed exclude each other; leave relaxed out", {
    code: "conflict",
    param: "relaxed",
    value: true,
  });

/** Makes a function that is looked up on the promise say that `await` is missing. */
function notYet<Functions>(promise: Promise<Functions>, names: readonly string[]): Promise<Functions> {
  const get = () => {
    throw typeError('load() returns a promise; write "await load()"', {
      code: "type",
      param: "load()",
      value: promise,
    });
  };
  for (const name of names) Object.defineProperty(promise, name, { get });
  return promise;
}

async function startModule<Functions>(
  { version, functions, results }: Program<Functions>,
  createModule: CreateModule,
  wasm: WebAssembly.Module,
  origin: string,
): Promise<Functions> {
  checkVersion(wasm, version, origin);
  const first = await instantiate(createModule, wasm, origin);
  const again = () => instantiateAgain(createModule, wasm);
  const made = functions(new Engine(first, again), again);
  selfTest(results(made), origin);
  return made;
}

async function instantiate(
  createModule: CreateModule,
  wasm: WebAssembly.Module,
  origin: string,
): Promise<WasmModule> {
  try {
    return await createModule({ wasm });
  } catch (cause) {
    throw notLoaded(
      "damaged",
      `the WebAssembly file at ${origin} could not be started: ${(cause as Error).message}`,
      origin,
      cause,
    );
  }
}

/** The factory fills its argument before it returns, so its promise is not needed. */
function instantiateAgain(createModule: CreateModule, wasm: WebAssembly.Module): WasmModule {
  const target = { wasm };
  createModule(target).catch(() => {});
  return target as unknown as WasmModule;
}
