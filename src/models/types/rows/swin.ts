/** Swin, BEiT and other vision transformers with biases, windows or stages. */
import type { Rows } from "../row.ts";
import { unknownScale } from "../score-rules.ts";

export const swin: Rows = {
  beit: {
    positions: "window-table",
    causal: false,
    bias: ["use_relative_position_bias", "use_shared_relative_position_bias"],
    learned: ["use_absolute_position_embeddings"],
  },
  cvt: { positions: "none" },
  dinat: { positions: "none" },
  focalnet: { positions: "none" },
  glpn: { positions: "none", causal: false },
  hiera: { positions: "learned", stages: "depths" },
  levit: { positions: "none", causal: false },
  mask2former: { parts: { backbone_config: "swin" } },
  "maskformer-swin": {
    positions: "window-table",
    causal: false,
    stages: "depths",
    learned: ["use_absolute_embeddings"],
  },
  pvt: { positions: "learned", causal: false, stages: "depths" },
  pvt_v2: { positions: "none", causal: false },
  segformer: { positions: "none", causal: false },
  swin: { positions: "window-table", causal: false, stages: "depths", learned: ["use_absolute_embeddings"] },
  swin2sr: {
    positions: "log-spaced",
    causal: false,
    stages: "depths",
    scale: unknownScale,
    learned: ["use_absolute_embeddings"],
  },
  swinv2: {
    positions: "log-spaced",
    causal: false,
    stages: "depths",
    scale: unknownScale,
    learned: ["use_absolute_embeddings"],
  },
};
