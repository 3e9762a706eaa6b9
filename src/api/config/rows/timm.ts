/**
 * Vision transformers of timm, by `architecture`: the words of rotary.ts, and the types as name:width,heads,layers. Tokens
 * before those of the image are not rotated.
 *
 * Source: huggingface/pytorch-image-models, timm/models/eva.py, at aa4b5850c1543fa488abf260f18390eda46cf85d: the arguments of
 * each function; timm/layers/pos_embed_sincos.py: what they mean.
 */
export const timm: Record<string, string> = {
  learned: `
    eva_giant_patch14_224:1408,16,40 eva_giant_patch14_336:1408,16,40 eva_giant_patch14_560:1408,16,40
    eva_giant_patch14_clip_224:1408,16,40 eva02_enormous_patch14_clip_224:1792,16,64`,
  "adjacent axes=2 adds=learned": `
    eva02_tiny_patch14_224:192,3,12 eva02_small_patch14_224:384,6,12 eva02_base_patch14_224:768,12,12
    eva02_large_patch14_224:1024,16,24 eva02_tiny_patch14_336:192,3,12 eva02_small_patch14_336:384,6,12
    eva02_base_patch14_448:768,12,12 eva02_large_patch14_448:1024,16,24 eva02_base_patch16_clip_224:768,12,12
    eva02_large_patch14_clip_224:1024,16,24 eva02_large_patch14_clip_336:1024,16,24`,
  "adjacent axes=2": `
    vit_medium_patch16_rope_reg1_gap_256:512,8,12 vit_mediumd_patch16_rope_reg1_gap_256:512,8,20
    vit_betwixt_patch16_rope_reg4_gap_256:640,10,12 vit_base_patch16_rope_reg1_gap_256:768,12,12`,
  "adjacent axes=2 order=columns adds=learned": `
    vit_pe_core_tiny_patch16_384:192,3,12 vit_pe_core_small_patch16_384:384,6,12 vit_pe_core_base_patch16_224:768,12,12
    vit_pe_core_large_patch14_336:1024,16,24 vit_pe_core_gigantic_patch14_448:1536,16,50
    vit_pe_lang_large_patch14_448:1024,16,23 vit_pe_lang_gigantic_patch14_448:1536,16,47
    vit_pe_spatial_tiny_patch16_512:192,3,12 vit_pe_spatial_small_patch16_512:384,6,12
    vit_pe_spatial_base_patch16_512:768,12,12 vit_pe_spatial_large_patch14_448:1024,16,24
    vit_pe_spatial_gigantic_patch14_448:1536,16,50`,
  "adjacent axes=2 theta=100 order=columns": `
    vit_small_patch16_rope_224:384,6,12 vit_base_patch16_rope_224:768,12,12 vit_large_patch16_rope_224:1024,16,24`,
  "adjacent axes=2 theta=100 order=columns adds=learned": `
    vit_small_patch16_rope_ape_224:384,6,12 vit_base_patch16_rope_ape_224:768,12,12
    vit_large_patch16_rope_ape_224:1024,16,24`,
  "adjacent beyond=mixed": `
    vit_small_patch16_rope_mixed_224:384,6,12 vit_base_patch16_rope_mixed_224:768,12,12
    vit_large_patch16_rope_mixed_224:1024,16,24`,
  "adjacent beyond=mixed adds=learned": `
    vit_small_patch16_rope_mixed_ape_224:384,6,12 vit_base_patch16_rope_mixed_ape_224:768,12,12
    vit_large_patch16_rope_mixed_ape_224:1024,16,24`,
  "halves axes=2 theta=100 ids=dino-v3": `
    vit_tiny_patch16_dinov3_qkvb:192,3,12 vit_small_patch16_dinov3:384,6,12 vit_small_patch16_dinov3_qkvb:384,6,12
    vit_small_plus_patch16_dinov3:384,6,12 vit_small_plus_patch16_dinov3_qkvb:384,6,12 vit_base_patch16_dinov3:768,12,12
    vit_base_patch16_dinov3_qkvb:768,12,12 vit_large_patch16_dinov3:1024,16,24 vit_large_patch16_dinov3_qkvb:1024,16,24
    vit_huge_plus_patch16_dinov3:1280,20,32 vit_huge_plus_patch16_dinov3_qkvb:1280,20,32 vit_7b_patch16_dinov3:4096,32,40`,
};
