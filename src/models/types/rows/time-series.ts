/** Time series. */
import { onlyIf, type Rows } from "../row.ts";
import { learnedScale } from "../score-rules.ts";
import { encoderAndDecoder } from "../streams.ts";

export const timeSeries: Rows = {
  // A softmax over the best delays of the whole text, which no query has for itself.
  autoformer: { positions: "sinusoidal", mixer: "other", stacks: encoderAndDecoder() },
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
