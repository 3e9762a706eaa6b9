/**
 * Model types that do not rotate: what they have instead, with what the class supplies, and the types.
 * Source: transformers, models/<type>/configuration_<type>.py and modeling_<type>.py.
 *
 *   length       tokens with a learned embedding
 *   first        row or position of the first token: 2 where the row of the padding token and one more come before
 *   stacks       fields with the numbers of layers of an encoder and of a decoder
 *   codes        a field with a code for each layer, and what its codes mean
 *   scale        of the scores, if not 1/√headDim
 */
export const unrotated: Record<string, string> = {
  "learned length=512": `
    albert align_text_model bert bert-generation blenderbot-small blip_text_model bros chinese_clip_text_model convbert
    distilbert dpr electra ernie flava_text_model fnet layoutlm layoutlmv2 layoutxlm lxmert megatron-bert mobilebert mra
    nystromformer rembert roc_bert splinter squeezebert visual_bert blip_2_qformer instructblip_qformer instructblipvideo_qformer
    flaubert xlm openai-gpt`,
  "learned length=512 first=2": `
    camembert data2vec-text ibert layoutlmv3 lilt longformer luke markuplm roberta roberta-prelayernorm xlm-roberta xmod`,
  "learned length=514 first=2": "altclip_text_model bridgetower_text_model clap_text_model xlm-roberta-xl",
  "learned length=1024": "git decision_transformer gpt2 gpt-sw3 gpt_bigcode imagegpt tapas",
  "learned length=1024 first=2": "biogpt",
  "learned length=1024 first=2 stacks=encoder_layers:12,decoder_layers:12": "bart mbart mvp plbart",
  "learned length=2048 first=2 hidden=768 heads=12 layers=12": "opt",
  "learned length=2048 hidden=2048 heads=16 layers=24 window=256 scale=1": "gpt_neo",
  "learned length=4096": "big_bird yoso",
  "learned length=4096 stacks=encoder_layers:16,decoder_layers:16": "bigbird_pegasus",
  "learned length=16384 stacks=encoder_layers:12,decoder_layers:12": "led",
  "learned length=128 stacks=encoder_layers:2,decoder_layers:24": "blenderbot",
  "learned length=16384": "canine",
  "learned length=77": `
    clip_text_model clipseg_text_model groupvit_text_model metaclip_2_text_model xclip_text_model aimv2_text_model
    sam3_lite_text_text_model`,
  "learned length=64": "siglip_text_model siglip2_text_model",
  "learned length=16": "owlvit_text_model owlv2_text_model",
  "learned length=40": "vilt",
  "learned length=2048": "perceiver",
  "learned length=608": "clvp_decoder",
  learned: `
    align_vision_model altclip_vision_model audio-spectrogram-transformer blip_vision_model blip_2_vision_model
    bridgetower_vision_model chinese_clip_vision_model clip_vision_model clipseg_vision_model deit dinov2
    dinov2_with_registers eomt flava_image_model flava_multimodal_model git_vision_model glm_image_vision groupvit_vision_model
    hiera hunyuan_vl_vision idefics2_vision idefics3_vision ijepa instructblip_vision_model instructblipvideo_vision_model
    internvl_vision janus_vision_model kosmos_2_vision_model metaclip_2_vision_model mgp-str minicpmv4_6_vision
    mllama_vision_model owlv2_vision_model owlvit_vision_model phi4_multimodal_vision pixio pvt qianfan_ocr_vision radio
    rf_detr_dinov2 seggpt siglip_vision_model siglip2_vision_model smolvlm_vision timesformer videomt
    vit vit_msn vitpose_backbone vivit xclip_vision_model idefics_vision yolos semantic coarse_acoustics fine_acoustics
    gemma4_unified_vision`,
  "sinusoidal first=2": "fsmt kosmos_2_text_model kosmos_2_5_text_model m2m_100 nllb-moe speech_to_text xglm",
  sinusoidal: `
    autoformer ctrl informer marian musicgen_decoder musicgen_melody_decoder pegasus pegasus_x qwen2_5_omni_audio_encoder
    qwen3_asr_encoder qwen3_omni_moe_audio_encoder qwen2_audio_encoder audioflamingo3_encoder voxtral_encoder
    time_series_transformer videomae whisper tipsv2_text_model vit_mae`,
  alibi: "bloom mpt",
  "t5 scale=1 stacks=num_layers:6,num_decoder_layers:6": "t5 longt5 mt5 pop2piano udop",
  "t5 scale=1 stacks=num_layers:8,num_decoder_layers:8": "umt5",
  "t5 scale=1 stacks=num_layers:12,num_decoder_layers:12": "switch_transformers",
  "t5 scale=1": "pix2struct_text_model",
  "buckets scale=?": "cpmant mpnet prophetnet wavlm phi4_multimodal_audio",
  "disentangled scale=?": "deberta deberta-v2 sew-d",
  "window-table": "clap_audio_model donut-swin maskformer-swin swin",
  "log-spaced scale=?": "swin2sr swinv2",
  decomposed: "deepseek_ocr2_sam_vision_model sam_hq_vision_model sam_vision_model",
  "relative scale=?": `
    fastspeech2_conformer funnel gemma3n_audio gemma4_audio granite_speech_encoder granite_speech_plus_encoder inkling_text
    nemotron_asr_streaming_encoder parakeet_encoder seamless_m4t_v2 speecht5 vits xlnet`,
  convolution: "data2vec-audio hubert sew unispeech unispeech-sat wav2vec2",
  "none codes=hybrid_override_pattern,M:mamba,*:full_attention,-:mlp,E:moe": "nemotron_h",
  none: `
    bit convnext convnextv2 cvt dac dinat dinov3_convnext efficientnet emu3_vqgan encodec falcon_mamba focalnet glpn hgnet_v2
    jamba janus_vqgan levit mamba mamba2 mobilenet_v1 mobilenet_v2 mobilevit mobilevitv2 moonshine_streaming_encoder moshi_depth
    poolformer pp_lcnet pp_lcnet_v3 pp_lcnet_v4 pvt_v2 regnet resnet rwkv segformer superpoint swiftformer textnet
    univnet xlstm zamba`,
};
