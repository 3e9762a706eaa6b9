/** Runs llama.cpp on the keys of .gguf headers with arbitrary weights, and stores what it computes in each layer. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../../tools/process.mjs";
import { ENGINES, runLayers, WORK } from "./environment.mjs";

const FILE = join(ROOT, "tests/fixtures/engines/gguf-layers.json");
const TOKENS = 64;

/** @typedef {Record<string, string | number | boolean | readonly (number | boolean)[]>} Keys */
/** Names of keys with float32 numbers. */
const floats =
  /xielu|scale_linear|base|factor|scale$|epsilon|multiplier|bias|softcapping|clamp|alpha|beta_|temperature_scale/;

const window = { "attention.sliding_window": 16 };
const bases = { "rope.freq_base": 500_000, "rope.freq_base_swa": 30_000 };
const linear = { "rope.scaling.type": "linear", "rope.scaling.factor": 4 };
const yarn = {
  "rope.scaling.type": "yarn",
  "rope.scaling.factor": 4,
  "rope.scaling.original_context_length": 1024,
};
const moe = {
  ...{ expert_count: 2, expert_used_count: 1, expert_feed_forward_length: 64, expert_gating_func: 2 },
  ...{ expert_shared_count: 1, expert_shared_feed_forward_length: 64, leading_dense_block_count: 1 },
  ...{ interleave_moe_layer_step: 1 },
};
const latent = {
  ...{ "attention.head_count_kv": 1, "attention.key_length": 96, "attention.value_length": 64 },
  ...{ "attention.key_length_mla": 64, "attention.value_length_mla": 48, "rope.dimension_count": 32 },
  ...{ "attention.kv_lora_rank": 64, "attention.q_lora_rank": 64 },
};
const sections = { "rope.dimension_sections": [8, 12, 12, 0] };
const pattern = {
  "attention.sliding_window_pattern": [false, true, true, true, false, true, true, true],
};
/** The class of Gemma 4 has full attention in the last layer, whatever its list says. */
const lastFull = {
  "attention.sliding_window_pattern": [true, true, true, false, true, true, true, false],
};
const convolutions = { "shortconv.l_cache": 3, "attention.head_count_kv": [0, 0, 2, 0, 2, 0, 2, 0] };
const delta = {
  ...{ "ssm.conv_kernel": 4, "ssm.inner_size": 128, "ssm.state_size": 32 },
  ...{ "ssm.time_step_rank": 4, "ssm.group_count": 2 },
};
const widths = { "attention.key_length_swa": 64, "attention.value_length_swa": 64 };
const kimi = {
  ...{ "attention.key_length": 96, "attention.value_length": 64, "rope.dimension_count": 32 },
  ...{ "attention.key_length_mla": 96, "attention.value_length_mla": 48, "attention.kv_lora_rank": 64 },
  ...{ "attention.head_count_kv": [0, 0, 0, 1, 0, 0, 0, 1], "ssm.conv_kernel": 4, "kda.head_dim": 64 },
};
const plm = {
  ...{ "attention.key_length": 96, "attention.value_length": 64 },
  ...{ "attention.kv_lora_rank": 64, "rope.dimension_count": 32 },
};
const xielu = { "xielu.alpha_n": 1, "xielu.alpha_p": 1, "xielu.beta": 1, "xielu.eps": 1 };

const dense =
  "llama minicpm olmo smollm3 arcee mistral3 chatglm ernie4_5 internlm2 falcon stablelm qwen2 qwen3 olmo2 phi2 gemma gemma2 gemma3 glm4 starcoder2 nemotron exaone4 hunyuan-dense seed_oss gpt2 mpt bloom starcoder baichuan phi3 deci orion xverse";
const sparse =
  "qwen2moe qwen3moe phimoe glm4moe ernie4_5-moe hunyuan-moe minimax-m2 dots1 bailingmoe bailingmoe2";
/** Architectures with keys that their loader wants. @type {Record<string, Keys>} */
const wanted = {
  "command-r": { logit_scale: 1 },
  cohere2: { logit_scale: 1, ...window },
  granite: { logit_scale: 1 },
  granitemoe: { logit_scale: 1, ...moe },
  gptneox: { use_parallel_residual: false },
  apertus: xielu,
  dbrx: { "attention.clamp_kqv": 1, ...moe },
  "gpt-oss": { ...moe, ...window },
  afmoe: { ...moe, ...window },
  granite_swa: { logit_scale: 1, ...window, ...pattern },
  lfm2: convolutions,
  qwen2vl: sections,
  qwen3vl: sections,
  qwen3vlmoe: { ...sections, ...moe },
  deepseek2: { ...latent, ...moe },
  qwen35: { ...delta, ...sections },
  qwen3next: { ...delta, ...moe },
  gemma4: { ...window, ...lastFull, ...widths, embedding_length_per_layer_input: 0 },
  mimo2: { ...moe, ...window, ...pattern },
  step35: { ...moe, ...window, ...pattern },
  laguna: moe,
  "kimi-linear": { ...kimi, ...moe },
  plm,
  ...Object.fromEntries(dense.split(" ").map((name) => [name, {}])),
  ...Object.fromEntries(sparse.split(" ").map((name) => [name, moe])),
};
/** Architectures whose heads rotate in part. */
const partial = /^(stablelm|gptneox|phi2|nemotron|glm4|glm4moe|minimax-m2|chatglm|bailingmoe2)$/;
/** Architectures that are not run with fewer key heads: their loader wants a width of heads, or has no rotation. */
const alike =
  /^(gptneox|gpt2|bloom|mpt|starcoder|falcon|baichuan|olmoe|dots1|lfm2|deepseek2|kimi-linear|plm)$/;
/** Architectures with tensors that llama.cpp makes only for a file that has them. */
const optional = /^(phi3|qwen35|qwen3next)$/;

/** @type {[architecture: string, keys: Keys, tokens?: number][]} */
const more = [
  ["exaone4", { block_count: 64 }],
  ["exaone4", { block_count: 64, ...window, ...bases }],
  ["exaone4", { block_count: 64, ...window, ...yarn }],
  ["gemma2", { block_count: 2 }, 4200],
  ["gemma2", { block_count: 46 }],
  ["gemma2", { ...window, "attention.sliding_window_pattern": 4, attn_logit_softcapping: 30 }],
  ["gemma3", { block_count: 2 }, 4200],
  ["gemma3", { block_count: 62, ...window, ...pattern, "attention.sliding_window_pattern": 6 }],
  ["gemma3", { ...window, ...pattern }],
  ["gemma3", { ...window, "rope.freq_base": 1_000_000 }],
  ["olmo2", { block_count: 4 }, 4200],
  ["baichuan", { block_count: 32 }],
  ["baichuan", { block_count: 40 }],
  ["laguna", { ...moe, ...window, ...pattern, "rope.dimension_count": 32, "rope.dimension_count_swa": 64 }],
  ["laguna", { ...moe, ...window, ...yarn, ...bases }],
  ["kimi-linear", { ...kimi, ...moe, "attention.head_count_kv": [0, 1, 0, 1, 0, 1, 0, 1] }],
  ["plm", { ...plm, ...yarn }],
  ["granite", { logit_scale: 1, "attention.scale": 0.02 }],
  ["granite", { logit_scale: 1, "rope.scaling.finetuned": false }],
  [
    "granite_swa",
    {
      logit_scale: 1,
      ...window,
      ...pattern,
      "attention.rope_pattern": [false, true, true, true, false, true, true, true],
    },
  ],
  ["mistral3", { ...yarn, "attention.temperature_scale": 0.1 }],
  ["mistral3", { ...yarn, "rope.scaling.yarn_log_multiplier": 1 }],
  ["mistral3", { ...yarn, "rope.scaling.yarn_beta_fast": 16 }],
  ["mistral3", { "attention.temperature_scale": 0.1 }],
  ["llama", { ...yarn, "rope.scaling.attn_factor": 1.3 }],
  ["llama", { ...yarn, "rope.scaling.yarn_beta_fast": 16 }],
  ["llama", { ...yarn, "rope.scaling.yarn_ext_factor": 0.5 }],
  ["llama", { ...linear, "rope.scaling.type": "none" }],
  ["llama", { ...linear, "rope.scaling.type": "longrope" }],
  ["llama", { "rope.scale_linear": 2 }],
  ["llama", { "rope.scaling.attn_factor": 1.3 }],
  ["llama", { "attention.causal": false }],
  ["starcoder", { "attention.head_count_kv": 1 }],
  ["mpt", { "attention.max_alibi_bias": 8 }],
  ["mpt", { "attention.max_alibi_bias": 16 }],
  ["hunyuan-dense", { "rope.scaling.alpha": 1000 }],
  ["glm4", sections],
  ["glm4moe", { ...sections, ...moe }],
  ["ernie4_5", sections],
  ["deepseek2", { ...latent, ...moe, ...yarn, "rope.scaling.yarn_log_multiplier": 0.1 }],
  [
    "deepseek2",
    { ...latent, ...moe, ...yarn, "attention.temperature_scale": 0.1, "attention.temperature_length": 1024 },
  ],
];

/** @returns {typeof more} */
const cases = () => [
  ...Object.entries(wanted).flatMap(([name, keys]) => {
    const width = { "rope.dimension_count": partial.test(name) ? 32 : 64, "rope.freq_base": 50_000 };
    const heads = alike.test(name) ? {} : { "attention.head_count_kv": 2 };
    return /** @type {typeof more} */ ([
      [name, keys],
      ...(/^(deepseek2|kimi-linear|plm)$/.test(name)
        ? []
        : [[name, { ...keys, ...heads, ...width, ...yarn }]]),
      [name, { ...keys, ...window, ...linear, ...bases }],
    ]);
  }),
  ...more,
];

/** The keys that every file has. @param {number} tokens @returns {Keys} */
const common = (tokens) => ({
  ...{ vocab_size: 128, context_length: 4096, block_count: 8, feed_forward_length: 64 },
  ...(tokens > TOKENS
    ? { embedding_length: 32, "attention.head_count": 1 }
    : { embedding_length: 256, "attention.head_count": 4 }),
  ...{ "attention.layer_norm_epsilon": 1e-5, "attention.layer_norm_rms_epsilon": 1e-5 },
});

/** @param {string} name @param {Keys[string]} value */
function lineOf(name, value) {
  if (Array.isArray(value))
    return `a${typeof value[0] === "boolean" ? "b" : "u"} ${name} ${value.map(Number).join()}`;
  if (typeof value === "number") return `${floats.test(name) ? "f" : "u"} ${name} ${value}`;
  return `${typeof value === "boolean" ? "b" : "s"} ${name} ${value}`;
}

/** What the lines say of each layer; layers that do not differ together. @param {any[]} lines */
function layersOf(lines) {
  /** @type {Map<number, any>} */
  const layers = new Map();
  const at = (/** @type {number} */ layer) => layers.get(layer) ?? layers.set(layer, {}).get(layer);
  for (const { layer, op, ...facts } of lines) {
    const own = at(layer);
    if (op === "rope") own.ropes = [...(own.ropes ?? []), facts];
    else if (op === "softmax") Object.assign(own, facts);
    else own[op] = facts.value ?? true;
  }
  /** @type {Map<string, number[]>} */
  const groups = new Map();
  for (const [layer, { ropes = [], queries = 1, scale, ...rest }] of [...layers].sort(([a], [b]) => a - b)) {
    // Keys rotate as queries do; heads that were rotated before they were split have other numbers.
    const { heads: _, ...rope } = ropes[0] ?? { heads: 0 };
    const facts = JSON.stringify({ ...rest, scale: scale * queries, rope: ropes.length === 0 ? null : rope });
    groups.set(facts, [...(groups.get(facts) ?? []), layer]);
  }
  return [...groups].map(([facts, at]) => ({ at, ...JSON.parse(facts) }));
}

/** @param {string} date */
export async function storeHeaders(date) {
  const path = join(WORK, "keys.txt");
  mkdirSync(WORK, { recursive: true });
  const rows = [];
  for (const [architecture, own, tokens = TOKENS] of cases()) {
    const keys = { ...common(tokens), ...own };
    const text = [
      lineOf("general.architecture", architecture),
      ...Object.entries(keys).map(([name, value]) =>
        lineOf(name.startsWith("xielu") ? name : `${architecture}.${name}`, value),
      ),
    ];
    if (optional.test(architecture)) text.push("t optional true");
    writeFileSync(path, `${text.join("\n")}\n`);
    const { status, stdout } = await runLayers(path, tokens);
    const lines = stdout.split("\n").filter((line) => line.startsWith("{"));
    if (status !== 0) console.log(`${architecture} ${JSON.stringify(own)}: ended with ${status}`);
    else rows.push({ architecture, keys, tokens, layers: layersOf(lines.map((line) => JSON.parse(line))) });
  }
  const about =
    "What llama.cpp computes from the keys of a .gguf header; written by `npm run engines -- headers`. before: keys before the query that it sees, -1 if all.";
  const head = { about, engine: "llama-cpp", version: ENGINES["llama-cpp"]?.version, date };
  const body = rows.map((row) => JSON.stringify(row)).join(",\n");
  writeFileSync(FILE, `${JSON.stringify(head).slice(0, -1)},"rows":[\n${body}\n]}\n`);
}
