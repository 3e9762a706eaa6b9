import type { GivenFields, MethodName } from "../methods.ts";

/** A spec with a name. */
export type Preset = {
  [M in MethodName]: {
    /** The name in menus. */
    title: string;
    /** The publication or file that states the conventions. */
    source: string;
    spec: { method: M } & Partial<GivenFields<M>>;
    /** Fields that a user of the preset may give. Those without a default are required. */
    open: readonly (keyof GivenFields<M>)[];
  };
}[MethodName];
