/** Specs of the encodings that the light module has. */

import { sinusoidPresets } from "./presets/sinusoid.ts";
import type { PresetSpec } from "./presets.ts";
import type { MethodSpec, ResolvedSpec } from "./spec/methods.ts";
import { sine, sinusoidal } from "./spec/sinusoidal.ts";
import { parseSpecIn, textOf } from "./spec/text.ts";
import { checkSpecIn, type Vocabulary } from "./spec/vocabulary.ts";
import type { SinusoidSpec } from "./table/sinusoid-schedule.ts";

/** An encoding by sines of position times frequency, as plain data: a method with its fields, or a preset. */
export type LightSpec = MethodSpec<"sinusoidal" | "sine"> | PresetSpec<keyof typeof sinusoidPresets>;

const vocabulary: Vocabulary = {
  methods: { sinusoidal, sine },
  presets: sinusoidPresets,
  elsewhere: "posenc/full",
};

/**
 * Checks a spec of unknown origin, and fills in its defaults.
 *
 * @param spec A {@link LightSpec}, or anything else.
 * @returns A new frozen object with every field of the spec.
 * @throws TypeError for a field that is missing, unknown or of another type; RangeError for one out of range, that does not
 * go with the others, or for an encoding that only posenc/full has.
 * @example
 * checkSpec({ preset: "fairseq", dModel: 512 }).method; // "sinusoidal"
 */
export const checkLightSpec = (spec: unknown): ResolvedSpec<"sinusoidal" | "sine"> =>
  checkSpecIn(vocabulary, spec) as SinusoidSpec;

export const formatLightSpec = (spec: LightSpec): string => textOf(checkLightSpec(spec));

export const parseLightSpec = (text: string) =>
  parseSpecIn(vocabulary, text) as { spec: SinusoidSpec; notes: string[] };
