/** Facts about the scores of a layer other than rotations: causality, window, scales, sinks. */
import { show } from "../../api/arguments/check.ts";
import type { QueryScale } from "../../api/rotary/query-scale.ts";
import { positive } from "../types/facts.ts";
import {
  type LayerWindow,
  type QueryRule,
  queriesByRule,
  sliding,
  type WindowRule,
  widthScale,
} from "../types/score-rules.ts";
import type { ConfigObject } from "./config-object.ts";
<<<<<<< HEAD
import { type Found, isLength, type Part } from "./part.ts";
=======
import type { Part } from "./part.ts";
>>>>>>> 84bfdfb (Describe model types by typed rows, and read a config in one pass)

/** What a class may do that has no row: it has a window unless the file switches it off. */
const anyWindow: WindowRule = {
  reads: [],
  of: (config, kind) => (config.said("use_sliding_window") === false ? null : sliding.of(config, kind)),
};

/** The window of a kind of layer. */
export const windowOf = (part: Part, kind: string): LayerWindow | null =>
  (part.row === undefined ? anyWindow : part.row.window)?.of(part, kind) ?? null;

<<<<<<< HEAD
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
=======
/**
 * Whether a query sees no key after itself; null if that is not known. A file may change what the class does. Each stack of an
 * encoder and a decoder does what its name says.
 */
export function causalOf(part: Part, kind: string): boolean | null {
  if (part.row?.stacks !== undefined && (kind === "encoder" || kind === "decoder")) return kind === "decoder";
  const said = part.said("is_causal");
  if (typeof said === "boolean") return said;
  if (part.said("is_decoder") === true) return true;
  const bidirectional = part.said("use_bidirectional_attention");
  if (bidirectional === true || bidirectional === "all") return false;
  return part.row?.causal ?? null;
}

const inRule = (rule: ConfigObject | undefined) => (field: string) => positive(rule?.get(field));

/** The factor of scores before the softmax; null if it is not known. */
export function softmaxScaleOf(
  part: Part,
  rule: ConfigObject | undefined,
  width: number | null,
): number | null {
  if (part.row === undefined) return null;
  const of = width === null ? undefined : { width, inRule: inRule(rule) };
  return (part.row.scale ?? widthScale).of(part, of);
}

const queryRule = ({ row }: Part): QueryRule | undefined => (row === undefined ? queriesByRule : row.queries);

/** The factor of queries if it depends on the position, or null. */
export const queryScaleOf = (
  part: Part,
  rule: ConfigObject | undefined,
  rotates: boolean,
): QueryScale | null => queryRule(part)?.of(part, rotates, inRule(rule)) ?? null;

/** Whether each head has a learned logit in the denominator of its softmax. */
export const hasSinks = ({ row }: Part, kind: string): boolean =>
  row?.sinks !== undefined && (row.sinks === "all" || row.sinks === kind);

/** Scores become softcap · tanh(score / softcap). */
export function softcapOf(part: Part): number | null {
  if (!part.row?.softcap || part.isNull("softcap")) return null;
  return positive(part.value("softcap")) ?? null;
>>>>>>> 84bfdfb (Describe model types by typed rows, and read a config in one pass)
}

/** Fields with a factor of scores: a class takes any number above 0. */
const factors = [
  ...["query_pre_attn_scalar", "attention_multiplier", "attn_scale", "attn_logit_softcapping"],
  ...["attn_logit_softcap", "llama_4_scaling_beta"],
];
/** Fields with a number of tokens. */
const lengths = ["local_attention", "floor_scale"];

<<<<<<< HEAD
/** Lists the factors and lengths that are none, and says that a class does not scale its queries. */
export function sayNumbers(part: Part, rule: ConfigObject | undefined): void {
=======
/** Reports numbers of scores and heads that are none, and a factor of queries that the class does not apply. */
export function reportNumbers(part: Part, rule: ConfigObject | undefined): void {
>>>>>>> 84bfdfb (Describe model types by typed rows, and read a config in one pass)
  for (const object of [part.file, ...(rule === undefined ? [] : [rule])])
    for (const name of [...factors, ...lengths]) {
      const value = object.get(name);
      const isLengthField = lengths.includes(name);
      if (value === undefined || (isLengthField ? isLength(value) : positive(value) !== undefined)) continue;
      const path = object.pathOf(name);
      const allowed = isLengthField ? `a whole number from 1 to ${2 ** 53}` : "a number above 0";
      part.misses(path, `${path} must be ${allowed}; got ${show(value)}`);
    }
<<<<<<< HEAD
  if (rule?.get("llama_4_scaling_beta") !== undefined && !scalesQueries(part))
    part.misses(
      rule.pathOf("llama_4_scaling_beta"),
      `the class of ${part.row?.type} does not scale its queries`,
    );
=======
  for (const fact of ["heads", "keyHeads"] as const) {
    const said = part.inFile(fact);
    if (typeof said?.value !== "string") continue;
    part.misses(said.path, `${said.path} must be a number; got ${show(said.value)}`);
  }
  if (rule?.get("llama_4_scaling_beta") !== undefined && queryRule(part) !== queriesByRule)
    part.misses(rule.pathOf("llama_4_scaling_beta"), `the class of ${part.type} does not scale its queries`);
>>>>>>> 84bfdfb (Describe model types by typed rows, and read a config in one pass)
}

/** Reports window fields that the class ignores. */
export function reportWindow(part: Part): void {
  const kinds = part.said("layer_types");
  const isFlat = part.row?.flat === true && Array.isArray(kinds);
  if (isFlat && windowOf(part, "all") !== null && kinds.some((kind) => kind !== "sliding_attention"))
    part.misses(part.file.pathOf("layer_types"), `all layers of ${part.type} have the window in its class`);
  const isOff = part.said("use_sliding_window") === false;
  if (isOff && windowOf(part, "sliding_attention") !== null)
    part.misses(part.file.pathOf("use_sliding_window"), `${part.type} has its window always`);
  const window = part.inFile("window");
  if (window === undefined || part.row === undefined || isOff) return;
  const { value, path } = window;
<<<<<<< HEAD
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
=======
  if (positive(value) === undefined)
    part.misses(path, `${path} must be a number above 0; got ${show(value)}`);
  else if (part.row.window === undefined)
    part.misses(path, `${path} is ${show(value)}, and the class of ${part.type} has no window`);
>>>>>>> 84bfdfb (Describe model types by typed rows, and read a config in one pass)
}
