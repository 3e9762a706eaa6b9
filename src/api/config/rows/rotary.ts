/**
 * Model types that rotate queries and keys, one in each line: the type, its pairing, and the defaults of its class.
 * Source: transformers, models/<type>/configuration_<type>.py and modeling_<type>.py, run by tests/fixtures/generate_atlas.py.
 *
 *   hidden heads layers length   width, heads of queries, layers, tokens served
 *   head, rope, nope             channels of a head if not hidden / heads; of its part that rotates; of the part before it
 *   theta, partial, rotary       base if not 10000; share of the head that rotates, which other classes do not know; its channels
 *   rule, rules, uses            the rule in the words of a file; rules of kinds, as name:field:base, with + if the file's rule is theirs
 *   odd                          classes that rotate one channel more if the share of the head is odd
 *   kinds                        most/other:n, every nth layer the other kind; :r counted from r, +r the other at r, too
 *   plain, unrotated             a kind that does not rotate; each nth layer that does not
 *   flat, among                  classes whose layers are alike, whatever the file lists; a field with the layers of a kind, as field:kind/other
 *   window                       keys in sight of sliding layers; ? if the file must switch it on
 *   scale, softcap, sinks        of the scores: a number, or the field with it; kinds with a learned logit
 *   sections, interleaved, axes  of positions with axes
 *   order                        space,time if sections of rows and columns take turns; strided, axes in turns at frequencies; columns, the second axis first; or the axes in turns at pairs
 *   sees                         both if tokens see those after them as well, ? if that was not looked up; else causal
 *   ids                          the rule that gives tokens their positions, if it is not that of text
 *   if, else                     the field, its value and its default by which the type rotates; what it does otherwise
 *   value@field                  the name that the field has in this type's files
 */
export const rotary = `
afmoe halves hidden=2048 heads=16 head=128 layers=32 length=16384 kinds=sliding_attention/full_attention:4 window=1024 plain=full_attention
apertus halves hidden=4096 heads=32 layers=32 length=65536 theta=12000000 rule={"rope_type":"llama3","factor":8,"original_max_position_embeddings":8192,"low_freq_factor":1,"high_freq_factor":4}
arcee halves hidden=2560 heads=32 layers=32 length=4096
aria_text halves hidden=4096 heads=32 layers=32 length=2048
axk1 interleave hidden=7168 heads=64 rope=64 nope=128 layers=61 length=32768 scale=mscale
axk2 adjacent hidden=2048 heads=32 rope=32 nope=64 layers=48 length=131072 kinds=deepseek_sparse_attention scale=mscale
bamba halves among=attn_layer_indices:full_attention/linear_attention hidden=4096 heads=32 layers=32 length=262144 partial=0.5
bitnet halves hidden=2560 heads=20 layers=30 length=2048 theta=500000
blt_global_transformer adjacent hidden=2048 heads=16 layers=25 length=4096 theta=500000 sees=?
blt_local_decoder adjacent hidden=1024 heads=16 layers=9 length=24576 theta=500000 sees=?
blt_local_encoder adjacent hidden=1024 heads=16 layers=1 length=24576 theta=500000 sees=?
blt_patcher adjacent hidden=768 heads=12 layers=14 length=8192 sees=?
chameleon halves hidden=4096 heads=32 layers=32 length=4096
clvp_encoder halves hidden=768@projection_dim heads=12 times=0.5 layers=20 if=use_rotary_embedding:true:true else=learned sees=both
codegen adjacent hidden=4096 heads=16 layers=28 length=2048 rotary=64
cohere adjacent hidden=8192 heads=64 layers=40 length=8192 theta=500000
cohere2 adjacent hidden=8192 heads=64 layers=40 length=8192 kinds=sliding_attention/full_attention:4 window=4096 plain=full_attention
cohere2_moe adjacent hidden=8192 heads=64 head=128 layers=40 length=8192 kinds=sliding_attention/full_attention:4 window=4096 plain=full_attention
cohere_compass_text halves hidden=8192 heads=64 layers=40 length=8192 interleaved=24,20,20 window=4096 ids=qwen-3-vl
cohere_compass_vision halves hidden=1152 heads=16 layers=27 axes=2 adds=learned sees=both
cosmos3_edge_text halves hidden=2048 heads=16 head=128 layers=28 length=131072 theta=100000000 interleaved=24,20,20 ids=qwen-3-vl
csm halves hidden=2048 heads=32 layers=16 length=2048 theta=500000
csm_depth_decoder_model halves hidden=1024 heads=8 layers=4 length=33 theta=500000
cwm halves hidden=6144 heads=48 head=128 layers=64 length=131072 theta=1000000 rule={"factor":16,"high_freq_factor":4,"low_freq_factor":1,"original_max_position_embeddings":8192,"rope_type":"llama3"} kinds=sliding_attention/full_attention:4:0 window=8192
dbrx halves hidden=2048 heads=16 layers=24 length=2048
deepseek_ocr2_encoder halves hidden=4096 heads=32 layers=32 length=32768 window=4096? sees=?
deepseek_ocr2_text halves hidden=4096 heads=32 layers=32 length=2048
deepseek_v2 adjacent hidden=4096 heads=32 rope=64 nope=128 layers=32 length=2048 scale=mscale
deepseek_v3 interleave hidden=7168 heads=128 rope=64 nope=128 layers=61 length=4096 scale=mscale
deepseek_v32 adjacent hidden=7168 heads=128 rope=64 nope=128 layers=61 length=163840 kinds=deepseek_sparse_attention scale=mscale
deepseek_v4 adjacent hidden=4096 heads=64 rope=64 head=512 layers=43 length=1048576 partial=0.125 rules=main:rope_theta:10000,compress:compress_rope_theta:160000+1 uses=sliding_attention:main,compressed_sparse_attention:compress,heavily_compressed_attention:compress kinds=compressed_sparse_attention/heavily_compressed_attention:2:0+1 window=128 sinks=all codes=compress_ratios,0:sliding_attention,4:compressed_sparse_attention,128:heavily_compressed_attention
dia_decoder halves hidden=2048 heads=16 head=128 layers=18 length=3072 scale=1
dia_encoder halves hidden=1024 heads=16 head=128 layers=12 length=1024 scale=1 sees=both
diffllama halves hidden=2048 heads=32 layers=16 length=2048
diffusion_gemma_text halves hidden=2304 heads=8 head=256 layers=30 length=131072 rule={"sliding_attention":{"rope_theta":10000},"full_attention":{"rope_type":"proportional","partial_rotary_factor":0.25,"rope_theta":1000000}} kinds=sliding_attention/full_attention:6+-1 window=512 scale=1 otherhead=full_attention:global_head_dim:512 sees=?
dinov3_vit halves hidden=384 heads=6 layers=12 theta=100 axes=2 ids=dino-v3 sees=both
doge halves hidden=1024 heads=8 layers=32 length=2048 flat window=
dots1 halves hidden=4608 heads=32 layers=62 length=2048 window=4096
edgetam_video adjacent hidden=256@memory_attention_hidden_size heads=1@memory_attention_num_attention_heads layers=2@memory_attention_num_layers theta=10000@memory_attention_rope_theta axes=2 sees=both
efficientloftr adjacent hidden=256 heads=8 partial=4 beyond=axes sees=both
emu3_text_model halves hidden=4096 heads=32 layers=32 length=9216 theta=1000000
eomt_dinov3 halves hidden=1024 heads=16 layers=24 theta=100 axes=2 sees=both
ernie4_5 adjacent hidden=1024 heads=16 head=128 layers=18 length=131072 theta=500000
ernie4_5_moe adjacent hidden=2560 heads=20 layers=28 length=131072 theta=500000
ernie4_5_vl_moe_text adjacent hidden=2560 heads=20 layers=28 length=131072 theta=500000 sections=22,22,20 order=space,time ids=ernie-4.5-vl
ernie4_5_vl_moe_vision halves hidden=1280 heads=16 layers=32 axes=2 sees=both
esm halves hidden=768 heads=12 layers=12 length=1026 scale=1 if=position_embedding_type:rotary:absolute else=learned sees=both
eurobert halves hidden=768 heads=12 layers=12 length=8192 sees=both
evolla halves hidden=4096 heads=32 layers=32 length=8192 theta=500000
exaone4 halves hidden=4096 heads=32 layers=32 length=2048 kinds=sliding_attention/full_attention:4 window=4096 plain=full_attention
exaone4_5_vision halves hidden=3584 heads=16 layers=32 axes=2 sees=both
exaone_moe halves hidden=4096 heads=32 layers=32 length=2048 kinds=sliding_attention/full_attention:4 window=4096 plain=full_attention
falcon halves hidden=4544 heads=71 layers=32 length=2048 if=alibi:false:false else=alibi scaled
falcon_h1 halves hidden=4096 heads=32 layers=32 length=8192 kinds=hybrid
flex_olmo halves hidden=4096 heads=32 layers=32 length=4096 theta=500000
gemma halves hidden=3072 heads=16 head=256 layers=28 length=8192
gemma2 halves hidden=2304 heads=8 head=256 layers=26 length=8192 kinds=sliding_attention/full_attention:2 window=4096 scale=query_pre_attn_scalar:256 softcap=50
gemma3_text halves hidden=2304 heads=8 head=256 layers=26 length=131072 rules=full_attention:rope_theta:1000000+,sliding_attention:rope_local_base_freq:10000 kinds=sliding_attention/full_attention:6 window=4096 scale=query_pre_attn_scalar:256
gemma3n_text halves hidden=2048 heads=8 head=256 layers=35 length=32768 rules=full_attention:rope_theta:1000000+,sliding_attention:rope_local_base_freq:10000 kinds=sliding_attention/full_attention:5 window=512 scale=1
gemma4_text halves hidden=2304 heads=8 head=256 layers=30 length=131072 rule={"sliding_attention":{"rope_theta":10000},"full_attention":{"rope_type":"proportional","partial_rotary_factor":0.25,"rope_theta":1000000}} kinds=sliding_attention/full_attention:6+-1 window=512 scale=1 otherhead=full_attention:global_head_dim:512
gemma4_unified_text halves hidden=2304 heads=8 head=256 layers=30 length=262144 rule={"sliding_attention":{"rope_theta":10000},"full_attention":{"rope_type":"proportional","partial_rotary_factor":0.25,"rope_theta":1000000}} kinds=sliding_attention/full_attention:6+-1 window=1024 scale=1 otherhead=full_attention:global_head_dim:512
gemma4_vision halves hidden=768 heads=12 head=64 layers=16 theta=100 scale=1 beyond=blocks sees=both
glm adjacent hidden=4096 heads=32 head=128 layers=40 length=131072 partial=0.5
glm4 adjacent hidden=4096 heads=32 head=128 layers=40 length=131072 partial=0.5
glm4_moe halves hidden=4096 heads=96 layers=46 length=131072 partial=0.5 odd
glm4_moe_lite interleave hidden=2048 heads=20 rope=64 nope=192 layers=47 length=202752 partial=1 scale=mscale
glm4v_moe_text halves hidden=4096 heads=96 layers=46 length=65536 partial=0.5 sections=8,12,12 ids=glm-4v
glm4v_moe_vision halves hidden=1536 heads=12 layers=24 axes=2 adds=learned sees=both
glm4v_text adjacent hidden=4096 heads=32 layers=40 length=32768 partial=1 sections=8,12,12 ids=glm-4v
glm4v_vision halves hidden=1536 heads=12 layers=24 axes=2 adds=learned sees=both
glm_image_text halves hidden=4096 heads=32 layers=40 length=131072 partial=1 sections=8,12,12
glm_moe_dsa adjacent hidden=6144 heads=64 rope=64 nope=192 layers=78 length=202752 kinds=deepseek_sparse_attention scale=mscale
glm_ocr_text adjacent hidden=1024 heads=16 layers=16 length=131072 partial=1 sections=8,12,12 ids=glm-4v
glm_ocr_vision halves hidden=1024 heads=16 layers=24 axes=2 sees=both
glmasr_encoder halves hidden=1280 heads=20 layers=32 length=1500 partial=0.5 sees=?
gpt_neox halves hidden=6144 heads=64 layers=44 length=2048 partial=0.25
gpt_neox_japanese halves hidden=2560 heads=32 layers=32 length=2048 partial=1
gpt_oss halves hidden=2880 heads=64 head=64 layers=36 length=131072 theta=150000 rule={"rope_type":"yarn","factor":32,"beta_fast":32,"beta_slow":1,"truncate":false,"original_max_position_embeddings":4096} kinds=sliding_attention/full_attention:2 window=128 sinks=all
gptj adjacent hidden=4096 heads=16 layers=28 length=2048 rotary=64
granite halves hidden=4096 heads=32 layers=32 length=2048 scale=attention_multiplier:1
granite4_vision_text halves hidden=4096 heads=32 layers=32 length=2048 scale=attention_multiplier:1
granite_swa halves hidden=2560 heads=20 layers=24 length=8192 kinds=sliding_attention/full_attention:4:0 window=128 scale=attention_multiplier:1 sinks=all unrotated
granitemoe halves hidden=4096 heads=32 layers=32 length=2048 scale=attention_multiplier:1
granitemoe_swa halves hidden=4096 heads=32 layers=32 length=2048 kinds=sliding_attention/full_attention:4:0 window=128 scale=attention_multiplier:1 sinks=all unrotated
granitemoehybrid halves hidden=4096 heads=32 layers=32 length=2048 scale=attention_multiplier:1 if=position_embedding_type:rope:none else=none
granitemoeshared halves hidden=4096 heads=32 layers=32 length=2048 scale=attention_multiplier:1
helium adjacent hidden=2560 heads=20 head=128 layers=24 length=4096 theta=100000
higgs_audio_v2 halves hidden=3072 heads=24 head=128 layers=28 length=2048 theta=500000 rule={"factor":32,"high_freq_factor":0.5,"low_freq_factor":0.125,"original_max_position_embeddings":1024,"rope_type":"llama3"}
hrm_text halves hidden=1536 heads=12 head=128 layers=128 length=2048
hunyuan_v1_dense halves hidden=4096 heads=32 layers=32 length=2048
hunyuan_v1_moe halves hidden=4096 heads=32 layers=32 length=2048
hunyuan_vl_text halves hidden=4096 heads=32 layers=32 length=2048
hy_v3 halves hidden=4096 heads=64 head=128 layers=80 length=131072 theta=11158840
hyperclovax halves hidden=4096 heads=32 layers=32 length=2048 scale=attention_multiplier
idefics halves hidden=4096 heads=32 layers=32 length=2048
jais2 halves hidden=3328 heads=26 layers=32 length=8192
jetmoe halves hidden=2048 heads=32 head=128@kv_channels layers=12 length=4096 scale=?
jina_embeddings_v3 halves hidden=1024 heads=16 layers=24 length=8194 theta=20000 sees=both
kimi_k25_vision halves hidden=1152 heads=16 layers=27 axes=2 order=1,0 sees=both
kyutai_speech_to_text halves hidden=2048 heads=32 layers=48 length=750 flat window=375
laguna halves hidden=2048 heads=48 head=128 layers=40 length=131072 partial=1 rule={"full_attention":{"rope_theta":500000,"partial_rotary_factor":0.5},"sliding_attention":{"rope_theta":10000,"partial_rotary_factor":1}} window=512
lasr_encoder halves hidden=512 heads=8 layers=17 length=10000 sees=both
lfm2 halves among=full_attn_idxs:full_attention/conv hidden=2560 heads=32 layers=32 length=128000 theta=1000000
lfm2_moe halves hidden=2048 heads=32 layers=32 length=128000 theta=1000000
lightglue adjacent hidden=256@descriptor_dim heads=4 layers=9 beyond=points sees=both
llama halves hidden=4096 heads=32 layers=32 length=2048
llama4_text adjacent hidden=5120 heads=40 head=128 layers=48 length=131072 theta=500000 kinds=chunked_attention/full_attention:turning window=8192 plain=full_attention unrotated=4 temper=8192:0.1:1
llama4_vision_model adjacent hidden=768 heads=16 layers=34 axes=2 sees=both
longcat_flash adjacent hidden=6144 heads=64 rope=64 nope=128 layers=56 length=131072 theta=10000000
mellum halves hidden=2304 heads=32 head=128 layers=28 length=131072 partial=1 rule={"full_attention":{"rope_theta":500000},"sliding_attention":{"rope_theta":10000}} window=1024
mimi halves hidden=512 heads=8 layers=8 length=8000 flat window=250
mimo_v2_flash halves hidden=4096 heads=64 head=192 layers=48 length=131072 partial=0.334 rules=full_attention:rope_theta:5000000+,sliding_attention:swa_rope_theta:10000 kinds=sliding_attention/full_attention:6+0 codes=hybrid_layer_pattern,0:full_attention,1:sliding_attention window=128 sinks=sliding_attention
minicpm3 halves hidden=2560 heads=40 rope=32 nope=64 layers=62 length=32768 scale=mscale
minimax halves hidden=4096 heads=32 layers=32 length=131072 theta=1000000 kinds=full_attention/linear_attention:2 window=
minimax_m2 halves hidden=3072 heads=48 head=128 layers=62 length=196608 theta=5000000 partial=1 disputed=rotary:partial
minimax_m3_vl_text halves hidden=6144 heads=64 head=128 layers=60 length=524288 theta=5000000 partial=1 disputed=rotary:partial
minimax_m3_vl_vision halves hidden=1280 heads=16 layers=32 axes=3 sees=both
ministral halves hidden=4096 heads=32 layers=32 length=131072 kinds=sliding_attention window=4096
ministral3 halves hidden=4096 heads=32 head=128 layers=34 length=262144 theta=1000000 rule={"factor":16,"original_max_position_embeddings":16384,"beta_fast":32,"beta_slow":1,"mscale_all_dim":1,"mscale":1,"llama_4_scaling_beta":0.1,"rope_type":"yarn"} flat window=
mistral halves hidden=4096 heads=32 layers=32 length=131072 flat window=4096
mistral4 interleave hidden=4096 heads=32 rope=64 nope=64 layers=36 length=1048576 rule={"factor":128,"original_max_position_embeddings":8192,"beta_fast":32,"beta_slow":1,"mscale_all_dim":1,"mscale":1,"llama_4_scaling_beta":0.1,"partial_rotary_factor":0.5,"rope_type":"yarn"} scale=mscale
mixtral halves hidden=4096 heads=32 layers=32 length=131072 theta=1000000 flat window=
mlcd_vision_model halves hidden=1664 heads=16 layers=48 axes=2 sees=both
mllama_text_model halves hidden=4096 heads=32 layers=40 length=131072 theta=500000
modernbert halves hidden=768 heads=12 layers=22 length=8192 rules=full_attention:global_rope_theta:160000+,sliding_attention:local_rope_theta:10000+ kinds=sliding_attention/full_attention:3:0 window=local sees=both
modernbert-decoder halves hidden=768 heads=12 layers=22 length=8192 rules=full_attention:global_rope_theta:160000+,sliding_attention:local_rope_theta:10000+ kinds=sliding_attention/full_attention:3:0 window=local
moonshine adjacent hidden=288 heads=8 layers=6 length=512 partial=0.9 sees=?
moonshine_streaming adjacent hidden=320 heads=8 layers=6 length=4096 partial=1 rule={"partial_rotary_factor":0.8} sees=?
moshi halves hidden=4096 heads=32 layers=32 length=3000 flat window=3000
muse_glimmer_assistant halves hidden=6656 heads=32 head=128 layers=5 length=131072 theta=500000 kinds=sliding_attention window=2048 sees=both
muse_glimmer_text halves hidden=6656 heads=32 head=128 layers=52 length=131072 kinds=sliding_attention/full_attention:4:-1 window=2048 plain=full_attention unrotated
muse_glimmer_vision halves hidden=1536 heads=16 layers=50 axes=2 kinds=window_attention/full_attention:4+-1 sees=both
musicflamingo adjacent beyond=time sees=?
nanochat halves hidden=768 heads=6 layers=12 length=2048 direction=-1
nemotron halves hidden=6144 heads=48 layers=32 length=4096 partial=0.5
nomic_bert halves hidden=768 heads=12 layers=12 length=2048 theta=1000 sees=both
olmo halves hidden=4096 heads=32 layers=32 length=2048
olmo2 halves hidden=4096 heads=32 layers=32 length=2048
olmo3 halves hidden=4096 heads=32 layers=32 length=2048 rules=full_attention:rope_theta:500000+,sliding_attention:rope_theta:500000 kinds=sliding_attention/full_attention:4 window=4096
olmo_hybrid halves hidden=3840 heads=30 layers=32 length=65536 kinds=linear_attention/full_attention:4
olmoe halves hidden=2048 heads=16 layers=16 length=4096
openai_privacy_filter adjacent hidden=640 heads=14 head=64 layers=8 length=131072 theta=150000 rule={"rope_type":"yarn","factor":32,"beta_fast":32,"beta_slow":1,"truncate":false,"original_max_position_embeddings":4096} flat window=128 sinks=all sees=both
paddleocr_vl_text halves hidden=1024 heads=16 head=128 layers=18 length=131072 theta=500000 ids=qwen-2-vl
paddleocr_vl_vision halves hidden=1152 heads=16 layers=27 axes=2 adds=learned sees=both
pe_audio_encoder adjacent hidden=1792 heads=14 head=128 layers=6 length=10000 rule={"rope_theta":20000} sees=both
persimmon halves hidden=4096 heads=64 layers=36 length=16384 partial=0.5
phi halves hidden=2048 heads=32 layers=24 length=2048 partial=0.5
phi3 halves hidden=3072 heads=32 layers=32 length=4096 partial=1 flat window=
phi4_multimodal halves hidden=3072 heads=32 layers=32 length=131072 partial=1 flat window=
phimoe halves hidden=4096 heads=32 layers=32 length=131072 theta=1000000 flat window= mscales=1
pixtral halves hidden=1024 heads=16 layers=24 axes=2 order=strided sees=both
qwen2 halves hidden=4096 heads=32 layers=32 length=32768 window=4096?
qwen2_5_omni_dit halves hidden=1024 heads=16 head=64 layers=22 length=32768 sees=?
qwen2_5_omni_talker halves hidden=3584 heads=28 head=128 layers=28 length=32768 theta=1000000 window=32768?
qwen2_5_omni_text halves hidden=3584 heads=28 layers=28 length=32768 theta=1000000 window=32768?
qwen2_5_omni_vision_encoder halves hidden=3584 heads=16 layers=32 axes=2 sees=both
qwen2_5_vl_text halves hidden=8192 heads=64 layers=80 length=32768 theta=1000000 window=4096? ids=qwen-2.5-vl
qwen2_5_vl_vision halves hidden=3584 heads=16 layers=32 axes=2 sees=both
qwen2_moe halves hidden=2048 heads=16 layers=24 length=32768 window=4096?
qwen2_vl_text halves hidden=8192 heads=64 layers=80 length=32768 theta=1000000 window=4096? ids=qwen-2-vl
qwen2_vl_vision halves hidden=1280@embed_dim heads=16 layers=32 axes=2 sees=both
qwen3 halves hidden=4096 heads=32 head=128 layers=32 length=32768 window=4096?
qwen3_5_moe_text halves hidden=2048 heads=16 head=256 layers=40 length=32768 partial=0.25 kinds=linear_attention/full_attention:4 interleaved=11,11,10 ids=qwen-3-vl
qwen3_5_moe_vision halves hidden=1152 heads=16 layers=27 axes=2 adds=learned sees=both
qwen3_5_text halves hidden=4096 heads=16 head=256 layers=32 length=32768 partial=0.25 kinds=linear_attention/full_attention:4 interleaved=11,11,10 ids=qwen-3-vl
qwen3_5_vision halves hidden=1152 heads=16 layers=27 axes=2 adds=learned sees=both
qwen3_moe halves hidden=2048 heads=32 layers=24 length=32768 flat window=4096?
qwen3_next halves hidden=2048 heads=16 head=256 layers=48 length=32768 partial=0.25 kinds=linear_attention/full_attention:4
qwen3_omni_moe_talker_code_predictor halves hidden=1024 heads=16 head=128 layers=5 length=32768 window=
qwen3_omni_moe_talker_text halves hidden=1024 heads=16 layers=20 length=32768 window= interleaved=24,20,20
qwen3_omni_moe_text halves hidden=2048 heads=28 layers=28 length=32768 theta=1000000 window= interleaved=24,20,20
qwen3_omni_moe_vision_encoder halves hidden=1152 heads=16 layers=27 axes=2 adds=learned sees=both
qwen3_vl_moe_text halves hidden=2048 heads=16 layers=24 length=128000 theta=500000 window= interleaved=24,20,20 ids=qwen-3-vl
qwen3_vl_moe_vision halves hidden=1152 heads=16 layers=27 axes=2 adds=learned sees=both
qwen3_vl_text halves hidden=4096 heads=32 head=128 layers=32 length=128000 theta=500000 interleaved=24,20,20 ids=qwen-3-vl
qwen3_vl_vision halves hidden=1152 heads=16 layers=27 axes=2 adds=learned sees=both
recurrent_gemma halves hidden=2560 heads=10 layers=26 partial=0.5 kinds=recurrent/attention:3 window=2048@attention_window_size disputed=partial
roformer adjacent hidden=768 heads=12 layers=12 length=1536 sees=both
sam2_video adjacent hidden=256@memory_attention_hidden_size heads=1@memory_attention_num_attention_heads layers=4@memory_attention_num_layers theta=10000@memory_attention_rope_theta axes=2 sees=both
sam3_tracker_video adjacent hidden=256@memory_attention_hidden_size heads=1@memory_attention_num_attention_heads layers=4@memory_attention_num_layers theta=10000@memory_attention_rope_theta axes=2 sees=both
sam3_vit_model adjacent hidden=1024 heads=16 layers=32 axes=2 sees=both
sapiens2 halves hidden=1024 heads=16 layers=24 theta=100 axes=2 sees=both
seamless_m4t halves hidden=1024 heads=16 layers=24 length=1024 if=position_embeddings_type:rotary:relative else=relative sees=?
seed_oss halves hidden=4096 heads=80 head=128 layers=64 length=524288
smollm3 halves hidden=2048 heads=16 layers=36 length=32768 theta=2000000 window=? unrotated=4
solar_open halves hidden=4096 heads=64 head=128 layers=48 length=131072 theta=1000000 partial=1
stablelm halves hidden=2560 heads=32 layers=32 length=4096 partial=0.25
starcoder2 halves hidden=3072 heads=24 layers=30 length=4096 flat window=
step3p5 halves hidden=4096 heads=64 head=128 layers=45 length=128000 rules=full_attention:rope_theta:10000+,sliding_attention:rope_theta:10000 partial=1 window= scale=query_pre_attn_scalar
step3p5_vision halves hidden=1536 heads=16 layers=47 axes=2 sees=both
t5_gemma_module halves hidden=2304 heads=8 head=256 layers=26 length=8192 kinds=sliding_attention/full_attention:2 window=4096 scale=query_pre_attn_scalar:256 softcap=50 sees=?
t5gemma2_decoder halves hidden=2304 heads=8 head=256 layers=26 length=131072 rules=full_attention:rope_theta:1000000+,sliding_attention:rope_local_base_freq:10000 kinds=sliding_attention/full_attention:6 window=4096 scale=query_pre_attn_scalar:256
t5gemma2_text halves hidden=2304 heads=8 head=256 layers=26 length=131072 rules=full_attention:rope_theta:1000000+,sliding_attention:rope_local_base_freq:10000 kinds=sliding_attention/full_attention:6 window=4096 scale=query_pre_attn_scalar:256 sees=both
timesfm2_5 halves hidden=1280 heads=16 head=80 layers=20 length=16384 scale=?
vaultgemma halves hidden=2304 heads=8 head=256 layers=26 length=8192 kinds=sliding_attention/full_attention:2 window=4096 scale=query_pre_attn_scalar:256 softcap=50
video_llama_3_vision halves hidden=768 heads=12 layers=12 axes=2 sees=both
vjepa2 adjacent hidden=1024 heads=16 layers=24 beyond=tiled sees=both
voxtral_realtime_encoder halves hidden=1280 heads=32 head=64 layers=32 length=1500 flat window=750
voxtral_realtime_text halves hidden=4096 heads=32 layers=32 length=131072 flat window=4096
wav2vec2-bert halves hidden=1024 heads=16 layers=24 if=position_embeddings_type:rotary:relative_key else=relative sees=both
wav2vec2-conformer halves hidden=768 heads=12 layers=12 if=position_embeddings_type:rotary:relative else=relative sees=both
xcodec2 halves hidden=1024 heads=16 head=64 layers=12 length=4096 sees=both
youtu interleave hidden=2048 heads=16 rope=64 nope=128 layers=32 length=131072 scale=mscale
zamba2 halves hidden=2560 heads=32 layers=54 length=4096 scale=half if=use_mem_rope:true:false else=none head2=attention_head_dim
zaya halves hidden=2048 heads=8 head=128 layers=40 length=131072 partial=1 rule={"hybrid":{"rope_theta":5000000,"partial_rotary_factor":0.5},"hybrid_sliding":{"rope_theta":10000,"partial_rotary_factor":0.5}} kinds=hybrid window=
`;
