/** Networks of convolutions, and detectors on top of them. */
import { type ModelRow, onlyIf, type Rows } from "../row.ts";
import { boxes, deepened, detector } from "../streams.ts";

/** DETR: sines of rows and columns, and learned positions of the decoder's queries, in every layer. */
const sines: ModelRow = {
  positions: "sinusoidal",
  everyLayer: true,
  causal: false,
  stacks: [
    { field: "encoder_layers", kind: "encoder of images" },
    { field: "decoder_layers", kind: boxes },
  ],
  crosses: [boxes],
  parts: { backbone_config: "resnet50" },
};
const ofDetr: ModelRow = {
  ...sines,
  unless: onlyIf("position_embedding_type", "sine", "learned"),
  also: { decoder: "learned" },
};

const rtDetr: ModelRow = {
  ...detector("d_model", "hidden_size"),
  parts: { backbone_config: "rt_detr_resnet" },
};

export const convolutions: Rows = {
  bit: { positions: "none" },
  conditional_detr: ofDetr,
  convnext: { positions: "none" },
  convnextv2: { positions: "none" },
  d_fine: detector("d_model", "hidden_size"),
  // The decoder's positions are sines of boxes that it learns.
  "dab-detr": { ...sines, idle: ["num_patterns", "sine_position_embedding_scale"] },
  // Queries take values at a few points: this attention has no keys.
  deformable_detr: {
    ...ofDetr,
    crosses: [],
    stacks: [
      { field: "encoder_layers", kind: "deformable" },
      { field: "decoder_layers", kind: boxes },
    ],
  },
  deimv2: detector("d_model", "hidden_size"),
  detr: ofDetr,
  efficientnet: deepened,
  hgnet_v2: { positions: "none" },
  mobilenet_v1: { positions: "none", mixer: "convolution", stacks: [{ field: "", count: 26, kind: "all" }] },
  mobilenet_v2: { positions: "none", mixer: "convolution", stacks: [{ field: "", count: 16, kind: "all" }] },
  poolformer: { positions: "none", mixer: "other", stages: "depths" },
  regnet: { positions: "none" },
  resnet: { positions: "none" },
  rt_detr: rtDetr,
  rt_detr_resnet: { positions: "none" },
  rt_detr_v2: rtDetr,
  // The last block of each stage has additive attention.
  swiftformer: {
    positions: "none",
    mixer: "linear attention",
    stacks: [{ field: "depths", kind: "all" }],
    idle: ["embed_dims", "downsamples"],
  },
  "table-transformer": ofDetr,
  textnet: { positions: "none" },
  upernet: { parts: { backbone_config: "resnet" } },
  uvdoc_backbone: { positions: "none" },
};
