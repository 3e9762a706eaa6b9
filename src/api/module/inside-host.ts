import { browserHost } from "./browser-host.ts";
import { compile } from "./compile.ts";
import type { Host } from "./host.ts";

/** The address that stands for the file inside. */
export const INSIDE = "posenc:inside";

/**
 * Loads a file that is inside the script, and others as browsers do. The build has compressed it with gzip and written it in
 * base64, which is 40 % shorter than base64 alone.
 */
export const insideHost = (compressed: string): Host => ({
  ...browserHost,
  compile: async (address) =>
    address === INSIDE
      ? compile({ bytes: await unzipped(compressed), origin: INSIDE })
      : browserHost.compile(address),
});

async function unzipped(compressed: string): Promise<Uint8Array<ArrayBuffer>> {
  const file = new Blob([Uint8Array.from(atob(compressed), (character) => character.charCodeAt(0))]);
  const stream = file.stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
