/** The `load` of an entry for other places than browsers, from the same script. */
import { MAKER, type Place } from "./host.ts";
import type { Load } from "./load.ts";

/** A `load` that shares functions with another, and finds and compiles its module in another way. */
export function elsewhere<Functions>(load: Load<Functions>, place: Place): Load<Functions> {
  return (load as unknown as Record<symbol, (place: Place) => Load<Functions>>)[MAKER]!(place);
}
