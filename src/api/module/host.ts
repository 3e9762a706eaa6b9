/** Where a module is loaded. */

/** The differences between browsers and Node. */
export interface Host {
  /** Compiles the file at an address: over the network or, in Node, from the disk. */
  compile: (address: string) => Promise<WebAssembly.Module>;
  /** The base of relative addresses. */
  base: () => string | undefined;
}

/** A host, and what else differs there from browsers. */
export interface Place {
  readonly host: Host;
  /** The address of the file, if it is not beside the script. */
  readonly defaultWasm?: () => string;
  /** Whether the file with relaxed SIMD cannot be loaded there. */
  readonly hasNoRelaxed?: boolean;
}

/** The key under which a `load` has its maker for other places: a registered symbol, because scripts are bundled apart. */
export const MAKER = Symbol.for("posenc.load");
