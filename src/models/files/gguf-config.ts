/**
 * The config that a .gguf file stands for. Keys: ggml-org/llama.cpp, gguf-py/gguf/constants.py,
 * ef035f779276d5f5636a0fd8cbeff6a83d646d2b; their defaults: src/llama-model.cpp, load_hparams,
 * a5410f046c01d01330c8a42f13b64a211fedf2c3.
 */
import { show, wrongType } from "../../api/arguments/check.ts";
import type { GgufFile, GgufValue } from "./gguf.ts";
import { type Architecture, architectures } from "./gguf-architectures.ts";
import { countOf } from "./rows.ts";
import { unread } from "./source.ts";

/** What `modelPositions` needs to know of a file with weights. */
export interface FileConfig {
  /** The fields of a config.json that follow from the file, by their names in transformers. */
  readonly config: Readonly<Record<string, unknown>>;
  /** The pairing of the weights in the file, for the option `pairing`; null if it is not known, or nothing is rotated. */
  readonly pairing: "halves" | "interleaved" | null;
  /** Keys of the file that concern positions and were not understood. */
  readonly unknown: readonly string[];
  /** Sentences for people about what was taken, and what was not. */
  readonly notes: readonly string[];
}

/**
 * Makes of the metadata of a .gguf file what `modelPositions` reads: a config with transformers' names. The divisors of
 * frequencies that such a file holds as a tensor (`rope_freqs`, `rope_factors_long` and `rope_factors_short`) are read, too.
 *
 * @param file What {@link readGguf} gave.
 * @returns The config, the pairing, and what was not understood.
 * @throws TypeError for a value of another type; what `file.read` throws.
 * @example
 * const file = await readGguf(new Uint8Array([71, 71, 85, 70, 3, 0, 0, 0, ...new Uint8Array(16)]));
 * (await ggufConfig(file)).notes[0]; // "the file does not name its architecture"
 */
export async function ggufConfig(file: GgufFile): Promise<FileConfig> {
  if (file?.kind !== "gguf") throw wrongType("file", "what readGguf gave", file);
  const keys = new Keys(file.metadata);
  const name = keys.architecture;
  const known = architectures.get(name);
  const notes: string[] = [];
  if (name === "") notes.push("the file does not name its architecture");
  else if (known === undefined)
    notes.push(`the architecture ${show(name)} is not known here, so defaults and pairing are not known`);
  const [width, heads] = [keys.size("embedding_length"), keys.size("attention.head_count")];
  const share = width === undefined || heads === undefined ? 0 : Math.floor(width / heads);
  const head = keys.size("attention.key_length") ?? (share > 0 ? share : undefined);
  const windows = windowsOf(keys);
  const config = {
    // llama.cpp has one architecture for OLMo 2 and 3, which has windows.
    model_type: name === "olmo2" && windows.sliding_window !== undefined ? "olmo3" : known?.modelType,
    hidden_size: width,
    num_hidden_layers: keys.size("block_count"),
    num_attention_heads: heads,
    num_key_value_heads: keys.size("attention.head_count_kv") ?? heads,
    max_position_embeddings: keys.size("context_length"),
    attn_logit_softcapping: keys.number("attn_logit_softcapping"),
    ...windows,
    ...scaleOf(keys, { width, heads, head }),
    ...(known?.pairing === null ? {} : await rotationOf({ file, keys, known, head, notes })),
  };
  const unknown = keys.unread(/\.rope\.|alibi|temperature|relative_buckets|attention\.scale$/);
  const told = Object.fromEntries(Object.entries(config).filter(([, value]) => value !== undefined));
  return { config: told, pairing: known?.pairing ?? null, unknown, notes };
}

/** The keys of an architecture, and which of them have been read. */
class Keys {
  readonly architecture: string;
  readonly #metadata: ReadonlyMap<string, GgufValue>;
  readonly #read = new Set<string>();
  /** Keys of sizes that are not sizes. */
  readonly #wrong: string[] = [];

  constructor(metadata: ReadonlyMap<string, GgufValue>) {
    this.#metadata = metadata;
    const name = metadata.get("general.architecture");
    this.architecture = typeof name === "string" ? name : "";
  }

  get(name: string): GgufValue | undefined {
    const key = `${this.architecture}.${name}`;
    this.#read.add(key);
    return this.#metadata.get(key);
  }

  /** A number, or the one number of a list with an item for each layer. */
  number(name: string): number | undefined {
    const value = this.get(name);
    const values = Array.isArray(value) ? new Set(value) : new Set([value]);
    const [only] = values;
    if (values.size === 1 && typeof only === "number") return only;
    if (value !== undefined) this.#read.delete(`${this.architecture}.${name}`);
    return undefined;
  }

  /** A whole number from 1 to 2^53. Any other number counts as not understood. */
  size(name: string): number | undefined {
    const value = this.number(name);
    if (value === undefined || (Number.isInteger(value) && value >= 1 && value <= 2 ** 53)) return value;
    this.#wrong.push(`${this.architecture}.${name}`);
    return undefined;
  }

  /** Keys that fit, or differ by layer, and were not read, and those of sizes that are not sizes. */
  unread(fits: RegExp): string[] {
    const own = [...this.#metadata.keys()].filter((key) => key.startsWith(`${this.architecture}.`));
    const byLayer = /\.attention\.head_count(_kv)?$/;
    return own
      .filter(
        (key) => this.#wrong.includes(key) || ((fits.test(key) || byLayer.test(key)) && !this.#read.has(key)),
      )
      .map((key) => key.slice(0, 64));
  }
}

function windowsOf(keys: Keys): Record<string, unknown> {
  // EXAONE 4 of another size has no window and rotates in all layers.
  if (keys.architecture === "exaone4" && keys.size("block_count") !== 64)
    return { sliding_window: null, sliding_window_pattern: null };
  const pattern = keys.get("attention.sliding_window_pattern");
  const isList = Array.isArray(pattern) && pattern.every((item) => typeof item === "boolean");
  return {
    sliding_window: keys.size("attention.sliding_window"),
    ...(isList
      ? { layer_types: pattern.map((slides) => (slides ? "sliding_attention" : "full_attention")) }
      : {}),
    ...(typeof pattern === "number" ? { sliding_window_pattern: pattern } : {}),
  };
}

/** By architecture, the number of layers of the size whose scores llama.cpp scales by the model's width per head. */
const layersOf27B: Readonly<Record<string, number>> = { gemma2: 46, gemma3: 62 };

/** The scale of scores where llama.cpp's is not the class's default: it goes by the width of heads. */
function scaleOf(
  keys: Keys,
  { width, heads, head }: Record<"width" | "heads" | "head", number | undefined>,
): Record<string, unknown> {
  const { architecture } = keys;
  if (head === undefined) return {};
  if (/^granite/.test(architecture))
    return { attention_multiplier: keys.number("attention.scale") ?? 1 / Math.sqrt(head) };
  if (!Object.hasOwn(layersOf27B, architecture)) return {};
  const isOf27B = keys.size("block_count") === layersOf27B[architecture];
  return { query_pre_attn_scalar: isOf27B ? Math.floor(width! / heads!) : head };
}

interface Parts {
  file: GgufFile;
  keys: Keys;
  known: Architecture | undefined;
  head: number | undefined;
  notes: string[];
}

async function rotationOf(parts: Parts): Promise<Record<string, unknown>> {
  const { keys, head } = parts;
  const width = keys.size("rope.dimension_count");
  const local = keys.number("rope.freq_base_swa");
  const rule = await ruleOf(parts);
  return {
    rope_theta: keys.number("rope.freq_base") ?? 10_000,
    rope_local_base_freq: local,
    ...(keys.size("attention.kv_lora_rank") === undefined
      ? { head_dim: keys.size("attention.key_length"), rotary_dim: width ?? head }
      : latentOf(parts, width)),
    ...(Object.keys(rule).length === 0 ? {} : { rope_scaling: rule }),
  };
}

/** Heads of multi-head latent attention: a part without rotation, then one with it. */
function latentOf({ keys, head }: Parts, width: number | undefined): Record<string, unknown> {
  const whole = keys.size("attention.key_length_mla") ?? head;
  return {
    kv_lora_rank: keys.size("attention.kv_lora_rank"),
    q_lora_rank: keys.size("attention.q_lora_rank"),
    qk_rope_head_dim: width,
    qk_nope_head_dim: whole === undefined || width === undefined ? undefined : whole - width,
  };
}

/** A rule by its name in the file: the fields of `rope_scaling`, or undefined if it changes nothing. */
const rules: Readonly<Record<string, (keys: Keys, given: Given) => Record<string, unknown> | undefined>> = {
  none: () => undefined,
  linear: (_, { factor }) => (factor === 1 ? undefined : { rope_type: "linear", factor }),
  yarn: yarnOf,
};

/** What several rules have. */
interface Given {
  factor: number;
  length: number | undefined;
  notes: string[];
}

async function ruleOf(parts: Parts): Promise<Record<string, unknown>> {
  const { keys, known, notes } = parts;
  const sections = sectionsOf(keys, known);
  const name = keys.get("rope.scaling.type") ?? "linear";
  const factor = keys.number("rope.scaling.factor") ?? keys.number("rope.scale_linear") ?? 1;
  const length = keys.size("rope.scaling.original_context_length");
  keys.get("rope.scaling.finetuned"); // says how the model was trained, not what it computes
  const lists = await listsOf(parts, length);
  if (lists !== undefined) return { ...lists, ...sections };
  const isKnown = typeof name === "string" && Object.hasOwn(rules, name);
  if (!isKnown) notes.push(`the scaling ${show(name)} is not known, or its tensors are missing`);
  const rule = isKnown ? rules[name]!(keys, { factor, length, notes }) : undefined;
  if (rule === undefined && sections === undefined) return {};
  return { rope_type: "default", ...rule, ...sections };
}

function sectionsOf(keys: Keys, known: Architecture | undefined): Record<string, unknown> | undefined {
  const sections = keys.get("rope.dimension_sections");
  if (!Array.isArray(sections) || known?.sections === undefined) return undefined;
  const axes = sections.filter((pairs) => pairs !== 0);
  return { mrope_section: axes, ...(known.sections === "interleaved" ? { mrope_interleaved: true } : {}) };
}

function yarnOf(keys: Keys, { factor, length, notes }: Given): Record<string, unknown> {
  const logarithm = keys.number("rope.scaling.yarn_log_multiplier");
  const multiple = keys.number("rope.scaling.attn_factor");
  if (logarithm !== undefined)
    notes.push("mscale is taken to be mscale_all_dim, which is all that the file has");
  // llama.cpp multiplies the factor of YaRN by its own.
  const attentionFactor =
    multiple === undefined || multiple === 1 ? undefined : multiple * (0.1 * Math.log(factor) + 1);
  const mscale = logarithm === undefined ? undefined : Number((logarithm * 10).toPrecision(6)); // of a float32
  const rule = {
    rope_type: "yarn",
    factor,
    original_max_position_embeddings: length,
    beta_fast: keys.number("rope.scaling.yarn_beta_fast"),
    beta_slow: keys.number("rope.scaling.yarn_beta_slow"),
    mscale,
    mscale_all_dim: mscale,
    attention_factor: attentionFactor,
    llama_4_scaling_beta: keys.number("attention.temperature_scale"),
  };
  return Object.fromEntries(Object.entries(rule).filter(([, value]) => value !== undefined));
}

/** Frequencies of the widest head. */
const mostDivisors = 32_768;

/** Rules whose divisors of frequencies are tensors: LongRoPE, and the one of Llama 3. */
async function listsOf({ file, keys, notes, head }: Parts, length: number | undefined) {
  const read = async (name: string) => {
    const tensor = file.tensors.get(name);
    if (tensor === undefined) return undefined;
    const count = countOf(tensor.shape);
    if (count > mostDivisors)
      throw unread(`the tensor ${name} has ${count} numbers; at most ${mostDivisors} are read`, count);
    return [...(await file.read(name)).values];
  };
  const long = await read("rope_factors_long.weight");
  const short = await read("rope_factors_short.weight");
  if (long !== undefined && short !== undefined) {
    const attentionFactor = keys.number("rope.scaling.attn_factor");
    return {
      rope_type: "longrope",
      short_factor: short,
      long_factor: long,
      original_max_position_embeddings: length,
      ...(attentionFactor === undefined ? {} : { attention_factor: attentionFactor }),
    };
  }
  const divisors = await read("rope_freqs.weight");
  if (divisors === undefined || divisors.every((divisor) => divisor === 1)) return undefined;
  const base = keys.number("rope.freq_base") ?? 10_000;
  const width = keys.size("rope.dimension_count") ?? head ?? 2 * divisors.length;
  const rule = llama3Of(divisors, base, width);
  if (rule !== undefined) return rule;
  notes.push(
    "rope_freqs has a divisor for each frequency that is not Llama 3's rule: given as lists of LongRoPE",
  );
  const lists = { short_factor: divisors, long_factor: divisors };
  const trained = { original_max_position_embeddings: keys.size("context_length") ?? 1 };
  return { rope_type: "longrope", factor: 1, attention_factor: 1, ...lists, ...trained };
}

/** The fields of all published models with this rule, whose factor alone differs. */
const llama3 = { low_freq_factor: 1, high_freq_factor: 4, original_max_position_embeddings: 8192 };
/** The file has the divisors as float32, computed from frequencies in float32. */
const float32 = 1e-5;

/** The rule of Llama 3 whose divisors these are. Its formula stands in src/api/rotary/scaling/llama3.ts. */
function llama3Of(
  divisors: readonly number[],
  base: number,
  width: number,
): Record<string, unknown> | undefined {
  const factor = Math.max(...divisors);
  const { low_freq_factor: low, high_freq_factor: high, original_max_position_embeddings: length } = llama3;
  const isRule = divisors.every((divisor, pair) => {
    const revolutions = (length * base ** ((-2 * pair) / width)) / (2 * Math.PI);
    const kept = Math.min(1, Math.max(0, (revolutions - low) / (high - low)));
    return Math.abs(divisor * ((1 - kept) / factor + kept) - 1) < float32;
  });
  return isRule ? { rope_type: "llama3", factor, ...llama3 } : undefined;
}
