import { type Light, load } from "../../../src/api/index.ts";

export type { Light };

/** The sinusoidal encoding alone: one module for all figures of a page that need no more, as `load` shares what it loads. */
export const lightModule = (): Promise<Light> => load();
