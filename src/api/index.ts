/** The package in browsers and workers. */
import createModule from "../../build/wasm/web/posenc.mjs";
import { loader } from "./load.ts";
import { fetchBytes } from "./wasm-source.ts";

export * from "./exports.ts";

export const load = loader({
  createModule,
  defaultWasm: () => new URL("./posenc.wasm", import.meta.url),
  read: fetchBytes,
  base: () => globalThis.document?.baseURI ?? globalThis.location?.href,
});
