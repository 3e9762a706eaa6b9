import { version as current } from "../../package.json";

/** The package's version; the WebAssembly file carries it too, so that the two cannot be mixed. */
export const version: string = current;
