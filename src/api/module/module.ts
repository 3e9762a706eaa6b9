import type { BiasFunctions } from "./module-bias.ts";
import type {
  AdditiveFunctions,
  RotaryFunctions,
  RotaryScheduleFunctions,
  ScheduleFunctions,
  TableFunctions,
} from "./module-encodings.ts";
import type { LayerFunctions } from "./module-layers.ts";
import type { PropertyFunctions } from "./module-properties.ts";

/** Address of a list of slices in WebAssembly memory; see memory.ts. */
export type Slices = number;

/**
 * What the light WebAssembly module exports: the tables of src/bindings/light, typed. The arrays that each function takes
 * are named there, in order.
 */
export interface LightModule extends ScheduleFunctions, TableFunctions {
  readonly wasmMemory: WebAssembly.Memory;
  /** Address of that many bytes, aligned to 16; 0 when there are none left. Bytes are a multiple of 16. */
  allocate(bytes: number): number;
  release(address: number): void;
}

/** What the full module exports: those of src/bindings/full, too. */
export interface WasmModule
  extends LightModule,
    AdditiveFunctions,
    RotaryScheduleFunctions,
    RotaryFunctions,
    BiasFunctions,
    LayerFunctions,
    PropertyFunctions {
  attentionScratch(
    queries: number,
    keys: number,
    heads: number,
    kvHeads: number,
    headDim: number,
    valueDim: number,
  ): number;
  turnAttended(slices: Slices, rotaryDim: number, isAdjacent: boolean): void;
  attention(slices: Slices): void;
}

/** Emscripten's factory: adds the exports to its argument, before it returns, and promises the same object. */
export type CreateModule<M> = (target: { wasm: WebAssembly.Module }) => Promise<M>;
