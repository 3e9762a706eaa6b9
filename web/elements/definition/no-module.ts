import type { PageModule } from "./definition.ts";

/** For figures that show facts, or compute without the module. */
export const noModule: PageModule<object> = {
  load: () => Promise.resolve({}),
};
