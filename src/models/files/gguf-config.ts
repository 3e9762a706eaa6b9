/**
 * The config that a .gguf file stands for. Keys: ggml-org/llama.cpp, gguf-py/gguf/constants.py,
 * ef035f779276d5f5636a0fd8cbeff6a83d646d2b; their defaults: src/llama-model.cpp, load_hparams,
 * a5410f046c01d01330c8a42f13b64a211fedf2c3.
 */
import { show, wrongType } from "../../api/arguments/check.ts";
import type { GgufFile } from "./gguf.ts";
import { type Architecture, architectures } from "./gguf-architectures.ts";
import { ruleOfDivisors } from "./gguf-divisors.ts";
import { Keys } from "./gguf-keys.ts";
import {
  ignored,
  isOtherSize,
  keyHeadsOf,
  namedOtherwise,
  recurrentOf,
  scaleOf,
  windowsOf,
} from "./gguf-layers.ts";
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
  const hasAxes = known?.sections === "other" && hasSections(keys);
  if (hasAxes)
    notes.push("with positions of several axes, the file is another model's, which is not known here");
  const [width, heads] = [keys.size("embedding_length"), keys.size("attention.head_count")];
  const share = width === undefined || heads === undefined ? 0 : Math.floor(width / heads);
  const head = keys.size("attention.key_length") ?? (share > 0 ? share : undefined);
  const isOther = hasAxes || isOtherSize(keys, width);
  // Values as wide as keys need no field of their own; another width stays among the keys that were not understood.
  if (keys.peek("attention.value_length") === head) keys.get("attention.value_length");
  const windows = windowsOf(keys, known, notes);
  // llama.cpp has one architecture for OLMo 2 and 3, which has windows.
  const type = name === "olmo2" && windows.sliding_window !== null ? "olmo3" : known?.modelType;
  const config = {
    model_type: isOther ? undefined : type,
    hidden_size: width,
    num_hidden_layers: keys.size("block_count"),
    num_attention_heads: heads,
    num_key_value_heads: keys.size("attention.head_count_kv") ?? heads,
    max_position_embeddings: keys.size("context_length"),
    attn_logit_softcapping: keys.number("attn_logit_softcapping"),
    is_causal: keys.get("attention.causal") === false ? false : undefined,
    ...windows,
    ...keyHeadsOf(keys, windows),
    ...recurrentOf(keys, known),
    ...scaleOf(keys, { width, heads, head }),
    ...namedOtherwise(keys),
    ...(known?.pairing === null
      ? sizesOf({ file, keys, known, head, notes })
      : await rotationOf({ file, keys, known, head, notes })),
  };
  const unknown = keys.unread(
    /\.rope\.|alibi|temperature|relative_buckets|attention\.(scale|sliding_window|(key|value)_length_swa|value_length)/,
  );
  const told = Object.fromEntries(Object.entries(config).filter(([, value]) => value !== undefined));
  return { config: told, pairing: isOther ? null : (known?.pairing ?? null), unknown, notes };
}

interface Parts {
  file: GgufFile;
  keys: Keys;
  known: Architecture | undefined;
  head: number | undefined;
  notes: string[];
}

/** Whole rules, so that no default of transformers' class takes the place of a key that is left out. */
async function rotationOf(parts: Parts): Promise<Record<string, unknown>> {
  const { keys, known, notes } = parts;
  const theta = keys.number("rope.freq_base") ?? 10_000;
  const rule = await ruleOf(parts);
  const { windows } = known ?? {};
  const sizes = sizesOf(parts);
  const whole = { rope_theta: theta, rope_type: "default", ...rule };
  if (windows === undefined) return { ...sizes, rope_parameters: whole };
  const local = windows.local ? keys.number("rope.freq_base_swa") : undefined;
  if (!windows.local && keys.get("rope.freq_base_swa") !== undefined)
    notes.push(ignored(keys, "rope.freq_base_swa"));
  const sliding = {
    rope_theta: local ?? windows.base ?? theta,
    rope_type: "default",
    ...(windows.scaled ? rule : {}),
  };
  const [full, ofWindow] = windows.widths === undefined ? [{}, {}] : sharesOf(parts, windows.widths);
  return {
    ...sizes,
    rope_parameters: {
      full_attention: { ...full, ...whole },
      sliding_attention: { ...ofWindow, ...sliding },
    },
  };
}

/** Channels that rotate in layers without and with a window, as shares of their heads. */
function sharesOf({ keys, head = 0 }: Parts, share: number) {
  const width = keys.size("rope.dimension_count") ?? head;
  const [whole, local] = [share * width, keys.size("rope.dimension_count_swa") ?? width];
  const other = keys.size("attention.key_length_swa") ?? head;
  return [{ partial_rotary_factor: whole / head }, { partial_rotary_factor: local / other }];
}

/** Widths of heads, and how many of their channels rotate; without it, the shares in the rules say. */
function sizesOf(parts: Parts): Record<string, unknown> {
  const { keys, known, head } = parts;
  const width = keys.size("rope.dimension_count");
  if (keys.size("attention.kv_lora_rank") !== undefined) return latentOf(parts, width);
  if (known?.pairing === null) return {};
  if (known?.windows?.widths === undefined) return { head_dim: head, rotary_dim: width ?? head };
  if (keys.architecture !== "gemma4") return { head_dim: head };
  keys.get("attention.value_length_swa");
  return { head_dim: keys.size("attention.key_length_swa") ?? head, global_head_dim: head };
}

/** Heads of multi-head latent attention: a part without rotation, then one with it. */
function latentOf({ keys, head }: Parts, width: number | undefined): Record<string, unknown> {
  const whole = keys.size("attention.key_length_mla") ?? head;
  const value = keys.size("attention.value_length") ?? head;
  return {
    kv_lora_rank: keys.size("attention.kv_lora_rank"),
    q_lora_rank: keys.size("attention.q_lora_rank"),
    qk_rope_head_dim: width,
    qk_nope_head_dim: whole === undefined || width === undefined ? undefined : whole - width,
    v_head_dim: keys.size("attention.value_length_mla") ?? value,
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
  const name = keys.peek("rope.scaling.type") ?? "linear";
  const factor = keys.number("rope.scaling.factor") ?? keys.number("rope.scale_linear") ?? 1;
  const length = keys.size("rope.scaling.original_context_length");
  // Granite does not rotate if it is false; elsewhere it says how the model was trained, not what it computes.
  if (keys.architecture !== "granite" || keys.peek("rope.scaling.finetuned") !== false)
    keys.get("rope.scaling.finetuned");
  const lists = await listsOf(parts, length);
  if (lists !== undefined) {
    keys.get("rope.scaling.type");
    return { ...lists, ...sections };
  }
  const isKnown = typeof name === "string" && Object.hasOwn(rules, name);
  if (isKnown) keys.get("rope.scaling.type");
  else notes.push(`the scaling ${show(name)} is not known, or its tensors are missing`);
  const rule = isKnown ? rules[name]!(keys, { factor, length, notes }) : undefined;
  return { ...rule, ...(rule === undefined ? {} : scaledTwice(keys, factor)), ...sections };
}

/** Without a multiplier of the logarithm, llama.cpp scales the scores of DeepSeek by YaRN's factor twice, and rotates by it, too. */
const scaledTwice = (keys: Keys, factor: number): Record<string, unknown> =>
  keys.architecture === "deepseek2" && keys.number("rope.scaling.yarn_log_multiplier") === undefined
    ? {
        mscale_all_dim: 1,
        attention_factor: keys.peek("rope.scaling.type") === "yarn" ? 0.1 * Math.log(factor) + 1 : 1,
      }
    : {};

const hasSections = (keys: Keys): boolean => {
  const sections = keys.get("rope.dimension_sections");
  return Array.isArray(sections) && sections.some((pairs) => pairs !== 0);
};

function sectionsOf(keys: Keys, known: Architecture | undefined): Record<string, unknown> | undefined {
  if (known?.sections === undefined) return undefined;
  const sections = keys.get("rope.dimension_sections");
  if (!Array.isArray(sections)) return undefined;
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
  const betas = ["rope.scaling.yarn_beta_fast", "rope.scaling.yarn_beta_slow"] as const;
  const [fast, slow] = betas.map((name) => keys.number(name));
  const readsBetas = keys.architecture === "mistral3";
  if (!readsBetas && ((fast ?? 32) !== 32 || (slow ?? 1) !== 1))
    notes.push(ignored(keys, betas.join(" and ")));
  const mscale = logarithm === undefined ? undefined : Number((logarithm * 10).toPrecision(6)); // of a float32
  const rule = {
    rope_type: "yarn",
    factor,
    original_max_position_embeddings: length,
    ...(readsBetas ? { beta_fast: fast, beta_slow: slow } : {}),
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
  const rule = ruleOfDivisors(divisors, base, width);
  if (rule !== undefined) return rule;
  notes.push(
    "rope_freqs has a divisor for each frequency that is not Llama 3's rule: given as lists of LongRoPE",
  );
  const lists = { short_factor: divisors, long_factor: divisors };
  const trained = { original_max_position_embeddings: keys.size("context_length") ?? 1 };
  return { rope_type: "longrope", factor: 1, attention_factor: 1, ...lists, ...trained };
}
