/**
 * Model types whose code comes with their weights, as other programs read them; the words are those of rotary.ts.
 *
 *   ratio                        a field by which the base is multiplied
 *
 * Source: ml-explore/mlx-lm, mlx_lm/models/<type>.py; chatglm, internlm: InternLM/lmdeploy, lmdeploy/pytorch/models/chatglm2.py
 * and module_map.py; microsoft/onnxruntime-genai, src/python/py/models/builders/chatglm.py; baichuan: vllm-project/vllm,
 * vllm/model_executor/models/baichuan.py.
 */
export const ownCode = `
afm7 adjacent theta=50000
baichuan halves hidden=4096 heads=32 layers=32 if=hidden_size:4096:4096 else=alibi
bailing_moe halves partial=1
bailing_moe_linear halves partial=1
chatglm adjacent head=128@kv_channels partial=0.5 ratio=rope_ratio
deepseek halves hidden=4096 heads=32 layers=30 length=2048
exaone halves
hunyuan halves
internlm halves
internlm2 halves length=32768
internlm3 halves length=32768
iquestcoder halves
iquestloopcoder halves length=131072 theta=500000
joyai_llm_flash interleave rope=64 nope=128 scale=mscale
kimi_k2 interleave rope=64 nope=128 scale=mscale
kimi_linear none
kimi_vl parts text_config=deepseek_v3
Klear halves
lille-130m adjacent
longcat_flash_ngram adjacent rope=64 nope=128
mimo halves length=32768
minicpm halves theta=1000000
minimax_m3 halves head=128 partial=1 disputed=rotary:partial
nemotron-nas halves hidden=8192 heads=64 layers=80 length=131072 theta=500000
openelm halves theta=10000@rope_freq_constant
phi-msft halves heads=32 layers=32 rotary=32
phi3small halves theta=1000000@rope_embedding_base
phixtral halves heads=32 layers=32 rotary=32
plamo halves
qwen halves hidden=2048 heads=16 head=128@kv_channels layers=24 length=8192 partial=1
telechat3 halves
youtu_llm interleave hidden=2048 heads=16 rope=64 nope=128 layers=32 length=131072 theta=1600000 scale=mscale
`;
