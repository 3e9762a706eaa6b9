import type { Encoder } from "./additive/encoder.ts";
import { sineOnlyEncoder } from "./additive/sine.ts";
import { sinusoidalEncoder } from "./additive/sinusoidal.ts";
import { type Blocks, blocks } from "./encode/blocks.ts";
import { type Encode, type Encodings, encode } from "./encode/encode.ts";
import { type Frequencies, frequencies } from "./encode/frequencies.ts";
import { type Sinusoidal, sinusoidal } from "./encode/sinusoidal.ts";
import { type Heatmap, heatmap } from "./heatmap/heatmap.ts";
import { checkLightSpec, type LightSpec, lightVocabulary } from "./light-spec.ts";
import type { ResolvedSpec } from "./methods.ts";
import { type Dispose, dispose } from "./module/dispose.ts";
import type { Engine } from "./module/engine.ts";
import { lightResults } from "./module/self-test.ts";
import { takingBoth } from "./spec/together.ts";
import type { Rows } from "./table/rows.ts";
import { version } from "./version.ts";

/** The object that `load` of posenc resolves to. Its functions are synchronous, and can be used without the object. */
export interface Light
  extends Frequencies<LightSpec>,
    Sinusoidal,
    Encode<LightSpec, Rows>,
    Blocks<LightSpec, Rows>,
    Heatmap<LightSpec>,
    Dispose {}

const kernels: Record<string, Encoder<never>> = { sinusoidal: sinusoidalEncoder, sine: sineOnlyEncoder };

const encodings: Encodings = {
  checkSpec: checkLightSpec,
  kernelsOf: ({ method }) => kernels[method] as Encoder<ResolvedSpec>,
};

function functions(engine: Engine): Light {
  const both = takingBoth(lightVocabulary, {
    encode: encode<LightSpec, Rows>(engine, encodings),
    blocks: blocks<LightSpec, Rows>(engine, encodings),
    heatmap: heatmap<LightSpec>(engine, encodings),
  });
  return Object.freeze({
    frequencies: frequencies<LightSpec>(engine, encodings),
    sinusoidal: sinusoidal(engine, encodings),
    ...both,
    dispose: dispose(engine),
  });
}

/** For the entries with the sinusoidal encoding only. */
export const light = { version, functions, results: lightResults };
