/**
 * Model types that are made of others: in each line the fields of the parts, without `_config`, and the type of a part whose
 * file does not name it; then the types. In brackets is what a part has if the file leaves it out whole. The type stands for `*`.
 * Source: transformers, models/<type>/configuration_<type>.py.
 */
export const parts = `
parts acoustic_model=dac semantic_model=hubert: higgs_audio_v2_tokenizer xcodec
parts audio=*_encoder text=qwen2: audioflamingo3
parts audio=*_encoder text=qwen3(hidden=2048,heads=16,layers=28,length=65536): qwen3_asr
parts audio=qwen2_5_omni_audio_encoder vision=qwen2_5_omni_vision_encoder text=qwen2_5_omni_text: qwen2_5_omni_thinker
parts audio=qwen3_omni_moe_audio_encoder vision=qwen3_omni_moe_vision_encoder text=qwen3_omni_moe_text: qwen3_omni_moe_thinker
parts backbone=*_backbone: vitpose
parts backbone=*_dinov2: rf_detr
parts backbone=dinov2: depth_anything prompt_depth_anything
parts backbone=dinov3_vit(hidden=1024,heads=16,layers=24): chmv2
parts backbone=hgnet_v2: d_fine deimv2 pp_doclayout_v2 pp_doclayout_v3 pp_ocrv5_server_det pp_ocrv5_server_rec
parts backbone=pp_lcnet: slanet
parts backbone=pp_lcnet_v3: pp_ocrv5_mobile_det pp_ocrv5_mobile_rec
parts backbone=pp_lcnet_v4: pp_ocrv6_medium_det pp_ocrv6_small_det pp_ocrv6_small_rec pp_ocrv6_tiny_rec
parts backbone=resnet: tvp upernet
parts backbone=sam2_hiera_det_model: sam2_vision_model
parts backbone=sam3_vit_model: sam3_vision_model
parts backbone=swin text=bert: grounding-dino mm-grounding-dino
parts backbone=swin: mask2former oneformer
parts decoder encoder: encoder-decoder speech-encoder-decoder vision-encoder-decoder
parts decoder_config=*_decoder encoder_config=*_encoder: dia
parts detector=sam3 tracker=sam3_tracker_video: sam3_video
parts dit=qwen2_5_omni_dit: qwen2_5_omni_token2wav
parts encoder=*_encoder decoder=*_decoder: t5gemma2
parts encoder=t5_gemma_module decoder=t5_gemma_module: t5gemma
parts encoder_config=*_encoder: nemotron_asr_streaming
parts encoder_config=deepseek_ocr2_encoder sam=deepseek_ocr2_sam_vision_model: deepseek_ocr2_vision
parts encoder_config=lasr_encoder: lasr_ctc
parts encoder_config=nemotron_asr_streaming_encoder: nemotron3_5_asr
parts encoder_config=parakeet_encoder: parakeet_ctc parakeet_rnnt parakeet_tdt
parts global=*_global_transformer encoder_config=*_local_encoder decoder_config=*_local_decoder patcher=*_patcher: blt
parts image_model=dinov2 patch_model=dinov2 fov_model=dinov2: depth_pro
parts keypoint_detector=superpoint: superglue
parts semantic=semantic coarse_acoustics=coarse_acoustics fine_acoustics=fine_acoustics codec=encodec: bark
parts text vision: vision-text-dual-encoder
parts text=*_encoder speech=*_encoder decoder_config=*_decoder: clvp
parts text=*_text audio=*_audio: gemma3n
parts text=*_text code_predictor=*_code_predictor: qwen3_omni_moe_talker
parts text=*_text vision=*_vision audio=*_audio: gemma4
parts text=*_text vision=*_vision: cohere_compass gemma4_unified minimax_m3_vl muse_glimmer
parts text=*_text vision=*_vision_model: llama4
parts text=*_text vision=idefics3_vision: aria
parts text=*_text vision=siglip_vision_model: gemma3
parts text=*_text(hidden=3072,layers=26,theta=1e6,head=128) audio=*_encoder: voxtral_realtime
parts text=*_text: cosmos3_edge diffusion_gemma
parts text=*_text_model audio=*_audio_model: clap
parts text=*_text_model image=*_image_model multimodal=*_multimodal_model: flava
parts text=*_text_model vision=*_vision_model:
 aimv2 align altclip blip bridgetower chinese_clip clip clipseg groupvit metaclip_2 mllama owlv2 owlvit siglip siglip2 xclip
parts text=*_text_model vq=*_vqgan: emu3
parts text=*_text_model: pix2struct tipsv2
parts text=bart vision=florence_vision: florence2
parts text=clip_text_model: omdet-turbo
parts text=cohere2 vision=siglip_vision_model: aya_vision cohere2_vision
parts text=deepseek_v3 vision=*_vision: kimi_k25
parts text=gemma(hidden=2048,heads=8,layers=18) vision=siglip_vision_model: paligemma
parts text=gemma3_text vision=siglip_vision_model: shieldgemma2
parts text=gemma4_text: gemma4_assistant
parts text=gemma4_unified_text: gemma4_unified_assistant
parts text=glm4v_text vision=glm4v_vision: glm46v glmga
parts text=granite encoder_config=*_encoder projector=blip_2_qformer: granite_speech granite_speech_plus
parts text=inkling_text: inkling_mm_model
parts text=kosmos_2_5_text_model: kosmos-2.5
parts text=kosmos_2_text_model vision=kosmos_2_vision_model: kosmos-2
parts text=lfm2 vision=siglip2_vision_model: lfm2_vl
parts text=llama vision=*_vision: idefics3 smolvlm
parts text=llama vision=*_vision_model vq=*_vqgan: janus
parts text=llama vision=clip_vision_model: llava llava_next llava_next_video video_llava vipllava
parts text=llama vision=siglip_vision_model high_res_vision=sam_vision_model: deepseek_vl_hybrid
parts text=llama vision=siglip_vision_model qformer=blip_2_qformer: granite4_vision
parts text=llama vision=siglip_vision_model: deepseek_vl
parts text=llama(hidden=2048,heads=16,layers=28,length=8192) audio=*_encoder: glmasr
parts text=llama(hidden=3072,layers=30,length=131072,theta=1e8,head=128) audio=*_encoder: voxtral
parts text=llama: perception_lm
parts text=mistral(hidden=5120,layers=40,theta=1e9,head=128) vision=pixtral: mistral3
parts text=mistral(length=32768) vision=*_vision: idefics2
parts text=modernbert vision=siglip_vision_model: modernvbert
parts text=modernbert(hidden=1024,heads=16) audio=*_encoder: pe_audio
parts text=opt qformer=*_qformer vision=*_vision_model: instructblip instructblipvideo
parts text=opt qformer=blip_2_qformer vision=blip_2_vision_model: blip-2
parts text=persimmon: fuyu
parts text=qwen2 audio=*_encoder: qwen2_audio
parts text=qwen2 vision=*_vision: internvl
parts text=qwen2 vision=siglip_vision_model: llava_onevision
parts text=qwen2(hidden=1024,heads=16,layers=24,theta=1000000): got_ocr2 pp_chart2table
parts text=qwen2(hidden=3584,heads=28,layers=28): fast_vlm
parts text=qwen2: ovis2 vibevoice_asr
parts text=qwen3 vision=*_vision: qianfan_ocr
parts text=qwen3(hidden=1024,heads=16,layers=28,length=40960,theta=1e6,head=128) vision=pixtral: lighton_ocr
parts text=qwen3_5_text vision=*_vision: minicpmv4_6
parts text=t5gemma2_text vision=siglip_vision_model: t5gemma2_encoder
parts thinker=*_thinker talker=*_talker token2wav=*_token2wav: qwen2_5_omni
parts thinker=*_thinker: qwen3_omni_moe
parts vision=*_vision text=*_text:
 deepseek_ocr2 ernie4_5_vl_moe glm4v glm4v_moe glm_image glm_ocr hunyuan_vl paddleocr_vl qwen2_5_vl qwen2_vl qwen3_5
 qwen3_5_moe qwen3_vl qwen3_vl_moe
parts vision=*_vision text=exaone4: exaone4_5
parts vision=*_vision text=qwen2: video_llama_3
parts vision=*_vision_model text=clip_text_model: sam3
parts vision=*_vision_model: sam sam_hq sam2
parts vision=qwen3_vl_vision text=qwen3_vl_text: cosmos3_omni
parts vision=sam3_vision_model text=*_text_model: sam3_lite_text
parts vision=sam3_vision_model: sam3_tracker
parts vision=step3p5_vision text=step3p5: step3p7
parts vlm=modernvbert: colmodernvbert
parts vlm=paligemma dit=gemma(hidden=1024,heads=8,layers=18,head=256): pi0
parts vlm=paligemma text=gemma(hidden=2048,heads=8,layers=18): colpali
parts vlm=qwen2_vl: colqwen2
`;
