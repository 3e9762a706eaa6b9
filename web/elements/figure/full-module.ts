import { load, type Posenc } from "../../../src/api/full.ts";

/** Everything: one module for all figures of a page that need it, as `load` shares what it loads. */
export const fullModule = (): Promise<Posenc> => load();
