import { AttentionElement } from "./attention.ts";
import { defineElement } from "./define-element.ts";
import { HeatmapElement } from "./heatmap.ts";
import { WavesElement } from "./waves.ts";

defineElement("pe-attention", AttentionElement);
defineElement("pe-heatmap", HeatmapElement);
defineElement("pe-waves", WavesElement);
