/** Time series. */
import { onlyIf, type Rows } from "../row.ts";
import { learnedScale } from "../score-rules.ts";
import { encoderAndDecoder } from "../streams.ts";

export const timeSeries: Rows = {
  autoformer: { positions: "sinusoidal", stacks: encoderAndDecoder() },
  informer: { positions: "sinusoidal", stacks: encoderAndDecoder() },
  time_series_transformer: { positions: "sinusoidal", stacks: encoderAndDecoder() },
  timesfm: {
    positions: "none",
    unless: onlyIf("use_positional_embedding", false, "sinusoidal"),
    causal: true,
    scale: learnedScale,
  },
  timesfm2_5: { positions: "halves", causal: true, weighed: true, scale: learnedScale },
};
