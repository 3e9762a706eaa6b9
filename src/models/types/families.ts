/**
 * Families of models, which are the folders of transformers: in each line the area, the year of publication, or a hyphen if
 * their page does not give it, and the families.
 * Source: huggingface/transformers, docs/source/en/_toctree.yml and the first lines of docs/source/en/model_doc/<family>.md, at
 * decba1d2ea4ed3cbf0495d1828abad4b2dba1846 of the fork zucchini-nlp/transformers.
 */
export const families = `
text - afmoe apertus arcee axk1 axk2 bamba cohere cohere2 cohere2_moe cpmant dbrx deepseek_v4 doge ernie4_5 ernie4_5_moe esm exaone_moe falcon_h1 fuyu glm4_moe_lite glm_image gpt2 gpt_neo gpt_neox_japanese gpt_oss gpt_sw3 gptj granite_swa granitemoe_swa granitemoehybrid helium hunyuan_v1_dense hunyuan_v1_moe hy_v3 jais2 lfm2 lfm2_moe mellum mimo_v2_flash minimax_m2 minimax_m3_vl ministral ministral3 mpt muse_glimmer muse_glimmer_assistant nanochat olmo3 olmo_hybrid openai openai_privacy_filter persimmon qwen3_5 qwen3_5_moe qwen3_next roc_bert rwkv seed_oss smollm3 stablelm step3p7 t5gemma2 zaya
text 2016 vaultgemma
text 2017 encoder_decoder
text 2018 bert marian
text 2019 albert bart bert_generation camembert ctrl distilbert ernie flaubert fsmt megatron_bert pegasus roberta roberta_prelayernorm t5 xlm xlm_roberta xlnet
text 2020 big_bird bigbird_pegasus blenderbot blenderbot_small convbert deberta deberta_v2 dpr electra funnel led longformer luke m2m_100 mbart mobilebert mpnet mt5 prophetnet rembert squeezebert
text 2021 canine fnet ibert longt5 markuplm nystromformer plbart roformer splinter switch_transformers xglm xlm_roberta_xl yoso
text 2022 biogpt bloom codegen gpt_neox mra mvp nllb_moe opt pegasus_x xmod
text 2023 falcon gpt_bigcode jetmoe llama mamba mistral phi umt5
text 2024 blt deepseek_v2 deepseek_v3 diffllama falcon_mamba gemma gemma2 glm glm4 granite granitemoe granitemoeshared jamba jina_embeddings_v3 laguna mamba2 minicpm3 mixtral modernbert modernbert_decoder nemotron nomic_bert olmo olmo2 olmoe phi3 phimoe qwen2 qwen2_moe recurrent_gemma starcoder2 xlstm zamba zamba2
text 2025 bitnet deepseek_v32 dots1 eurobert exaone4 flex_olmo glm4_moe hrm_text hunyuan_vl hyperclovax longcat_flash minimax modernvbert nemotron_h qwen3 qwen3_moe t5gemma youtu
text 2026 deepseek_ocr2 exaone4_5 glm_moe_dsa solar_open
vision - hgnet_v2 imagegpt pixio radio sam2 sam3_tracker
vision 2015 resnet
vision 2017 mobilenet_v1 superpoint
vision 2018 mobilenet_v2 upernet
vision 2019 bit efficientnet superglue
vision 2020 deit regnet vit
vision 2021 beit cvt levit mask2former maskformer mobilevit poolformer pvt pvt_v2 segformer swin swinv2 textnet vit_mae yolos
vision 2022 convnext dinat focalnet glpn mobilevitv2 swin2sr vit_msn vitdet vitpose vitpose_backbone
vision 2023 convnextv2 dinov2 dinov2_with_registers hiera ijepa lightglue sam sam_hq seggpt swiftformer
vision 2024 aimv2 d_fine depth_anything depth_pro efficientloftr mlcd prompt_depth_anything rf_detr
vision 2025 deimv2 dinov3_convnext dinov3_vit eomt eomt_dinov3
vision 2026 chmv2 sapiens2 videomt
audio - bark csm dia glmasr granite_speech_plus higgs_audio_v2 higgs_audio_v2_tokenizer kyutai_speech_to_text mimi nemotron3_5_asr parakeet
audio 2020 fastspeech2_conformer lasr speech_to_text wav2vec2 wav2vec2_conformer
audio 2021 audio_spectrogram_transformer hubert sew sew_d speecht5 unispeech unispeech_sat univnet vits wavlm
audio 2022 clap encodec pop2piano whisper
audio 2023 dac musicgen musicgen_melody nemotron_asr_streaming seamless_m4t seamless_m4t_v2 wav2vec2_bert
audio 2024 moonshine moonshine_streaming moshi xcodec
audio 2025 granite_speech pe_audio xcodec2
audio 2026 qwen3_asr vibevoice_asr
video - sam2_video sam3_tracker_video
video 2021 timesformer vivit
video 2022 videomae
video 2025 vjepa2
multimodal - cohere2_vision cohere_compass cosmos3_edge cosmos3_omni cwm diffusion_gemma ernie4_5_vl_moe evolla gemma4 gemma4_assistant gemma4_unified gemma4_unified_assistant glm_ocr glmga granite4_vision inkling kimi_k25 lfm2_vl lighton_ocr llama4 llava_next metaclip_2 mistral3 mistral4 mllama pp_chart2table pp_doclayout_v2 pp_doclayout_v3 pp_lcnet pp_lcnet_v4 pp_ocrv5_mobile_det pp_ocrv5_mobile_rec pp_ocrv5_server_det pp_ocrv5_server_rec pp_ocrv6_medium_det pp_ocrv6_small_det pp_ocrv6_small_rec pp_ocrv6_tiny_rec sam3 sam3_video slanet voxtral voxtral_realtime
multimodal 2019 layoutlm lxmert visual_bert
multimodal 2020 layoutlmv2 tapas
multimodal 2021 align bros clip clipseg donut flava layoutxlm perceiver pp_lcnet_v3 speech_encoder_decoder vilt vision_encoder_decoder vision_text_dual_encoder
multimodal 2022 altclip blip bridgetower chinese_clip data2vec git groupvit layoutlmv3 lilt mgp_str oneformer owlvit pix2struct udop x_clip
multimodal 2023 blip_2 clvp florence2 grounding_dino idefics instructblip instructblipvideo kosmos2 kosmos2_5 llava owlv2 siglip tvp video_llava vipllava
multimodal 2024 aria chameleon colpali colqwen2 deepseek_vl deepseek_vl_hybrid emu3 fast_vlm gemma3n got_ocr2 idefics2 idefics3 janus llava_next_video llava_onevision mm_grounding_dino omdet_turbo ovis2 paligemma pi0 pixtral qwen2_audio qwen2_vl
multimodal 2025 audioflamingo3 aya_vision colmodernvbert edgetam_video gemma3 glm46v glm4v glm4v_moe internvl minicpmv4_6 musicflamingo paddleocr_vl perception_lm phi4_multimodal qwen2_5_omni qwen2_5_vl qwen3_omni_moe qwen3_vl qwen3_vl_moe shieldgemma2 siglip2 smolvlm video_llama_3
multimodal 2026 qianfan_ocr sam3_lite_text tipsv2
reinforcement 2021 decision_transformer
time-series - time_series_transformer
time-series 2020 informer
time-series 2021 autoformer
time-series 2023 timesfm2_5
`;
