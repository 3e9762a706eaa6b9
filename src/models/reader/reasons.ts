/** Why rules and fields of files have no form here, by their names. */

const ofName: Record<string, string> = {
  ntk: "programs compute different formulas under this name",
  mixed_ntk: "each frequency has a factor of its own, which no rule here has",
  fope: "its waves are mixed by learned weights",
  use_fope: "its waves are mixed by learned weights",
  "telechat3-yarn": "its attention factor is 0.07 ln s + 1 in one program and that of YaRN in others",
  dual_chunk_attention_config:
    "long texts are cut into chunks with three kinds of scores, whose positions dualChunkIds gives",
  use_logn_attn: "queries are scaled by the logarithm of their position",
  rotary_scaling_factor:
    "the model's own code has the scaling dynamic with this factor beyond max_trained_positions, and other programs have none",
  use_dynamic_ntk: "the base grows with the text by a rule of this model's own code",
  "attn_config.rope_theta": "the class of transformers does not read it",
  use_scaled_rope: "the numbers of the rule are in the program, not in the file",
};

/** `, because …`, or nothing if there is no reason to say. */
export const because = (name: unknown): string =>
  typeof name === "string" && Object.hasOwn(ofName, name) ? `, because ${ofName[name]}` : "";
