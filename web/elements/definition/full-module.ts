import { load, type Posenc } from "../../../src/api/full.ts";
import { pageModules } from "./page-modules.ts";

/** Everything: one module for all figures of a page that need it, as `load` shares what it loads. */
export function fullModule(): Promise<Posenc> {
  pageModules.full = load();
  return pageModules.full;
}
