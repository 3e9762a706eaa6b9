/** Specs with names. A new preset is a row in a file of the folder `presets`, and needs nothing else. */

import type { GivenFields, MethodName } from "./methods.ts";
import { additivePresets } from "./presets/additive.ts";
import { biasPresets } from "./presets/bias.ts";
import { gridPresets } from "./presets/grid.ts";
import { rotaryPresets } from "./presets/rotary.ts";
import { sinusoidPresets } from "./presets/sinusoid.ts";

/** The conventions of published models, frameworks and texts, by name. */
export const presets = {
  ...sinusoidPresets,
  ...additivePresets,
  ...gridPresets,
  ...rotaryPresets,
  ...biasPresets,
} as const;

/** The name of a preset: a key of {@link presets}. */
export type PresetName = keyof typeof presets;

type MethodOf<N extends PresetName> = (typeof presets)[N]["spec"]["method"];

/** The fields that a preset leaves open. */
export type OpenFields<N extends PresetName> = Pick<
  GivenFields<MethodOf<N>>,
  (typeof presets)[N]["open"][number] & keyof GivenFields<MethodOf<N>>
>;

/** The field that every preset leaves open if its method has it. */
export type Rounding<M extends MethodName> = Pick<GivenFields<M>, "precision" & keyof GivenFields<M>>;

/** A spec by name: the conventions of a published model or text, with the fields it leaves open. */
export type PresetSpec<Name extends PresetName = PresetName> = {
  [N in Name]: {
    /** The version of the fields' names and meanings: 1, the only one. */
    version?: 1 | undefined;
    /** The convention: a key of {@link presets}. */
    preset: N;
    /** A spec names a method or a preset, not both. */
    method?: undefined;
  } & OpenFields<N> &
    Rounding<MethodOf<N>>;
}[Name];

/** The presets of these methods. */
export type PresetsOf<M extends MethodName> = {
  [N in PresetName]: MethodOf<N> extends M ? N : never;
}[PresetName];
