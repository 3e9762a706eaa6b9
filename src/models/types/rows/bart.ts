/** BART and other pairs of an encoder and a decoder with positions added to embeddings. */
import { attentionWindow, staggeredChunks } from "../each-rule.ts";
import type { Rows } from "../row.ts";
import { sparseBlocks } from "../score-rules.ts";
import { encoderAndDecoder } from "../streams.ts";

export const bart: Rows = {
  bart: { positions: "learned", stacks: encoderAndDecoder(), first: 2 },
  bigbird_pegasus: { positions: "learned", stacks: encoderAndDecoder(), window: sparseBlocks },
  blenderbot: { positions: "learned", stacks: encoderAndDecoder() },
  "blenderbot-small": { positions: "learned", stacks: encoderAndDecoder() },
  fsmt: { positions: "sinusoidal", stacks: encoderAndDecoder(), first: 2 },
  led: { positions: "learned", stacks: encoderAndDecoder(), each: attentionWindow },
  m2m_100: { positions: "sinusoidal", stacks: encoderAndDecoder(), first: 2 },
  marian: {
    idle: ["static_position_embeddings"], // they always are
    positions: "sinusoidal",
    stacks: encoderAndDecoder(),
  },
  mbart: { positions: "learned", stacks: encoderAndDecoder(), first: 2 },
  mvp: { positions: "learned", stacks: encoderAndDecoder(), first: 2 },
  "nllb-moe": { positions: "sinusoidal", stacks: encoderAndDecoder(), first: 2 },
  pegasus: { positions: "sinusoidal", stacks: encoderAndDecoder() },
  pegasus_x: { positions: "sinusoidal", stacks: encoderAndDecoder(), each: staggeredChunks },
  plbart: { positions: "learned", stacks: encoderAndDecoder(), first: 2 },
  prophetnet: {
    positions: "buckets",
    stacks: encoderAndDecoder("num_encoder_layers", "num_decoder_layers"),
    adds: "learned",
    first: "after padding",
  },
};
