/**
 * Model types that rotate queries and keys: in each line their pairing and the defaults of their classes, then the types.
 * Source: transformers, models/<type>/configuration_<type>.py and modeling_<type>.py, run by tests/fixtures/generate_atlas.py.
 *
 *   2048,16,32,16k,128           width, heads of queries, layers, tokens served, and channels of a head if not width / heads
 *   hidden, heads, layers, length, head  these five by their names, where some are missing
 *   rope, nope                   channels of the part of a head that rotates; of the part before it
 *   theta, partial, rotary       base if not 10000; share of the head that rotates, which other classes do not know; its channels
 *   rule, rules, uses            the rule as JSON without quotes; rules of kinds, as name:field:base, with + if the file's rule is theirs
 *   odd                          classes that rotate one channel more if the share of the head is odd
 *   kinds                        most/other:n, every nth layer the other kind; :r counted from r, +r the other at r, too
 *   plain, unrotated             a kind that does not rotate; each nth layer that does not
 *   flat, among                  classes whose layers are alike, whatever the file lists; a field with the layers of a kind, as field:kind/other
 *   window                       keys in sight of sliding layers; ? if the file must switch it on
 *   scale, softcap, sinks        of the scores: a number, or the field with it; kinds with a learned logit
 *   mscales                      classes that read an attention factor for short texts and one for long ones
 *   sections, interleaved, axes  of positions with axes
 *   order                        space,time if sections of rows and columns take turns; strided, axes in turns at frequencies; columns, the second axis first; or the axes in turns at pairs
 *   sees                         both if tokens see those after them as well, ? if that was not looked up; else causal
 *   ids                          the rule that gives tokens their positions, if it is not that of text
 *   if, else                     the field, its value and its default by which the type rotates; what it does otherwise
 *   value@field                  the name that the field has in this type's files
 */
export const rotary = `
interleaved 1024,16,16,128k partial=1 sections=8,12,12 ids=glm-4v: glm_ocr_text
interleaved 1024,16,18,128k,128 theta=5e5: ernie4_5
interleaved 2048,32,48,128k rope=32 nope=64 kinds=deepseek_sparse_attention scale=mscale: axk2
interleaved 2560,20,24,4k,128 theta=1e5: helium
interleaved 2560,20,28,128k theta=5e5 sections=22,22,20 order=space,time ids=ernie-4.5-vl: ernie4_5_vl_moe_text
interleaved 2560,20,28,128k theta=5e5: ernie4_5_moe
interleaved 4096,16,28,2k rotary=64: codegen gptj
interleaved 4096,32,32,2k rope=64 nope=128 scale=mscale: deepseek_v2
interleaved 4096,32,40,128k,128 partial=0.5: glm glm4
interleaved 4096,32,40,32k partial=1 sections=8,12,12 ids=glm-4v: glm4v_text
interleaved 4096,64,43,1024k,512 rope=64 partial=0.125 rules=main:rope_theta:1e4,compress:compress_rope_theta:160000+1 uses=sliding_attention:main,compressed_sparse_attention:compress,heavily_compressed_attention:compress kinds=compressed_sparse_attention/heavily_compressed_attention:2:0+1 window=128 sinks=all codes=compress_ratios,0:sliding_attention,4:compressed_sparse_attention,128:heavily_compressed_attention: deepseek_v4
interleaved 5120,40,48,128k,128 theta=5e5 kinds=chunked_attention/full_attention:turning window=8192 plain=full_attention unrotated=4 temper=8192:0.1:1: llama4_text
interleaved 6144,64,56,128k rope=64 nope=128 theta=1e7: longcat_flash
interleaved 6144,64,78,198k rope=64 nope=192 kinds=deepseek_sparse_attention scale=mscale: glm_moe_dsa
interleaved 7168,128,61,160k rope=64 nope=128 kinds=deepseek_sparse_attention scale=mscale: deepseek_v32
interleaved 8192,64,40,8k kinds=sliding_attention/full_attention:4 window=4096 plain=full_attention: cohere2
interleaved 8192,64,40,8k theta=5e5: cohere
interleaved 8192,64,40,8k,128 kinds=sliding_attention/full_attention:4 window=4096 plain=full_attention: cohere2_moe
interleaved sees=? 1024,16,1,24k theta=5e5: blt_local_encoder
interleaved sees=? 1024,16,9,24k theta=5e5: blt_local_decoder
interleaved sees=? 2048,16,25,4k theta=5e5: blt_global_transformer
interleaved sees=? 288,8,6,512 partial=0.9: moonshine
interleaved sees=? 320,8,6,4k partial=1 rule={partial_rotary_factor:0.8}: moonshine_streaming
interleaved sees=? 768,12,14,8k: blt_patcher
interleaved sees=? beyond=time: musicflamingo
interleaved sees=both 1024,16,24 beyond=tiled: vjepa2
interleaved sees=both 1792,14,6,10000,128 rule={rope_theta:2e4}: pe_audio_encoder
interleaved sees=both 256,8 partial=4 beyond=axes: efficientloftr
interleaved sees=both 640,14,8,128k,64 theta=150000 rule={rope_type:yarn,factor:32,beta_fast:32,beta_slow:1,truncate:false,original_max_position_embeddings:4096} flat window=128 sinks=all: openai_privacy_filter
interleaved sees=both 768,12,12,1536: roformer
interleaved sees=both axes=2 1024,16,32: sam3_vit_model
interleaved sees=both axes=2 768,16,34: llama4_vision_model
interleaved sees=both axes=2 hidden=256@memory_attention_hidden_size heads=1@memory_attention_num_attention_heads layers=2@memory_attention_num_layers theta=10000@memory_attention_rope_theta: edgetam_video
interleaved sees=both axes=2 hidden=256@memory_attention_hidden_size heads=1@memory_attention_num_attention_heads layers=4@memory_attention_num_layers theta=10000@memory_attention_rope_theta:
 sam2_video sam3_tracker_video
interleaved sees=both hidden=256@descriptor_dim heads=4 layers=9 beyond=points: lightglue
halves 1024,16,18,128k,128 theta=5e5 ids=qwen-2-vl: paddleocr_vl_text
halves 1024,16,20,32k window= interleaved=24,20,20: qwen3_omni_moe_talker_text
halves 1024,16,5,32k,128 window=: qwen3_omni_moe_talker_code_predictor
halves 1024,8,32,2k flat window=: doge
halves 1024,8,4,33 theta=5e5: csm_depth_decoder_model
halves 1280,16,20,16k,80 scale=?: timesfm2_5
halves 1280,32,32,1500,64 flat window=750: voxtral_realtime_encoder
halves 1536,12,128,2k,128: hrm_text
halves 2048,16,16,4k: olmoe
halves 2048,16,18,3k,128 scale=1: dia_decoder
halves 2048,16,24,128000 theta=5e5 window= interleaved=24,20,20 ids=qwen-3-vl: qwen3_vl_moe_text
halves 2048,16,24,2k: dbrx
halves 2048,16,24,32k window=4096?: qwen2_moe
halves 2048,16,28,128k,128 theta=1e8 interleaved=24,20,20 ids=qwen-3-vl: cosmos3_edge_text
halves 2048,16,32,16k,128 kinds=sliding_attention/full_attention:4 window=1024 plain=full_attention: afmoe
halves 2048,16,36,32k theta=2e6 window=? unrotated=4: smollm3
halves 2048,16,40,32k,256 partial=0.25 kinds=linear_attention/full_attention:4 interleaved=11,11,10 ids=qwen-3-vl: qwen3_5_moe_text
halves 2048,16,48,32k,256 partial=0.25 kinds=linear_attention/full_attention:4: qwen3_next
halves 2048,28,28,32k theta=1e6 window= interleaved=24,20,20: qwen3_omni_moe_text
halves 2048,32,12,4k head=128@kv_channels scale=?: jetmoe
halves 2048,32,16,2k theta=5e5: csm
halves 2048,32,16,2k: diffllama
halves 2048,32,24,2k partial=0.5: phi
halves 2048,32,24,32k flat window=4096?: qwen3_moe
halves 2048,32,32,128000 theta=1e6: lfm2_moe
halves 2048,32,48,750 flat window=375: kyutai_speech_to_text
halves 2048,48,40,128k,128 partial=1 rule={full_attention:{rope_theta:5e5,partial_rotary_factor:0.5},sliding_attention:{rope_theta:1e4,partial_rotary_factor:1}} window=512: laguna
halves 2048,8,35,32k,256 rules=full_attention:rope_theta:1e6+,sliding_attention:rope_local_base_freq:1e4 kinds=sliding_attention/full_attention:5 window=512 scale=1: gemma3n_text
halves 2048,8,40,128k,128 partial=1 rule={hybrid:{rope_theta:5e6,partial_rotary_factor:0.5},hybrid_sliding:{rope_theta:1e4,partial_rotary_factor:0.5}} kinds=hybrid window=: zaya
halves 2304,32,28,128k,128 partial=1 rule={full_attention:{rope_theta:5e5},sliding_attention:{rope_theta:1e4}} window=1024: mellum
halves 2304,8,26,128k,256 rules=full_attention:rope_theta:1e6+,sliding_attention:rope_local_base_freq:1e4 kinds=sliding_attention/full_attention:6 window=4096 scale=query_pre_attn_scalar:256:
 gemma3_text t5gemma2_decoder
halves 2304,8,26,8k,256 kinds=sliding_attention/full_attention:2 window=4096 scale=query_pre_attn_scalar:256 softcap=50:
 gemma2 vaultgemma
halves 2304,8,30,128k,256 rule={sliding_attention:{rope_theta:1e4},full_attention:{rope_type:proportional,partial_rotary_factor:0.25,rope_theta:1e6}} kinds=sliding_attention/full_attention:6+-1 window=512 scale=1 otherhead=full_attention:global_head_dim:512: gemma4_text
halves 2304,8,30,256k,256 rule={sliding_attention:{rope_theta:1e4},full_attention:{rope_type:proportional,partial_rotary_factor:0.25,rope_theta:1e6}} kinds=sliding_attention/full_attention:6+-1 window=1024 scale=1 otherhead=full_attention:global_head_dim:512: gemma4_unified_text
halves 2560,10,26 partial=0.5 kinds=recurrent/attention:3 window=2048@attention_window_size disputed=partial: recurrent_gemma
halves 2560,20,24,8k kinds=sliding_attention/full_attention:4:0 window=128 scale=attention_multiplier:1 sinks=all unrotated: granite_swa
halves 2560,20,30,2k theta=5e5: bitnet
halves 2560,32,32,128000 among=full_attn_idxs:full_attention/conv theta=1e6: lfm2
halves 2560,32,32,2k partial=1: gpt_neox_japanese
halves 2560,32,32,4k partial=0.25: stablelm
halves 2560,32,32,4k: arcee
halves 2560,32,54,4k scale=half if=use_mem_rope:true:false else=none head2=attention_head_dim: zamba2
halves 2560,40,62,32k rope=32 nope=64 scale=mscale: minicpm3
halves 2880,64,36,128k,64 theta=150000 rule={rope_type:yarn,factor:32,beta_fast:32,beta_slow:1,truncate:false,original_max_position_embeddings:4096} kinds=sliding_attention/full_attention:2 window=128 sinks=all: gpt_oss
halves 3072,16,28,8k,256: gemma
halves 3072,24,28,2k,128 theta=5e5 rule={factor:32,high_freq_factor:0.5,low_freq_factor:0.125,original_max_position_embeddings:1024,rope_type:llama3}: higgs_audio_v2
halves 3072,24,30,4k flat window=: starcoder2
halves 3072,32,32,128k partial=1 flat window=: phi4_multimodal
halves 3072,32,32,4k partial=1 flat window=: phi3
halves 3072,48,62,192k,128 theta=5e6 partial=1 disputed=rotary:partial: minimax_m2
halves 3328,26,32,8k: jais2
halves 3584,28,28,32k theta=1e6 window=32768?: qwen2_5_omni_text
halves 3584,28,28,32k,128 theta=1e6 window=32768?: qwen2_5_omni_talker
halves 3840,30,32,64k kinds=linear_attention/full_attention:4: olmo_hybrid
halves 4096,16,32,32k,256 partial=0.25 kinds=linear_attention/full_attention:4 interleaved=11,11,10 ids=qwen-3-vl: qwen3_5_text
halves 4096,32,32,128000,128 theta=5e5 interleaved=24,20,20 ids=qwen-3-vl: qwen3_vl_text
halves 4096,32,32,128k flat window=4096: mistral voxtral_realtime_text
halves 4096,32,32,128k kinds=sliding_attention window=4096: ministral
halves 4096,32,32,128k theta=1e6 flat window= mscales: phimoe
halves 4096,32,32,128k theta=1e6 flat window=: mixtral
halves 4096,32,32,128k theta=1e6 kinds=full_attention/linear_attention:2 window=: minimax
halves 4096,32,32,2k kinds=sliding_attention/full_attention:4 window=4096 plain=full_attention: exaone4 exaone_moe
halves 4096,32,32,2k kinds=sliding_attention/full_attention:4:0 window=128 scale=attention_multiplier:1 sinks=all unrotated: granitemoe_swa
halves 4096,32,32,2k rules=full_attention:rope_theta:5e5+,sliding_attention:rope_theta:5e5 kinds=sliding_attention/full_attention:4 window=4096: olmo3
halves 4096,32,32,2k scale=attention_multiplier: hyperclovax
halves 4096,32,32,2k scale=attention_multiplier:1 if=position_embedding_type:rope:none else=none: granitemoehybrid
halves 4096,32,32,2k scale=attention_multiplier:1: granite granite4_vision_text granitemoe granitemoeshared
halves 4096,32,32,2k: aria_text deepseek_ocr2_text hunyuan_v1_dense hunyuan_v1_moe hunyuan_vl_text idefics llama olmo olmo2
halves 4096,32,32,256k among=attn_layer_indices:full_attention/linear_attention partial=0.5: bamba
halves 4096,32,32,3000 flat window=3000: moshi
halves 4096,32,32,32k window=4096?: qwen2
halves 4096,32,32,32k,128 window=4096?: qwen3
halves 4096,32,32,4k theta=5e5: flex_olmo
halves 4096,32,32,4k: chameleon
halves 4096,32,32,64k theta=12000000 rule={rope_type:llama3,factor:8,original_max_position_embeddings:8192,low_freq_factor:1,high_freq_factor:4}: apertus
halves 4096,32,32,8k kinds=hybrid: falcon_h1
halves 4096,32,32,8k theta=5e5: evolla
halves 4096,32,32,9k theta=1e6: emu3_text_model
halves 4096,32,34,256k,128 theta=1e6 rule={factor:16,original_max_position_embeddings:16384,beta_fast:32,beta_slow:1,mscale_all_dim:1,mscale:1,llama_4_scaling_beta:0.1,rope_type:yarn} flat window=: ministral3
halves 4096,32,40,128k partial=1 sections=8,12,12: glm_image_text
halves 4096,32,40,128k theta=5e5: mllama_text_model
halves 4096,64,36,16k partial=0.5: persimmon
halves 4096,64,45,128000,128 rules=full_attention:rope_theta:1e4+,sliding_attention:rope_theta:1e4 partial=1 window= scale=query_pre_attn_scalar: step3p5
halves 4096,64,48,128k,128 theta=1e6 partial=1: solar_open
halves 4096,64,48,128k,192 partial=0.334 rules=full_attention:rope_theta:5e6+,sliding_attention:swa_rope_theta:1e4 kinds=sliding_attention/full_attention:6+0 codes=hybrid_layer_pattern,0:full_attention,1:sliding_attention window=128 sinks=sliding_attention: mimo_v2_flash
halves 4096,64,80,128k,128 theta=11158840: hy_v3
halves 4096,80,64,512k,128: seed_oss
halves 4096,96,46,128k partial=0.5 odd: glm4_moe
halves 4096,96,46,64k partial=0.5 sections=8,12,12 ids=glm-4v: glm4v_moe_text
halves 4544,71,32,2k if=alibi:false:false else=alibi scaled: falcon
halves 4608,32,62,2k window=4096: dots1
halves 512,8,8,8000 flat window=250: mimi
halves 6144,48,32,4k partial=0.5: nemotron
halves 6144,48,64,128k,128 theta=1e6 rule={factor:16,high_freq_factor:4,low_freq_factor:1,original_max_position_embeddings:8192,rope_type:llama3} kinds=sliding_attention/full_attention:4:0 window=8192: cwm
halves 6144,64,44,2k partial=0.25: gpt_neox
halves 6144,64,60,512k,128 theta=5e6 partial=1 disputed=rotary:partial: minimax_m3_vl_text
halves 6656,32,52,128k,128 kinds=sliding_attention/full_attention:4:-1 window=2048 plain=full_attention unrotated: muse_glimmer_text
halves 768,12,22,8k rules=full_attention:global_rope_theta:160000+,sliding_attention:local_rope_theta:1e4+ kinds=sliding_attention/full_attention:3:0 window=local: modernbert-decoder
halves 768,6,12,2k direction=-1: nanochat
halves 8192,64,40,8k interleaved=24,20,20 window=4096 ids=qwen-3-vl: cohere_compass_text
halves 8192,64,80,32k theta=1e6 window=4096? ids=qwen-2-vl: qwen2_vl_text
halves 8192,64,80,32k theta=1e6 window=4096? ids=qwen-2.5-vl: qwen2_5_vl_text
halves sees=? 1024,16,22,32k,64: qwen2_5_omni_dit
halves sees=? 1024,16,24,1k if=position_embeddings_type:rotary:relative else=relative: seamless_m4t
halves sees=? 1280,20,32,1500 partial=0.5: glmasr_encoder
halves sees=? 2304,8,26,8k,256 kinds=sliding_attention/full_attention:2 window=4096 scale=query_pre_attn_scalar:256 softcap=50: t5_gemma_module
halves sees=? 2304,8,30,128k,256 rule={sliding_attention:{rope_theta:1e4},full_attention:{rope_type:proportional,partial_rotary_factor:0.25,rope_theta:1e6}} kinds=sliding_attention/full_attention:6+-1 window=512 scale=1 otherhead=full_attention:global_head_dim:512: diffusion_gemma_text
halves sees=? 4096,32,32,32k window=4096?: deepseek_ocr2_encoder
halves sees=both 1024,16,12,1k,128 scale=1: dia_encoder
halves sees=both 1024,16,12,4k,64: xcodec2
halves sees=both 1024,16,24 if=position_embeddings_type:rotary:relative_key else=relative: wav2vec2-bert
halves sees=both 1024,16,24,8194 theta=2e4: jina_embeddings_v3
halves sees=both 2304,8,26,128k,256 rules=full_attention:rope_theta:1e6+,sliding_attention:rope_local_base_freq:1e4 kinds=sliding_attention/full_attention:6 window=4096 scale=query_pre_attn_scalar:256: t5gemma2_text
halves sees=both 512,8,17,10000: lasr_encoder
halves sees=both 6656,32,5,128k,128 theta=5e5 kinds=sliding_attention window=2048: muse_glimmer_assistant
halves sees=both 768,12,12 if=position_embeddings_type:rotary:relative else=relative: wav2vec2-conformer
halves sees=both 768,12,12,1026 scale=1 if=position_embedding_type:rotary:absolute else=learned: esm
halves sees=both 768,12,12,2k theta=1000: nomic_bert
halves sees=both 768,12,12,8k: eurobert
halves sees=both 768,12,16,,64 theta=100 scale=1 beyond=blocks: gemma4_vision
halves sees=both 768,12,22,8k rules=full_attention:global_rope_theta:160000+,sliding_attention:local_rope_theta:1e4+ kinds=sliding_attention/full_attention:3:0 window=local: modernbert
halves sees=both axes=2 1024,16,24 order=strided: pixtral
halves sees=both axes=2 1024,16,24 theta=100: eomt_dinov3 sapiens2
halves sees=both axes=2 1024,16,24: glm_ocr_vision
halves sees=both axes=2 1152,16,27 adds=learned:
 cohere_compass_vision paddleocr_vl_vision qwen3_5_moe_vision qwen3_5_vision qwen3_omni_moe_vision_encoder qwen3_vl_moe_vision
 qwen3_vl_vision
halves sees=both axes=2 1152,16,27 order=1,0: kimi_k25_vision
halves sees=both axes=2 1280,16,32: ernie4_5_vl_moe_vision
halves sees=both axes=2 1536,12,24 adds=learned: glm4v_moe_vision glm4v_vision
halves sees=both axes=2 1536,16,47: step3p5_vision
halves sees=both axes=2 1536,16,50 kinds=window_attention/full_attention:4+-1: muse_glimmer_vision
halves sees=both axes=2 1664,16,48: mlcd_vision_model
halves sees=both axes=2 3584,16,32: exaone4_5_vision qwen2_5_omni_vision_encoder qwen2_5_vl_vision
halves sees=both axes=2 384,6,12 theta=100 ids=dino-v3: dinov3_vit
halves sees=both axes=2 768,12,12: video_llama_3_vision
halves sees=both axes=2 hidden=1280@embed_dim heads=16 layers=32: qwen2_vl_vision
halves sees=both axes=3 1280,16,32: minimax_m3_vl_vision
halves sees=both hidden=768@projection_dim heads=12 times=0.5 layers=20 if=use_rotary_embedding:true:true else=learned: clvp_encoder
interleave 2048,16,32,128k rope=64 nope=128 scale=mscale: youtu
interleave 2048,20,47,198k rope=64 nope=192 partial=1 scale=mscale: glm4_moe_lite
interleave 4096,32,36,1024k rope=64 nope=64 rule={factor:128,original_max_position_embeddings:8192,beta_fast:32,beta_slow:1,mscale_all_dim:1,mscale:1,llama_4_scaling_beta:0.1,partial_rotary_factor:0.5,rope_type:yarn} scale=mscale: mistral4
interleave 7168,128,61,4k rope=64 nope=128 scale=mscale: deepseek_v3
interleave 7168,64,61,32k rope=64 nope=128 scale=mscale: axk1
`;
