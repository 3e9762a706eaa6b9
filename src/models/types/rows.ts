/** The rows of all model types. */
import type { NamedRow, Row } from "./row.ts";
import { audio } from "./rows/audio.ts";
import { bart } from "./rows/bart.ts";
import { bert } from "./rows/bert.ts";
import { clip } from "./rows/clip.ts";
import { cohere } from "./rows/cohere.ts";
import { convolutions } from "./rows/convolutions.ts";
import { decoders } from "./rows/decoders.ts";
import { deepseek } from "./rows/deepseek.ts";
import { diffusers } from "./rows/diffusers.ts";
import { diffusionImages } from "./rows/diffusion-images.ts";
import { diffusionVideos } from "./rows/diffusion-videos.ts";
import { dino } from "./rows/dino.ts";
import { ernie } from "./rows/ernie.ts";
import { exaone } from "./rows/exaone.ts";
import { gemma } from "./rows/gemma.ts";
import { glm } from "./rows/glm.ts";
import { gpt } from "./rows/gpt.ts";
import { granite } from "./rows/granite.ts";
import { hunyuan } from "./rows/hunyuan.ts";
import { hybrids } from "./rows/hybrids.ts";
import { internlm } from "./rows/internlm.ts";
import { latest } from "./rows/latest.ts";
import { layoutlm } from "./rows/layoutlm.ts";
import { llama } from "./rows/llama.ts";
import { llava } from "./rows/llava.ts";
import { minimax } from "./rows/minimax.ts";
import { mistral } from "./rows/mistral.ts";
import { modernbert } from "./rows/modernbert.ts";
import { nemotron } from "./rows/nemotron.ts";
import { olmo } from "./rows/olmo.ts";
import { phi } from "./rows/phi.ts";
import { qwen } from "./rows/qwen.ts";
import { sam } from "./rows/sam.ts";
import { swin } from "./rows/swin.ts";
import { t5 } from "./rows/t5.ts";
import { timeSeries } from "./rows/time-series.ts";
import { timm } from "./rows/timm.ts";
import { vit } from "./rows/vit.ts";
import { wav2vec2 } from "./rows/wav2vec2.ts";

const files = [
  audio,
  bart,
  bert,
  clip,
  cohere,
  convolutions,
  decoders,
  deepseek,
  diffusers,
  diffusionImages,
  diffusionVideos,
  dino,
  ernie,
  exaone,
  gemma,
  glm,
  gpt,
  granite,
  hunyuan,
  hybrids,
  internlm,
  latest,
  layoutlm,
  llama,
  llava,
  minimax,
  mistral,
  modernbert,
  nemotron,
  olmo,
  phi,
  qwen,
  sam,
  swin,
  t5,
  timeSeries,
  timm,
  vit,
  wav2vec2,
];

let table: ReadonlyMap<string, Row> | undefined;

/** All rows by their types, in no particular order. */
export function rows(): ReadonlyMap<string, Row> {
  table ??= new Map(files.flatMap((file) => Object.entries(file)));
  return table;
}

/** The row of a model type; undefined if it is not in the atlas. */
export function rowOf(type: unknown): NamedRow | undefined {
  const row = typeof type === "string" ? rows().get(type) : undefined;
  return row && { type: type as string, row };
}
