/** Makes a probe: a checkpoint whose log-probabilities are the attention weights of planted keys. */

import { checkNumber, checkWord, readOptions, show } from "../../api/arguments/check.ts";
import { counted } from "../../api/arguments/counted.ts";
import { failure, rangeError } from "../../api/arguments/errors.ts";
import { fileOf } from "../reader/config-text.ts";
import { type Architecture, architectureOf, architectures } from "./architectures.ts";
import { byteTokens, llamaCppFile } from "./llama-cpp-file.ts";
import { channelOf, fewestLayers, headOf, mostKeys, mostLayers, nameToken, type ProbePlan } from "./plan.ts";
import { fullLogit, plantedSink, tensorsOf } from "./weights.ts";
import { configOf, tokenizerOf } from "./write-config.ts";
import { nodeRunner, pythonRunner } from "./write-runner.ts";
import { safetensorsOf } from "./write-safetensors.ts";

/** Options of {@link makeProbe}. */
export interface ProbeOptions {
  /** Layers of the checkpoint: 1 to 8. Default: as many as include each kind of layer. */
  layers?: number | undefined;
  /** Tokens of the prompt: twice the width of a head to 8192. Default: 1024. */
  length?: number | undefined;
  /** The weights' file: "safetensors", for an engine's own converter, or "gguf", for llama.cpp without one. Default: "safetensors". */
  format?: "safetensors" | "gguf" | undefined;
  /**
   * Log-probabilities that the engine gives at each position, 3 to 20. The probe then has several prompts, of a few key tokens each.
   * Default: the engine gives one for each token, and one prompt is enough.
   */
  top?: number | undefined;
}

/** A probe's files by name, and its plan. */
export interface Probe {
  /** For {@link readProbe}; also the contents of `probe.json`. */
  readonly plan: ProbePlan;
  /**
   * `config.json`, `model.safetensors`, `tokenizer.json`, `probe.json`, and `run.py`, which runs it in transformers, mlx-lm or ONNX
   * Runtime GenAI; as gguf, `model.gguf`, `probe.json`, and `run.mjs`, which runs it in llama.cpp.
   */
  readonly files: Readonly<Record<string, Uint8Array>>;
}

/**
 * Makes a checkpoint of a few MB with the position fields of a config. Run it in any engine on the plan's prompt, and pass the
 * log-probabilities of all tokens at all positions to `readProbe`.
 *
 * @param config The text of a config.json, or the parsed object.
 * @param options See each. All have defaults.
 * @returns The files of a model folder, and the plan.
 * @throws RangeError if no probe can be made for the config's type, or an option is out of its range; Error if the width of a head
 * is not known.
 * @example
 * makeProbe({ model_type: "llama", head_dim: 64, num_hidden_layers: 1, rope_theta: 500000 }).plan.prompt.length; // 1024
 */
export function makeProbe(config: string | object, options: ProbeOptions = {}): Probe {
  const given = readOptions("options", options, ["layers", "length", "format", "top"]);
  const own: Record<string, unknown> = { ...fileOf(config) };
  const type = own.model_type;
  const architecture = architectureOf(type);
  const format = checkWord("format", given.format, ["safetensors", "gguf"] as const, "safetensors");
  if (architecture === undefined)
    throw rangeError(
      `no probe can be made for model_type ${show(type)}; it can for ${Object.keys(architectures).join(", ")}`,
      {
        code: "unsupported",
        param: "config.model_type",
        value: type,
      },
    );
  const { headDim, layers: kinds, scale } = headOf(own);
  const layers = checkNumber("layers", given.layers, {
    from: 1,
    to: mostLayers,
    integer: true,
    default: Math.min(fewestLayers(kinds), mostLayers),
  });
  if (layers > kinds.length)
    throw failure(`the config has ${counted(kinds.length, "layer")}; a probe of ${layers} needs ${layers}`, {
      code: "range",
      param: "layers",
      value: layers,
    });
  const length = checkNumber("length", given.length, {
    from: 2 * headDim,
    to: 8192,
    integer: true,
    default: Math.max(1024, 4 * headDim),
  });
  const prompts = promptsWith(given.top, { headDim, layers, length, architecture });
  const cap = architecture.neutral?.final_logit_softcapping;
  const logitCap = typeof cap === "number" ? cap : null;
  const plan: ProbePlan = {
    version: 3,
    id: idOf([own, layers, length, format, given.top]),
    modelType: type as string,
    layers,
    headDim,
    vocab: Math.max(
      Math.ceil((nameToken({ headDim, layers }) + 2) / 8) * 8,
      format === "gguf" ? byteTokens : 0,
    ),
    product: architecture.queryKeyNorm ? Math.sqrt(headDim) : 1.5 / scale,
    full: architecture.afterAttention ? null : fullLogit(logitCap),
    logitCap,
    sink: architecture.sinks ? plantedSink : null,
    prompt: prompts[0]!,
    ...(given.top === undefined ? {} : { prompts, top: Number(given.top) }),
    config: own,
  };
  return { plan, files: filesOf(plan, architecture, format) };
}

/** A hash of 32 bits, FNV-1a, in hexadecimal. */
function idOf(value: unknown): string {
  let hash = 0x811c9dc5;
  for (const letter of JSON.stringify(value)) hash = Math.imul(hash ^ letter.codePointAt(0)!, 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, "0");
}

/** One prompt with all key tokens, or prompts with as many of them as `top` log-probabilities show. */
function promptsWith(
  top: unknown,
  sizes: { headDim: number; layers: number; length: number; architecture: Architecture },
): number[][] {
  const { headDim, layers, length, architecture } = sizes;
  let keys = headDim;
  if (top !== undefined) {
    const most = checkNumber("top", top as number, { from: 3, to: 20, integer: true, default: 20 });
    // Where the embedding is the unembedding, the query token's own logit is among the largest.
    const others = architecture.gemma ? 1 : 0;
    keys = mostKeys(most - others, layers);
    if (keys < 1)
      throw rangeError(
        `${most} log-probabilities do not show ${counted(layers, "layer")}; ask for ${2 * layers + 1 + others} or more, or for fewer layers`,
        { code: "range", param: "top", value: top },
      );
  }
  return Array.from({ length: Math.ceil(headDim / keys) }, (_, part) => {
    const first = part * keys;
    const count = Math.min(keys, headDim - first);
    return Array.from({ length }, (_, t) => (t < count ? first + t + 1 : 0));
  });
}

function filesOf(
  plan: ProbePlan,
  architecture: Architecture,
  format: ProbeOptions["format"],
): Record<string, Uint8Array> {
  const { headDim, vocab, layers } = plan;
  const heads = Math.max(2, Math.ceil(channelOf(headDim, layers, 0) / headDim));
  const text = (value: unknown) => JSON.stringify(value, undefined, 1);
  const bytes = (written: string) => new TextEncoder().encode(written);
  const own = { "probe.json": bytes(text(plan)) };
  if (format === "gguf")
    return { "model.gguf": llamaCppFile(plan, heads, architecture), "run.mjs": bytes(nodeRunner), ...own };
  return {
    "config.json": bytes(withFloats(text(configOf(plan, heads, architecture)))),
    "model.safetensors": safetensorsOf(tensorsOf(plan, heads, architecture)),
    "tokenizer.json": bytes(text(tokenizerOf(vocab))),
    "run.py": bytes(pythonRunner),
    ...own,
  };
}

/** Writes caps of scores and logits as 50.0: transformers refuses 50 there, and JSON.stringify writes no other form. */
const withFloats = (config: string): string => config.replaceAll(/(_softcapping": \d+)(?=[,\n])/g, "$1.0");
