export { AttentionElement } from "./attention.ts";
export { FigureElement } from "./figure-element.ts";
export { HeatmapElement } from "./heatmap.ts";
export { SpecFigure } from "./spec-figure.ts";
export { WavesElement } from "./waves.ts";
