/** Differences between answers and measurements that are known, by model type: the facts, and why they differ. */
import type { LayerPositions } from "posenc/full";
import type { Call } from "./executed-facts.ts";

interface Expected {
  /** Beginnings of the differing facts. */
  facts: readonly string[];
  why: string;
}

const subtracted = "the class subtracts the largest score, which the probe takes for a bias";

const alone = "the probe gives the decoder no encoder's states, so that this attention does not run";
const masked = "the probe runs the part alone, without the mask that the whole model gives it";
const summed =
  "projections of content and of position are the same vector in the probe, and queries and keys are sums of both";
const turned =
  "the class puts heads after tokens where it makes queries fewer, and the probe takes one for the other";
const inAll = (fact: string) => Array.from({ length: 40 }, (_, layer) => `layer ${layer}: ${fact}`);
const pooled = (part: string) =>
  [1, 2, 3, 10, 11].flatMap((layer) => [`${part}layer ${layer}: heads`, `${part}layer ${layer}: window`]);

export const expected: Readonly<Record<string, Expected>> = {
  blt: { facts: ["global_config: layer 0: causal"], why: masked },
  blt_global_transformer: { facts: ["layer 0: causal"], why: masked },
  blt_local_decoder: { facts: ["layer 0: causal"], why: masked },
  chatglm: { facts: ["layer 0: keyHeads"], why: "the class expands its keys before it multiplies" },
  conditional_detr: { facts: inAll("softmaxScale"), why: summed },
  "dab-detr": { facts: inAll("softmaxScale"), why: summed },
  "deberta-v2": {
    facts: ["layer 0: softmaxScale"],
    why: "the probe's terms of positions equal the term of content, and it adds them up",
  },
  doge: {
    facts: ["layer 0: bias"],
    why: "each key has a learned bias by its content, which the probe cannot tell from one by its position",
  },
  funnel: {
    facts: [...inAll("heads"), "layer 0: softmaxScale"],
    why: "queries are scaled before the product, and heads are an axis of the product",
  },
  ibert: {
    facts: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((layer) => `layer ${layer}: rotary`),
    why: "the class rounds to 8 bits, and its errors at eight positions look like slow rotations",
  },
  idefics: {
    facts: ["added"],
    why: "the tower's table was measured as a table of the whole model",
  },
  informer: {
    facts: inAll("window"),
    why: "the class computes only the queries with the largest scores, and the probe takes the first of them for position 0, and so on",
  },
  janus_vqgan: {
    facts: ["layers"],
    why: "attention between the encoder's sizes and the decoder's has no number, and is left out",
  },
  lilt: {
    facts: ["layer 0: headDim", "layer 0: valueDim"],
    why: "the attention of the layout comes before the attention of the text, and was measured",
  },
  mimo_v2_flash: { facts: ["layer 0: bias"], why: subtracted },
  pp_formulanet: { facts: ["layer 0: attention cross"], why: alone },
  pp_formulanet_text: { facts: ["layer 0: attention cross"], why: alone },
  sam2_hiera_det_model: { facts: pooled(""), why: turned },
  sam2_vision_model: { facts: [...pooled(""), ...pooled("backbone_config: ")], why: turned },
  phi4_multimodal: {
    facts: ["added"],
    why: "the tower's table was measured as a table of the whole model",
  },
  "sew-d": {
    facts: ["layer 0: softmaxScale"],
    why: "the probe's terms of positions equal the term of content, and it adds them up",
  },
  swiftformer: {
    facts: ["layer 0: attention self"],
    why: "additive attention pools its queries by a softmax, which the probe takes for one over keys",
  },
  swinv2: {
    facts: ["layer 0: softcap"],
    why: "cosine attention bounds scores, which the probe takes for a cap",
  },
  t5gemma2: {
    facts: ["added"],
    why: "the tower's table was measured as a table of the whole model",
  },
  trocr: { facts: ["layer 0: attention cross"], why: alone },
  xlnet: {
    facts: ["layer 0: heads"],
    why: "heads are an axis of the product, which the probe takes for the batch",
  },
};

/**
 * Keys of the run are one vector, and projected relative positions are the same one: scores count it twice, apart from the small
 * random biases of the class, which made up to 2.3e-3 of it.
 */
export const isTwice = ({ bias, softmaxScale }: LayerPositions, { scale = 0 }: Call) =>
  bias !== null &&
  bias !== "unknown" &&
  bias.kind === "relative" &&
  Math.abs(scale / Number(softmaxScale) - 2) < 3e-3;
