import type { GivenFields, MethodName } from "../methods.ts";

/** A spec that bears a name. */
export type Preset = {
  [M in MethodName]: {
    /** For a menu. */
    title: string;
    /** Where the conventions are stated. */
    source: string;
    spec: { method: M } & Partial<GivenFields<M>>;
    /** Fields for the user of the preset to give; those with a default may be left out. */
    open: readonly (keyof GivenFields<M>)[];
  };
}[MethodName];
