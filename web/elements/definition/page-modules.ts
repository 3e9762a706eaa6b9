import type { Posenc } from "../../../src/entries/encodings.ts";

/** The full module of a page: figures that need only a part of it use it, too. */
interface PageModules {
  /** Once a figure has loaded it. */
  full?: Promise<Posenc>;
  /** Loads it, once a figure that needs it is in the page. */
  loadFull?: () => Promise<Posenc>;
}

export const pageModules: PageModules = {};
