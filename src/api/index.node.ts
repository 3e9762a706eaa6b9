/** The package in Node: as in browsers, but files are read from the disk. */
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import createModule from "../../build/wasm/web/posenc.mjs";
import { notLoaded } from "./compile.ts";
import { loader } from "./load.ts";
import { fetchBytes } from "./wasm-source.ts";

export * from "./exports.ts";

export const load = loader({
  createModule,
  defaultWasm: () => new URL("./posenc.wasm", import.meta.url),
  read: (address) => (address.startsWith("file:") ? readBytes(address) : fetchBytes(address)),
  base: () => pathToFileURL("./").href,
});

async function readBytes(address: string) {
  try {
    return new Uint8Array(await readFile(new URL(address)));
  } catch (cause) {
    throw notLoaded(
      "not-found",
      `posenc.wasm is not at ${address}: ${(cause as Error).message}`,
      address,
      cause,
    );
  }
}
