import type { Host } from "./load.ts";
import { fetchBytes } from "./wasm-source.ts";

/** Browsers and workers. */
export const browserHost: Host = {
  read: fetchBytes,
  base: () => globalThis.document?.baseURI ?? globalThis.location?.href,
};
