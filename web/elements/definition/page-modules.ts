import type { Posenc } from "../../../src/api/full.ts";

/** The full module, if a figure of this page has loaded it: figures that need only a part of it use it, too. */
export const pageModules: { full?: Promise<Posenc> } = {};
