import type { Posenc } from "../../../src/entries/encodings.ts";
import type { Light } from "../../../src/entries/index.ts";
import type { PageModule } from "./definition.ts";

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

/** For figures that show facts, or compute without the module. */
export const noModule: PageModule<object> = {
  load: () => Promise.resolve({}),
};

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

/** Tables of sines and cosines, attention, and products of matrices. */
export type Attending = Light & Pick<Posenc, "attention" | "matmul">;

/**
 * The modules of the sinusoidal encoding and of attention. In a page with a figure that needs the full module, that one: the
 * reader is likely to load it anyway, and then one with attention is enough, and its code.
 */
export const attentionModule: PageModule<Attending> = {
  load: () => pageModules.loadFull?.().catch(loadSmall) ?? loadSmall(),
};

const attention = kept(async () => (await import("./small-modules.ts")).load);
const loadSmall = async (): Promise<Attending> => {
  const [functions, attending] = await Promise.all([lightModule.load(), attention().then((load) => load())]);
  return { ...functions, ...attending };
};
