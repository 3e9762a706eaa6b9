import { AttentionElement } from "./attention/attention.ts";
import { BiasElement } from "./bias/bias.ts";
import { BroadcastElement } from "./broadcast/broadcast.ts";
import { CausalLeakElement } from "./causal-leak/causal-leak.ts";
import { ClockElement } from "./clock/clock.ts";
import { CriteriaElement } from "./criteria/criteria.ts";
import { defineElement } from "./figure/define-element.ts";
import { HeatmapElement } from "./heatmap/heatmap.ts";
import { PeriodsElement } from "./periods/periods.ts";
import { PrecisionElement } from "./precision/precision.ts";
import { RecurrentElement } from "./recurrent/recurrent.ts";
import { RepeatElement } from "./repeat/repeat.ts";
import { RopeElement } from "./rope/rope.ts";
import { RotationElement } from "./rotation/rotation.ts";
import { ScoreElement } from "./score/score.ts";
import { ShiftHeadElement } from "./shift-head/shift-head.ts";
import { SimilarityElement } from "./similarity/similarity.ts";
import { SumElement } from "./sum/sum.ts";
import { WavesElement } from "./waves/waves.ts";

const figures = {
  "pe-attention": AttentionElement,
  "pe-bias": BiasElement,
  "pe-broadcast": BroadcastElement,
  "pe-causal-leak": CausalLeakElement,
  "pe-clock": ClockElement,
  "pe-criteria": CriteriaElement,
  "pe-heatmap": HeatmapElement,
  "pe-periods": PeriodsElement,
  "pe-precision": PrecisionElement,
  "pe-recurrent": RecurrentElement,
  "pe-repeat": RepeatElement,
  "pe-rope": RopeElement,
  "pe-rotation": RotationElement,
  "pe-score": ScoreElement,
  "pe-shift-head": ShiftHeadElement,
  "pe-similarity": SimilarityElement,
  "pe-sum": SumElement,
  "pe-waves": WavesElement,
} as const;

export type FigureTag = keyof typeof figures;

type Figures = { [Tag in FigureTag]: InstanceType<(typeof figures)[Tag]> };

declare global {
  interface HTMLElementTagNameMap extends Figures {}
}

for (const [tag, element] of Object.entries(figures)) defineElement(tag, element);
