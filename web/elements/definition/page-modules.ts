import type { Posenc } from "../../../src/api/full.ts";

/** What the figures of this page have loaded, for those that need no more than a part of it. */
export const pageModules: { full?: Promise<Posenc> } = {};
