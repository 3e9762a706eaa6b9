/** Every function and every convention, without what is known of other people's models: figures need no more. */
import createModule from "../../build/wasm/web/posenc-full.mjs";
import { browserHost } from "../api/module/browser-host.ts";
import { ifRelaxed, loader } from "../api/module/load.ts";
import { posenc } from "../api/posenc.ts";

export type { Numbers } from "../api/arguments/numbers.ts";
export type { AttentionOptions, AttentionResult } from "../api/attention/attention.ts";
export type { AttentionRotary } from "../api/attention/attention-rotary.ts";
export type { ScoreOptions } from "../api/attention/attention-scores.ts";
export type {
  AttentionPart,
  MergeAttentionOptions,
  MergedAttention,
} from "../api/attention/merge-attention.ts";
export type { QueryScaleOption } from "../api/attention/query-scale.ts";
export type { Perceptron } from "../api/bias/perceptron.ts";
export type { AddPositionsOptions } from "../api/encode/add-positions.ts";
export type { Block, BlocksOptions } from "../api/encode/blocks.ts";
export type { EncodeOptions } from "../api/encode/encode.ts";
export type { SinusoidalOptions } from "../api/encode/sinusoidal.ts";
export type { HeatmapOptions, Interval } from "../api/heatmap/heatmap.ts";
export { divergingPalette } from "../api/heatmap/palette.ts";
export type { GeluOptions } from "../api/layers/gelu.ts";
export type { KeptWeights } from "../api/layers/keep-weights.ts";
export type { LayerNormOptions } from "../api/layers/layer-norm.ts";
export type { LinearOptions, WeightLayout } from "../api/layers/linear.ts";
export type { LogSoftmaxOptions } from "../api/layers/log-softmax.ts";
export type { MatmulOptions } from "../api/layers/matmul.ts";
export type { ReluOptions } from "../api/layers/relu.ts";
export type { RmsNormOptions } from "../api/layers/rms-norm.ts";
export type { SiluOptions } from "../api/layers/silu.ts";
export type { SoftmaxOptions } from "../api/layers/softmax.ts";
export type { TransformerLayerOptions } from "../api/layers/transformer-layer.ts";
export type { LearnedLinear, LearnedNorm, TransformerWeights } from "../api/layers/transformer-weights.ts";
export type { Load, LoadOptions } from "../api/module/load.ts";
export type { WasmSource } from "../api/module/wasm-source.ts";
export type { Posenc } from "../api/posenc.ts";
export type { Criteria } from "../api/properties/criteria.ts";
export type { FitShiftOptions, ShiftFit } from "../api/properties/fit-shift.ts";
export type { MeanOptions } from "../api/properties/mean.ts";
export type {
  NearestRepeatOptions,
  Repeat,
  RepeatProgress,
  RepeatRange,
} from "../api/properties/nearest-repeat.ts";
export type { ShiftMatrixOptions } from "../api/properties/shift-matrix.ts";
export type { OffsetOptions } from "../api/properties/similarity.ts";
export type { OwnTable, TableSource } from "../api/properties/table-source.ts";
export type { BiasOptions } from "../api/relative/bias.ts";
export type { RelativeIndexOptions } from "../api/relative/relative-index.ts";
export type { RelativeScoresOptions } from "../api/relative/relative-scores.ts";
export type { RelativeValuesOptions } from "../api/relative/relative-values.ts";
export type { PermutePairingOptions } from "../api/rotate/permute-pairing.ts";
export type { RerotateOptions } from "../api/rotate/rerotate.ts";
export type { RotaryFields } from "../api/rotate/rotary-fields.ts";
export type { RotaryCosSin, RotaryTableOptions } from "../api/rotate/rotary-table.ts";
export type { RotateOptions } from "../api/rotate/rotate.ts";
export type { RotateByOptions } from "../api/rotate/rotate-by.ts";
export type { Positions, Rows } from "../api/table/rows.ts";
export * from "./conventions.ts";

/** @function */
export const load = loader(
  posenc,
  {
    createModule,
    defaultWasm: () => new URL("./posenc-full.wasm", import.meta.url).href,
    relaxedWasm: ifRelaxed(() => new URL("./posenc-full-relaxed.wasm", import.meta.url).href),
  },
  browserHost,
);
