/**
 * A probe as llama.cpp reads it: the keys and the names of tensors of each of its architectures. A fact of the config for which the
 * format or the architecture has no key, such as YaRN's `truncate`, is left out: the engine cannot compute it, and its answers show so.
 * Source: ggml-org/llama.cpp v0.5.0, src/llama-arch.cpp, src/models and conversion.
 */
import { attentionFactorOf, frequenciesOf, powersOf, ruleOf } from "../../api/rotary/rule.ts";
import { type LayerPositions, modelPositions } from "../reader/model-positions.ts";
import type { Architecture, architectures } from "./architectures.ts";
import type { ProbePlan } from "./plan.ts";
import { tensorsOf } from "./weights.ts";
import { feedForwardWidth } from "./write-config.ts";
import { type GgufEntry, ggufOf } from "./write-gguf.ts";
import type { Tensor } from "./write-safetensors.ts";

/** How llama.cpp computes a model type. */
interface Form {
  /** Its architecture. */
  readonly name: string;
  /** It rotates interleaved pairs, and the rows of keys and queries are reordered for that. */
  readonly reordered?: true;
  /** It reads a divisor for each frequency. */
  readonly divisors?: true;
  /** It reads which layers have a window. */
  readonly windows?: true;
  /** The norm before the feed-forward part has the name of a norm after the attention. */
  readonly namedAfter?: true;
}

const forms: Readonly<Record<keyof typeof architectures, Form>> = {
  ernie4_5: { name: "ernie4_5" },
  exaone4: { name: "exaone4", divisors: true, windows: true },
  gemma2: { name: "gemma2", windows: true },
  gemma3_text: { name: "gemma3", windows: true },
  glm: { name: "chatglm" },
  glm4: { name: "glm4" },
  gpt_oss: { name: "gpt-oss", windows: true, namedAfter: true },
  granite: { name: "granite", reordered: true, divisors: true },
  llama: { name: "llama", reordered: true, divisors: true },
  ministral3: { name: "mistral3", reordered: true, divisors: true },
  mistral: { name: "llama", reordered: true, divisors: true },
  olmo2: { name: "olmo2" },
  olmo3: { name: "olmo2", windows: true },
  phi3: { name: "phi3" },
  qwen2: { name: "qwen2" },
  qwen3: { name: "qwen3" },
  seed_oss: { name: "seed_oss", namedAfter: true },
  smollm3: { name: "smollm3", reordered: true },
};

type Rotary = Exclude<LayerPositions["rotary"], null | "unknown">;

/** The file `model.gguf` of a probe. */
export function llamaCppFile(plan: ProbePlan, heads: number, architecture: Architecture): Uint8Array {
  const form = forms[plan.modelType as keyof typeof forms];
  const layers = modelPositions(plan.config).layers.slice(0, plan.layers);
  const [main, local] = rotationsOf(layers);
  const tensors = tensorsOf(plan, heads, architecture).flatMap((tensor) =>
    renamed(tensor, { plan, form, architecture }),
  );
  const lists = main === undefined ? {} : listsOf(main, plan.prompt.length, form);
  for (const [name, values] of Object.entries(lists))
    tensors.unshift({ name: `${name}.weight`, shape: [values.length], values: Float32Array.from(values) });
  const own = [
    ...sizesOf(plan, heads, architecture),
    ...windowsOf(layers, form),
    ...scoresOf(layers, plan),
    ...(main === undefined ? [] : rotationOf(main, plan.prompt.length)),
    ...(local === undefined ? [] : [float("rope.freq_base_swa", local.base)]),
  ];
  const named = own.map(([type, key, value]): GgufEntry => [type, `${form.name}.${key}`, value]);
  return ggufOf(
    [
      ["text", "general.architecture", form.name],
      ["text", "general.name", "probe"],
      ...named,
      ...tokensOf(plan),
    ],
    tensors,
  );
}

const integer = (key: string, value: number): GgufEntry => ["integer", key, value];
const float = (key: string, value: number): GgufEntry => ["float", key, value];

/** The rotation of the layers without a window; then, if its base differs, the rotation of the layers with a window. */
function rotationsOf(layers: readonly LayerPositions[]): [Rotary | undefined, Rotary | undefined] {
  const rotates = ({ rotary }: LayerPositions) => rotary !== null && rotary !== "unknown";
  const all = layers.filter(rotates);
  const sliding = all.find(({ window }) => window !== null)?.rotary as Rotary | undefined;
  const main = (all.find(({ window }) => window === null)?.rotary as Rotary | undefined) ?? sliding;
  return [main, sliding?.base === main?.base ? undefined : sliding];
}

function sizesOf(plan: ProbePlan, heads: number, architecture: Architecture): GgufEntry[] {
  const { config, headDim, layers, prompt } = plan;
  const length = config.max_position_embeddings;
  const experts = architecture.feedForward === "experts";
  return [
    integer("block_count", layers),
    integer("context_length", typeof length === "number" ? length : prompt.length),
    integer("embedding_length", heads * headDim),
    integer("feed_forward_length", feedForwardWidth),
    integer("attention.head_count", heads),
    integer("attention.head_count_kv", heads),
    integer("attention.key_length", headDim),
    integer("attention.value_length", headDim),
    float("attention.layer_norm_rms_epsilon", 1e-6),
    ...(experts
      ? [
          integer("expert_count", 2),
          integer("expert_used_count", 1),
          integer("expert_feed_forward_length", feedForwardWidth),
        ]
      : []),
  ];
}

function windowsOf(layers: readonly LayerPositions[], { windows }: Form): GgufEntry[] {
  const sizes = layers.flatMap(({ window }) =>
    window !== null && window !== "unknown" && "before" in window ? [window.before + 1] : [],
  );
  const [size] = sizes;
  if (!windows || size === undefined) return [];
  const slides = layers.map(({ window }) => window !== null);
  return [integer("attention.sliding_window", size), ["boolean", "attention.sliding_window_pattern", slides]];
}

/** Factors and caps of scores and logits. */
function scoresOf([first]: readonly LayerPositions[], { logitCap, modelType }: ProbePlan): GgufEntry[] {
  const { softcap, softmaxScale, queryScale } = first!;
  const beta =
    queryScale !== null && typeof queryScale === "object" && "beta" in queryScale
      ? queryScale.beta
      : undefined;
  return [
    ...(typeof softcap === "number" ? [float("attn_logit_softcapping", softcap)] : []),
    ...(logitCap === null ? [] : [float("final_logit_softcapping", logitCap)]),
    ...(typeof beta === "number" ? [float("attention.temperature_scale", beta)] : []),
    ...(modelType === "granite" && typeof softmaxScale === "number"
      ? [
          float("attention.scale", softmaxScale),
          ...["embedding_scale", "residual_scale", "logit_scale"].map((key) => float(key, 1)),
        ]
      : []),
  ];
}

function rotationOf(rotary: Rotary, length: number): GgufEntry[] {
  const { base, rotaryDim, scaling } = rotary;
  const key = (name: string) => `rope.scaling.${name}`;
  const plain = [float("rope.freq_base", base), integer("rope.dimension_count", rotaryDim)];
  const factor = attentionFactorOf(rotary, length);
  if (scaling.type === "linear")
    return [...plain, ["text", key("type"), "linear"], float(key("factor"), scaling.factor)];
  if (scaling.type === "longrope")
    return [
      ...plain,
      integer(key("original_context_length"), scaling.originalLength),
      float(key("attn_factor"), factor),
    ];
  if (scaling.type !== "yarn") return plain;
  return [
    ...plain,
    ["text", key("type"), "yarn"],
    float(key("factor"), scaling.factor),
    integer(key("original_context_length"), scaling.originalLength),
    float(key("yarn_beta_fast"), scaling.betaFast ?? 32),
    float(key("yarn_beta_slow"), scaling.betaSlow ?? 1),
    // llama.cpp multiplies the usual factor of YaRN by this one.
    float(key("attn_factor"), factor / (0.1 * Math.log(scaling.factor) + 1)),
  ];
}

/** Divisors of frequencies, by the names of their tensors. */
function listsOf(rotary: Rotary, length: number, form: Form): Record<string, readonly number[]> {
  const { scaling, base, rotaryDim } = rotary;
  if (scaling.type === "longrope")
    return { rope_factors_short: scaling.shortFactor, rope_factors_long: scaling.longFactor };
  if (scaling.type !== "llama3" || !form.divisors) return {};
  const scaled = frequenciesOf(ruleOf(rotary, length), length);
  return { rope_freqs: powersOf(base, rotaryDim).map((frequency, pair) => frequency / scaled[pair]!) };
}

/** A vocabulary of the texts `<0>`, `<1>` … Each is found in a text as it is. */
/** llama.cpp stops where it looks for the token of a byte and finds none: the first tokens are named after the bytes. */
export const byteTokens = 256;
const textOf = (token: number): string =>
  token < byteTokens ? `<0x${token.toString(16).toUpperCase().padStart(2, "0")}>` : `<${token}>`;

function tokensOf({ vocab }: ProbePlan): GgufEntry[] {
  const key = (name: string) => `tokenizer.ggml.${name}`;
  const userDefined = 4;
  const each = <Value>(value: (token: number) => Value) =>
    Array.from({ length: vocab }, (_, token) => value(token));
  return [
    ["text", key("model"), "llama"],
    ["text", key("pre"), "default"],
    ["text", key("tokens"), each(textOf)],
    ["float", key("scores"), each(() => 0)],
    ["signed", key("token_type"), each(() => userDefined)],
    ...["bos_token_id", "eos_token_id", "unknown_token_id"].map((name) => integer(key(name), vocab - 1)),
    ...["add_bos_token", "add_eos_token", "add_space_prefix"].map(
      (name): GgufEntry => ["boolean", key(name), false],
    ),
  ];
}

interface Naming {
  readonly plan: ProbePlan;
  readonly form: Form;
  readonly architecture: Architecture;
}

const outside: Readonly<Record<string, string>> = {
  "model.embed_tokens": "token_embd",
  "model.norm": "output_norm",
  lm_head: "output",
};

/** Names within a layer, but for the norm `post_attention_layernorm`, whose place differs. */
const inside: Readonly<Record<string, string>> = {
  input_layernorm: "attn_norm",
  pre_feedforward_layernorm: "ffn_norm",
  post_feedforward_layernorm: "post_ffw_norm",
  post_self_attn_layernorm: "post_attention_norm",
  post_mlp_layernorm: "post_ffw_norm",
  "self_attn.q_proj": "attn_q",
  "self_attn.k_proj": "attn_k",
  "self_attn.v_proj": "attn_v",
  "self_attn.o_proj": "attn_output",
  "self_attn.qkv_proj": "attn_qkv",
  "self_attn.q_norm": "attn_q_norm",
  "self_attn.k_norm": "attn_k_norm",
  "mlp.gate_proj": "ffn_gate",
  "mlp.up_proj": "ffn_up",
  "mlp.gate_up_proj": "ffn_up",
  "mlp.down_proj": "ffn_down",
  "mlp.router": "ffn_gate_inp",
};

/** A tensor of the checkpoint under its name in llama.cpp, or several. */
function renamed(tensor: Tensor, naming: Naming): Tensor[] {
  const [, layer, name = tensor.name] = /^model\.layers\.(\d+)\.(.*)$/.exec(tensor.name) ?? [];
  const end = name.lastIndexOf(".");
  const [module, part] = [name.slice(0, end), name.slice(end + 1)];
  if (layer === undefined)
    return [{ ...tensor, name: `${outside[module]}.${part}`, values: valuesOf(tensor, module, naming) }];
  const at = `blk.${layer}.`;
  if (name === "self_attn.sinks") return [{ ...tensor, name: `${at}attn_sinks.weight` }];
  if (module === "mlp.experts") return expertsOf(tensor, at, part);
  const { form, architecture } = naming;
  const isAfter = form.namedAfter || architecture.afterAttention === "post_attention_layernorm";
  const own =
    module === "post_attention_layernorm" ? (isAfter ? "post_attention_norm" : "ffn_norm") : inside[module];
  return [{ ...tensor, name: `${at}${own}.${part}`, values: valuesOf(tensor, module, naming) }];
}

function valuesOf(
  { values, shape }: Tensor,
  module: string,
  { plan, form, architecture }: Naming,
): Float32Array {
  // Norms of Gemma multiply by the weight itself here.
  if (architecture.gemma && module.endsWith("norm")) return values.map((value) => value + 1);
  if (!form.reordered || !/\.[qk]_proj$/.test(module)) return values;
  const { headDim } = plan;
  const width = shape[1] ?? 1;
  const reordered = new Float32Array(values.length);
  for (let row = 0; row * width < values.length; row++) {
    const channel = row % headDim;
    const half = headDim / 2;
    const to = row - channel + 2 * (channel % half) + Math.floor(channel / half);
    reordered.set(values.subarray(row * width, (row + 1) * width), to * width);
  }
  return reordered;
}

/** Weights of experts, all of which are 0: gates and values are tensors of their own, and matrices are transposed. */
function expertsOf({ shape: [experts = 0, ...sizes] }: Tensor, at: string, part: string): Tensor[] {
  const kind = part.endsWith("_bias") ? "bias" : "weight";
  const isDown = part.startsWith("down_proj");
  const [first = 0, last = 0] = kind === "bias" ? [0, sizes[0]] : sizes;
  const own = isDown ? last : last / 2;
  const shape = kind === "bias" ? [experts, own] : [experts, own, first];
  const values = () => new Float32Array(shape.reduce((product, size) => product * size, 1));
  return (isDown ? ["down"] : ["gate", "up"]).map((name) => ({
    name: `${at}ffn_${name}_exps.${kind}`,
    shape,
    values: values(),
  }));
}
