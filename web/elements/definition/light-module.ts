import type { Light } from "../../../src/entries/index.ts";
import type { PageModule } from "./definition.ts";
import { kept, pageModules } from "./page-modules.ts";

export type { Light };

const light = kept(async () => (await import("./light-functions.ts")).load);
const load = async (): Promise<Light> => (await light())();

/** The module of the sinusoidal encoding; in a page that has loaded the full module, that one. */
export const lightModule: PageModule<Light> = {
  /** Its code is on its way before a reader comes near. */
  expect() {
    if (!pageModules.loadFull) void light().catch(() => {}); // a failure is told when it is loaded
  },
  load: () => pageModules.full?.catch(load) ?? load(),
};
