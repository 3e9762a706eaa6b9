import { type Light, load } from "../../../src/api/index.ts";
import { pageModules } from "./page-modules.ts";

export type { Light };

/**
 * The sinusoidal encoding alone: one module for all figures of a page that need no more, as `load` shares what it loads.
 * A page that has asked for everything before needs no second file for a part of it.
 */
export const lightModule = (): Promise<Light> => pageModules.full?.catch(() => load()) ?? load();
