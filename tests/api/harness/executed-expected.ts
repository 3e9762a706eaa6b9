/** Differences between answers and measurements that are known, by model type: the facts, and why they differ. */

interface Expected {
  /** Beginnings of the differing facts. */
  facts: readonly string[];
  why: string;
}

const unseen = "the probe does not see the attention of the encoder, which multiplies blocks by itself";
const subtracted = "the class subtracts the largest score, which the probe takes for a bias";

export const expected: Readonly<Record<string, Expected>> = {
  bigbird_pegasus: { facts: ["layers", "layer 0: attention cross", "layer 0: causal"], why: unseen },
  lilt: {
    facts: ["layer 0: headDim", "layer 0: valueDim"],
    why: "the attention of the layout comes before the attention of the text, and was measured",
  },
  longt5: { facts: ["layer 0: bias"], why: unseen },
  mimo_v2_flash: { facts: ["layer 0: bias"], why: subtracted },
  minimax_m3_vl: {
    facts: ["vision_config: added", "vision_config: layer 0: rotary"],
    why: "the class takes its own vision tower, whatever type the file names for it",
  },
  swinv2: {
    facts: ["layer 0: softcap"],
    why: "cosine attention bounds scores, which the probe takes for a cap",
  },
  t5gemma2: {
    facts: ["layers", "added", "layer 12: causal", "layer 12: window"],
    why: "the text and the images of the encoder and the decoder were measured as one model",
  },
  xlnet: {
    facts: ["layer 0: heads"],
    why: "heads are an axis of the product, which the probe takes for the batch",
  },
};
