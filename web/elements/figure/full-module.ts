import { load, type Posenc } from "../../../src/api/full.ts";

/** The whole module, one for all figures of a page that need it, loaded when the first of them is seen. */

let loading: Promise<Posenc> | undefined;

/** Resolves to the page's module. A failed load is forgotten, so that the next call tries again. */
export function fullModule(): Promise<Posenc> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}
