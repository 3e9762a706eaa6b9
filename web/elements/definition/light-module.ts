import { type Light, load } from "../../../src/entries/index.ts";
import type { PageModule } from "./definition.ts";
import { pageModules } from "./page-modules.ts";

export type { Light };

/** The module of the sinusoidal encoding; in a page that has loaded the full module, that one. */
export const lightModule: PageModule<Light> = {
  load: () => pageModules.full?.catch(() => load()) ?? load(),
};
