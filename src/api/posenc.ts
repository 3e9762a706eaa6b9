import { type Attention, attention } from "./attention/attention.ts";
import { checkAttentionRotary } from "./attention/attention-rotary.ts";
import { type MergeAttention, mergeAttention } from "./attention/merge-attention.ts";
import { type AddPositions, addPositions } from "./encode/add-positions.ts";
import { type Blocks, blocks } from "./encode/blocks.ts";
import { type Encode, encode } from "./encode/encode.ts";
import { encodings } from "./encode/encodings.ts";
import { type Frequencies, frequencies } from "./encode/frequencies.ts";
import { type Sinusoidal, sinusoidal } from "./encode/sinusoidal.ts";
import { type Heatmap, heatmap } from "./heatmap/heatmap.ts";
import { type Layers, layers } from "./layers/layers.ts";
import { type Dispose, dispose } from "./module/dispose.ts";
import type { Engine } from "./module/engine.ts";
import { fullResults } from "./module/self-test.ts";
import { periods } from "./properties/periods.ts";
import { type Properties, properties } from "./properties/properties.ts";
import { alibiSlopes } from "./relative/alibi-slopes.ts";
import { type Biases, biases } from "./relative/biases.ts";
import { type AttentionFactor, attentionFactor } from "./rotate/attention-factor.ts";
import { type PermutePairing, permutePairing } from "./rotate/permute-pairing.ts";
import { type Rerotate, rerotate } from "./rotate/rerotate.ts";
import { type RotaryTable, rotaryTable } from "./rotate/rotary-table.ts";
import { type Rotate, rotate } from "./rotate/rotate.ts";
import { type RotateBy, rotateBy } from "./rotate/rotate-by.ts";
import { takingBoth } from "./spec/together.ts";
import { checkSpec, vocabulary } from "./spec.ts";
import { version } from "./version.ts";

/**
 * The object that `load` of posenc/full resolves to. Its functions are synchronous, except `nearestRepeat`, and can be used
 * without the object.
 */
export interface Posenc
  extends Frequencies,
    Sinusoidal,
    Encode,
    Blocks,
    AddPositions,
    Rotate,
    RotateBy,
    Rerotate,
    RotaryTable,
    AttentionFactor,
    PermutePairing,
    Heatmap,
    Attention,
    MergeAttention,
    Layers,
    Biases,
    Properties,
    Dispose {}

function functions(engine: Engine): Posenc {
  const both = takingBoth(vocabulary, {
    encode: encode(engine, encodings),
    blocks: blocks(engine, encodings),
    rotaryTable: rotaryTable(engine, checkSpec),
    heatmap: heatmap(engine, encodings),
    ...biases(engine),
    ...properties(engine),
  });
  return Object.freeze({
    frequencies: frequencies(engine, encodings),
    sinusoidal: sinusoidal(engine, encodings),
    ...both,
    periods: periods(engine),
    alibiSlopes: alibiSlopes(engine),
    addPositions: addPositions(engine),
    rotate: rotate(engine, checkSpec),
    rotateBy: rotateBy(engine),
    rerotate: rerotate(engine),
    attentionFactor: attentionFactor(engine, checkSpec),
    permutePairing: permutePairing(engine),
    attention: attention(engine, checkAttentionRotary),
    mergeAttention: mergeAttention(engine),
    ...layers(engine),
    dispose: dispose(engine),
  });
}

/** For the entries with all methods and functions. */
export const posenc = { version: `${version} full`, functions, results: fullResults };
