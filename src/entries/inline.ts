/** posenc/inline: everything in one file, WebAssembly included, for use where no second file can be fetched. */
import createModule from "../../build/wasm/web/posenc-full.mjs";
import compressed from "../../build/wasm/web/posenc-full.wasm";
import { browserHost } from "../api/module/browser-host.ts";
import { compile } from "../api/module/compile.ts";
import { loader } from "../api/module/load.ts";
import { posenc } from "../api/posenc.ts";

export * from "./full.ts";

/** The address that stands for the file inside. */
const inside = "posenc:inside";

/**
 * Loads the WebAssembly module that is inside this script, and checks that it computes what it should.
 *
 * @param options Another WebAssembly file to use instead.
 * @returns The functions. All loads share one module.
 * @throws TypeError for a wrong option; Error when the browser or the page's Content-Security-Policy does not let it run.
 */
export const load = loader(
  { ...posenc, createModule, defaultWasm: () => inside },
  {
    ...browserHost,
    compile: async (address) =>
      address === inside ? compile({ bytes: await bytes(), origin: inside }) : browserHost.compile(address),
  },
);

/** The build has compressed the file with gzip and written it in base64, which is 40 % shorter than base64 alone. */
async function bytes(): Promise<Uint8Array<ArrayBuffer>> {
  const file = new Blob([Uint8Array.from(atob(compressed), (character) => character.charCodeAt(0))]);
  const unzipped = file.stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(unzipped).arrayBuffer());
}
