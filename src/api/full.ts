/** posenc/full: everything, in browsers and workers. */
import createModule from "../../build/wasm/web/posenc-full.mjs";
import { browserHost } from "./module/browser-host.ts";
import { loader } from "./module/load.ts";
import { ifRelaxed } from "./module/relaxed.ts";
import { posenc } from "./posenc.ts";

export type { Numbers } from "./arguments/numbers.ts";
export type { AttentionOptions, AttentionResult } from "./attention/attention.ts";
export type { AttentionRotary } from "./attention/attention-rotary.ts";
export type { ScoreOptions } from "./attention/attention-scores.ts";
export type { QueryScaleOption } from "./attention/query-scale.ts";
export type { Perceptron } from "./bias/perceptron.ts";
export type { AddPositionsOptions } from "./encode/add-positions.ts";
export type { Block, BlocksOptions } from "./encode/blocks.ts";
export type { EncodeOptions } from "./encode/encode.ts";
export type { SinusoidalOptions } from "./encode/sinusoidal.ts";
export type { HeatmapOptions, Interval } from "./heatmap/heatmap.ts";
export { divergingPalette } from "./heatmap/palette.ts";
export type { GeluOptions } from "./layers/gelu.ts";
export type { KeptWeights } from "./layers/keep-weights.ts";
export type { LayerNormOptions } from "./layers/layer-norm.ts";
export type { LinearOptions, WeightLayout } from "./layers/linear.ts";
export type { LogSoftmaxOptions } from "./layers/log-softmax.ts";
export type { MatmulOptions } from "./layers/matmul.ts";
export type { ReluOptions } from "./layers/relu.ts";
export type { RmsNormOptions } from "./layers/rms-norm.ts";
export type { SiluOptions } from "./layers/silu.ts";
export type { SoftmaxOptions } from "./layers/softmax.ts";
export type { TransformerLayerOptions } from "./layers/transformer-layer.ts";
export type { LearnedLinear, LearnedNorm, TransformerWeights } from "./layers/transformer-weights.ts";
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
export type { BiasOptions } from "./relative/bias.ts";
export type { RelativeIndexOptions } from "./relative/relative-index.ts";
export type { RelativeScoresOptions } from "./relative/relative-scores.ts";
export type { RelativeValuesOptions } from "./relative/relative-values.ts";
export type { PermutePairingOptions } from "./rotate/permute-pairing.ts";
export type { RerotateOptions } from "./rotate/rerotate.ts";
export type { RotaryFields } from "./rotate/rotary-fields.ts";
export type { RotaryCosSin, RotaryTableOptions } from "./rotate/rotary-table.ts";
export type { RotateOptions } from "./rotate/rotate.ts";
export type { RotateByOptions } from "./rotate/rotate-by.ts";
export * from "./spec-exports.ts";
export type { Positions, Rows } from "./table/rows.ts";

/** @function */
export const load = loader(
  {
    ...posenc,
    createModule,
    defaultWasm: () => new URL("./posenc-full.wasm", import.meta.url).href,
    relaxedWasm: ifRelaxed(() => new URL("./posenc-full-relaxed.wasm", import.meta.url).href),
  },
  browserHost,
);
