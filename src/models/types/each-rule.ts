/** What a class does otherwise in single layers. */
import type { Config, Rule } from "./facts.ts";
import type { Causality, LayerWindow } from "./score-rules.ts";

/** A layer in its stack, with what the reader makes of it before the row's own rule. */
export interface OfLayer {
  readonly kind: string;
  readonly index: number;
  readonly count: number;
}

/** What a class does otherwise in a layer. */
export interface LayerFacts {
  readonly attention: { readonly self: boolean | null; readonly cross: boolean | null };
  readonly heads: number | null;
  readonly keyHeads: number | null;
  readonly headDim: number | null;
  readonly valueDim: number | null;
  readonly causal: Causality | null;
  readonly window: LayerWindow | "unknown" | null;
  readonly softmaxScale: number | null;
  readonly softcap: number | "unknown" | null;
  readonly sinks: boolean | null;
}

/** What a row may say of a layer. */
type OwnFacts = Partial<LayerFacts> & { readonly bias?: "unknown" };

/** Gives the facts of a layer that differ from what the reader makes of the other facts of the row. */
export type EachRule = Rule<(config: Config, layer: OfLayer, made: LayerFacts) => OwnFacts>;
