import type { Posenc } from "../../../src/entries/encodings.ts";
import type { PageModule } from "./definition.ts";
import type { Light } from "./light-module.ts";
import { kept, pageModules } from "./page-modules.ts";

/** Tables of sines and cosines, attention, and products of matrices. */
export type Attending = Light & Pick<Posenc, "attention" | "matmul">;

/**
 * The modules of the sinusoidal encoding and of attention. In a page with a figure that needs the full module, that one: the
 * reader is likely to load it anyway, and then one with attention is enough, and its code.
 */
export const attentionModule: PageModule<Attending> = {
  load: () => pageModules.loadFull?.().catch(loadSmall) ?? loadSmall(),
};

const modules = kept(async () => (await import("./small-modules.ts")).loadSmall);
const loadSmall = async (): Promise<Attending> => (await modules())();
