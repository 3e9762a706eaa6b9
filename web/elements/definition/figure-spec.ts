/** The layouts that a figure can label. */
export const LAYOUTS = ["interleaved", "halves"] as const;

/** The encodings that such a figure shows: the sinusoidal one in the paper's convention, except for these fields. */
export interface FigureSpec {
  readonly method: "sinusoidal";
  readonly dModel: number;
  readonly base: number;
  readonly layout: (typeof LAYOUTS)[number];
}
