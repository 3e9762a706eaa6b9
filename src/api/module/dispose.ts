import type { Engine } from "./engine.ts";

export interface Dispose {
  /**
   * Frees the module's memory, which grows with the largest call and does not shrink by itself.
   *
   * The object stays usable: the next call starts the module again, with little memory. Returned arrays stay valid; weights
   * kept by `keepWeights` are lost. Loads from one address share a module and its memory; `load({ fresh: true })` does not share.
   *
   * @returns Nothing.
   * @example
   * pe.dispose();
   */
  dispose(): void;
}

export const dispose =
  (engine: Engine): Dispose["dispose"] =>
  () =>
    engine.dispose();
