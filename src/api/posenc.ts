import { type AddPositions, addPositions } from "./additive/add-positions.ts";
import { type Blocks, blocks } from "./additive/blocks.ts";
import { type Encode, encode } from "./additive/encode.ts";
import { encodings } from "./additive/encodings.ts";
import { type Sinusoidal, sinusoidal } from "./additive/sinusoidal.ts";
import { type Attention, attention } from "./attention/attention.ts";
import { type Biases, biases } from "./bias/biases.ts";
import { type Heatmap, heatmap } from "./heatmap/heatmap.ts";
import { type Layers, layers } from "./layers/layers.ts";
import type { Engine } from "./module/engine.ts";
import { type Properties, properties } from "./properties/properties.ts";
import { type AttentionFactor, attentionFactor } from "./rotary/attention-factor.ts";
import { type PermutePairing, permutePairing } from "./rotary/permute-pairing.ts";
import { type RotaryTable, rotaryTable } from "./rotary/rotary-table.ts";
import { type Rotate, rotate } from "./rotary/rotate.ts";
import { checkSpec } from "./spec.ts";
import { type Frequencies, frequencies } from "./table/frequencies.ts";

/** What `load` of posenc/full gives. Every function but `nearestRepeat` is synchronous, and each stands alone: it may be taken off the object. */
export interface Posenc
  extends Frequencies,
    Sinusoidal,
    Encode,
    Blocks,
    AddPositions,
    Rotate,
    RotaryTable,
    AttentionFactor,
    PermutePairing,
    Heatmap,
    Attention,
    Layers,
    Biases,
    Properties {}

export function posenc(engine: Engine): Posenc {
  return Object.freeze({
    frequencies: frequencies(engine),
    sinusoidal: sinusoidal(engine, encodings),
    encode: encode(engine, encodings),
    blocks: blocks(engine, encodings),
    addPositions: addPositions(engine),
    rotate: rotate(engine),
    rotaryTable: rotaryTable(engine),
    attentionFactor: attentionFactor(engine),
    permutePairing: permutePairing(engine),
    heatmap: heatmap(engine, checkSpec),
    attention: attention(engine),
    ...layers(engine),
    ...biases(engine),
    ...properties(engine),
  });
}
