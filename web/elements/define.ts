import { AttentionElement } from "./attention/attention.ts";
import { ClockElement } from "./clock/clock.ts";
import { defineElement } from "./figure/define-element.ts";
import { HeatmapElement } from "./heatmap/heatmap.ts";
import { PeriodsElement } from "./periods/periods.ts";
import { PrecisionElement } from "./precision/precision.ts";
import { RopeElement } from "./rope/rope.ts";
import { SimilarityElement } from "./similarity/similarity.ts";
import { WavesElement } from "./waves/waves.ts";

defineElement("pe-attention", AttentionElement);
defineElement("pe-clock", ClockElement);
defineElement("pe-heatmap", HeatmapElement);
defineElement("pe-periods", PeriodsElement);
defineElement("pe-precision", PrecisionElement);
defineElement("pe-rope", RopeElement);
defineElement("pe-similarity", SimilarityElement);
defineElement("pe-waves", WavesElement);
