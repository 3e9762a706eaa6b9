/** Networks of convolutions, and detectors on top of them. */
import type { Rows } from "../row.ts";

export const convolutions: Rows = {
  bit: { positions: "none" },
  convnext: { positions: "none" },
  convnextv2: { positions: "none" },
  d_fine: { parts: { backbone_config: "hgnet_v2" } },
  deimv2: { parts: { backbone_config: "hgnet_v2" } },
  efficientnet: { mixer: "convolution", positions: "none" },
  hgnet_v2: { positions: "none" },
  mobilenet_v1: { positions: "none", mixer: "convolution", stacks: [{ field: "", count: 26, kind: "all" }] },
  mobilenet_v2: { positions: "none", mixer: "convolution", stacks: [{ field: "", count: 16, kind: "all" }] },
  poolformer: { positions: "none", mixer: "other", stages: "depths" },
  regnet: { positions: "none" },
  resnet: { positions: "none" },
  rt_detr_resnet: { positions: "none" },
  swiftformer: { positions: "none" },
  textnet: { positions: "none" },
  upernet: { parts: { backbone_config: "resnet" } },
  uvdoc_backbone: { positions: "none" },
};
