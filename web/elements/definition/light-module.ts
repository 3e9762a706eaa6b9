import { type Light, load } from "../../../src/api/index.ts";
import { pageModules } from "./page-modules.ts";

export type { Light };

/**
 * The module of the sinusoidal encoding. All figures of a page that need no more share one, because `load` shares it. A
 * page that has loaded the full module uses that one.
 */
export const lightModule = (): Promise<Light> => pageModules.full?.catch(() => load()) ?? load();
