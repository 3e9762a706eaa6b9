/** Calls of the module as data: the name of a call, and its numbers and areas of memory. */
import type { FullCalls } from "../../bindings/full.ts";
import type { LabCalls } from "../../bindings/lab.ts";

/** The calls of all modules. */
type AllCalls = FullCalls & LabCalls;

/** One call. Calls of the same run may share areas: one writes and the next reads. */
export interface Step {
  call: keyof AllCalls;
  fields: object;
}

/** Allows the fields of a call only: an additional one would change the order of the slots. */
type Exact<Given, Fields> = {
  [Name in keyof Given]: Name extends keyof Fields
    ? Given[Name] extends { readonly holds: unknown } | number | boolean | readonly unknown[]
      ? Given[Name]
      : Exact<Given[Name], Fields[Name]>
    : never;
};

export const step = <Name extends keyof AllCalls, Given extends AllCalls[Name]>(
  call: Name,
  fields: Given & Exact<Given, AllCalls[Name]>,
): Step => ({ call, fields });

/** The module, as Emscripten's glue makes it: each call takes the address of its slots; see src/bindings/slots.ts. */
export type WasmModule = {
  readonly wasmMemory: WebAssembly.Memory;
  /** The address of that many bytes, aligned to 16; 0 if there is not enough memory. `bytes` is a multiple of 16. */
  allocate(bytes: number): number;
  release(address: number): void;
} & { readonly [Name in keyof AllCalls]: (slots: number, count: number) => number | undefined };

/** Emscripten's factory. It adds the exports to its argument before it returns a promise of the same object. */
export type CreateModule = (target: { wasm: WebAssembly.Module }) => Promise<WasmModule>;
