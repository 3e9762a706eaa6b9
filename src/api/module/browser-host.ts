import { compileFetched } from "./compile.ts";
import type { Host } from "./host.ts";

/** Loads files in browsers and workers. */
export const browserHost: Host = {
  compile: compileFetched,
  base: () => globalThis.document?.baseURI ?? globalThis.location?.href,
};
