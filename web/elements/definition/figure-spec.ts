/** The layouts that figures can show. */
export const LAYOUTS = ["interleaved", "halves"] as const;

/** The encoding of a sinusoidal figure: in the paper's convention, except for these fields. */
export interface FigureSpec {
  readonly method: "sinusoidal";
  readonly dModel: number;
  readonly base: number;
  readonly layout: (typeof LAYOUTS)[number];
}
