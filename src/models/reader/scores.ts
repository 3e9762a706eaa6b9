/** Facts about the scores of a layer other than rotations: window, scales, sinks. */
import { show } from "../../api/arguments/check.ts";
import { logarithm } from "../../api/rotary/elementary.ts";
import type { QueryScale } from "../../api/rotary/query-scale.ts";
import { pairings } from "../types/rows.ts";
import type { ConfigObject } from "./config-object.ts";
import { type Found, isLength, type Part } from "./part.ts";

/** The keys that a query sees, apart from a causal mask. */
export type LayerWindow =
  /** Keys up to these numbers of tokens before and after the query. */
  | { readonly before: number; readonly after: number }
  /** Keys of the query's own chunk: chunks begin at the multiples of `chunk`. */
  | { readonly chunk: number };

const positive = (value: unknown): number | undefined =>
  typeof value === "number" && value > 0 && Number.isFinite(value) ? value : undefined;

/** Names of kinds of layers with a window, in models with several kinds. */
const windowed = /sliding|chunked|local|window/;

/** The window of a kind of layer. The number in a file includes the query itself; an encoder has half of it on each side. */
export function windowOf(part: Part, kind: string): LayerWindow | null {
  if (part.supplied("window") === "local") return windowed.test(kind) ? windowOfBoth(part) : null;
  const isOff = part.fieldsOf("window").some((name) => part.file.isNull(name));
  if (isOff || (kind !== "all" && !windowed.test(kind))) return null;
  const supplied = part.supplied("window");
  const isSwitched = part.row === undefined || supplied?.endsWith("?");
  const isOn = part.file.get("use_sliding_window") ?? part.row === undefined;
  if ((isSwitched && isOn === false) || !part.knows("window")) return null;
  const width = part.said("window")?.value ?? Number.parseFloat(supplied ?? "");
  if (!isLength(width)) return null;
  return kind.startsWith("chunked") ? { chunk: width } : { before: width - 1, after: 0 };
}

function windowOfBoth(part: Part): LayerWindow | null {
  const width = part.file.get("local_attention") ?? 128;
  if (!isLength(width)) return null;
  const half = Math.floor(width / 2);
  return { before: half, after: half };
}

/** Fields with a factor of scores: a class takes any number above 0. */
const factors = [
  ...["query_pre_attn_scalar", "attention_multiplier", "attn_scale", "attn_logit_softcapping"],
  ...["attn_logit_softcap", "llama_4_scaling_beta"],
];
/** Fields with a number of tokens. */
const lengths = ["local_attention", "floor_scale"];

/** Lists the factors and lengths that are none, and says that a class does not scale its queries. */
export function sayNumbers(part: Part, rule: ConfigObject | undefined): void {
  for (const object of [part.file, ...(rule === undefined ? [] : [rule])])
    for (const name of [...factors, ...lengths]) {
      const value = object.get(name);
      const isLengthField = lengths.includes(name);
      if (value === undefined || (isLengthField ? isLength(value) : positive(value) !== undefined)) continue;
      const path = object.pathOf(name);
      const allowed = isLengthField ? `a whole number from 1 to ${2 ** 53}` : "a number above 0";
      part.misses(path, `${path} must be ${allowed}; got ${show(value)}`);
    }
  if (rule?.get("llama_4_scaling_beta") !== undefined && !scalesQueries(part))
    part.misses(
      rule.pathOf("llama_4_scaling_beta"),
      `the class of ${part.row?.type} does not scale its queries`,
    );
}

const scalesQueries = (part: Part): boolean =>
  part.row === undefined || (part.supplied("rule") ?? "").includes("llama_4_scaling_beta");

/** Says what the file has of windows and its class does not use. */
export function sayWindow(part: Part): void {
  const kinds = part.file.get("layer_types");
  const isFlat = part.supplied("flat") !== undefined && Array.isArray(kinds);
  if (isFlat && windowOf(part, "all") !== null && kinds.some((kind) => kind !== "sliding_attention"))
    part.misses(
      part.file.pathOf("layer_types"),
      `all layers of ${part.row?.type} have the window in its class`,
    );
  if (part.file.get("use_sliding_window") === false && windowOf(part, "sliding_attention") !== null)
    part.misses(part.file.pathOf("use_sliding_window"), `${part.row?.type} has its window always`);
  const window = part.said("window");
  if (window === undefined || part.row === undefined || part.file.get("use_sliding_window") === false) return;
  const { value, path } = window;
  if (isLength(value) && !part.knows("window"))
    part.misses(path, `${path} is ${show(value)}, and the class of ${part.row.type} has no window`);
}

/**
 * Whether a query sees no key after itself; null if that is not known. A file may change what the class does. Each stack of an
 * encoder and a decoder does what its name says.
 */
export function causalOf(part: Part, kind: string): boolean | null {
  if (part.supplied("stacks") !== undefined && (kind === "encoder" || kind === "decoder"))
    return kind === "decoder";

  const said = part.file.get("is_causal");
  if (typeof said === "boolean") return said;
  if (part.file.get("is_decoder") === true) return true;
  if ([true, "all"].includes(part.file.get("use_bidirectional_attention") as boolean)) return false;
  // Of types that do not rotate, the table says it only if it was looked up.
  const sees = part.supplied("sees") ?? ((part.row?.how ?? "") in pairings ? "causal" : "?");
  return sees === "?" ? null : sees === "causal";
}

/** The factor of scores before the softmax; null if it is not known. */
export function softmaxScaleOf(
  part: Part,
  rule: ConfigObject | undefined,
  width: number | null,
): number | null {
  const supplied = part.supplied("scale");
  if (part.row === undefined || supplied === "?") return null;
  const [field = "", otherwise] = (supplied ?? "").split(":");
  const make = Object.hasOwn(scales, field) ? scales[field]! : undefined;
  const value = positive(part.file.get(field)) ?? positive(Number(otherwise ?? field));
  if (make === undefined && value !== undefined) return value;
  if (width === null) return null;
  return positive(make === undefined ? 1 / Math.sqrt(width) : make(part, rule, width)) ?? null;
}

const scales: Record<string, (part: Part, rule: ConfigObject | undefined, width: number) => number> = {
  query_pre_attn_scalar: (part, _rule, width) =>
    1 / Math.sqrt(positive(part.file.get("query_pre_attn_scalar")) ?? width),
  half: (_part, _rule, width) => 1 / Math.sqrt(width / 2),
  /** (0.1 · mscale_all_dim · ln factor + 1)² of YaRN with latent attention: DeepSeek-V2, arXiv 2405.04434. */
  mscale(_part, rule, width) {
    const [mscale, factor] = [positive(rule?.get("mscale_all_dim")), positive(rule?.get("factor"))];
    const grown = mscale !== undefined && factor !== undefined && factor > 1;
    const magnitude = grown ? 0.1 * mscale * logarithm(factor) + 1 : 1;
    return (magnitude * magnitude) / Math.sqrt(width);
  },
};

export function queryScaleOf(
  part: Part,
  rule: ConfigObject | undefined,
  rotates: boolean,
): QueryScale | null {
  const beta = positive(rule?.get("llama_4_scaling_beta"));
  const length = rule?.get("original_max_position_embeddings");
  if (beta !== undefined && isLength(length) && scalesQueries(part)) return { beta, length, shift: 0 };
  const supplied = part.supplied("temper");
  const isOn = Boolean(part.file.get("attn_temperature_tuning") ?? true);
  if (supplied === undefined || rotates || !isOn) return null;
  const [floor = 0, scale = 0, shift = 0] = supplied.split(":").map(Number);
  const every = part.file.get("floor_scale") ?? floor;
  const factor = positive(part.file.get("attn_scale") ?? scale);
  return isLength(every) && factor !== undefined ? { beta: factor, length: every, shift } : null;
}

/** Whether each head has a learned logit in the denominator of its softmax. */
export function hasSinks(part: Part, kind: string): boolean {
  const sinks = part.supplied("sinks");
  return sinks === "all" || sinks === kind;
}

/** Scores become softcap · tanh(score / softcap). */
export function softcapOf(part: Part): number | null {
  if (part.fieldsOf("softcap").some((name) => part.file.isNull(name))) return null;
  const found: Found | undefined = part.supplied("softcap") === undefined ? undefined : part.fact("softcap");
  return positive(found?.value) ?? null;
}
