"""Types that the shortest file or the usual inputs cannot run: their fields, their class, and what it takes.

usage: python given.py FACTS.jsonl [name …]
"""

import importlib
import json
import sys

import facts
import masks
import models
import probe
import torch
from transformers.models.layoutlmv2 import modeling_layoutlmv2 as layoutlmv2
from weightless import fixed

TOKENS = torch.tensor([facts.TOKENS])
COUNT = len(facts.TOKENS)


def row(width, count=COUNT):
    """Vectors of the same content, (1, count, width)."""
    return fixed(width).expand(1, count, -1).contiguous()


def ids(_):
    return {"input_ids": TOKENS}


def boxes():
    return torch.zeros(1, COUNT, 4, dtype=torch.long)


def series(config):
    past = config.context_length + max(config.lags_sequence)
    features = config.num_time_features
    return {
        "past_values": torch.rand(1, past),
        "past_time_features": torch.zeros(1, past, features),
        "past_observed_mask": torch.ones(1, past),
        "future_values": torch.rand(1, config.prediction_length),
        "future_time_features": torch.zeros(1, config.prediction_length, features),
    }


def patches_of(width, grid=(1, 8, 8)):
    """Flattened patches of a grid."""
    return {"pixel_values": torch.zeros(grid[0] * grid[1] * grid[2], width), "grid_thw": torch.tensor([grid])}


def clip(config, name="pixel_values_videos", frames=None):
    side = models.size_of(models.first_of(config, ("image_size", "crop_size"), 224))
    return {name: torch.zeros(1, frames or config.num_frames, 3, *side)}


def of_other_model(config):
    """Inputs of a model that takes its keys and values from another model."""
    text = config.text_config
    layers = zip(text.layer_types, text.per_layer_config)
    both = {kind: (fixed(of.head_dim).expand(1, of.num_key_value_heads, COUNT, -1),) * 2 for kind, of in layers}
    return {"inputs_embeds": row(2 * config.backbone_hidden_size), "position_ids": torch.arange(COUNT)[None], "shared_kv_states": both}


def of_page(config):
    return {"input_ids": TOKENS, "bbox": boxes(), "image": torch.zeros(1, 3, 224, 224)}


class Case:
    def __init__(self, inputs=None, cls=None, made_by=None, masked=True, cut=False, **config):
        self.inputs, self.cls, self.made_by, self.masked, self.cut, self.config = inputs, cls, made_by, masked, cut, config


SERIES = {"prediction_length": 8, "context_length": 16, "num_time_features": 1, "lags_sequence": [1, 2, 3]}
T = "transformers.models."

CASES = {
    "unlimited_ocr_vision_encoder": Case(lambda c: {"patch_embeds": torch.zeros(1, c.hidden_size, 16, 16)}),
    "audio-spectrogram-transformer": Case(lambda c: {"input_values": torch.zeros(1, c.max_length, c.num_mel_bins)}),
    "audioflamingo3_encoder": Case(lambda c: {"input_features": torch.zeros(1, c.num_mel_bins, 2 * c.max_source_positions), "input_features_mask": torch.ones(1, 2 * c.max_source_positions, dtype=torch.long)}),
    "autoformer": Case(series, masked=False, **{**SERIES, "prediction_length": 16, "label_length": 8}),
    "informer": Case(series, masked=False, **SERIES),
    "time_series_transformer": Case(series, **SERIES),
    "fine_acoustics": Case(lambda c: {"codebook_idx": 2, "input_ids": torch.zeros(1, COUNT, c.n_codes_total, dtype=torch.long)}, T + "bark.modeling_bark:BarkFineModel", T + "bark.configuration_bark:BarkFineConfig"),
    "blip_2_qformer": Case(lambda c: {"query_embeds": row(c.hidden_size), "encoder_hidden_states": row(c.encoder_hidden_size, 4)}),
    "blip_text_model": Case(ids, T + "blip.modeling_blip_text:BlipTextModel"),
    "blt_local_decoder": Case(lambda c: {"inputs_embeds": row(c.hidden_size), "patch_embeds": row(c.hidden_size_global)}),
    "bridgetower_vision_model 2": Case(lambda c: {"image": models.pixels(c)}, hidden_size=512),
    "bridgetower_vision_model": Case(lambda c: {"image": models.pixels(c)}),
    "bros": Case(lambda c: {"input_ids": TOKENS, "bbox": torch.zeros(1, COUNT, 4)}),
    "chameleon": Case(lambda c: {"input_ids": TOKENS, "mm_encoder_outputs": {}}, vocabulary_map={"<image>": 8711}),
    "clap_audio_model": Case(lambda c: {"input_features": torch.zeros(1, 1, 1001, c.num_mel_bins), "is_longer": torch.zeros(1, 1, dtype=torch.bool)}),
    "cohere_compass_text": Case(rope_parameters={"full_attention": {"rope_type": "default", "rope_theta": 50_000}}),
    "dbrx": Case(attn_config={"kv_n_heads": 8, "rope_theta": 500_000, "clip_qkv": 8}),
    "decision_transformer": Case(lambda c: {"states": torch.zeros(1, COUNT, c.state_dim), "actions": torch.zeros(1, COUNT, c.act_dim), "rewards": torch.zeros(1, COUNT, 1), "returns_to_go": torch.zeros(1, COUNT, 1), "timesteps": torch.arange(COUNT)[None], "attention_mask": torch.ones(1, COUNT)}),
    "deepseek_ocr2_encoder": Case(lambda c: {"inputs_embeds": row(c.hidden_size, 288), "num_patches": 144}),
    "deepseek_ocr2_text": Case(hidden_size=1280, num_hidden_layers=12, num_attention_heads=10, num_key_value_heads=10, mlp_layer_types=["dense"] * 12),
    "dia_decoder": Case(lambda c: {"input_ids": TOKENS[..., None].expand(-1, -1, c.num_channels), "encoder_hidden_states": row(c.cross_hidden_size, 4)}),
    "diffusion_gemma_text": Case(num_experts=128, top_k_experts=8, moe_intermediate_size=704),
    "dots1": Case(n_routed_experts=128, n_shared_experts=2, num_experts_per_tok=6),
    "efficientloftr 2": Case(lambda c: {"pixel_values": torch.rand(1, 2, 3, 128, 128)}, num_attention_layers=2),
    "efficientloftr": Case(lambda c: {"pixel_values": torch.rand(1, 2, 3, 128, 128)}),
    "lightglue": Case(lambda c: {"pixel_values": torch.rand(1, 2, 3, 128, 128)}),
    "eomt_dinov3": Case(),
    "esm": Case(vocab_size=33, pad_token_id=1, position_embedding_type="rotary"),
    "evolla_saprot": Case(ids, T + "evolla.modeling_evolla:EvollaSaProtProteinEncoder", T + "evolla.configuration_evolla:SaProtConfig", vocab_size=446, mask_token_id=4, pad_token_id=1),
    "flava_multimodal_model": Case(lambda c: {"hidden_states": row(c.hidden_size)}),
    "gemma3n_audio": Case(lambda c: {"audio_mel": torch.zeros(1, 128, c.input_feat_size), "audio_mel_mask": torch.zeros(1, 128, dtype=torch.bool)}),
    "gemma3n_audio 2": Case(lambda c: {"audio_mel": torch.zeros(1, 256, c.input_feat_size), "audio_mel_mask": torch.zeros(1, 256, dtype=torch.bool)}, conf_attention_chunk_size=8, conf_attention_context_left=5, conf_attention_context_right=3),
    "gemma4_audio 2": Case(lambda c: {"input_features": torch.zeros(1, 256, 128), "attention_mask": torch.ones(1, 256, dtype=torch.bool)}, attention_chunk_size=8, attention_context_left=6, attention_context_right=2),
    "gemma4_unified_assistant": Case(of_other_model, text_config={"model_type": "gemma4_unified_text", "num_hidden_layers": 6}),
    "gemma4_audio": Case(lambda c: {"input_features": torch.zeros(1, 128, 128), "attention_mask": torch.ones(1, 128, dtype=torch.bool)}),
    "gemma4_vision": Case(lambda c: {"pixel_values": torch.zeros(1, 144, 3 * c.patch_size**2), "pixel_position_ids": torch.stack(torch.meshgrid(torch.arange(12), torch.arange(12), indexing="xy"), -1).reshape(1, 144, 2)}),
    "glm_image_text": Case(rope_parameters={"rope_type": "default", "rope_theta": 10_000, "partial_rotary_factor": 0.5, "mrope_section": [8, 12, 12]}),
    "glm_image_vision": Case(lambda c: patches_of(3 * c.patch_size**2)),
    "glm4v_moe_text": Case(head_dim=128, rope_parameters={"rope_type": "default", "rope_theta": 10_000, "partial_rotary_factor": 0.5, "mrope_section": [8, 12, 12]}),
    "glm4v_text": Case(rope_parameters={"rope_type": "default", "rope_theta": 10_000, "partial_rotary_factor": 0.5, "mrope_section": [8, 12, 12]}),
    "granite_speech_plus_encoder": Case(lambda c: {"hidden_states": row(c.input_dim, 500)}, cut=True, context_size=120),
    "granite_speech_encoder": Case(lambda c: {"hidden_states": row(c.input_dim, 500)}, cut=True),
    "hiera": Case(),
    "hiera 2": Case(num_heads=[2, 2, 8, 8], embed_dim=64, embed_dim_multiplier=1.5, depths=[1, 2, 2, 1]),
    "hunyuan_v1_dense": Case(head_dim=128),
    "hunyuan_v1_moe": Case(head_dim=128),
    "hunyuan_vl_text": Case(head_dim=128, rope_parameters={"rope_type": "default", "rope_theta": 10_000, "mrope_section": [16, 16, 16, 16]}),
    "hunyuan_vl_vision": Case(lambda c: patches_of(3 * c.patch_size**2)),
    "idefics": Case(lambda c: {"input_ids": TOKENS, "image_encoder_embeddings": row(c.vision_config.embed_dim, 4)[None], "image_attention_mask": torch.ones(1, COUNT, 1)}),
    "idefics_vision": Case(lambda c: {"pixel_values": torch.zeros(1, 3, 224, 224)}, T + "idefics.vision:IdeficsVisionTransformer", T + "idefics.configuration_idefics:IdeficsVisionConfig"),
    "janus_vqgan": Case(lambda c: {"pixel_values": torch.zeros(1, 3, 512, 512)}),
    "kimi_k25_vision": Case(lambda c: {"pixel_values": torch.zeros(64, 3, c.patch_size, c.patch_size), "grid_thw": torch.tensor([[1, 8, 8]])}),
    "kyutai_speech_to_text": Case(lambda c: {"input_ids": TOKENS[..., None].expand(-1, -1, c.num_codebooks + 1)}),
    "layoutlmv2": Case(of_page),
    "layoutlmv2 2": Case(of_page, has_relative_attention_bias=False, has_spatial_attention_bias=False, num_attention_heads=8),
    "layoutxlm": Case(of_page, T + "layoutlmv2.modeling_layoutlmv2:LayoutLMv2Model"),
    "lfm2_moe": Case(layer_types=["conv", "conv", "full_attention", "conv"] * 8),
    "lxmert 2": Case(lambda c: {"input_ids": TOKENS, "visual_feats": row(c.visual_feat_dim, 4), "visual_pos": torch.zeros(1, 4, 4)}, l_layers=2, x_layers=1, r_layers=3, num_attention_heads=8),
    "lxmert": Case(lambda c: {"input_ids": TOKENS, "visual_feats": row(c.visual_feat_dim, 4), "visual_pos": torch.zeros(1, 4, 4)}),
    "mimi": Case(lambda c: {"input_values": torch.zeros(1, 1, 48_000)}),
    "minicpmv4_6_vision": Case(lambda c: {"pixel_values": torch.zeros(1, 3, c.patch_size, 64 * c.patch_size), "target_sizes": torch.tensor([[8, 8]])}),
    "mask2former": Case(),
    "oneformer": Case(lambda c: {"pixel_values": torch.zeros(1, 3, 224, 224), "task_inputs": torch.ones(1, c.task_seq_len, dtype=torch.long)}),
    "ministral": Case(head_dim=128),
    "mllama_vision_model": Case(lambda c: {"pixel_values": torch.zeros(1, 1, c.max_num_tiles, 3, *models.size_of(c.image_size)), "aspect_ratio_ids": torch.ones(1, 1, dtype=torch.long), "aspect_ratio_mask": torch.ones(1, 1, c.max_num_tiles, dtype=torch.long)}),
    "moshi_depth": Case(lambda c: {"input_ids": TOKENS, "last_hidden_state": row(c.input_size), "attention_mask": torch.ones_like(TOKENS)}),
    "muse_glimmer_assistant": Case(lambda c: {"noise_embeds": row(c.hidden_size), "context_hidden_states": row(5 * c.hidden_size)}),
    "muse_glimmer_vision": Case(lambda c: patches_of(1176)),
    "musicgen_melody_decoder": Case(lambda c: {"input_ids": TOKENS.expand(c.num_codebooks, -1)}),
    "musicgen_decoder": Case(lambda c: {"input_ids": TOKENS.expand(c.num_codebooks, -1), "encoder_hidden_states": row(c.hidden_size, 4)}),
    "nemotron": Case(num_key_value_heads=8),
    "paddleocr_vl_vision": Case(lambda c: {"pixel_values": torch.zeros(1, 64, 3, c.patch_size, c.patch_size), "grid_thw": torch.tensor([[1, 8, 8]])}),
    "pe_audio_encoder": Case(lambda c: {"input_values": torch.zeros(1, 1, 64_000)}),
    "openai_privacy_filter": Case(),
    "pixtral": Case(lambda c: {"pixel_values": torch.zeros(1, c.num_channels, 224, 224), "image_sizes": torch.tensor([[224, 224]])}),
    "yolos": Case(use_mid_position_embeddings=False),
    "voxtral_realtime_text": Case(lambda c: {"input_ids": TOKENS, "t_cond": row(c.hidden_size, 1)[:, 0]}),
    "perceiver": Case(lambda c: {"inputs": TOKENS}, T + "perceiver.modeling_perceiver:PerceiverForMaskedLM"),
    "perceiver 2": Case(lambda c: {"inputs": TOKENS}, T + "perceiver.modeling_perceiver:PerceiverForMaskedLM", num_blocks=3, num_self_attends_per_block=2, num_self_attention_heads=4, d_latents=640, qk_channels=320, v_channels=640),
    "phi4_multimodal_audio": Case(lambda c: {"hidden_states": torch.zeros(1, 256, c.input_size), "mask": None}),
    "phi4_multimodal_audio 2": Case(lambda c: {"hidden_states": torch.zeros(1, 4800, c.input_size), "mask": None}, cut=True, chunk_size=8, left_chunk=2),
    "qwen2_5_omni_audio_encoder": Case(lambda c: {"input_features": torch.zeros(c.num_mel_bins, 256), "feature_lens": torch.tensor([256]), "aftercnn_lens": torch.tensor([128])}, cut=True),
    "qwen2_5_omni_dit 2": Case(lambda c: {"hidden_states": row(c.mel_dim, 64), "condition_vector": row(c.mel_dim, 64), "speaker_embedding": row(c.enc_emb_dim, 64), "quantized_code": torch.zeros(1, 32, dtype=torch.long), "time_step": torch.zeros(1), "apply_cfg": False}, block_size=8, look_ahead_layers=[1], look_backward_layers=[1, 2], num_hidden_layers=4),
    "qwen2_5_omni_dit": Case(lambda c: {"hidden_states": row(c.mel_dim, 64), "condition_vector": row(c.mel_dim, 64), "speaker_embedding": row(c.enc_emb_dim, 64), "quantized_code": torch.zeros(1, 32, dtype=torch.long), "time_step": torch.zeros(1), "apply_cfg": False}),
    "qwen3_asr_encoder": Case(lambda c: {"input_features": torch.zeros(1, c.num_mel_bins, 1100), "input_features_mask": torch.ones(1, 1100, dtype=torch.long)}, cut=True),
    "qwen3_asr_encoder 2": Case(lambda c: {"input_features": torch.zeros(1, c.num_mel_bins, 1000), "input_features_mask": torch.ones(1, 1000, dtype=torch.long)}, cut=True, n_window_infer=300),
    "qwen3_omni_moe_audio_encoder": Case(lambda c: {"input_features": torch.zeros(c.num_mel_bins, 900), "feature_lens": torch.tensor([900])}, cut=True),
    "qwen3_omni_moe_audio_encoder 2": Case(lambda c: {"input_features": torch.zeros(c.num_mel_bins, 900), "feature_lens": torch.tensor([900])}, cut=True, n_window_infer=300),
    "qwen3_omni_moe_talker": Case(None, None, T + "qwen3_omni_moe.configuration_qwen3_omni_moe:Qwen3OmniMoeTalkerConfig", text_config={"shared_expert_intermediate_size": 768}),
    "qwen3_omni_moe_talker_code_predictor": Case(lambda c: {"inputs_embeds": row(c.hidden_size)}),
    "qwen3_omni_moe_talker_text": Case(lambda c: {"inputs_embeds": row(c.hidden_size)}, shared_expert_intermediate_size=768),
    "qwen3_omni_moe_text": Case(head_dim=128, num_attention_heads=32),
    "rf_detr": Case(lambda c: {"pixel_values": torch.zeros(1, 3, 560, 560)}),
    "rwkv": Case(),
    "seggpt": Case(lambda c: {name: torch.zeros(1, 3, c.image_size[0] // 2, c.image_size[1]) for name in ("pixel_values", "prompt_pixel_values", "prompt_masks")}, image_size=[448, 224]),
    "siglip2_vision_model": Case(lambda c: {"pixel_values": torch.zeros(1, 64, 3 * c.patch_size**2), "pixel_attention_mask": torch.ones(1, 64, dtype=torch.long), "spatial_shapes": torch.tensor([[8, 8]])}),
    "speech_to_text": Case(lambda c: {"input_features": torch.zeros(1, 128, c.input_feat_per_channel * c.input_channels), "decoder_input_ids": TOKENS}),
    "speecht5 2": Case(lambda c: {"input_values": row(c.hidden_size, 16), "decoder_input_values": row(c.hidden_size)}, encoder_layers=2, decoder_layers=3, encoder_attention_heads=8, decoder_attention_heads=4),
    "speecht5": Case(lambda c: {"input_values": row(c.hidden_size, 16), "decoder_input_values": row(c.hidden_size)}),
    "step3p5": Case(sliding_window=512),
    "step3p7": Case(text_config={"model_type": "step3p5", "sliding_window": 512, "num_hidden_layers": 5, "layer_types": ["full_attention"] + ["sliding_attention"] * 3 + ["full_attention"]}, vision_config={"model_type": "step3p5_vision", "image_size": 224}),
    "step3p5_vision": Case(lambda c: {"pixel_values": torch.zeros(1, 3, 224, 224)}, image_size=224),
    "t5_gemma_module": Case(ids, T + "t5gemma.modeling_t5gemma:T5GemmaEncoder", dropout_rate=0),
    "timesfm2_5": Case(lambda c: {"past_values": torch.rand(1, 512)}),
    "udop": Case(lambda c: {"input_ids": TOKENS, "bbox": torch.zeros(1, COUNT, 4), "decoder_input_ids": TOKENS, "pixel_values": torch.zeros(1, 3, 224, 224), "attention_mask": torch.ones(1, COUNT)}),
    "video_llama_3_vision": Case(lambda c: {**patches_of(3 * c.patch_size**2), "merge_sizes": torch.tensor([2])}),
    "videomt": Case(lambda c: clip(c, frames=2)),
    "vilt": Case(lambda c: {"input_ids": TOKENS, "pixel_values": models.pixels(c)}),
    "vjepa2": Case(lambda c: clip(c, frames=c.frames_per_clip)),
    "voxtral_realtime_encoder": Case(lambda c: {"inputs_embeds": row(c.hidden_size)}),
    "wav2vec2-bert": Case(lambda c: {"input_features": torch.zeros(1, 64, c.feature_projection_input_dim)}),
    "xclip_vision_model": Case(lambda c: {"pixel_values": torch.zeros(c.num_frames, 3, *models.size_of(c.image_size))}),
    "xcodec2": Case(lambda c: {"input_values": torch.zeros(1, 1, 16_000), "input_features": torch.zeros(1, 50, 160)}),
    "xmod": Case(lambda c: {"input_ids": TOKENS, "lang_ids": torch.zeros(1, dtype=torch.long)}),
}


def multihead(module, query, key, value, key_padding_mask=None, need_weights=True, attn_mask=None, **_):
    """Stands in for the attention of torch, which multiplies out of sight."""
    if not module.batch_first:
        query, key, value = (x.transpose(0, 1) for x in (query, key, value))
    heads, width = module.num_heads, module.head_dim
    projected = [row(3 * module.embed_dim, x.shape[1]).chunk(3, -1)[i] for i, x in enumerate((query, key, value))]
    split = [x.reshape(1, -1, heads, width).transpose(1, 2) for x in projected]
    out = torch.nn.functional.scaled_dot_product_attention(*split, attn_mask=attn_mask)
    out = out.transpose(1, 2).flatten(2).expand(query.shape[0], -1, -1)
    return (out if module.batch_first else out.transpose(0, 1)), None


torch.nn.MultiheadAttention.forward = multihead


class Features(torch.nn.Module):
    """Stands in for LayoutLMv2's convolutions, which are in detectron2."""

    def __init__(self, config):
        super().__init__()
        self.shape = config.image_feature_pool_shape

    def forward(self, _):
        rows, columns, width = self.shape
        return torch.zeros(1, rows * columns, width)


layoutlmv2.LayoutLMv2VisualBackbone, layoutlmv2.requires_backends = Features, lambda *_: None
layoutlmv2.LayoutLMv2PreTrainedModel._init_weights = lambda *_: None


def found(path):
    file, name = path.split(":")
    return getattr(importlib.import_module(file), name)


def of_part(model, usual, given):
    case = CASES.get(model.config.model_type)
    return usual(model, *given) if case is None or case.inputs is None else case.inputs(model.config)


def measured(name, case):
    """A second word in the name tells files of a type apart."""
    name = name.split()[0]
    usual = models.class_of, models.config_of, facts.inputs_of
    try:
        if case.cls is not None:
            models.class_of = lambda _: found(case.cls)
        if case.made_by is not None:
            models.config_of = lambda fields: found(case.made_by)(**{k: v for k, v in fields.items() if k != "model_type"})
        if case.inputs is not None:
            facts.inputs_of = lambda model, *given: case.inputs(model.config) if model.config.model_type in (name, "") else usual[2](model, *given)
        else:  # parts may be other cases
            facts.inputs_of = lambda model, *given: of_part(model, usual[2], given)
        probe.measured.clear()
        masks.always, facts.cut = case.masked, case.cut
        return {**probe.of({"name": name, "config": {"model_type": name, **case.config}}), "type": name}
    finally:
        models.class_of, models.config_of, facts.inputs_of = usual
        masks.always, facts.cut = True, False


def main(target, *names):
    torch.set_num_threads(1)
    torch.set_grad_enabled(False)
    with open(target, "w") as file:
        for name in names or CASES:
            out = measured(name, CASES[name])
            config = {"model_type": name.split()[0], **CASES[name].config}
            file.write(json.dumps({**out, "name": name, "config": config}, default=str) + "\n")
            print(name, out.get("error", f"{len(out.get('layers', []))} groups"), out["seconds"], flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
