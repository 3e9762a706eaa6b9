import { defineElement } from "./define-element.ts";
import { HeatmapElement } from "./heatmap.ts";

defineElement("pe-heatmap", HeatmapElement);
