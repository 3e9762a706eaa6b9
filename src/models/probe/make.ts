/** Makes a probe: a checkpoint whose log-probabilities are the attention weights of planted keys. */
import { checkNumber, readOptions } from "../../api/arguments/check.ts";
import { failure, rangeError } from "../../api/arguments/errors.ts";
import { fileOf } from "../reader/config-text.ts";
import {
  builders,
  channelOf,
  fewestLayers,
  firstMark,
  headOf,
  mostLayers,
  normalises,
  type ProbePlan,
} from "./plan.ts";
import { safetensorsOf, type Tensor } from "./write-safetensors.ts";

/** Options of {@link makeProbe}. */
export interface ProbeOptions {
  /** Layers of the checkpoint: 1 to 8. Default: as many as show each kind of layer. */
  layers?: number | undefined;
  /** Tokens of the prompt: twice the width of a head to 8192. Default: 1024. */
  length?: number | undefined;
}

/** A probe's files by name, and its plan. */
export interface Probe {
  /** For {@link readProbe}; also the contents of `probe.json`. */
  readonly plan: ProbePlan;
  /** `config.json`, `model.safetensors`, `tokenizer.json` and `probe.json`. */
  readonly files: Readonly<Record<string, Uint8Array>>;
}

/** The size of an embedding: the epsilon of norms, and what layers write, are small beside it. */
const large = 16;
/** What layers write, relative to the embedding's unit. */
const small = 2 ** -10;
/** The largest logit, about. Beyond it, softmax would lose the small weights in float32. */
const target = 30;

/**
 * Makes a checkpoint of a few MB with the position fields of a config. Run it in any engine on the plan's prompt, and hand the
 * log-probabilities of all tokens at all positions to `readProbe`.
 *
 * @param config The text of a config.json, or the object that it stands for.
 * @param options See each. All have defaults.
 * @returns The files of a model folder, and the plan.
 * @throws RangeError if there is no builder for the config's type, or an option is out of its range; Error if the width of a head
 * is not known.
 * @example
 * makeProbe({ model_type: "llama", head_dim: 64, num_hidden_layers: 1, rope_theta: 500000 }).plan.prompt.length; // 1024
 */
export function makeProbe(config: string | object, options: ProbeOptions = {}): Probe {
  const given = readOptions("options", options, ["layers", "length"]);
  const own = fileOf(config) as unknown as Record<string, unknown>;
  const type = own.model_type;
  if (!builders.includes(type as never))
    throw rangeError(
      `no probe can be made for model_type ${JSON.stringify(type)}; it can for ${builders.join(", ")}`,
      {
        code: "unsupported",
        param: "config.model_type",
        value: type,
      },
    );
  const { headDim, layers: kinds, scale } = headOf(own);
  const fewest = fewestLayers(kinds);
  const layers = checkNumber("layers", given.layers, {
    from: 1,
    to: mostLayers,
    integer: true,
    default: Math.min(fewest, mostLayers),
  });
  if (layers > kinds.length)
    throw failure(`the config has ${kinds.length} layers; a probe of ${layers} needs as many`, {
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
  const isNormed = normalises(type as string);
  const product = isNormed ? Math.sqrt(headDim) : 1.5 / scale;
  const plan: ProbePlan = {
    version: 1,
    modelType: type as string,
    layers,
    headDim,
    vocab: Math.ceil((firstMark(headDim, layers) + 1) / 8) * 8,
    product,
    prompt: Array.from({ length }, (_, t) => (t < headDim ? t + 1 : 0)),
    config: own,
  };
  return { plan, files: filesOf(plan, isNormed) };
}

function filesOf(plan: ProbePlan, isNormed: boolean): Record<string, Uint8Array> {
  const { headDim, vocab, layers } = plan;
  const heads = Math.max(2, Math.ceil(channelOf(headDim, layers, 0) / headDim));
  const json = (value: unknown) => new TextEncoder().encode(JSON.stringify(value, undefined, 1));
  return {
    "config.json": json(configOf(plan, heads)),
    "model.safetensors": safetensorsOf(tensorsOf(plan, heads, isNormed)),
    "tokenizer.json": json(tokenizerOf(vocab)),
    "probe.json": json(plan),
  };
}

/** The config with the sizes of the probe; its fields of positions stay. */
function configOf({ config, headDim, vocab, layers, modelType }: ProbePlan, heads: number): object {
  const own: Record<string, unknown> = { ...config };
  for (const name of ["layer_types", "no_rope_layers"])
    if (Array.isArray(own[name])) own[name] = own[name].slice(0, layers);
  const name =
    { smollm3: "SmolLM3", seed_oss: "SeedOss" }[modelType] ??
    modelType[0]!.toUpperCase() + modelType.slice(1);
  return {
    architectures: [`${name}ForCausalLM`],
    ...own,
    hidden_size: heads * headDim,
    num_attention_heads: heads,
    num_key_value_heads: heads,
    num_hidden_layers: layers,
    head_dim: headDim,
    intermediate_size: 32,
    vocab_size: vocab,
    tie_word_embeddings: false,
    attention_bias: false,
    bos_token_id: vocab - 1,
    eos_token_id: vocab - 1,
    pad_token_id: vocab - 1,
    hidden_act: "silu",
    rms_norm_eps: 1e-6,
    torch_dtype: "float32",
  };
}

/** A tokenizer whose tokens are their numbers: `<0>`, `<1>` … */
const tokenizerOf = (vocab: number) => ({
  version: "1.0",
  added_tokens: [],
  model: {
    type: "WordLevel",
    vocab: Object.fromEntries(Array.from({ length: vocab }, (_, token) => [`<${token}>`, token])),
    unk_token: `<${vocab - 1}>`,
  },
});

function tensorsOf(plan: ProbePlan, heads: number, isNormed: boolean): Tensor[] {
  const { headDim, vocab, layers, product, modelType } = plan;
  const hidden = heads * headDim;
  const tensors: Tensor[] = [];
  const add = (name: string, rows: number, columns?: number) => {
    const values = new Float32Array(rows * (columns ?? 1));
    tensors.push({ name, shape: columns === undefined ? [rows] : [rows, columns], values });
    return (row: number, column: number, value: number) => {
      values[row * (columns ?? 1) + column] = value;
    };
  };
  const ones = (name: string, count: number) => {
    add(name, count);
    tensors.at(-1)!.values.fill(1);
  };
  const embed = add("model.embed_tokens.weight", vocab, hidden);
  for (let token = 0; token < vocab; token++) {
    if (token <= headDim) embed(token, token, large);
    embed(token, headDim + 1, large);
  }
  // A norm divides the two channels of a token by this over √2 ÷ √hidden.
  const unit = Math.sqrt(2 / hidden);
  const amplitude = (isNormed ? 1 : Math.sqrt(product)) * unit;
  for (let layer = 0; layer < layers; layer++) {
    const at = (name: string) => `model.layers.${layer}.${name}.weight`;
    const [q, k] = [add(at("self_attn.q_proj"), hidden, hidden), add(at("self_attn.k_proj"), hidden, hidden)];
    const [v, o] = [add(at("self_attn.v_proj"), hidden, hidden), add(at("self_attn.o_proj"), hidden, hidden)];
    for (let c = 0; c < 2 * headDim; c++) {
      q(c, 0, amplitude);
      k(c, 1 + (c % headDim), amplitude);
    }
    for (let c = 0; c < headDim; c++) v(c, 1 + c, 1);
    v(headDim, 0, 1);
    for (let c = 0; c <= headDim; c++) o(channelOf(headDim, layer, c), c, small);
    if (modelType === "qwen2")
      for (const name of ["q", "k", "v"]) add(`model.layers.${layer}.self_attn.${name}_proj.bias`, hidden);
    if (isNormed) for (const name of ["q_norm", "k_norm"]) ones(at(`self_attn.${name}`), headDim);
    add(at("mlp.gate_proj"), 32, hidden);
    add(at("mlp.up_proj"), 32, hidden);
    add(at("mlp.down_proj"), hidden, 32);
    ones(at("input_layernorm"), hidden);
    ones(at("post_attention_layernorm"), hidden);
  }
  ones("model.norm.weight", hidden);
  const head = add("lm_head.weight", vocab, hidden);
  // A weight of 1 becomes `small` · √(hidden / 2) in the residual, which the last norm multiplies by √(hidden / 2) / large.
  const gain = (target * large * 2) / (small * hidden);
  for (let layer = 0; layer < layers; layer++)
    for (let c = 0; c <= headDim; c++)
      head(firstMark(headDim, layer) + c, channelOf(headDim, layer, c), gain);
  return tensors;
}
