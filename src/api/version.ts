/** The package's version; the WebAssembly file carries it too, so that the two cannot be mixed. */
export { version } from "../../package.json";
