import { type Attention, attention } from "./attention.ts";
import { type Encode, encode } from "./encode.ts";
import type { Engine } from "./engine.ts";
import { type Frequencies, frequencies } from "./frequencies.ts";
import { type Heatmap, heatmap } from "./heatmap.ts";
import { type Sinusoidal, sinusoidal } from "./sinusoidal.ts";

/** What `load` gives. Every function is synchronous and stands alone: it may be taken off the object. */
export interface Posenc extends Frequencies, Sinusoidal, Encode, Heatmap, Attention {}

export function posenc(engine: Engine): Posenc {
  return Object.freeze({
    frequencies: frequencies(engine),
    sinusoidal: sinusoidal(engine),
    encode: encode(engine),
    heatmap: heatmap(engine),
    attention: attention(engine),
  });
}
