import { load, type Posenc } from "../../../src/entries/encodings.ts";
import type { PageModule } from "./definition.ts";
import { pageModules } from "./page-modules.ts";

/** The module of all methods. */
export const fullModule: PageModule<Posenc> = {
  expect() {
    pageModules.loadFull = load;
  },
  load() {
    pageModules.loadFull = load;
    pageModules.full = load();
    return pageModules.full;
  },
};
