/** T5 and its kin. */
import { encoderAndDecoder, type Rows } from "../row.ts";
import { unscaled } from "../score-rules.ts";

export const t5: Rows = {
  longt5: { positions: "t5", stacks: encoderAndDecoder("num_layers", "num_decoder_layers"), scale: unscaled },
  mt5: { positions: "t5", stacks: encoderAndDecoder("num_layers", "num_decoder_layers"), scale: unscaled },
  pop2piano: {
    positions: "t5",
    stacks: encoderAndDecoder("num_layers", "num_decoder_layers"),
    scale: unscaled,
  },
  switch_transformers: {
    positions: "t5",
    stacks: encoderAndDecoder("num_layers", "num_decoder_layers"),
    scale: unscaled,
  },
  t5: { positions: "t5", stacks: encoderAndDecoder("num_layers", "num_decoder_layers"), scale: unscaled },
  umt5: { positions: "t5", stacks: encoderAndDecoder("num_layers", "num_decoder_layers"), scale: unscaled },
};
