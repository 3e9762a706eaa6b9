import type { Engine } from "./engine.ts";

export interface Dispose {
  /**
   * Gives the module's memory back: it grows with the largest call so far, and does not shrink by itself.
   *
   * The object stays usable: the next call starts the module again, with little memory. Arrays that calls have returned stay as
   * they are; weights that `keepWeights` keeps are lost. Loads of one address share a module, so all their objects lose the same memory; `load({ fresh: true })` shares none.
   *
   * @example
   * pe.dispose();
   */
  dispose(): void;
}

export const dispose =
  (engine: Engine): Dispose["dispose"] =>
  () =>
    engine.dispose();
