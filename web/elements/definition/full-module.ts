import { load, type Posenc } from "../../../src/api/full.ts";
import { pageModules } from "./page-modules.ts";

/** The full module. All figures of a page that need it share one, because `load` shares it. */
export function fullModule(): Promise<Posenc> {
  pageModules.full = load();
  return pageModules.full;
}
