/**
 * Model types that do not rotate: in each line what they have instead and what the class supplies, then the types.
 * Source: transformers, models/<type>/configuration_<type>.py and modeling_<type>.py; `sees` by models/auto/modeling_auto.py.
 *
 *   sees         what a token sees; left out where types can do both, or were not looked up
 *   length       tokens with a learned embedding
 *   first        row or position of the first token: 2 where the row of the padding token and one more come before
 *   stacks       fields with the numbers of layers of an encoder and of a decoder
 *   biased       the field that switches a bias off, which the class adds, too
 *   bias         fields that switch the bias on, with :true if it is on without them
 *   absolute     the same for learned positions beside or without a bias
 *   also         a stack that has another encoding
 *   relative     classes that add a bias by default, and no embedding
 *   stages       the field with the layers of each stage, whose widths and heads differ
 *   codes        a field with a code for each layer, and what its codes mean
 *   scale        of the scores, if not 1/√headDim
 */
export const unrotated = `
alibi sees=causal layers=24: mpt
alibi sees=causal layers=2: bloom
buckets scale=? layers=12: wavlm
buckets scale=? layers=48: cpmant
buckets scale=? stacks=num_encoder_layers:12,num_decoder_layers:12: prophetnet
buckets scale=?: phi4_multimodal_audio
buckets sees=both scale=? layers=12: mpnet
convolution layers=12: data2vec-audio hubert sew unispeech unispeech-sat wav2vec2
decomposed sees=both 768,12,12 bias=use_rel_pos:true absolute=use_abs_pos:true: deepseek_ocr2_sam_vision_model sam_hq_vision_model sam_vision_model
decomposed sees=both 768,12,12 bias=use_relative_position_embeddings absolute=use_absolute_position_embeddings:true: vitdet
disentangled relative scale=? layers=12: sew-d
disentangled sees=both scale=? layers=12: deberta
disentangled sees=both scale=? layers=24: deberta-v2
learned layers=12:
 altclip_vision_model audio-spectrogram-transformer blip_vision_model bridgetower_vision_model chinese_clip_vision_model
 clip_vision_model clipseg_vision_model deit dinov2 dinov2_with_registers flava_image_model git_vision_model
 groupvit_vision_model idefics2_vision idefics3_vision ijepa metaclip_2_vision_model mgp-str minicpmv4_6_vision
 owlv2_vision_model owlvit_vision_model rf_detr_dinov2 siglip_vision_model siglip2_vision_model smolvlm_vision vit vit_msn
 vitpose_backbone vivit xclip_vision_model yolos semantic coarse_acoustics fine_acoustics
learned layers=24: eomt kosmos_2_vision_model seggpt videomt
learned sees=both 1024,16,24 absolute=use_absolute_position_embeddings:true: internvl_vision qianfan_ocr_vision
learned sees=both 1024,8,24 if=is_native:false:false else=sinusoidal: aimv2_vision_model
learned layers=27: hunyuan_vl_vision phi4_multimodal_vision
learned layers=32: mllama_vision_model pixio radio idefics_vision
learned layers=39: blip_2_vision_model instructblip_vision_model instructblipvideo_vision_model
learned layers=40: glm_image_vision
learned layers=64: align_vision_model
learned layers=6: flava_multimodal_model
learned length=1024 first=2 stacks=encoder_layers:12,decoder_layers:12: bart mbart mvp plbart
learned length=1024 layers=12: tapas
learned length=1024 layers=24: imagegpt
learned length=1024 layers=3: decision_transformer
learned length=1024 layers=6: git
learned length=128 stacks=encoder_layers:2,decoder_layers:24: blenderbot
learned length=16 layers=12: owlvit_text_model owlv2_text_model
learned length=16384 stacks=encoder_layers:12,decoder_layers:12: led
learned length=16384: canine
learned length=2048: perceiver
learned length=40 layers=12: vilt
learned length=4096 layers=12: yoso
learned length=4096 stacks=encoder_layers:16,decoder_layers:16: bigbird_pegasus
learned length=4096: big_bird
learned length=512 first=2 layers=12 scaled biased=has_relative_attention_bias: layoutlmv3
learned length=512 first=2 layers=12: lilt markuplm xmod
learned length=512 layers=12 biased=has_relative_attention_bias: layoutlmv2 layoutxlm
learned length=512 layers=12:
 align_text_model blip_text_model bros chinese_clip_text_model dpr flava_text_model fnet mra roc_bert splinter visual_bert
 blip_2_qformer instructblip_qformer instructblipvideo_qformer flaubert xlm
learned length=512 layers=24: bert-generation
learned length=512 stacks=encoder_layers:8,decoder_layers:8: blenderbot-small
learned length=512: lxmert
learned length=514 first=2 layers=12: bridgetower_text_model clap_text_model
learned length=514 first=2 layers=24: altclip_text_model
learned length=608 layers=30: clvp_decoder
learned length=64 layers=12: siglip_text_model siglip2_text_model
learned length=77 layers=12:
 clip_text_model clipseg_text_model groupvit_text_model metaclip_2_text_model xclip_text_model aimv2_text_model
 sam3_lite_text_text_model
learned sees=both length=512 first=2 layers=12: camembert data2vec-text ibert luke roberta roberta-prelayernorm xlm-roberta
learned sees=both length=512 first=2: longformer
learned sees=both length=512 layers=12: albert bert convbert electra ernie layoutlm nystromformer squeezebert
learned sees=both length=512 layers=24: megatron-bert mobilebert
learned sees=both length=512 layers=32: rembert
learned sees=both length=512 layers=6: distilbert
learned sees=both length=514 first=2 layers=36: xlm-roberta-xl
learned sees=causal 2048,16,24,2k window=256@window_size kinds=global/local:2 scale=1: gpt_neo
learned sees=causal 768,12,12,2k first=2: opt
learned sees=causal length=1024 first=2 layers=24: biogpt
learned sees=causal length=1024 layers=12: gpt2 gpt_bigcode
learned sees=causal length=1024: gpt-sw3
learned sees=causal length=512 layers=12: openai-gpt
learned stages=blocks_per_stage:1,2,7,2 heads=@num_attention_heads_per_stage: sam2_hiera_det_model
learned stages=depths:2,2,2,2: pvt
learned stages=depths:2,3,16,3: hiera
learned: janus_vision_model timesformer gemma4_unified_vision
log-spaced scale=? stages=depths:2,2,6,2 absolute=use_absolute_embeddings: swinv2
log-spaced scale=? stages=depths:6,6,6,6,6,6 absolute=use_absolute_embeddings: swin2sr
none sees=causal codes=hybrid_override_pattern,M:mamba,*:full_attention,-:mlp,E:moe: nemotron_h
none sees=causal: jamba zamba
none:
 bit convnext convnextv2 cvt dac dinat dinov3_convnext efficientnet emu3_vqgan encodec falcon_mamba focalnet glpn hgnet_v2
 janus_vqgan levit mamba mamba2 mobilenet_v1 mobilenet_v2 mobilevit mobilevitv2 moonshine_streaming_encoder moshi_depth
 poolformer pp_lcnet pp_lcnet_v3 pp_lcnet_v4 pvt_v2 regnet resnet rwkv segformer superpoint swiftformer textnet univnet xlstm
relative scale=? layers=24: xlnet
relative scale=? layers=6: vits
relative scale=?:
 fastspeech2_conformer funnel gemma3n_audio gemma4_audio granite_speech_encoder granite_speech_plus_encoder inkling_text
 nemotron_asr_streaming_encoder parakeet_encoder seamless_m4t_v2 speecht5
sinusoidal also=decoder:learned stacks=encoder_layers:4,decoder_layers:4: whisper
sinusoidal first=2 stacks=encoder_layers:12,decoder_layers:12: fsmt m2m_100 nllb-moe
sinusoidal first=2 stacks=encoder_layers:12,decoder_layers:6: speech_to_text
sinusoidal first=2: kosmos_2_text_model kosmos_2_5_text_model
sinusoidal layers=12: videomae tipsv2_text_model vit_mae
sinusoidal layers=24: musicgen_decoder musicgen_melody_decoder
sinusoidal layers=32: audioflamingo3_encoder voxtral_encoder
sinusoidal sees=causal first=2 layers=24: xglm
sinusoidal sees=causal layers=48: ctrl
sinusoidal stacks=encoder_layers:12,decoder_layers:12: marian pegasus
sinusoidal stacks=encoder_layers:16,decoder_layers:16: pegasus_x
sinusoidal stacks=encoder_layers:2,decoder_layers:2: autoformer informer time_series_transformer
sinusoidal: qwen2_5_omni_audio_encoder qwen3_asr_encoder qwen3_omni_moe_audio_encoder qwen2_audio_encoder
t5 scale=1 stacks=num_layers:12,num_decoder_layers:12: switch_transformers
t5 scale=1 stacks=num_layers:6,num_decoder_layers:6: t5 longt5 mt5 pop2piano udop
t5 scale=1 stacks=num_layers:8,num_decoder_layers:8: umt5
t5 scale=1: pix2struct_text_model
window-table sees=both 768,12,12 bias=use_relative_position_bias,use_shared_relative_position_bias absolute=use_absolute_position_embeddings: beit data2vec-vision
window-table stages=depths:2,2,6,2 absolute=use_absolute_embeddings: donut-swin maskformer-swin swin
window-table stages=depths:2,2,6,2: clap_audio_model
`;
