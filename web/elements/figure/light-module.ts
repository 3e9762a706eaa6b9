import { type Light, load } from "../../../src/api/index.ts";

export type { Light };

/** The sinusoidal encoding alone, one module for all figures of a page that need no more, loaded when the first is seen. */

let loading: Promise<Light> | undefined;

/** Resolves to the page's module. A failed load is forgotten, so that the next call tries again. */
export function lightModule(): Promise<Light> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}
