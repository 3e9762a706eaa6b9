/** The words of each finding: what a verdict says of it, and what a reader should look at. */

export interface Words {
  /** The words after "but" in a verdict. */
  readonly says: string;
  /** Advice for a reader. */
  readonly look: string;
  /** A property that many programs have, and that is no error by itself. */
  readonly note?: true;
}

/** All findings by name. */
export const words = {
  "norm-changed": {
    says: "the norm of channel pairs is not kept",
    look: "whether the two channels of a pair are given the same angle",
  },
  "group-law-fails": {
    says: "rotating by a and then by b is not rotating by a + b",
    look: "whether the sine and the cosine of a pair have the same frequency",
  },
  "not-relative": {
    says: "scores do not depend on the distance alone",
    look: "whether queries and keys are rotated by the same angle at the same position",
  },
  "tiled-angles": {
    says: "the list of angles is tiled where each angle should be repeated, or repeated where it should be tiled",
    look: "the line that doubles the angles: interleaved pairs need each angle twice, halves the list twice",
  },
  "signs-equal": {
    says: "the two sines of a pair have the same sign",
    look: "the minus in rotate_half: the first channel gets −x₂ sin, the second one x₁ sin",
  },
  overwritten: {
    says: "one channel of a pair is made from the other one after its rotation",
    look: "a rotation in place: keep both channels before one of them is written",
  },
  "parts-differ": {
    says: "cosines and sines follow different rules",
    look: "whether both are made from the same angles, and in the same call",
  },
  "heads-not-rotated": {
    says: "some heads are not rotated",
    look: "the shape at which cosines and sines are broadcast over heads",
  },
  "heads-differ": {
    says: "heads are rotated by different angles",
    look: "whether the axes of heads and tokens are exchanged before the rotation",
  },
  "tail-changed": {
    says: "channels beyond the rotary width change",
    look: "whether the part of a head that is not rotated is split off, and joined again unchanged",
  },
  "wrong-pairing": {
    says: "the other channels are paired",
    look: "halves or interleaved: the layout of the weights, and the flag of the rotation",
  },
  "wrong-base": {
    says: "the base is another one",
    look: "rope_theta in the config, and whether the reader takes its default of 10000 silently",
  },
  "wrong-rotary-width": {
    says: "the rotary width is another one",
    look: "partial_rotary_factor, rotary_dim and head_dim, and whether one of them is applied twice or not at all",
  },
  "wrong-divisor": {
    says: "exponents are divided by another number",
    look: "whether exponents run over n pairs or n − 1, and over the pairs or over the channels",
  },
  "angle-by-channel": {
    says: "the two channels of a pair have different angles",
    look: "the exponent: 2⌊c/2⌋/d for channel c, the same for a sine and its cosine",
  },
  "order-reversed": {
    says: "frequencies are in the reverse order",
    look: "the sign of the exponent, and whether pairs are counted from the last one",
  },
  "wrong-layout": {
    says: "sines and cosines stand in another order",
    look: "interleaved or halves, and which of the two comes first",
  },
  "position-offset": {
    says: "positions are off by a constant",
    look: "whether positions start at 0, and whether the length of the cache is counted before or after the new token",
  },
  "positions-constant": {
    says: "all rows have the same position",
    look: "whether position ids reach the rotation, and whether they grow with the cache",
  },
  "positions-other": {
    says: "rows have other positions than given",
    look: "position ids, chunks of a long text, and what padding does to them",
  },
  "rotated-twice": {
    says: "vectors are rotated twice",
    look: "whether keys that are already rotated come out of the cache, and are rotated again",
  },
  slice: {
    says: "rows begin at a later position",
    look: "whether this is a part of a longer table",
    note: true,
  },
  "attention-factor-missing": {
    says: "the attention factor is missing",
    look: "attention_factor, attn_factor or mscale in the config, and whether the engine reads that name",
  },
  "attention-factor-twice": {
    says: "the attention factor is applied twice",
    look: "whether cosines and sines have it, and queries or the softmax scale again",
  },
  "attention-factor-other": {
    says: "the attention factor is another one",
    look: "mscale and mscale_all_dim, and the formula 0.1 ln s + 1",
  },
  "ramp-rounded": {
    says: "the ends of YaRN's ramp are rounded to whole pairs",
    look: "truncate in the config, and whether the engine always uses floor and ceil",
  },
  "ramp-not-rounded": {
    says: "the ends of YaRN's ramp are not rounded",
    look: "truncate in the config: its default is true",
  },
  "scaling-missing": {
    says: "the scaling of frequencies is missing",
    look: "rope_scaling or rope_parameters in the config, and the name of the type",
  },
  "scaling-twice": {
    says: "the scaling of frequencies is applied twice",
    look: "whether positions and frequencies are both divided",
  },
  "scaling-inverted": {
    says: "frequencies are multiplied by the factor, not divided",
    look: "whether the reader takes factor for freq_scale, which is its inverse",
  },
  "wrong-scaling": {
    says: "frequencies follow another scaling rule",
    look: "the type of rope_scaling, and its original length",
  },
  "scaling-unexpected": {
    says: "frequencies are scaled, which is not expected",
    look: "whether a rule of scaling comes from a default, or from the config of another model",
  },
  "wrong-factor": {
    says: "the scaling has another factor",
    look: "factor in the config against the ratio of the two lengths: some engines take the ratio",
  },
  "wrong-ramp": {
    says: "YaRN's ramp lies elsewhere",
    look: "beta_fast and beta_slow in the config, and their defaults of 32 and 1",
  },
  "wrong-original-length": {
    says: "the scaling counts with another original length",
    look: "original_max_position_embeddings against max_position_embeddings",
  },
  "scaling-always": {
    says: "dynamic scaling is applied at every length",
    look: "whether the base is computed once for the longest text",
  },
  "long-list": {
    says: "the list of long texts is used for a short one",
    look: "what the length is compared with: the text, the cache, or the longest length that is served",
  },
  "short-list": {
    says: "the list of short texts is used for a long one",
    look: "what the length is compared with: the text, the cache, or the longest length that is served",
  },
  "sections-misread": {
    says: "pairs follow other axes",
    look: "mrope_section and mrope_interleaved, and which axis the last pairs have",
  },
  "rotation-reversed": {
    says: "the rotation has the opposite sign",
    look: "the sign of the sine in rotate_half, or a transposed matrix",
  },
  "sin-cos-exchanged": {
    says: "sines and cosines are exchanged",
    look: "the order in which the two are stored and read",
  },
  "positions-rounded": {
    says: "positions are rounded to a short float",
    look: "arange with the dtype of the model: bfloat16 has whole numbers up to 256, float16 up to 2048",
  },
  "frequencies-rounded": {
    says: "frequencies are rounded to a short float",
    look: "inv_freq, which a cast of the whole model converts, too",
  },
  "phases-rounded": {
    says: "phases are rounded to a short float",
    look: "the dtype of position times frequency, also under autocast",
  },
  "cache-rounded": {
    says: "cosines and sines are rounded to a short float",
    look: "the dtype of the table; rotate in float32 if long texts matter",
  },
  "float32-recipe": {
    says: "it is the table of the float32 recipe",
    look: "positions over some thousands: the phase is rounded there",
    note: true,
  },
  "scale-forgotten": {
    says: "embeddings are not multiplied by √d",
    look: "whether embeddings are multiplied by the square root of their width before the table is added",
  },
  "scale-on-table": {
    says: "the table is multiplied by √d",
    look: "whether the square root of the width multiplies the sum in place of the embeddings",
  },
  "slopes-of-a-power": {
    says: "slopes follow the formula of a power of two, which the number of heads is not",
    look: "the second half of the rule: slopes of the next lower power, then every second of twice that power",
  },
  "slopes-cut": {
    says: "slopes are the first ones of the next power of two",
    look: "the rule for heads that are no power of two: the lower power first",
  },
  "slopes-start-at-one": {
    says: "the exponents of slopes start at 0",
    look: "whether head h has 2^(−8(h + 1)/heads)",
  },
  "slopes-reversed": {
    says: "slopes are in the reverse order",
    look: "the order of heads",
  },
  "slopes-rounded": {
    says: "slopes are rounded to a short float",
    look: "the dtype that slopes are computed in",
  },
  "bias-sign": {
    says: "the bias grows with the distance",
    look: "the sign of the slope: far keys must get less",
  },
  "bias-one-sided": {
    says: "keys after the query get no bias of distance",
    look: "whether the model is causal: an encoder needs the absolute distance",
  },
  "bias-two-sided": {
    says: "keys after the query are seen",
    look: "the causal mask, which is added besides",
  },
  "bias-distances-rounded": {
    says: "distances are rounded to a short float",
    look: "the dtype of the distance before it is multiplied by the slope",
  },
  "buckets-one-directional": {
    says: "buckets have one direction, and the model two",
    look: "bidirectional of relative_position_bucket: true in an encoder",
  },
  "buckets-bidirectional": {
    says: "buckets have two directions, and the model one",
    look: "bidirectional of relative_position_bucket: false in a decoder",
  },
  "padding-counted": {
    says: "padding is counted as tokens",
    look: "position ids of a left-padded batch: cumsum(mask) − 1",
  },
  "positions-restart": {
    says: "position ids start again",
    look: "packed texts, which need a mask for each, or the position of a growing cache",
    note: true,
  },
  "positions-jump": {
    says: "position ids leave numbers out",
    look: "images and other tokens with a rule of their own, or a chunk that begins too late",
  },
  "other-convention": {
    says: "it is another convention than expected",
    look: "the whole config: more than one field differs",
  },
} as const satisfies Record<string, Words>;
