/**
 * Model types whose code comes with their weights, as other programs read them; the words are those of rotary.ts.
 *
 *   ratio                        a field by which the base is multiplied
 *
 * Source: ml-explore/mlx-lm, mlx_lm/models/<type>.py; chatglm, internlm: InternLM/lmdeploy, lmdeploy/pytorch/models/chatglm2.py
 * and module_map.py; microsoft/onnxruntime-genai, src/python/py/models/builders/chatglm.py; baichuan: vllm-project/vllm,
 * vllm/model_executor/models/baichuan.py; minicpm and moonvit: of these names in the same folder; intern_vit_6b, internvl_chat: OpenGVLab/InternVL,
 * internvl_chat/internvl/model/internvl_chat/configuration_intern_vit.py and modeling_intern_vit.py.
 */
export const ownCode = `
interleaved head=128@kv_channels partial=0.5 ratio=rope_ratio: chatglm
interleaved rope=64 nope=128: longcat_flash_ngram
interleaved sees=both axes=2 1152,16,27 order=1,0 adds=learned: moonvit
interleaved theta=5e4: afm7
interleaved: lille-130m
halves 2048,16,24,8k head=128@kv_channels partial=1: qwen
halves 4096,32,30,2k: deepseek
halves 4096,32,32 if=hidden_size:4096:4096 else=alibi: baichuan
halves 8192,64,80,128k theta=5e5: nemotron-nas
halves head=128 partial=1 disputed=rotary:partial: minimax_m3
halves heads=32 layers=32 rotary=32: phi-msft phixtral
halves length=131072 theta=5e5: iquestloopcoder
halves length=32768: internlm2 internlm3 mimo
halves partial=1: bailing_moe bailing_moe_linear
halves theta=1000000@rope_embedding_base: phi3small
halves theta=10000@rope_freq_constant: openelm
halves: exaone hunyuan internlm iquestcoder Klear minicpm plamo telechat3
interleave 2048,16,32,128k rope=64 nope=128 theta=1600000 scale=mscale: youtu_llm
interleave rope=64 nope=128 scale=mscale: joyai_llm_flash kimi_k2
none sees=causal: kimi_linear
learned sees=both 3200,25,48: intern_vit_6b
parts llm vision=intern_vit_6b: internvl_chat
parts text=deepseek_v3 vision=moonvit: kimi_vl
`;
