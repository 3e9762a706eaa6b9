/** The `load` of an entry for other places than browsers, from the same script. */
import type { Host, Load } from "./load.ts";

/** Where a module is loaded, and the address of its file there if it is not beside the script. */
export interface Place {
  readonly host: Host;
  readonly defaultWasm?: () => string;
  /** Whether the file with relaxed SIMD cannot be loaded there. */
  readonly hasNoRelaxed?: boolean;
}

/** The key under which a `load` has its maker. It is a registered symbol, because the two scripts are bundled apart. */
export const MAKER = Symbol.for("posenc.load");

/** A `load` that shares functions with another, and finds and compiles its module in another way. */
export function elsewhere<Functions>(load: Load<Functions>, place: Place): Load<Functions> {
  return (load as unknown as Record<symbol, (place: Place) => Load<Functions>>)[MAKER]!(place);
}
