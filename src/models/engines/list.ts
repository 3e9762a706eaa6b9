/** The list of all engines. */
import type { Engine } from "./answer.ts";
import { diffusers } from "./diffusers.ts";
import { exllamav3 } from "./exllamav3.ts";
import { llamaCppCpu, llamaCppCuda } from "./llama-cpp.ts";
import { mlx } from "./mlx.ts";
import { onnxruntimeGenai } from "./onnxruntime-genai.ts";
import { sglang } from "./sglang.ts";
import { transformers } from "./transformers.ts";
import { vllm, vllmBefore, vllmEarly } from "./vllm.ts";

export const list: readonly Engine[] = [
  transformers,
  vllm,
  vllmBefore,
  vllmEarly,
  sglang,
  llamaCppCpu,
  llamaCppCuda,
  mlx,
  exllamav3,
  onnxruntimeGenai,
  diffusers,
];
