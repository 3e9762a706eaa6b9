import { type AddPositions, addPositions } from "./add-positions.ts";
import { type Attention, attention } from "./attention.ts";
import { type AttentionFactor, attentionFactor } from "./attention-factor.ts";
import { type Biases, biases } from "./bias/biases.ts";
import { type Blocks, blocks } from "./blocks.ts";
import { type Encode, encode } from "./encode.ts";
import { encodings } from "./encodings.ts";
import type { Engine } from "./engine.ts";
import { type Frequencies, frequencies } from "./frequencies.ts";
import { type Heatmap, heatmap } from "./heatmap.ts";
import { type Layers, layers } from "./layers/layers.ts";
import { type PermutePairing, permutePairing } from "./permute-pairing.ts";
import { type Properties, properties } from "./properties/properties.ts";
import { type RotaryTable, rotaryTable } from "./rotary-table.ts";
import { type Rotate, rotate } from "./rotate.ts";
import { type Sinusoidal, sinusoidal } from "./sinusoidal.ts";
import { checkSpec } from "./spec.ts";

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
