/** What posenc/full and posenc/inline export, but `load`. */
export type { AddPositionsOptions } from "./add-positions.ts";
export type { AttentionOptions, AttentionResult } from "./attention.ts";
export type { AttentionRotary } from "./attention-rotary.ts";
export type { ScoreOptions } from "./attention-scores.ts";
export type { BiasOptions } from "./bias/bias.ts";
export type { Perceptron } from "./bias/perceptron.ts";
export type { RelativeIndexOptions } from "./bias/relative-index.ts";
export type { RelativeScoresOptions } from "./bias/relative-scores.ts";
export type { RelativeValuesOptions } from "./bias/relative-values.ts";
export type { Block, BlocksOptions } from "./blocks.ts";
export type { EncodeOptions } from "./encode.ts";
export type { HeatmapOptions, Interval } from "./heatmap.ts";
export type { GeluOptions } from "./layers/gelu.ts";
export type { LayerNormOptions } from "./layers/layer-norm.ts";
export type { MatmulOptions } from "./layers/matmul.ts";
export type { SoftmaxOptions } from "./layers/softmax.ts";
export type { Load, LoadOptions } from "./load.ts";
export type { Numbers } from "./numbers.ts";
export { divergingPalette } from "./palette.ts";
export type { PermutePairingOptions } from "./permute-pairing.ts";
export type { Posenc } from "./posenc.ts";
export type { Criteria } from "./properties/criteria.ts";
export type { FitShiftOptions, ShiftFit } from "./properties/fit-shift.ts";
export type { MeanOptions } from "./properties/mean.ts";
export type {
  NearestRepeatOptions,
  Repeat,
  RepeatProgress,
  RepeatRange,
} from "./properties/nearest-repeat.ts";
export type { ShiftMatrixOptions } from "./properties/shift-matrix.ts";
export type { OffsetOptions } from "./properties/similarity.ts";
export type { OwnTable, TableSource } from "./properties/table-source.ts";
export type { RotaryFields } from "./rotary-fields.ts";
export type { RotaryCosSin, RotaryTableOptions } from "./rotary-table.ts";
export type { RotateOptions } from "./rotate.ts";
export type { Positions, Rows } from "./rows.ts";
export type { SinusoidalOptions } from "./sinusoidal.ts";
export * from "./spec-exports.ts";
export type { WasmSource } from "./wasm-source.ts";
