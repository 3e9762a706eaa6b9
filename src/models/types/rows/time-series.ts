/** Time series. */
import type { Rows } from "../row.ts";
import { unknownScale } from "../score-rules.ts";
import { encoderAndDecoder } from "../streams.ts";

export const timeSeries: Rows = {
  autoformer: { positions: "sinusoidal", stacks: encoderAndDecoder() },
  informer: { positions: "sinusoidal", stacks: encoderAndDecoder() },
  time_series_transformer: { positions: "sinusoidal", stacks: encoderAndDecoder() },
  timesfm2_5: { positions: "halves", causal: true, weighed: true, scale: unknownScale },
};
