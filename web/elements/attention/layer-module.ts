import type { PageModule } from "../definition/definition.ts";
import { kept } from "../definition/kept.ts";
import type { LayerModule } from "./attention-encoding.ts";
import { isPlain, plainModule } from "./plain-encoding.ts";

const anyEncoding = kept(async () => (await import("./any-encoding.ts")).loadAny);

/** The module of all methods, which is loaded with its code once an encoding needs it. */
const anyModule: PageModule<LayerModule> = {
  load: async () => (await anyEncoding())(),
};

/** The modules that encodings need. */
export const moduleFor = (...texts: readonly string[]): PageModule<LayerModule> =>
  texts.every(isPlain) ? plainModule : anyModule;
