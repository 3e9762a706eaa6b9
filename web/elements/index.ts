export { AttentionElement } from "./attention/attention.ts";
export { ClockElement } from "./clock/clock.ts";
export { FigureElement } from "./figure/figure-element.ts";
export { LinkedFigure } from "./figure/linked-figure.ts";
export { SpecFigure } from "./figure/spec-figure.ts";
export { HeatmapElement } from "./heatmap/heatmap.ts";
export { SimilarityElement } from "./similarity/similarity.ts";
export { WavesElement } from "./waves/waves.ts";
