import type { Posenc } from "../../../src/entries/encodings.ts";

/**
 * Code that comes when it is first asked for. Its promise is kept: `import()` takes a task each time, and a page that is being
 * printed runs none. A failure is not kept.
 */
export function kept<Code>(bring: () => Promise<Code>): () => Promise<Code> {
  let code: Promise<Code> | undefined;
  return () =>
    (code ??= bring().catch((error: unknown) => {
      code = undefined;
      throw error;
    }));
}

/** The full module of a page: figures that need only a part of it use it, too. */
interface PageModules {
  /** Once a figure has loaded it. */
  full?: Promise<Posenc>;
  /** Loads it, once a figure that needs it is in the page. */
  loadFull?: () => Promise<Posenc>;
}

export const pageModules: PageModules = {};
