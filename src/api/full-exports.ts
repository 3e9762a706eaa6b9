/** What posenc/full and posenc/inline export, but `load`. */
export type { AddPositionsOptions } from "./additive/add-positions.ts";
export type { Block, BlocksOptions } from "./additive/blocks.ts";
export type { EncodeOptions } from "./additive/encode.ts";
export type { SinusoidalOptions } from "./additive/sinusoidal.ts";
export type { Numbers } from "./arguments/numbers.ts";
export type { AttentionOptions, AttentionResult } from "./attention/attention.ts";
export type { AttentionRotary } from "./attention/attention-rotary.ts";
export type { ScoreOptions } from "./attention/attention-scores.ts";
export type { BiasOptions } from "./bias/bias.ts";
export type { Perceptron } from "./bias/perceptron.ts";
export type { RelativeIndexOptions } from "./bias/relative-index.ts";
export type { RelativeScoresOptions } from "./bias/relative-scores.ts";
export type { RelativeValuesOptions } from "./bias/relative-values.ts";
export type { HeatmapOptions, Interval } from "./heatmap/heatmap.ts";
export { divergingPalette } from "./heatmap/palette.ts";
export type { GeluOptions } from "./layers/gelu.ts";
export type { LayerNormOptions } from "./layers/layer-norm.ts";
export type { MatmulOptions } from "./layers/matmul.ts";
export type { SoftmaxOptions } from "./layers/softmax.ts";
export type { Load, LoadOptions } from "./module/load.ts";
export type { WasmSource } from "./module/wasm-source.ts";
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
export type { PermutePairingOptions } from "./rotary/permute-pairing.ts";
export type { RotaryFields } from "./rotary/rotary-fields.ts";
export type { RotaryCosSin, RotaryTableOptions } from "./rotary/rotary-table.ts";
export type { RotateOptions } from "./rotary/rotate.ts";
export * from "./spec-exports.ts";
export type { Positions, Rows } from "./table/rows.ts";
