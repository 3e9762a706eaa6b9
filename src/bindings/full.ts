/** The calls of the full module. */
import type { AttentionCalls } from "./attention.ts";
import type { AdditiveCalls } from "./full/additive.ts";
import type { BiasCalls } from "./full/bias.ts";
import type { LayerCalls } from "./full/layers.ts";
import type { PropertyCalls } from "./full/properties.ts";
import type { RerotationCalls } from "./full/rerotation.ts";
import type { LightCalls } from "./light.ts";
import type { RotaryCalls } from "./rotary.ts";

export interface FullCalls
  extends LightCalls,
    AdditiveCalls,
    RotaryCalls,
    RerotationCalls,
    BiasCalls,
    AttentionCalls,
    LayerCalls,
    PropertyCalls {}
