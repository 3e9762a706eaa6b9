/** Baidu's ERNIE and PaddleOCR. */
import type { Rows } from "../row.ts";
import { detector } from "../streams.ts";

export const ernie: Rows = {
  ernie: { reads: ["decoder"], positions: "learned", causal: false },
  ernie4_5: { positions: "interleaved", causal: true },
  ernie4_5_moe: { positions: "interleaved", causal: true },
  ernie4_5_vl_moe: {
    parts: { vision_config: "ernie4_5_vl_moe_vision", text_config: "ernie4_5_vl_moe_text" },
  },
  ernie4_5_vl_moe_text: {
    positions: "interleaved",
    causal: true,
    sections: { counts: [22, 22, 20], order: "space first" },
    ids: "ernie-4.5-vl",
  },
  ernie4_5_vl_moe_vision: { positions: "halves", causal: false, axes: { count: 2 } },
  paddleocr_vl: { parts: { vision_config: "paddleocr_vl_vision", text_config: "paddleocr_vl_text" } },
  paddleocr_vl_text: { positions: "halves", causal: true, ids: "qwen-2-vl" },
  paddleocr_vl_vision: { positions: "halves", causal: false, axes: { count: 2 }, adds: "learned" },
  pp_chart2table: { parts: { text_config: "qwen2" } },
  pp_doclayout_v2: { parts: { backbone_config: "hgnet_v2" } },
  pp_doclayout_v3: detector("d_model", "hidden_size"),
  pp_doclayout_v4: { ...detector("hidden_size", "d_model"), idle: ["encode_proj_layers"] },
  pp_formulanet: { parts: { text_config: "pp_formulanet_text", vision_config: "pp_formulanet_vision" } },
  pp_formulanet_text: {
    positions: "learned",
    causal: true,
    first: 2,
    fields: { hidden: "d_model", heads: "decoder_attention_heads", layers: "decoder_layers" },
    idle: ["encoder_layers", "encoder_attention_heads"],
    crosses: ["all"],
  },
  pp_lcnet: { positions: "none", mixer: "convolution", stages: "block_configs" },
  pp_lcnet_v3: { positions: "none", mixer: "convolution", stages: "block_configs" },
  pp_lcnet_v4: { positions: "none", mixer: "convolution", stages: "block_configs" },
  pp_ocrv5_mobile_det: { parts: { backbone_config: "pp_lcnet_v3" } },
  pp_ocrv5_mobile_rec: { parts: { backbone_config: "pp_lcnet_v3" } },
  pp_ocrv5_server_det: { parts: { backbone_config: "hgnet_v2" } },
  pp_ocrv5_server_rec: { parts: { backbone_config: "hgnet_v2" } },
  pp_ocrv6_medium_det: { parts: { backbone_config: "pp_lcnet_v4" } },
  pp_ocrv6_small_det: { parts: { backbone_config: "pp_lcnet_v4" } },
  pp_ocrv6_small_rec: { parts: { backbone_config: "pp_lcnet_v4" } },
  pp_ocrv6_tiny_rec: { parts: { backbone_config: "pp_lcnet_v4" } },
  slanet: { parts: { backbone_config: "pp_lcnet" } },
};
