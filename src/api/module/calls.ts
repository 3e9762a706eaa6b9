/** Calls of the module as data: what is called, and with which numbers and areas of memory. */
import type { FullCalls } from "../../bindings/full.ts";

/** One call. Calls of one run may share areas: what one of them writes, the next may read. */
export interface Step {
  call: keyof FullCalls;
  fields: object;
}

/** What is not among the fields of a call must not be there: slots go by the order of all names. */
type Exact<Given, Fields> = {
  [Name in keyof Given]: Name extends keyof Fields
    ? Given[Name] extends { readonly holds: unknown } | number | boolean | readonly unknown[]
      ? Given[Name]
      : Exact<Given[Name], Fields[Name]>
    : never;
};

export const step = <Name extends keyof FullCalls, Given extends FullCalls[Name]>(
  call: Name,
  fields: Given & Exact<Given, FullCalls[Name]>,
): Step => ({ call, fields });

/** The module, as Emscripten's glue makes it: each call takes the address of its slots; see src/bindings/slots.ts. */
export type WasmModule = {
  readonly wasmMemory: WebAssembly.Memory;
  /** Address of that many bytes, aligned to 16; 0 when there are none left. Bytes are a multiple of 16. */
  allocate(bytes: number): number;
  release(address: number): void;
} & { readonly [Name in keyof FullCalls]: (slots: number, count: number) => number | undefined };

/** Emscripten's factory: adds the exports to its argument, before it returns, and promises the same object. */
export type CreateModule = (target: { wasm: WebAssembly.Module }) => Promise<WasmModule>;
