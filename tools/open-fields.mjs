/**
 * Values for the fields that presets leave open: several for the vectors of a preset, one for its picture. A field that is
 * not in this list has its usual value.
 *
 * @type {Record<string, { vectors: readonly unknown[], picture?: unknown }>}
 */
export const OPEN_FIELDS = {
  dModel: { vectors: [512, 320, 128, 16, 8, 7], picture: 48 }, // an odd one for rules about it
  shape: {
    vectors: [
      [14, 14],
      [3, 5],
      [3, 5, 7],
    ],
  },
  octaves: { vectors: [4, 10], picture: 10 }, // of a coordinate: Mildenhall et al. 2020, section 5.3
  base: { vectors: [1000] },
  scale: { vectors: [1000] },
  valid: { vectors: [[3, 4]] },
  dimensions: { vectors: [1], picture: 1 },
  currentLength: { vectors: [4096, 131_072], picture: 131_072 }, // the texts that Phi-3's short and long factors are for
};
