/** Specs with names. A preset is added in one of the files of this folder, and nowhere else. */
import { additivePresets } from "./presets/additive.ts";
import { biasPresets } from "./presets/bias.ts";
import { gridPresets } from "./presets/grid.ts";
import { rotaryPresets } from "./presets/rotary.ts";
import { sinusoidPresets } from "./presets/sinusoid.ts";
import type { GivenFields } from "./spec/methods.ts";

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

/** The fields that a preset leaves open. */
type OpenFields<N extends PresetName> = Pick<
  GivenFields<(typeof presets)[N]["spec"]["method"]>,
  (typeof presets)[N]["open"][number] & keyof GivenFields<(typeof presets)[N]["spec"]["method"]>
>;

/** A spec by name: the conventions of a published model or text, with the fields it leaves open. */
export type PresetSpec<Name extends PresetName = PresetName> = {
  [N in Name]: {
    /** Of the fields' names and meanings; there is one. */
    version?: 1 | undefined;
    /** A key of {@link presets}. */
    preset: N;
  } & OpenFields<N>;
}[Name];
