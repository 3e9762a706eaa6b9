/** Facts about the scores of a layer other than rotations: causality, window, scales, sinks. */
import { show } from "../../api/arguments/check.ts";
import type { QueryScale } from "../../api/rotary/query-scale.ts";
import { type Config, isLength, positive } from "../types/facts.ts";
import {
  type Causality,
  type LayerWindow,
  type QueryRule,
  queriesByRule,
  type Scale,
  sliding,
  type WindowRule,
  widthScale,
} from "../types/score-rules.ts";
import type { ConfigObject } from "./config-object.ts";
import type { Part } from "./part.ts";

/** What a class may do that has no row: it has a window unless the file switches it off. */
const anyWindow: WindowRule = {
  reads: [],
  of: (config, kind) => (config.said("use_sliding_window") === false ? null : sliding.of(config, kind)),
};

/** The window of a kind of layer. @param own The fields of one layer, if it has its own. */
export const windowOf = (part: Part, kind: string, own: Config = part): LayerWindow | "unknown" | null =>
  (part.row === undefined ? anyWindow : part.row.window)?.of(own, kind) ?? null;

/**
 * Whether a query sees no key after itself; null if that is not known. A file may change what the class does. Each stack of an
 * encoder and a decoder does what its name says.
 */
export function causalOf(part: Part, kind: string): Causality | null {
  if (part.row?.stacks !== undefined && (kind === "encoder" || kind === "decoder")) return kind === "decoder";
  if (part.row?.crossOnly?.includes(kind)) return false;
  const said = part.said("is_causal");
  if (typeof said === "boolean") return said;
  const own = part.has("causal") ? part.get("causal") : undefined;
  if (typeof own === "boolean") return own;
  if (part.reads("decoder") && part.get("is_decoder") === true) return true;
  const causal = part.row?.causal;
  return (typeof causal === "object" ? causal[kind] : causal) ?? null;
}

const inRule = (rule: ConfigObject | undefined) => (field: string) => positive(rule?.get(field));

/** The factor of scores before the softmax. */
export function softmaxScaleOf(part: Part, rule: ConfigObject | undefined, width: number | null): Scale {
  if (part.row === undefined) return null;
  const of = width === null ? undefined : { width, inRule: inRule(rule) };
  const scale = (part.row.scale ?? widthScale).of(part, of);
  return scale === "learned" ? scale : (positive(scale) ?? null);
}

const queryRule = ({ row }: Part): QueryRule | undefined => (row === undefined ? queriesByRule : row.queries);

/** The factor of queries if it depends on the position, or null. */
export const queryScaleOf = (
  part: Part,
  rule: ConfigObject | undefined,
  { rotates, kind }: { rotates: boolean; kind: string },
): QueryScale | "learned" | "unknown" | null =>
  queryRule(part)?.of(part, rotates, inRule(rule), kind) ?? null;

/** Whether each head has a learned logit in the denominator of its softmax. */
export const hasSinks = ({ row }: Part, kind: string): boolean =>
  row?.sinks !== undefined && (row.sinks === "all" || row.sinks === kind);

/** Scores become softcap · tanh(score / softcap). */
export function softcapOf(part: Part): number | null {
  if (!part.row?.softcap || part.isNull("softcap")) return null;
  return positive(part.value("softcap")) ?? null;
}

/** Fields with a factor of scores: a class takes any number above 0. */
const factors = [
  ...["query_pre_attn_scalar", "attention_multiplier", "attn_scale", "attn_logit_softcapping"],
  ...["attn_logit_softcap", "llama_4_scaling_beta"],
];
/** Fields with a number of tokens. */
const lengths = ["local_attention", "floor_scale"];

/** Reports numbers and windows that are none, or that the class ignores. */
export function reportScores(part: Part, rule: ConfigObject | undefined): void {
  reportNumbers(part, rule);
  reportWindow(part);
}

/** Reports factors and lengths that are none, and a factor of queries that the class does not apply. */
function reportNumbers(part: Part, rule: ConfigObject | undefined): void {
  for (const object of [part.file, ...(rule === undefined ? [] : [rule])])
    for (const name of [...factors, ...lengths]) {
      const value = object.get(name);
      const isOfTokens = lengths.includes(name);
      const isOff = name === "llama_4_scaling_beta" && value === 0;
      if (isOff || value === undefined || (isOfTokens ? isLength(value) : positive(value) !== undefined))
        continue;
      const path = object.pathOf(name);
      const allowed = isOfTokens ? `a whole number from 1 to ${2 ** 53}` : "a number above 0";
      part.misses(path, `${path} must be ${allowed}; got ${show(value)}`);
    }
  if (rule?.get("llama_4_scaling_beta") !== undefined && queryRule(part) !== queriesByRule)
    part.misses(rule.pathOf("llama_4_scaling_beta"), `the class of ${part.type} does not scale its queries`);
}

/** Reports window fields that the class ignores. */
function reportWindow(part: Part): void {
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
  if (isLength(value) && part.row.window === undefined)
    part.misses(path, `${path} is ${show(value)}, and the class of ${part.type} has no window`);
}
