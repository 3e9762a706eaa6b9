import { type Blocks, blocks } from "./additive/blocks.ts";
import { type Encode, type Encodings, encode } from "./additive/encode.ts";
import { type Sinusoidal, sinusoidal } from "./additive/sinusoidal.ts";
import { sinusoids } from "./additive/sinusoids.ts";
import { type Heatmap, heatmap } from "./heatmap/heatmap.ts";
import { checkLightSpec, type LightSpec } from "./light-spec.ts";
import type { Engine } from "./module/engine.ts";
import type { LightModule } from "./module/module.ts";
import { type Frequencies, sinusoidFrequencies } from "./table/frequencies.ts";
import { type Rows, rowNames } from "./table/rows.ts";

/** What `load` of posenc gives. Every function is synchronous, and each stands alone: it may be taken off the object. */
export interface Light
  extends Frequencies<LightSpec>,
    Sinusoidal,
    Encode<LightSpec, Rows>,
    Blocks<LightSpec, Rows>,
    Heatmap<LightSpec> {}

const encodings: Encodings<LightModule> = {
  checkSpec: checkLightSpec,
  encoders: {
    sinusoidal: { options: rowNames, byRows: sinusoids },
    sine: { options: rowNames, byRows: sinusoids },
  },
};

export function light(engine: Engine<LightModule>): Light {
  return Object.freeze({
    frequencies: (spec: LightSpec) => sinusoidFrequencies(engine, checkLightSpec(spec)),
    sinusoidal: sinusoidal(engine, encodings),
    encode: encode<LightSpec, Rows, LightModule>(engine, encodings),
    blocks: blocks<LightSpec, Rows, LightModule>(engine, encodings),
    heatmap: heatmap<LightSpec>(engine, checkLightSpec),
  });
}
