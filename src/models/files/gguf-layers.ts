/** What llama.cpp's loader of an architecture makes of the keys of a .gguf file: windows, layers without attention, scales. */
import type { Architecture } from "./gguf-architectures.ts";
import type { Keys } from "./gguf-keys.ts";

type Fields = Readonly<Record<string, unknown>>;

export const ignored = ({ architecture }: Keys, name: string): string =>
  `llama.cpp does not read ${name} of ${architecture}`;

const fullAttention = "full_attention";

/** More layers than any model has. */
const mostLayers = 65_536;

const countOf = (keys: Keys): number => {
  const count = keys.size("block_count") ?? 0;
  return count > mostLayers ? 0 : count;
};

/** The kind of each layer; nothing if their number is not known. */
const kindsOf = (count: number, of: (layer: number) => string): Fields =>
  count === 0 ? {} : { layer_types: Array.from({ length: count }, (_, layer) => of(layer)) };

/** The window and the kind of each layer. Of an architecture whose window llama.cpp does not read, the window is null. */
export function windowsOf(keys: Keys, known: Architecture | undefined, notes: string[]): Fields {
  if (known === undefined) return { sliding_window: keys.size("attention.sliding_window") };
  // A window beside layers without attention is not read here.
  if (known.windows === undefined && known.recurrent !== undefined) return { sliding_window: null };
  const count = countOf(keys);
  const { every, first, tokens, layers = count } = known.windows ?? {};
  const window =
    known.windows === undefined || layers !== count
      ? undefined
      : (keys.size("attention.sliding_window") ?? tokens);
  if (window === undefined) {
    if (keys.get("attention.sliding_window") !== undefined)
      notes.push(ignored(keys, "attention.sliding_window"));
    keys.get("attention.sliding_window_pattern");
    return {
      sliding_window: null,
      ...(known.windows === undefined ? {} : kindsOf(count, () => fullAttention)),
    };
  }
  const pattern = keys.get("attention.sliding_window_pattern") ?? every;
  const rotating = keys.architecture === "granite_swa" ? keys.get("attention.rope_pattern") : undefined;
  const slides = (layer: number): boolean => {
    if (Array.isArray(pattern)) return Boolean(pattern[layer]);
    const n = Number(pattern);
    return n === 0 || (first === true ? layer % n > 0 : layer % n < n - 1);
  };
  return {
    sliding_window: window,
    ...kindsOf(count, (layer) => (slides(layer) ? "sliding_attention" : fullAttention)),
    ...(Array.isArray(rotating) ? { no_rope_layers: rotating.map(Number) } : {}),
  };
}

/** The layers without attention: by the numbers of key heads, a list, or every layer but the nth. */
export function recurrentOf(keys: Keys, known: Architecture | undefined): Fields {
  if (known?.recurrent === undefined) return {};
  const { kind, every } = known.recurrent;
  const count = countOf(keys);
  const list = keys.get(every === undefined ? "attention.head_count_kv" : "attention.recurrent_layers");
  const n = keys.size("full_attention_interval") ?? every;
  const attends = (layer: number): boolean => {
    if (Array.isArray(list)) return every === undefined ? list[layer] !== 0 : !list[layer];
    return n === undefined || (layer + 1) % n === 0;
  };
  const heads =
    Array.isArray(list) && every === undefined ? new Set(list.filter((value) => value !== 0)) : new Set();
  const [only] = heads;
  return {
    ...kindsOf(count, (layer) => (attends(layer) ? fullAttention : kind)),
    ...(heads.size === 1 && typeof only === "number" ? { num_key_value_heads: only } : {}),
  };
}

/** Key heads that differ by the kind of layer, by the names that the class has for them. */
export function keyHeadsOf(keys: Keys, { layer_types: kinds }: Fields): Fields {
  const { architecture } = keys;
  const name = "attention.head_count_kv";
  const list = keys.peek(name);
  if (!/^(gemma4|mimo2)$/.test(architecture) || !Array.isArray(list) || !Array.isArray(kinds)) return {};
  const of = (fits: boolean) => [
    ...new Set(list.filter((_, at) => (kinds[at] === fullAttention) === fits).map(Number)),
  ];
  const [[full = 0, ...others], [sliding = 0, ...more]] = [of(true), of(false)];
  // The class of MiMo has twice as many in layers with a window.
  const isKnown = others.length + more.length === 0 && (architecture === "gemma4" || sliding === 2 * full);
  if (!isKnown || list.length !== kinds.length) return {};
  keys.get(name);
  return architecture === "gemma4"
    ? { num_key_value_heads: sliding, num_global_key_value_heads: full, attention_k_eq_v: true }
    : { num_key_value_heads: full };
}

/** Whether Baichuan has another size than those that llama.cpp tells apart: 32 layers at width 4096, and 40 at any other width. */
export const isOtherSize = (keys: Keys, width: number | undefined): boolean =>
  keys.architecture === "baichuan" && keys.size("block_count") !== (width === 4096 ? 32 : 40);

/** Fields that stand for a key in the files of one architecture only. */
export function namedOtherwise(keys: Keys): Fields {
  const { architecture } = keys;
  if (architecture === "starcoder") return { multi_query: keys.size("attention.head_count_kv") === 1 };
  if (architecture !== "mpt") return {};
  const most = keys.number("attention.max_alibi_bias") ?? 0;
  return { attn_config: most > 0 ? { alibi: true, alibi_bias_max: most } : { alibi: false } };
}

/** By architecture, the number of layers of the size whose scores llama.cpp scales by the model's width per head. */
const layersOf27B: Readonly<Record<string, number>> = { gemma2: 46, gemma3: 62 };

/** The scale of scores where llama.cpp's is not the class's default: it goes by the width of heads. */
export function scaleOf(
  keys: Keys,
  { width, heads, head }: Record<"width" | "heads" | "head", number | undefined>,
): Fields {
  const { architecture } = keys;
  if (head === undefined) return {};
  if (/^granite/.test(architecture))
    return { attention_multiplier: keys.number("attention.scale") ?? 1 / Math.sqrt(head) };
  if (architecture === "step35") return { query_pre_attn_scalar: head };
  if (!Object.hasOwn(layersOf27B, architecture)) return {};
  const isOf27B = keys.size("block_count") === layersOf27B[architecture];
  return { query_pre_attn_scalar: isOf27B ? Math.floor(width! / heads!) : head };
}
