/** The encodings that a model can be trained with. Their fields are read in `encoding.ts`. */

const rotary = ["base", "start", "rotaryDim", "scaling", "queryScale"] as const;

/**
 * Each encoding: its name in menus, the fields that it has, the kernels' word for it, and the place where positions act: none, the
 * words of the text, queries and keys, or the scores.
 */
export const methods = {
  none: { title: "none", fields: ["queryScale"], kind: "none", place: "none" },
  sinusoidal: { title: "sinusoidal", fields: ["base", "start"], kind: "added", place: "added" },
  sine: { title: "sines only", fields: ["base", "start"], kind: "sines", place: "added" },
  learned: { title: "learned", fields: ["positions", "deviation"], kind: "learned", place: "added" },
  rope: { title: "RoPE", fields: rotary, kind: "rotary", place: "rotated" },
  "rope-half": {
    title: "half RoPE",
    fields: rotary.filter((name) => name !== "rotaryDim"),
    kind: "rotary",
    place: "rotated",
  },
  "rope-alternate": { title: "RoPE and none", fields: rotary, kind: "rotaryAlternate", place: "rotated" },
  alibi: { title: "ALiBi", fields: [], kind: "bias", place: "bias" },
  kerple: { title: "KERPLE", fields: [], kind: "kerple", place: "bias" },
  t5: { title: "T5", fields: ["buckets", "maxDistance"], kind: "t5", place: "bias" },
  fire: { title: "FIRE", fields: [], kind: "fire", place: "bias" },
  shaw: { title: "Shaw", fields: ["clip", "values"], kind: "shaw", place: "bias" },
  fox: { title: "FoX", fields: [], kind: "fox", place: "bias" },
} as const;

/**
 * The name of an encoding of the lab. `sine` adds a sine without a cosine to each channel, each with its own frequency;
 * `rope-half` rotates half of each head's channels; `rope-alternate` rotates in the first of every two layers and uses no
 * positions in the second; `kerple` subtracts a² ln(1 + b² · distance), with two learned numbers for each head; `fire` adds a
 * learned function of the distance on a scale that grows with the query's position, from a quarter of the longest sequence
 * trained on; `shaw` adds learned vectors to the keys, one for each distance, the same in all heads and layers, and with `values`
 * also to the values, as in its paper; `fox` lets each token learn how much of the earlier text to forget, and counts no
 * positions.
 */
export type LabMethod = keyof typeof methods;
export const labMethods = Object.keys(methods) as LabMethod[];
