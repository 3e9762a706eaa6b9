import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { compile, compileFetched, notLoaded } from "./compile.ts";
import type { Host } from "./host.ts";

/** Loads files in Node: as in browsers, except that `file:` addresses are read from the disk. */
export const nodeHost: Host = {
  compile: async (address) =>
    address.startsWith("file:")
      ? compile({ bytes: await readBytes(address), origin: address })
      : compileFetched(address),
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
