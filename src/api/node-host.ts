import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { notLoaded } from "./compile.ts";
import type { Host } from "./load.ts";
import { fetchBytes } from "./wasm-source.ts";

/** Node: as browsers, but files are read from the disk. */
export const nodeHost: Host = {
  read: (address) => (address.startsWith("file:") ? readBytes(address) : fetchBytes(address)),
  base: () => pathToFileURL("./").href,
};

async function readBytes(address: string) {
  try {
    return new Uint8Array(await readFile(new URL(address)));
  } catch (cause) {
    throw notLoaded(
      "not-found",
      `the WebAssembly file is not at ${address}: ${(cause as Error).message}`,
      address,
      cause,
    );
  }
}
