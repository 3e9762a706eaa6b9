/**
 * Vision transformers of timm, by `architecture`, in the words of rotary.ts; {a,b} in a name stands for two names. Width, heads
 * and layers come after a colon, or follow from a word in the name. Tokens before those of the image are not rotated.
 *
 * Source: huggingface/pytorch-image-models, timm/models/eva.py and naflexvit.py, at aa4b5850c1543fa488abf260f18390eda46cf85d:
 * the arguments of each function; timm/layers/pos_embed_sincos.py: what they mean.
 */
export const timm = `
interleaved sees=both axes=2 adds=learned:
 eva02_{tiny,small,base,large}_patch14_224 eva02_{tiny,small}_patch14_336 eva02_{base,large}_patch14_448
 eva02_base_patch16_clip_224 eva02_large_patch14_clip_224 eva02_large_patch14_clip_336
interleaved sees=both axes=2 order=columns adds=learned:
 vit_pe_core_{tiny,small}_patch16_384 vit_pe_core_base_patch16_224 vit_pe_core_large_patch14_336
 vit_pe_core_gigantic_patch14_448:1536,16,50 vit_pe_lang_large_patch14_448:1024,16,23
 vit_pe_lang_gigantic_patch14_448:1536,16,47 vit_pe_spatial_{tiny,small,base}_patch16_512 vit_pe_spatial_large_patch14_448
 vit_pe_spatial_gigantic_patch14_448:1536,16,50
interleaved sees=both axes=2 theta=100 order=columns adds=learned: vit_{small,base,large}_patch16_rope_ape_224
interleaved sees=both axes=2 theta=100 order=columns: vit_{small,base,large}_patch16_rope_224
interleaved sees=both axes=2:
 vit_medium_patch16_rope_reg1_gap_256:512,8,12 vit_mediumd_patch16_rope_reg1_gap_256:512,8,20
 vit_betwixt_patch16_rope_reg4_gap_256:640,10,12 vit_base_patch16_rope_reg1_gap_256
interleaved sees=both beyond=mixed adds=learned: vit_{small,base,large}_patch16_rope_mixed_ape_224
interleaved sees=both beyond=mixed: vit_{small,base,large}_patch16_rope_mixed_224
halves sees=both axes=2 theta=100 ids=dino-v3:
 vit_{tiny,small,base,large}_patch16_dinov3_qkvb vit_{small,base,large}_patch16_dinov3 vit_small_plus_patch16_dinov3
 vit_small_plus_patch16_dinov3_qkvb vit_huge_plus_patch16_dinov3:1280,20,32 vit_huge_plus_patch16_dinov3_qkvb:1280,20,32
 vit_7b_patch16_dinov3:4096,32,40
learned sees=both:
 naflexvit_base_patch16_{gap,par_gap,parfac_gap,map,siglip} naflexvit_so150m2_patch16_reg1_{gap,map}:832,13,21
 naflexvit_so400m_patch16_siglip:1152,16,27
 eva_giant_patch14_224:1408,16,40 eva_giant_patch14_336:1408,16,40 eva_giant_patch14_560:1408,16,40
 eva_giant_patch14_clip_224:1408,16,40 eva02_enormous_patch14_clip_224:1792,16,64
`;

/** Width, heads and layers by the word in the name of a type. */
export const timmSizes = { tiny: "192,3,12", small: "384,6,12", base: "768,12,12", large: "1024,16,24" };
