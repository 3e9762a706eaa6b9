import type { ResolvedSpec } from "../../../src/entries/encodings.ts";

/** The title and the code of each rule that scales RoPE's frequencies for longer texts. Each rule has a file of its own. */

export type Scaling = ResolvedSpec<"rope">["scaling"];
export type ScheduleName = Scaling["type"];
type ScalingOf<T extends ScheduleName> = Extract<Scaling, { type: T }>;

/** Lengths in tokens. */
export interface Lengths {
  /** Length of the texts of the first training. */
  readonly trained: number;
  /** Length of the text that the model reads now. */
  readonly context: number;
}

export interface Schedule<T extends ScheduleName> {
  readonly title: string;
  /** The rule with the numbers that its paper gives, for a text `factor` times as long as the trained ones. */
  readonly stretched?: (lengths: Lengths, factor: number) => Omit<ScalingOf<T>, "type">;
  /** Python that changes `base` of `d` channels. */
  readonly base?: (spec: ScaledSpec<T>) => string;
  /** Python that changes `frequency` of the pairs `i` of `d` channels. */
  readonly frequency?: (spec: ScaledSpec<T>) => string;
  /** The attention factor as a Python expression. Default 1. */
  readonly attentionFactor?: (spec: ScaledSpec<T>) => string;
}

/** The fields of a rotary spec that formulas use. */
interface ScaledSpec<T extends ScheduleName> {
  readonly scaling: ScalingOf<T>;
  readonly currentLength: number;
  readonly rotaryDim: number;
}
