/** Specs of the encodings that the light module has. */

import { sinusoidPresets } from "./presets/sinusoid.ts";
import type { PresetSpec } from "./presets.ts";
import type { SinusoidSpec } from "./sinusoid-schedule.ts";
import type { MethodSpec } from "./spec/methods.ts";
import { sine, sinusoidal } from "./spec/sinusoidal.ts";
import { parseSpecIn, textOf } from "./spec/text.ts";
import { checkSpecIn, type Vocabulary } from "./spec/vocabulary.ts";

/** An encoding by sines of position times frequency, as plain data: a method with its fields, or a preset. */
export type LightSpec = MethodSpec<"sinusoidal" | "sine"> | PresetSpec<keyof typeof sinusoidPresets>;

const vocabulary: Vocabulary = {
  methods: { sinusoidal, sine },
  presets: sinusoidPresets,
  elsewhere: "posenc/full",
};

export const checkLightSpec = (spec: unknown) => checkSpecIn(vocabulary, spec) as SinusoidSpec;

export const formatLightSpec = (spec: LightSpec): string => textOf(checkLightSpec(spec));

export const parseLightSpec = (text: string) =>
  parseSpecIn(vocabulary, text) as { spec: SinusoidSpec; notes: string[] };
