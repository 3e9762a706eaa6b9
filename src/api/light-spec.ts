/** The specs that the light module accepts. */

import { sine } from "./additive/sine.ts";
import { sinusoidal } from "./additive/sinusoidal.ts";
import type { MethodSpec, ResolvedSpec } from "./methods.ts";
import { sinusoidPresets } from "./presets/sinusoid.ts";
import type { PresetSpec } from "./presets.ts";
import { parseSpecIn, textOf } from "./spec/text.ts";
import { checkSpecIn, type Vocabulary } from "./spec/vocabulary.ts";

/** An encoding of sines and cosines of position · frequency, as plain data: a method with its fields, or a preset. */
export type LightSpec = MethodSpec<"sinusoidal" | "sine"> | PresetSpec<keyof typeof sinusoidPresets>;

type LightResolved = ResolvedSpec<"sinusoidal" | "sine">;

export const lightVocabulary: Vocabulary = {
  methods: { sinusoidal, sine },
  presets: sinusoidPresets,
  elsewhere: "posenc/full",
};

/**
 * Checks a spec of unknown origin, and fills in its defaults.
 *
 * @param spec A {@link LightSpec}, or anything else.
 * @returns A frozen object with every field of the spec.
 * @throws TypeError for a field that is missing, unknown or of another type; RangeError for a field that is out of range or
 * conflicts with others, and for an encoding that only posenc/full has.
 * @example
 * checkSpec({ preset: "fairseq", dModel: 512 }).method; // "sinusoidal"
 */
export const checkLightSpec = (spec: unknown): LightResolved =>
  checkSpecIn(lightVocabulary, spec) as LightResolved;

export const isLightMethod = (method: string): boolean => Object.hasOwn(lightVocabulary.methods, method);

export const presetNames: readonly string[] = /* @__PURE__ */ Object.keys(sinusoidPresets);

export const formatLightSpec = (spec: LightSpec): string => textOf(checkLightSpec(spec));

export const parseLightSpec = (text: string) =>
  parseSpecIn(lightVocabulary, text) as { spec: LightResolved; notes: string[] };
